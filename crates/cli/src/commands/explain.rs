//! `olmkit explain`.

use std::fmt::Write;

use olmkit_workspace::api::{RuleInfo, VERSION};
use serde::Serialize;

use super::CommandError;
use crate::CLEAN;
use crate::args::{Args, UnknownName};
use crate::format::paint::{Paint, Part};
use crate::format::{Format, json, severity_name};
use crate::host::Host;

/// A rule in JSON.
#[derive(Serialize)]
struct Explained {
    version: u32,
    #[serde(flatten)]
    rule: RuleInfo,
}

/// Prints the page of a rule.
pub(crate) fn run(rule: &str, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let Some(found) = olmkit_workspace::explain(rule) else {
        return Err(UnknownName::rule(rule).into());
    };
    if args.format == Some(Format::Json) {
        host.out(json::pretty(&Explained { version: VERSION, rule: found }).as_bytes());
        return Ok(CLEAN);
    }
    let mut out = format!("# {} ({})\n\n{}\n\n{}\n", found.id, found.code, found.title, found.text.trim());
    if !found.former.is_empty() {
        let _ = write!(out, "\nFormer ids: {}.\n", found.former.join(", "));
    }
    if !found.tools.is_empty() {
        let tools: Vec<String> =
            found.tools.iter().map(|tool| format!("{} ({})", tool.name, severity_name(tool.severity))).collect();
        let _ = write!(out, "\nEnforced by: {}.\n", tools.join(", "));
    }
    for example in &found.examples {
        let verdict = if example.bad { "Reported" } else { "Not reported" };
        let title = if example.title == verdict { String::new() } else { format!(": {}", example.title) };
        let _ = writeln!(out, "\n## {verdict}{title}");
        let base = example.base.iter().map(|file| (" of the base", file));
        for (what, file) in base.chain(example.files.iter().map(|file| ("", file))) {
            let _ = write!(out, "\n`{}`{what}\n\n```yaml\n{}\n```\n", file.path, file.text.trim_end());
        }
    }
    let _ = write!(out, "\n{}\n", found.docs);
    let mut is_code = false;
    let heading = |line: &str| {
        is_code ^= line.starts_with("```");
        (!is_code && line.starts_with('#')).then_some(Part::Heading)
    };
    host.out(Paint::new(args.color, host).lines(&out, heading).as_bytes());
    Ok(CLEAN)
}
