//! Messages to the user: what came with the files, what became of the engine.

use leptos::prelude::*;

use super::Desk;
use crate::data::{Opened, Restart};

/// A message to the user; an alarm stays until it is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub alarm: bool,
    /// Why the engine died, where it did.
    pub crash: Option<Crash>,
}

/// The end of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crash {
    pub message: String,
    pub given_up: bool,
}

impl Desk {
    pub fn tell(self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), alarm: false, crash: None }));
    }

    pub fn alarm(self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), alarm: true, crash: None }));
    }

    pub(super) fn opened(self, opened: &Opened) {
        let mut said = Vec::new();
        if opened.restored > 0 && opened.merged {
            said.push("Your unsaved changes of last time were merged with the files as they are now.");
        } else if opened.restored > 0 {
            said.push("Your unsaved changes of last time are here again. Undo takes them back.");
        }
        if opened.left > 0 {
            said.push("A draft on other files of this name is kept; it does not fit these.");
        }
        if opened.tabs > 0 {
            said.push("This catalog is open in another tab too. Each tab keeps its own draft, and saving asks before it writes over changes of the other.");
        }
        if !said.is_empty() {
            self.tell(&said.join(" "));
        }
    }

    pub(super) fn restarted(self, restart: Restart) {
        let text = if !restart.ok {
            "The engine stopped several times and is off. Your text is safe: it can be edited, undone and saved, but it is not checked.".to_owned()
        } else if restart.left.is_empty() {
            "The engine stopped and was started again. Nothing you typed is lost.".to_owned()
        } else {
            format!(
                "The engine stops at {} and goes on without it. Your text is safe; it is checked again when you change it.",
                restart.left
            )
        };
        let crash = Crash { message: restart.message, given_up: !restart.ok };
        self.notice.set(Some(Notice { text, alarm: !restart.ok, crash: Some(crash) }));
    }
}
