//! What to do about an error.

use std::fmt;

/// An option of the command line that a sentence names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandOption {
    /// `--ca-file`
    CaFile,
    /// `--cache-dir`
    CacheDir,
    /// `--platform`
    Platform,
    /// `--use-http`
    UseHttp,
}

impl CommandOption {
    /// The name of the option, without dashes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CommandOption::CaFile => "ca-file",
            CommandOption::CacheDir => "cache-dir",
            CommandOption::Platform => "platform",
            CommandOption::UseHttp => "use-http",
        }
    }
}

/// What to do about an error: sentences, of which some name an option. A command line without that option omits them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Help(Vec<(String, Option<CommandOption>)>);

impl Help {
    /// Help that is a sentence about an option.
    #[must_use]
    pub fn naming(option: CommandOption, sentence: impl Into<String>) -> Self {
        Help::default().and_naming(option, sentence)
    }

    /// Adds sentences that name no option.
    pub(crate) fn and(mut self, sentences: impl Into<String>) -> Self {
        self.0.push((sentences.into(), None));
        self
    }

    /// Adds a sentence about an option.
    pub(crate) fn and_naming(mut self, option: CommandOption, sentence: impl Into<String>) -> Self {
        self.0.push((sentence.into(), Some(option)));
        self
    }

    /// Adds other help.
    pub(crate) fn and_all(mut self, other: Help) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The help for a command line that has only some of the options; `None` if nothing is left.
    #[must_use]
    pub fn with_options(&self, has: impl Fn(CommandOption) -> bool) -> Option<Help> {
        let kept = self.0.iter().filter(|(_, option)| option.is_none_or(&has)).cloned();
        Some(Help(kept.collect())).filter(|help| !help.0.is_empty())
    }
}

impl From<&str> for Help {
    fn from(sentences: &str) -> Self {
        Help::default().and(sentences)
    }
}

impl From<String> for Help {
    fn from(sentences: String) -> Self {
        Help::default().and(sentences)
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (sentences, _)) in self.0.iter().enumerate() {
            f.write_str(if at > 0 { " " } else { "" })?;
            f.write_str(sentences)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandOption, Help};

    #[test]
    fn sentences_about_options_can_be_omitted() {
        let help = Help::from("Check the name.")
            .and_naming(CommandOption::CaFile, "If it has its own authority, use --ca-file FILE.")
            .and_naming(CommandOption::UseHttp, "Without TLS, use --use-http.");
        let whole = "Check the name. If it has its own authority, use --ca-file FILE. Without TLS, use --use-http.";
        assert_eq!(help.to_string(), whole);
        let some = help.with_options(|option| option == CommandOption::UseHttp).unwrap();
        assert_eq!(some.to_string(), "Check the name. Without TLS, use --use-http.");
        assert_eq!(Help::naming(CommandOption::Platform, "Choose one with --platform.").with_options(|_| false), None);
    }
}
