//! The templates that `olmkit check` finds.

use olmkit_diagnostics::Scope;
use olmkit_workspace::api::ReadError;
use olmkit_workspace::template;

use super::CommandError;
use super::checked::{Checked, Source};
use crate::args::Args;
use crate::config::{scoped, settings};
use crate::host::Host;

/// Checks whether opm can read the templates.
pub(super) fn check(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<Checked, CommandError> {
    let args = scoped(args, Scope::Template)?;
    // A baseline does not hide what opm rejects.
    let mut checked = Checked::default();
    for path in paths {
        let settings = settings(path, Scope::Template, &args, host)?;
        let content = host.read(path);
        let text = content.as_deref().map_err(|failure| ReadError(failure.to_string()));
        let report = template::check(path, text, &settings.options)?;
        let asks_opm = settings.options.is_opm();
        let rejected = asks_opm.then_some(!report.opm.accepted);
        let source = Source::Template(path.clone(), content.unwrap_or_default());
        checked.add(path, source, report, rejected, &settings);
    }
    Ok(checked)
}
