//! Changes that are made through the engine.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{AppState, Semantics};
use crate::bridge;
use crate::components::text::count;
use crate::data::{Dragged, Fix, Intention, Plan, Step};

impl AppState {
    /// Makes a change through the engine; says why when it is refused.
    pub fn intend(self, intention: Intention) {
        self.intend_or(intention, || {});
    }

    /// Makes a change through the engine. When it is refused or changes nothing, `restore` shows the value of the text again.
    pub fn intend_or(self, intention: Intention, restore: impl FnOnce() + 'static) {
        spawn_local(async move {
            let answer = bridge::intend(bridge::to_js(&intention)).await;
            let plan: Plan = bridge::from_js(answer).unwrap_or_default();
            if !plan.ok {
                if !plan.reason.is_empty() {
                    self.alarm(&format!("Not changed: {}.", plan.reason));
                }
                return restore();
            }
            if plan.edits.is_empty() {
                restore();
            }
            self.follow(&intention);
            if plan.notes.is_empty() {
                self.notice.update(|notice| {
                    notice.take_if(|notice| notice.crash.is_none());
                });
            } else {
                self.tell(&format!("{}: {}.", plan.label, plan.notes.join("; ")));
            }
        });
    }

    /// Works out every fix of the package that is shown, one after the other, and shows them as one change.
    pub fn fix_all_stranded(self) {
        let package = self.selection.get_untracked().package;
        let semantics = untrack(|| self.semantics_of_graph()).map_or("", Semantics::key);
        spawn_local(async move {
            let found = bridge::fix_all_stranded(&package, semantics).await;
            if !found.ok {
                return self.tell(&format!("There is nothing to fix: {}.", found.reason));
            }
            let mut notes = found.steps;
            if found.left > 0 {
                let left = count(found.left, "version stays", "versions stay");
                notes.push(format!("{left} stranded: only a new release can help."));
            }
            self.fix.set(Some(Fix { title: found.title, safety: "proved".to_owned(), edits: found.edits, notes }));
        });
    }

    /// Undo and redo say what they changed; typing is seen where it is.
    pub(super) fn stepped(self, step: &Step) {
        self.entry.set(None);
        self.trial.set(None);
        if step.is_typing {
            self.notice.update(|notice| {
                notice.take_if(|notice| notice.crash.is_none());
            });
        } else {
            self.tell(&format!("{}: {}.", if step.redo { "Redone" } else { "Undone" }, step.label));
        }
        let is_bundle = self.bundle.with_untracked(|bundle| {
            bundle.as_ref().is_some_and(|bundle| step.path.starts_with(bundle.prefix.as_str()))
        });
        self.on_bundle.set(is_bundle);
    }

    pub(super) fn follow(self, intention: &Intention) {
        match intention {
            Intention::RenameChannel { package, to, .. } | Intention::AddChannel { package, channel: to } => {
                self.select(package, to)
            }
            Intention::Rename { package, schema, to, .. } if schema == "olm.channel" => self.select(package, to),
            Intention::RemoveChannel { package, .. } => self.select(package, ""),
            Intention::Rename { name, to, .. } if self.entry.with_untracked(|entry| entry.as_ref() == Some(name)) => {
                self.select_entry(to)
            }
            Intention::AddEntry { entry, .. } => self.select_entry(&entry.name),
            _ => {}
        }
    }

    /// An entry was dragged onto another one, or onto a channel.
    pub(super) fn dragged(self, dragged: &Dragged) {
        let is_chosen = self.chosen.with_untracked(|chosen| chosen.contains(&dragged.entry));
        if !dragged.on_channel.is_empty() && is_chosen {
            self.choose_promotions(dragged.on_channel.clone(), dragged.r#move);
        } else if dragged.on_channel.is_empty() {
            self.choose_edge(&dragged.entry, &dragged.on_entry);
        } else {
            self.choose_promotion(&dragged.entry, &dragged.on_channel, dragged.r#move);
        }
    }
}
