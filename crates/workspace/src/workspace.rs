//! The open files and the questions that can be asked about them.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::api::{self, Change, ChannelTable, Encoding, FileSummary, Outline, Report, RuleInfo, RuleList, Summary};
use crate::file::File;
use crate::options::{Options, OptionsError, Severities};
use crate::text::{self, ChangeError};

/// A set of open files, checked as one catalog.
///
/// What was read stays with the document it was read from: after a change only the documents it touched are read
/// again. Paths use `/`; files are kept and reported in the order of their paths.
#[derive(Debug)]
pub struct Workspace {
    severities: Severities,
    files: BTreeMap<String, File>,
    report: Option<Rc<Report>>,
}

impl Workspace {
    /// An empty workspace.
    ///
    /// # Errors
    /// When the options name a profile or rule that does not exist.
    pub fn new(options: &Options) -> Result<Self, OptionsError> {
        let severities = Severities::new(options, rules())?;
        Ok(Workspace { severities, files: BTreeMap::new(), report: None })
    }

    /// Opens a file, or replaces the text of an open one.
    pub fn open(&mut self, path: &str, text: Vec<u8>) {
        self.files.insert(path.to_owned(), File::new(text));
        self.report = None;
    }

    /// Closes a file. Says whether it was open.
    pub fn close(&mut self, path: &str) -> bool {
        self.report = None;
        self.files.remove(path).is_some()
    }

    /// Changes the text of an open file. All offsets refer to the text before the call.
    ///
    /// # Errors
    /// When the file is not open, or a change is out of range or overlaps another; then nothing is changed.
    pub fn change(&mut self, path: &str, changes: &[Change], encoding: Encoding) -> Result<(), ChangeError> {
        let file = self.files.get_mut(path).ok_or_else(|| ChangeError::NotOpen(path.to_owned()))?;
        let splices = text::splices(path, file.text(), &file.places(), changes, encoding)?;
        file.change(|text| text::apply(text, &splices));
        self.report = None;
        Ok(())
    }

    /// The text of an open file.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(File::text)
    }

    /// The paths of the open files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Checks what has changed and reports on everything.
    pub fn report(&mut self) -> Rc<Report> {
        if let Some(report) = &self.report {
            return Rc::clone(report);
        }
        let report = Rc::new(self.check());
        self.report = Some(Rc::clone(&report));
        report
    }

    fn check(&self) -> Report {
        let summary = Summary { files: self.files.len(), ..Summary::default() };
        Report { version: api::VERSION, opm: api::Opm::default(), summary, diagnostics: Vec::new() }
    }

    /// Files, packages and channels with counts.
    pub fn outline(&mut self) -> Outline {
        let files = self.files.iter().map(|(path, file)| FileSummary {
            path: path.clone(),
            bytes: file.text().len(),
            documents: file.units().len(),
            errors: 0,
            warnings: 0,
            infos: 0,
            ignored: false,
        });
        Outline { version: api::VERSION, files: files.collect(), packages: Vec::new() }
    }

    /// One channel with its entries; nothing when there is none of that name.
    pub fn channel(&mut self, _package: &str, _channel: &str) -> Option<ChannelTable> {
        None
    }
}

/// Every rule there is.
#[must_use]
pub fn rules() -> &'static [&'static olmkit_diagnostics::Rule] {
    &[]
}

/// The list of all rules.
#[must_use]
pub fn rule_list() -> RuleList {
    RuleList::new(rules().iter().copied())
}

/// One rule, by id or code.
#[must_use]
pub fn explain(rule: &str) -> Option<RuleInfo> {
    rules().iter().find(|known| known.id == rule || known.code.eq_ignore_ascii_case(rule)).map(|&known| known.into())
}
