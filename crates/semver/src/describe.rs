//! Describes ranges in plain English.

use crate::range::{Comparator, Op, Range};
use crate::version::Version;

impl Range {
    /// The range in plain English, one clause per part: "from 1.0.0 up to, not including, 1.2.0; or exactly 1.3.0".
    #[must_use]
    pub fn describe(&self) -> String {
        let clauses: Vec<String> = self.parts().iter().map(|part| clause(part)).collect();
        clauses.join("; or ")
    }
}

#[derive(Clone, Copy)]
struct Bound<'r> {
    version: &'r Version,
    inclusive: bool,
}

fn clause(part: &[Comparator]) -> String {
    if part.is_empty() {
        return "an empty alternative, on which OLM crashes".to_owned();
    }
    let Some((low, high)) = bounds(part) else { return "nothing".to_owned() };
    let mut text = match (low, high) {
        (Some(low), Some(high)) if low.version == high.version => format!("exactly {}", low.version),
        (Some(low), Some(high)) => format!("{} {}", from(low), up_to(high)),
        (Some(low), None) => format!("{} on", from(low)),
        (None, Some(high)) => format!("everything {}", up_to(high)),
        (None, None) => "everything".to_owned(),
    };
    let inside = |version: &Version| part.iter().all(|c| c.op == Op::NotEqual || c.matches(version));
    let excluded: Vec<String> =
        part.iter().filter(|c| c.op == Op::NotEqual && inside(&c.version)).map(|c| c.version.to_string()).collect();
    if !excluded.is_empty() {
        text.push_str(" except ");
        text.push_str(&excluded.join(", "));
    }
    text
}

fn from(low: Bound<'_>) -> String {
    if low.inclusive { format!("from {}", low.version) } else { format!("after {}", low.version) }
}

fn up_to(high: Bound<'_>) -> String {
    if high.inclusive { format!("up to {}", high.version) } else { format!("up to, not including, {}", high.version) }
}

/// The tightest bounds, or `None` if no version can satisfy them.
#[allow(clippy::type_complexity, reason = "a pair of optional bounds is all there is")]
fn bounds(part: &[Comparator]) -> Option<(Option<Bound<'_>>, Option<Bound<'_>>)> {
    let mut low: Option<Bound<'_>> = None;
    let mut high: Option<Bound<'_>> = None;
    for Comparator { op, version } in part {
        let at = |inclusive| Bound { version, inclusive };
        let (new_low, new_high) = match op {
            Op::Equal => (Some(at(true)), Some(at(true))),
            Op::Greater => (Some(at(false)), None),
            Op::GreaterEqual => (Some(at(true)), None),
            Op::Less => (None, Some(at(false))),
            Op::LessEqual => (None, Some(at(true))),
            Op::NotEqual => (None, None),
        };
        low =
            tighter(low, new_low, |new, old| new.version > old.version || new.version == old.version && !new.inclusive);
        high = tighter(high, new_high, |new, old| {
            new.version < old.version || new.version == old.version && !new.inclusive
        });
    }
    if let (Some(low), Some(high)) = (low, high) {
        let both = low.inclusive && high.inclusive;
        let excluded = part.iter().any(|c| c.op == Op::NotEqual && c.version == *low.version);
        if low.version > high.version || low.version == high.version && (!both || excluded) {
            return None;
        }
    }
    Some((low, high))
}

fn tighter<'r>(
    old: Option<Bound<'r>>,
    new: Option<Bound<'r>>,
    better: impl Fn(&Bound<'r>, &Bound<'r>) -> bool,
) -> Option<Bound<'r>> {
    match (old, new) {
        (Some(old), Some(new)) => Some(if better(&new, &old) { new } else { old }),
        (old, new) => new.or(old),
    }
}

impl Range {
    /// Whether the range cannot match any version.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.parts().iter().all(|part| part.is_empty() || bounds(part).is_none())
    }
}
