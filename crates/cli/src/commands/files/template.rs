//! `olmkit template`.

use olmkit_catalog::mermaid;
use olmkit_catalog::{Catalog, Input};
use olmkit_render::{Bundles, Output, Rendering, Template, TemplateKind};

use super::{Stop, reference};
use crate::CLEAN;
use crate::args::{Args, TemplateArgs};
use crate::commands::CommandError;
use crate::format::visible;
use crate::host::{Host, PathError};
use crate::load::load;
use crate::rejected_template::RejectedTemplate;

/// The error if bundle images cannot be pulled.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0}\nTo avoid pulling images, use --catalog CATALOG with a catalog that contains them, or --bundle IMAGE=PATH \
    for each image (a bundle directory or an image archive)."
)]
struct NotPulled(CommandError);

/// Prints the catalog that a template renders to. Bundles that it names by image are taken from the given ones first.
pub(super) fn run(given: &TemplateArgs, args: &Args, host: &mut dyn Host) -> Result<u8, Stop> {
    let (kind, path) = given.operands()?;
    let text = match path {
        "-" => host.stdin().map_err(PathError::at("standard input"))?,
        path => host.read(path).map_err(PathError::at(path))?,
    };
    let rejected = |error| Stop::content(RejectedTemplate::new(path, &text, error));
    let template = Template::read(&text, kind).map_err(rejected)?;
    let mut bundles = bundles(given, args, host)?;
    let images = template.images();
    let missing: Vec<String> = images.iter().filter(|image| !bundles.contains_key(*image)).cloned().collect();
    if !missing.is_empty() {
        bundles.extend(pulled(&missing, given, args, host)?);
    }
    let rendering = template.render(&bundles).map_err(rejected)?;
    let text = rendering.write(given.output().unwrap_or(Output::Json)).map_err(Stop::content)?;
    match given.output() {
        Some(_) => host.out(text.as_bytes()),
        None => draw(&text, host)?,
    }
    Ok(CLEAN)
}

/// Pulls the bundles that are not given from their registries.
fn pulled(missing: &[String], given: &TemplateArgs, args: &Args, host: &mut dyn Host) -> Result<Bundles, Stop> {
    let mut rendering = Rendering::default();
    reference::add_pulled(missing, &mut rendering, args, host).map_err(|stop| match stop {
        // opm does not have these options.
        Stop::Usage(error) if host.uses_opm_messages() => Stop::Usage(error),
        Stop::Usage(error) => NotPulled(error).into(),
        content @ Stop::Content(_) => content,
    })?;
    rendering.into_bundles(given.level()).map_err(Stop::content)
}

/// The given bundles by image.
fn bundles(given: &TemplateArgs, args: &Args, host: &mut dyn Host) -> Result<Bundles, Stop> {
    let mut rendering = Rendering::default();
    for (image, path) in &given.bundles {
        reference::add(path, image, &mut rendering, args, host)?;
    }
    for path in &given.catalogs {
        reference::add(path, "", &mut rendering, args, host)?;
    }
    rendering.into_bundles(given.level()).map_err(Stop::content)
}

/// Draws the graph as opm does for templates, with the semantics of OLM v0.
fn draw(json: &str, host: &mut dyn Host) -> Result<(), Stop> {
    let files = olmkit_catalog::load(&[Input { path: "catalog.json", content: Ok(json.as_bytes()) }]);
    let options = mermaid::Options { v0_semantics: true, ..mermaid::Options::default() };
    let drawing = mermaid::mermaid(&Catalog::new(&files), options).map_err(Stop::content)?;
    host.out(drawing.text.as_bytes());
    for warning in drawing.warnings {
        host.err(format!("{}\n", visible(&warning)).as_bytes());
    }
    Ok(())
}

/// Prints a catalog as a template.
pub(super) fn convert(
    kind: TemplateKind,
    path: &str,
    output: Output,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, Stop> {
    let mut loaded = load(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let (files, texts) = loaded.workspace.loaded();
    let text = olmkit_render::convert(files, &texts, kind, output).map_err(Stop::content)?;
    host.out(text.as_bytes());
    Ok(CLEAN)
}
