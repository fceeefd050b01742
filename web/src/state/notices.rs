//! Messages to the user: about the opened files and the state of the engine.

use crate::prelude::*;
use olmkit_text::counted;

use super::AppState;
use crate::bridge::types::{Opened, ProposedChange, Restart, UnrelatedFiles};

/// A message to the user. Alarms and messages with an offer stay until they are closed. Others disappear automatically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Differs for each message, because a text can be shown again.
    number: u32,
    pub text: String,
    pub alarm: bool,
    /// Why the engine stopped, if the message is about that.
    pub crash: Option<Crash>,
    pub offer: Option<Offer>,
}

/// What a message offers to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Preview a change.
    Preview(ProposedChange),
    /// Copy a command.
    Copy(String),
    /// Open what is in the clipboard.
    Paste,
}

impl Offer {
    fn of(unrelated: UnrelatedFiles) -> Option<Offer> {
        unrelated.fix.map(Offer::Preview).or(unrelated.command.map(Offer::Copy))
    }
}

/// A crash of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crash {
    pub message: String,
    pub given_up: bool,
}

impl AppState {
    fn notify(self, text: String, alarm: bool, crash: Option<Crash>, offer: Option<Offer>) {
        let number = self.session.notices.get_untracked().wrapping_add(1);
        self.session.notices.set(number);
        self.session.notice.set(Some(Notice { number, text, alarm, crash, offer }));
    }

    pub fn tell(self, text: &str) {
        self.notify(text.to_owned(), false, None, None);
    }

    /// Adds to the message that is shown, unless that one is about something that has failed.
    pub(super) fn tell_also(self, text: &str, offer: Option<Offer>) {
        let shown = self.session.notice.get_untracked().filter(|notice| !notice.alarm && notice.crash.is_none());
        let (before, offered) = shown.map(|notice| (notice.text + " ", notice.offer)).unwrap_or_default();
        self.notify(before + text, false, None, offer.or(offered));
    }

    /// Reports what was changed, if there is something to report.
    pub fn changed(self, label: &str, notes: &[String]) {
        if notes.is_empty() {
            self.session.notice.update(|notice| {
                notice.take_if(|notice| notice.crash.is_none());
            });
        } else {
            self.tell(&format!("{label}: {}.", notes.join("; ")));
        }
    }

    pub fn alarm(self, text: &str) {
        self.alarm_with(text, None);
    }

    pub(super) fn alarm_with(self, text: &str, offer: Option<Offer>) {
        self.notify(text.to_owned(), true, None, offer);
    }

    /// Removes the message that offered a change, because it was applied.
    pub fn end_offer(self, change: &ProposedChange) {
        self.session.notice.update(|notice| {
            notice.take_if(|notice| matches!(&notice.offer, Some(Offer::Preview(offered)) if offered == change));
        });
    }

    pub(super) fn opened(self, opened: &Opened) {
        let mut sentences = Vec::<String>::new();
        let unrelated = self.catalog.unrelated.get_untracked();
        sentences.extend(unrelated.as_ref().map(|unrelated| unrelated.text.clone()));
        if opened.restored > 0 && opened.merged {
            sentences.push("Unsaved changes restored and merged with the current files.".to_owned());
        } else if opened.restored > 0 {
            sentences.push("Unsaved changes restored. Undo reverts them.".to_owned());
        }
        if opened.conflicts > 0 {
            let changed = counted(opened.conflicts, "file was", "files were");
            sentences.push(format!(
                "{changed} changed on disk in the same lines. You are asked what to keep when you save."
            ));
        }
        if opened.left > 0 {
            sentences.push("A draft for other files with this name is kept. It does not match these files.".to_owned());
        }
        if opened.tabs > 0 {
            sentences.push("This catalog is also open in another tab. Each tab keeps its own draft, and you are asked before you overwrite changes of the other tab.".to_owned());
        }
        if !sentences.is_empty() {
            self.tell_also(&sentences.join(" "), unrelated.and_then(Offer::of));
        }
    }

    pub(super) fn restarted(self, restart: Restart) {
        let text = if !restart.ok {
            "The engine stopped several times and was disabled. Your text is safe. You can edit, undo and save it, but it is not checked.".to_owned()
        } else if restart.left.is_empty() {
            "The engine stopped and was restarted. No text is lost.".to_owned()
        } else {
            format!(
                "The engine stops on {} and continues without it. Your text is safe, and is checked again when you change it.",
                restart.left
            )
        };
        let crash = Crash { message: restart.message, given_up: !restart.ok };
        self.notify(text, !restart.ok, Some(crash), None);
    }
}
