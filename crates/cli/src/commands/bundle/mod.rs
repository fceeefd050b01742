//! `olmkit bundle`.

mod compared;
mod make;
mod validate;

use olmkit_render::Level;

use crate::args::{Args, BundleVerb};
use crate::commands::CommandError;
use crate::host::Host;
pub(crate) use validate::{check, rejects};

/// Runs a verb of `olmkit bundle`.
pub(crate) fn run(verb: &BundleVerb, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    match verb {
        BundleVerb::Validate(own) => validate::run(own, args, host),
        BundleVerb::Render { path, image, migrate, migrate_level, .. } => {
            make::render(path, image, *migrate || *migrate_level == Level::ALL, host)
        }
        BundleVerb::Generate(generate) => make::generate(generate, host),
        BundleVerb::Extract { path, manifests, name, namespace, gzip, limit, .. } => {
            let path = path.as_ref().or(manifests.as_ref()).map(String::as_str).unwrap_or_default();
            make::extract(path, name, namespace, *gzip, *limit, host)
        }
        BundleVerb::Build { path, tag, output, push, no_validate, .. } => {
            let to = make::Target { tag, output: output.as_deref(), pushes: *push };
            make::build(path, &to, !no_validate, args, host)
        }
    }
}
