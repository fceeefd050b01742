//! Fixes of a bundle that are applied together.

use olmkit_bundle::Input;
use olmkit_collections::SortedMap;

use crate::api::{Diagnostic, Edit, Fix, FixQuery, FixReport, Report, Severity};
use crate::bundle::{BundleOptions, changed_texts, is_shown_as, validate};
use crate::fixes::batch::choose;
use crate::options::OptionsError;

/// The maximum number of rounds. A fix may enable others, which the next round applies.
const ROUNDS: usize = 50;

/// A bundle after its fixes.
#[derive(Debug)]
pub struct FixedBundle {
    /// What was fixed and what is left.
    pub made: FixReport,
    /// The report on the fixed bundle.
    pub left: Report,
    /// The new texts of the changed files, by their paths in reports.
    pub texts: SortedMap<String, Vec<u8>>,
}

/// Applies the fixes of a bundle: only safe ones, or also unsafe ones. All fixes of a round are applied together, or only
/// the first one if the others would cause new errors. The files of `inputs` are not changed.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn fix(inputs: &[Input<'_>], options: &BundleOptions, with_unsafe: bool) -> Result<FixedBundle, OptionsError> {
    let query = FixQuery { with_unsafe, rule: None };
    let mut fixed =
        FixedBundle { made: FixReport::default(), left: validate(inputs, options)?, texts: SortedMap::new() };
    for _ in 0..ROUNDS {
        let mut chosen = choose(&fixed.left, &[], &query);
        let Some((texts, left)) = applied(inputs, &fixed, &mut chosen, options)? else { break };
        fixed.made.fixed = fixed.made.fixed.saturating_add(chosen.len());
        (fixed.texts, fixed.left) = (texts, left);
    }
    let is_left = |found: &&Diagnostic| !found.fixes.is_empty() && !with_unsafe;
    fixed.made.with_unsafe = fixed.left.diagnostics.iter().filter(is_left).count();
    fixed.made.without_fix = fixed.left.diagnostics.len().saturating_sub(fixed.made.with_unsafe);
    Ok(fixed)
}

type Applied = (SortedMap<String, Vec<u8>>, Report);

/// Applies the chosen fixes, or only the first one. `None` if that is not an improvement.
fn applied(
    inputs: &[Input<'_>],
    before: &FixedBundle,
    chosen: &mut Vec<Fix>,
    options: &BundleOptions,
) -> Result<Option<Applied>, OptionsError> {
    let now = with_texts(inputs, &before.texts);
    for count in [chosen.len(), 1] {
        chosen.truncate(count);
        let edits: Vec<&Edit> = chosen.iter().flat_map(|fix| &fix.edits).collect();
        let Some(changed) = changed_texts(&now, &edits).filter(|_| !edits.is_empty()) else { return Ok(None) };
        let mut texts = before.texts.clone();
        texts.extend(changed.into_iter().map(|(path, text)| (path.to_owned(), text)));
        let left = validate(&with_texts(inputs, &texts), options)?;
        if is_better(&before.left, &left) {
            return Ok(Some((texts, left)));
        }
    }
    Ok(None)
}

/// Whether there are fewer findings, and not more errors.
fn is_better(before: &Report, after: &Report) -> bool {
    let errors = |report: &Report| report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
    after.diagnostics.len() < before.diagnostics.len() && errors(after) <= errors(before)
}

/// The files, some of them with new texts.
fn with_texts<'t>(inputs: &[Input<'t>], texts: &'t SortedMap<String, Vec<u8>>) -> Vec<Input<'t>> {
    let changed = |file: &Input<'t>| {
        let text = texts.iter().find(|(path, _)| is_shown_as(file, path));
        Input { bytes: text.map_or(file.bytes, |(_, text)| text), ..*file }
    };
    inputs.iter().map(changed).collect()
}
