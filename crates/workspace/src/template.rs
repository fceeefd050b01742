//! Checks whether opm can read a template of a catalog.

use olmkit_api::ReadError;
use olmkit_catalog::template_schemas::{BASIC, SUBSTITUTES};
use olmkit_diagnostics::{FileId, Place, Profile, TextRange};
use olmkit_render::{Explanation, Template, TemplateError};
use olmkit_text::near_miss;

use crate::api::{self, Opm, Report, Summary};
use crate::convert::Converter;
use crate::options::{Chosen, Options, OptionsError, profile_of};
use crate::plain::plain;
use crate::template_rules::{INVALID, RULES};

/// The prefix of the template schemas for which misspellings are detected. Other programs have schemas of their own.
const START: &str = "olm.template.";

/// Returns the template schema of which `schema` is probably a misspelling.
#[must_use]
pub fn near_template(schema: &str) -> Option<&'static str> {
    near_miss(schema, &mut [BASIC, SUBSTITUTES].into_iter()).filter(|_| schema.starts_with(START))
}

/// Checks a template. `content` is the text of the file, or the reason why it cannot be read. `root` of the options is
/// the folder of the template.
///
/// # Errors
/// When the options name a profile or a rule that does not exist.
pub fn check(path: &str, content: Result<&[u8], ReadError>, options: &Options) -> Result<Report, OptionsError> {
    let profile = profile_of(options)?;
    let chosen = Chosen::new(options, RULES)?;
    let mut report = Report {
        version: api::VERSION,
        opm: Opm { accepted: true, ..Opm::default() },
        summary: Summary { files: 1, templates: 1, ..Summary::default() },
        ..Report::default()
    };
    let Some(Problem { upstream, message, help, range }) = problem(path, content) else { return Ok(report) };
    report.opm = Opm { accepted: false, first: Some(INVALID.id.into()), message: upstream };
    // opm itself refuses the template, so the profile `opm` enables the rule, too.
    let own = if profile == Profile::Opm { INVALID.severity } else { profile.severity(&INVALID) };
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some(severity) = chosen.severity(&INVALID, name, own, INVALID.severity).of_finding() else {
        return Ok(report);
    };
    let found = plain(&INVALID, severity, (message, help), path);
    report.diagnostics.push(api::Diagnostic { range, rejects: true, ..found });
    report.count_again();
    Ok(report)
}

/// The reason why opm cannot read a template.
struct Problem {
    /// opm's message.
    upstream: String,
    message: String,
    help: String,
    range: api::Range,
}

/// Returns `None` if opm can read the template.
fn problem(path: &str, content: Result<&[u8], ReadError>) -> Option<Problem> {
    let content = match content {
        Ok(content) => content,
        Err(reason) => {
            let message = format!("the file cannot be read: {reason}");
            let (upstream, help) = (message.clone(), INVALID.fix.to_owned());
            return Some(Problem { upstream, message, help, range: api::Range::default() });
        }
    };
    let error = Template::read(content, None).err()?;
    let Explanation { offset, message, help } = explanation(&error);
    let help = if help.is_empty() { INVALID.fix.to_owned() } else { help };
    let mut places = Converter::whole(std::iter::once((path.to_owned(), content)));
    let range = places.range(Place { file: FileId::FIRST, range: TextRange::empty(offset) });
    Some(Problem { upstream: error.to_string(), message, help, range })
}

/// Returns the error in plain English, with the schema that was probably meant.
#[must_use]
pub fn explanation(error: &TemplateError) -> Explanation {
    let found = error.explanation();
    match error.unknown_schema().and_then(near_template) {
        Some(near) => Explanation { help: format!("Did you mean `{near}`?"), ..found },
        None => found,
    }
}
