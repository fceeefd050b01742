//! The types of opm's commands and flags, and of a call.

use olmkit_collections::SortedMap;

use clap_complete::Shell;
use olmkit_k8s::image::after_transport;

use super::error::OpmError;
use crate::host::Host;

/// How a flag is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Passed to olmkit's command under this name.
    Pass(&'static str),
    /// Read by the function of the command.
    Read,
    /// Ignored, because it does not affect olmkit.
    Ignore,
    /// Refused for this reason. An empty value and `false` turn the flag off, and are accepted.
    Refuse(&'static str),
}
/// The value of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A switch without a value.
    Nothing,
    Value,
    /// A value that has a meaning even if it is empty.
    ValueOrEmpty,
    /// A list; the values of repeated flags are combined.
    List,
}

/// A flag of opm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    pub(super) takes: Takes,
    /// opm's default, if olmkit's differs.
    pub(super) default: Option<&'static str>,
    /// The possible values, if there are only a few.
    pub(super) values: &'static [&'static str],
    pub(super) does: Does,
}

impl Flag {
    /// Whether help and completions show the flag. opm hides deprecated flags.
    pub(super) fn is_offered(&self) -> bool {
        !matches!(self.does, Does::Refuse(_)) && self.long != SKIP_TLS
    }
}

/// Deprecated by opm.
const SKIP_TLS: &str = "skip-tls";

/// The implementation of a command.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run {
    /// Runs the command of olmkit.
    Olmkit,
    /// Runs a function, because more than one command of olmkit is needed.
    Own(fn(&Call, &mut dyn Host) -> Result<u8, OpmError>),
    /// Prints the completion script of a shell.
    Completion(Shell),
    /// opm no longer has the command. The function returns the equivalent commands of olmkit.
    Removed(fn(&Call) -> Vec<Vec<String>>),
}

/// A command of opm.
#[derive(Debug)]
pub(super) struct Verb {
    pub(super) path: &'static [&'static str],
    pub(super) about: &'static str,
    /// The minimum and maximum number of operands.
    pub(super) operands: (usize, usize),
    /// The operands in opm's usage line.
    pub(super) usage: &'static str,
    /// The command of olmkit, with the flags that it always gets.
    pub(super) arguments: &'static [&'static str],
    pub(super) flags: &'static [Flag],
    /// Whether the command pulls images.
    pub(super) pulls: bool,
    pub(super) run: Run,
}

pub(super) const fn value(long: &'static str, short: char, does: Does) -> Flag {
    Flag { long, short: Some(short), takes: Takes::Value, default: None, values: &[], does }
}

pub(super) const fn long_value(long: &'static str, does: Does) -> Flag {
    Flag { long, short: None, takes: Takes::Value, default: None, values: &[], does }
}

pub(super) const fn switch(long: &'static str, short: Option<char>, does: Does) -> Flag {
    Flag { long, short, takes: Takes::Nothing, default: None, values: &[], does }
}

/// The flags of every command.
pub(super) const GLOBAL: [Flag; 3] = [
    switch("skip-tls-verify", None, Does::Pass("skip-tls-verify")),
    switch("use-http", None, Does::Pass("use-http")),
    switch(SKIP_TLS, None, Does::Pass("skip-tls-verify")),
];

/// A call of a command, with its operands and flags.
pub(super) struct Call {
    pub(super) verb: &'static Verb,
    pub(super) operands: Vec<String>,
    /// The flags that are given or have a default.
    pub(super) values: SortedMap<&'static str, Vec<String>>,
}

impl Call {
    /// Refuses operands that only olmkit accepts as an image or a catalog: transports, and `-` where opm does not read
    /// standard input.
    ///
    /// # Errors
    /// Returns opm's error.
    pub(super) fn checked(&self) -> Result<&Self, OpmError> {
        let reads_input = self.verb.arguments == ["template"];
        let is_refused = |word: &&String| after_transport(word).is_some() || *word == "-" && !reads_input;
        match self
            .operands
            .iter()
            .find(is_refused)
            .filter(|_| self.verb.pulls && !matches!(self.verb.run, Run::Removed(_)))
        {
            Some(word) => Err(OpmError::NotAReference(word.clone())),
            None => Ok(self),
        }
    }

    /// The value of a flag.
    pub(super) fn value(&self, flag: &str) -> Option<&str> {
        self.values.get(flag)?.last().map(String::as_str)
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, flag: &str) -> bool {
        self.value(flag).and_then(parse_bool).unwrap_or_default()
    }

    /// The command line of olmkit.
    pub(super) fn arguments(&self) -> Vec<String> {
        let arguments = self.verb.arguments.iter().map(|word| (*word).to_owned());
        arguments.chain(self.flags()).chain(self.operands()).collect()
    }

    /// The operands, preceded by `--` if one of them looks like a flag.
    pub(super) fn operands(&self) -> impl Iterator<Item = String> {
        let is_like_a_flag = |word: &String| word.len() > 1 && word.starts_with('-');
        let mark = self.operands.iter().any(is_like_a_flag).then(|| "--".to_owned());
        mark.into_iter().chain(self.operands.iter().cloned())
    }

    /// The flags that are passed to olmkit's command, with its names.
    pub(super) fn flags(&self) -> Vec<String> {
        let mut arguments = self.passed(self.verb.flags);
        arguments.extend(self.pulling());
        arguments
    }

    /// The flags of all commands that pull images.
    pub(super) fn pulling(&self) -> Vec<String> {
        let mut arguments = if self.verb.pulls { self.passed(&GLOBAL) } else { Vec::new() };
        arguments.dedup();
        arguments
    }

    fn passed(&self, flags: &[Flag]) -> Vec<String> {
        flags.iter().flat_map(|flag| self.passed_flag(flag)).collect()
    }

    fn passed_flag(&self, flag: &Flag) -> Vec<String> {
        let Does::Pass(name) = flag.does else { return Vec::new() };
        let values = self.values.get(flag.long).map(Vec::as_slice).unwrap_or_default();
        // Except for lists, Go uses the last value.
        let last = values.last().into_iter();
        match flag.takes {
            Takes::List => values.iter().map(|value| format!("--{name}={value}")).collect(),
            Takes::Nothing => {
                last.filter(|value| parse_bool(value) == Some(true)).map(|_| format!("--{name}")).collect()
            }
            // For Go, a missing flag has an empty value.
            Takes::Value => last.filter(|value| !value.is_empty()).map(|value| format!("--{name}={value}")).collect(),
            Takes::ValueOrEmpty => last.map(|value| format!("--{name}={value}")).collect(),
        }
    }
}

/// Parses a boolean as Go does.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}
