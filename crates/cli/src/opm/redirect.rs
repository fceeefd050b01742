//! A machine whose standard output is its standard error: opm says there what olmkit reports.

use std::collections::BTreeMap;

use olmkit_workspace::ReadDocuments;

use crate::host::{Database, Entry, Failure, Host, HostError, Image, Kind};
use crate::pulling::Pulling;

pub(super) struct ToErr<'h>(pub(super) &'h mut dyn Host);

impl Host for ToErr<'_> {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        self.0.kind(path)
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        self.0.list(path)
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        self.0.read(path)
    }

    fn read_into(&mut self, path: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
        self.0.read_into(path, buffer)
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.0.write(path, content)
    }

    fn remove(&mut self, path: &str) -> Result<(), Failure> {
        self.0.remove(path)
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        self.0.stdin()
    }

    fn read_documents(&self) -> ReadDocuments {
        self.0.read_documents()
    }

    fn out(&mut self, text: &[u8]) {
        self.0.err(text);
    }

    fn err(&mut self, text: &[u8]) {
        self.0.err(text);
    }

    fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    fn current_directory(&self) -> Option<String> {
        self.0.current_directory()
    }

    fn env(&self, name: &str) -> Option<String> {
        self.0.env(name)
    }

    fn database(&mut self, content: &[u8]) -> Result<Database, HostError> {
        self.0.database(content)
    }

    fn set_pulling(&mut self, pulling: &Pulling) {
        self.0.set_pulling(pulling);
    }

    fn platform(&self) -> Option<&str> {
        self.0.platform()
    }

    fn images(
        &mut self,
        references: &[String],
        wanted: fn(&BTreeMap<String, String>) -> bool,
    ) -> Vec<Result<Image, HostError>> {
        self.0.images(references, wanted)
    }
}
