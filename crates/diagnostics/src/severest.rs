//! Which findings a list shows that has no room for all.

use olmkit_api::Severity;
use olmkit_collections::order;

/// The `max` most severe findings in their order. `findings`: each with its severity.
#[must_use]
pub fn most_severe<T: Ord>(findings: impl IntoIterator<Item = (T, Severity)>, max: usize) -> Vec<T> {
    let mut kept: Vec<(T, Severity)> = findings.into_iter().collect();
    if kept.len() > max {
        order::sort_by_key(&mut kept, |(_, severity)| std::cmp::Reverse(*severity));
        kept.truncate(max);
    }
    let mut kept: Vec<T> = kept.into_iter().map(|(finding, _)| finding).collect();
    order::sort(&mut kept);
    kept
}

#[cfg(test)]
mod tests {
    use super::most_severe;
    use olmkit_api::Severity::{Error, Info, Warning};

    #[test]
    fn the_last_error_is_kept_before_earlier_warnings_and_infos() {
        let found = [(0, Info), (1, Warning), (2, Info), (3, Warning), (4, Error)];
        assert_eq!(most_severe(found, 2), [1, 4]);
        assert_eq!(most_severe(found, 4), [0, 1, 3, 4]);
        assert_eq!(most_severe(found, 9), [0, 1, 2, 3, 4]);
    }
}
