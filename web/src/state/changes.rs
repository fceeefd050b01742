//! Changes that the engine plans.

use crate::prelude::*;
use olmkit_api::{Fix, Intention, Safety};
use olmkit_text::counted;

use super::AppState;
use crate::bridge;
use crate::bridge::types::{Dragged, NotDone, ProposedChange, Step};
use crate::text::with_reason;

impl AppState {
    /// Applies an intention. Reports a refusal.
    pub fn intend(self, intention: Intention) {
        self.intend_or(intention, || {});
    }

    /// Applies an intention. If it is refused or changes nothing, calls `restore`, which resets a field to the value of
    /// the text.
    pub fn intend_or(self, intention: Intention, restore: impl FnOnce() + 'static) {
        spawn_local(async move {
            if self.make(&intention).await {
                self.follow(&intention);
            } else {
                restore();
            }
        });
    }

    /// Applies an intention. Reports a refusal. Returns whether something changed.
    pub async fn make(self, intention: &Intention) -> bool {
        let done = match bridge::intend(intention).await {
            Ok(Ok(done)) => done,
            Ok(Err(NotDone { alias: Some(alias), .. })) => {
                self.offer_copy(intention, alias);
                return false;
            }
            Ok(Err(NotDone { reason, .. })) => {
                self.alarm(&with_reason("Not changed", &reason));
                return false;
            }
            Err(_) => return false,
        };
        if done.edits == 0 && !done.notes.is_empty() {
            self.tell(&format!("Not changed: {}.", done.notes.join("; ")));
            return false;
        }
        self.changed(&done.label, &done.notes);
        done.edits > 0
    }

    /// A fix of the report as a change of the documents that it was made for.
    pub fn change_of(self, fix: Fix) -> ProposedChange {
        let mut origins = self.catalog.origins.get();
        self.bundles.open.with(|bundle| bundle.iter().for_each(|bundle| origins.extend(&bundle.origins)));
        origins.change(fix)
    }

    /// Previews a fix of the report.
    pub fn preview_fix(self, fix: Fix) {
        self.dialogs.preview.set(Some(untrack(|| self.change_of(fix))));
    }

    /// Applies the previewed change. If it comes from pasted documents, clears these and closes the release form. If it
    /// is refused, the pasted documents and the offer are kept.
    pub fn apply_preview(self) {
        let Some(change) = self.dialogs.preview.get_untracked() else { return };
        let is_pasted = self.dialogs.pasting.get_untracked();
        self.dialogs.preview.set(None);
        spawn_local(async move {
            if !bridge::apply_fix(&change).await {
                return;
            }
            self.end_offer(&change);
            if is_pasted {
                self.dialogs.pasting.set(false);
                self.dialogs.pasted.set(String::new());
                self.dialogs.releasing.set(false);
            }
        });
    }

    /// Previews a fix of a stranded version of the shown channel.
    pub fn preview_stranded_fix(self, fix: Fix) {
        self.dialogs.preview.set(Some(self.channel.origins.with_untracked(|origins| origins.change(fix))));
    }

    /// Plans every fix of the shown package, each on the result of the previous one, and previews them as one change.
    pub fn fix_all_stranded(self) {
        let package = self.selected.place.get_untracked().package;
        let semantics = untrack(|| self.semantics_of_graph());
        spawn_local(async move {
            let found = match bridge::fix_all_stranded(&package, semantics).await {
                Ok(Ok(found)) => found,
                Ok(Err(reason)) => return self.tell(&with_reason("Nothing to fix", &reason)),
                Err(_) => return,
            };
            let mut notes = found.steps;
            if found.left > 0 {
                let left = counted(found.left, "version stays", "versions stay");
                notes.push(format!("{left} stranded."));
            }
            self.dialogs.preview.set(Some(ProposedChange {
                title: found.title,
                safety: Safety::Unsafe,
                edits: found.edits,
                notes,
            }));
        });
    }

    /// Handles undo and redo. Reports what was changed, except for typing, which is visible in the text.
    pub(super) fn stepped(self, step: &Step) {
        self.selected.simulation.set(None);
        self.channel.before_step.set(if step.is_typing { None } else { self.entries_now() });
        if step.is_typing {
            self.session.notice.update(|notice| {
                notice.take_if(|notice| notice.crash.is_none());
            });
        } else {
            self.tell(&format!("{}: {}.", if step.redo { "Redone" } else { "Undone" }, step.label));
        }
        let is_bundle = self.bundles.open.with_untracked(|bundle| {
            bundle.as_ref().zip(step.path.as_ref()).is_some_and(|(bundle, path)| path.starts_with(&bundle.prefix))
        });
        self.bundles.is_shown.set(is_bundle);
    }

    /// Selects what an applied intention has named anew, or what contained what it removed.
    pub fn follow(self, intention: &Intention) {
        match intention {
            Intention::RenameChannel { package, to, .. } | Intention::AddChannel { package, channel: to, .. } => {
                self.select(package, to)
            }
            Intention::Rename { package, schema, to, .. } if schema == "olm.channel" => self.select(package, to),
            Intention::RemoveChannel { package, .. } => self.select(package, ""),
            Intention::Rename { name, to, .. }
                if self.selected.entry.with_untracked(|entry| entry.as_ref() == Some(name)) =>
            {
                self.select_entry(to)
            }
            Intention::AddEntry { entry, .. } => self.select_entry(&entry.name),
            _ => {}
        }
    }

    /// Handles dragging an entry onto another one, or onto a channel.
    pub(super) fn dragged(self, dragged: &Dragged) {
        let is_chosen = self.channel.chosen.with_untracked(|chosen| chosen.contains(&dragged.entry));
        if !dragged.on_channel.is_empty() && is_chosen {
            self.choose_promotions(dragged.on_channel.clone(), dragged.r#move);
        } else if dragged.on_channel.is_empty() {
            self.choose_edge(&dragged.entry, &dragged.on_entry);
        } else {
            self.choose_promotion(&dragged.entry, &dragged.on_channel, dragged.r#move);
        }
    }
}
