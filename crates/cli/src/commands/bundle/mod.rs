//! `olmkit bundle`.

mod make;
mod validate;

use crate::args::{Args, BundleVerb};
use crate::host::Host;

/// Does what the verb says.
pub(crate) fn run(verb: &BundleVerb, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    match verb {
        BundleVerb::Validate { paths, before, objects } => validate::run(paths, before.as_deref(), objects, args, host),
        BundleVerb::Render { path, image, migrate } => make::render(path, image, *migrate, host),
        BundleVerb::Generate(generate) => make::generate(generate, host),
        BundleVerb::Extract { path, name, namespace, gzip, limit } => {
            make::extract(path, name, namespace, *gzip, *limit, host)
        }
        BundleVerb::Build { path, tag, output } => make::build(path, tag, output, host),
    }
}
