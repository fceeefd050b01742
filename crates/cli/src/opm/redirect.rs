//! A host that writes errors as opm does and can redirect standard output: opm writes to standard error what olmkit
//! reports on standard output, and reads the output of another command of olmkit.

use std::collections::BTreeMap;

use olmkit_catalog::LoadedDocument;
use olmkit_workspace::ReadDocuments;

use crate::host::{Database, Entry, Failure, Host, HostError, Image, Kind};
use crate::pulling::Pulling;

pub(super) struct Redirect<'h> {
    host: &'h mut dyn Host,
    out: Out,
    /// Read instead of the host's standard input.
    stdin: Option<Vec<u8>>,
}

enum Out {
    Own,
    Err,
}

impl<'h> Redirect<'h> {
    /// Keeps standard input and output of the host.
    pub(super) fn as_opm(host: &'h mut dyn Host) -> Self {
        Redirect { host, out: Out::Own, stdin: None }
    }

    /// Redirects standard output to standard error.
    pub(super) fn to_err(host: &'h mut dyn Host) -> Self {
        Redirect { host, out: Out::Err, stdin: None }
    }

    /// Replaces standard input by a text.
    pub(super) fn with_stdin(host: &'h mut dyn Host, text: Vec<u8>) -> Self {
        Redirect { host, out: Out::Own, stdin: Some(text) }
    }
}

impl Host for Redirect<'_> {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        self.host.kind(path)
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        self.host.list(path)
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        self.host.read(path)
    }

    fn load(&mut self, path: &str, buffer: &mut Vec<u8>) -> Result<Vec<LoadedDocument>, Failure> {
        self.host.load(path, buffer)
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.host.write(path, content)
    }

    fn replace(&mut self, path: &str, old: &[u8], content: &[u8]) -> Result<(), Failure> {
        self.host.replace(path, old, content)
    }

    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        self.host.remove(path)
    }

    fn remove_if_empty(&mut self, path: &str) {
        self.host.remove_if_empty(path);
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        self.stdin.take().map_or_else(|| self.host.stdin(), Ok)
    }

    fn read_documents(&self) -> ReadDocuments {
        self.host.read_documents()
    }

    fn out(&mut self, text: &[u8]) {
        match self.out {
            Out::Own => self.host.out(text),
            Out::Err => self.host.err(text),
        }
    }

    fn err(&mut self, text: &[u8]) {
        self.host.err(text);
    }

    fn is_terminal(&self) -> bool {
        self.host.is_terminal()
    }

    fn is_error_terminal(&self) -> bool {
        self.host.is_error_terminal()
    }

    fn uses_opm_messages(&self) -> bool {
        true
    }

    fn current_directory(&self) -> Option<String> {
        self.host.current_directory()
    }

    fn env(&self, name: &str) -> Option<String> {
        self.host.env(name)
    }

    /// Refuses a database that opm cannot migrate.
    fn database(&mut self, content: &[u8]) -> Result<Database, HostError> {
        let mut found = self.host.database(content)?;
        if let Some(message) = found.unmigrated {
            found.rejected = Some(message.to_owned());
            found.notes = vec!["opm cannot migrate this schema version; `olmkit render` reads it".to_owned()];
        }
        Ok(found)
    }

    fn set_pulling(&mut self, pulling: &Pulling) {
        self.host.set_pulling(&Pulling { quiet: true, ..pulling.clone() });
    }

    fn platform(&self) -> Option<&str> {
        self.host.platform()
    }

    fn images(
        &mut self,
        references: &[String],
        wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        self.host.images(references, wanted)
    }
}
