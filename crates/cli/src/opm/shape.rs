//! Commands and flags of opm, and a call of one.

use olmkit_collections::SortedMap;

use clap_complete::Shell;

use super::error::OpmError;
use crate::host::Host;

/// What becomes of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// olmkit's command takes it under this name.
    Pass(&'static str),
    /// The function of the command looks at it.
    Read,
    /// It changes nothing that olmkit does.
    Ignore,
    /// It is not supported, for this reason. An empty value and `false` turn it off, and are accepted.
    Refuse(&'static str),
}
/// A flag of opm.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    pub(super) has_value: bool,
    /// opm's default, where olmkit has another one.
    pub(super) default: Option<&'static str>,
    pub(super) does: Does,
}

/// What a command does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run {
    /// What the command of olmkit does.
    Olmkit,
    /// More than that.
    Own(fn(&Call, &mut dyn Host) -> Result<u8, OpmError>),
    /// It prints the completion script of a shell.
    Completion(Shell),
    /// opm no longer has it: these commands of olmkit do the same.
    Gone(fn(&Call) -> Vec<Vec<String>>),
}

/// A command of opm.
#[derive(Debug)]
pub(super) struct Verb {
    pub(super) path: &'static [&'static str],
    pub(super) about: &'static str,
    /// Least and greatest number of operands.
    pub(super) operands: (usize, usize),
    /// The command of olmkit, with flags that it always gets.
    pub(super) words: &'static [&'static str],
    pub(super) flags: &'static [Flag],
    /// Whether it pulls images.
    pub(super) pulls: bool,
    pub(super) run: Run,
}

pub(super) const fn value(long: &'static str, short: char, does: Does) -> Flag {
    Flag { long, short: Some(short), has_value: true, default: None, does }
}

pub(super) const fn long_value(long: &'static str, does: Does) -> Flag {
    Flag { long, short: None, has_value: true, default: None, does }
}

pub(super) const fn switch(long: &'static str, short: Option<char>, does: Does) -> Flag {
    Flag { long, short, has_value: false, default: None, does }
}

/// The flags of every command.
pub(super) const GLOBAL: [Flag; 3] = [
    switch("skip-tls-verify", None, Does::Pass("skip-tls-verify")),
    switch("use-http", None, Does::Pass("use-http")),
    // Deprecated, and hidden by opm.
    switch("skip-tls", None, Does::Pass("skip-tls-verify")),
];

/// A command with its operands and flags.
pub(super) struct Call {
    pub(super) verb: &'static Verb,
    pub(super) operands: Vec<String>,
    /// The flags that are given, or have a default.
    pub(super) values: SortedMap<&'static str, Vec<String>>,
}

impl Call {
    /// The value of a flag.
    pub(super) fn value(&self, flag: &str) -> Option<&str> {
        self.values.get(flag)?.last().map(String::as_str)
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, flag: &str) -> bool {
        self.value(flag).is_some_and(is_true)
    }

    /// The command line of olmkit.
    pub(super) fn words(&self) -> Vec<String> {
        let words = self.verb.words.iter().map(|word| (*word).to_owned());
        words.chain(self.flags()).chain(self.operands.iter().cloned()).collect()
    }

    /// The flags that olmkit's command takes, under its names.
    pub(super) fn flags(&self) -> Vec<String> {
        let mut words = self.passed(self.verb.flags);
        words.extend(self.pulling());
        words
    }

    /// Those of every command that pulls images.
    pub(super) fn pulling(&self) -> Vec<String> {
        let mut words = if self.verb.pulls { self.passed(&GLOBAL) } else { Vec::new() };
        words.dedup();
        words
    }

    fn passed(&self, flags: &[Flag]) -> Vec<String> {
        let mut words = Vec::new();
        for flag in flags {
            let Does::Pass(name) = flag.does else { continue };
            for value in self.values.get(flag.long).into_iter().flatten() {
                match flag.has_value {
                    true => words.push(format!("--{name}={value}")),
                    false if is_true(value) => words.push(format!("--{name}")),
                    false => {}
                }
            }
        }
        words
    }
}

/// The texts that Go reads as true.
fn is_true(text: &str) -> bool {
    ["1", "t", "T", "true", "TRUE", "True"].contains(&text)
}
