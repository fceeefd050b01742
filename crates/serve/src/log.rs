//! Log lines in the format of `opm serve`, so that log collectors for catalog pods can parse them.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use olmkit_gostd::go_quote;

/// The severity of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// An event.
    Info,
    /// A possible problem.
    Warning,
    /// An error. The server continues.
    Error,
    /// An error that ends the server.
    Fatal,
}

impl Level {
    /// Returns the name in a line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
            Level::Fatal => "fatal",
        }
    }
}

/// Writes to standard error. A fatal error is also written to the termination log, where Kubernetes reads it.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The path of the termination log. `None` disables it.
    pub termination: Option<PathBuf>,
    /// Fields of every line, as `key=value`.
    pub fields: Vec<(&'static str, String)>,
}

impl Log {
    /// Writes a line with additional fields.
    pub fn write(&self, level: Level, message: &str, fields: &[(&'static str, String)]) {
        let line = self.line(SystemTime::now(), level, message, fields);
        // There is no other place to report this error.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
        if level == Level::Fatal
            && let Some(path) = &self.termination
        {
            let _ = File::create(path).and_then(|mut file| file.write_all(line.as_bytes()));
        }
    }

    fn line(&self, now: SystemTime, level: Level, message: &str, more: &[(&'static str, String)]) -> String {
        let time = DateTime::<Utc>::from(now).to_rfc3339_opts(SecondsFormat::Secs, true);
        // opm writes fatal errors without the common fields.
        let own = self.fields.iter().filter(|_| level != Level::Fatal);
        let mut fields: Vec<&(&str, String)> = own.chain(more).collect();
        fields.sort();
        let mut line = format!("time=\"{time}\" level={} msg={}", level.name(), value(message));
        for (key, text) in fields {
            line.push_str(&format!(" {key}={}", value(text)));
        }
        line.push('\n');
        line
    }
}

/// Formats a value. Quoted if it contains characters other than letters, digits and `-._/@^+`.
fn value(text: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'/' | b'@' | b'^' | b'+');
    if text.bytes().all(is_plain) { text.to_owned() } else { go_quote(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_form_of_logrus() {
        let log = Log { termination: None, fields: vec![("configs", "/configs".to_owned())] };
        let line = |level, message: &str, fields: &[_]| log.line(SystemTime::UNIX_EPOCH, level, message, fields);
        assert_eq!(
            line(Level::Info, "serving registry", &[("port", "50051".to_owned()), ("a", "b=c".to_owned())]),
            "time=\"1970-01-01T00:00:00Z\" level=info msg=\"serving registry\" a=\"b=c\" configs=/configs port=50051\n"
        );
        assert_eq!(line(Level::Fatal, "failed", &[]), "time=\"1970-01-01T00:00:00Z\" level=fatal msg=failed\n");
    }

    #[test]
    fn why_the_server_ends_is_in_the_termination_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("termination-log");
        let log = Log { termination: Some(path.clone()), fields: Vec::new() };
        log.write(Level::Info, "serving", &[]);
        assert!(!path.exists());
        log.write(Level::Fatal, "why", &[]);
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("level=fatal msg=why\n"));
    }
}
