//! The TypeScript types of the shapes. `OLMKIT_WRITE=1` writes them.

use crate::arguments::*;
use crate::events::HostEvent;
use crate::types::*;
use tsify::Tsify;

const HEADER: &str = r#"// Generated from crates/page/src: types.rs, arguments.rs and events.rs. `npm run docs` writes this file.
import type { ChannelGraph, ChannelTable, ImpactCluster, OlmRange, OlmReport, OlmSymbol, Opm, Outline, Safety, Stranded, Summary } from "olmkit";
import type { BundleDescription } from "olmkit/bundle";
import type { BundleMethods } from "olmkit/bundle-worker";

type CatalogsComparison = ReturnType<BundleMethods["compareCatalogs"]>;
"#;

/// The declarations of shapes, in the order of the list.
macro_rules! declarations {
    ($($shape:ident)*) => { [$((stringify!($shape), <$shape as Tsify>::DECL)),*] };
}

const SHAPES: [(&str, &str); 61] = declarations! {
    HostEvent
    AboutPackage AfterChange Alias BundleContents BundleView CatalogExport CatalogImpact CatalogState CatalogTab ChangedDocuments ChangedFile ChannelView Checked ChosenIcon
    Comparison Config Conflict ConflictKind Considered CursorCommand Done DraftState Draft Dragged Edit FailedFile FileChange
    FixSeries GraphFormat Impacts Link ListedBundle ListedStep Message NotDone NumberedDocument Opened Origin Origins OtherCatalogChange PackageView PageState Planned Preparation PreviousBundle
    Progress ProposedChange RecentFolder RenderedBundle ReportExport Restart SafeFixes Saved SeveralBundles ShownIcon Step StepList Take
    UnrelatedFiles UpgradeFinding
};

/// A declaration with its comments on single lines. serde reads an absent field, `undefined` and `null` as `None`.
fn written(declaration: &str) -> String {
    let mut out = String::new();
    for text in declaration.lines() {
        let comment = text.trim_start();
        match (comment.strip_prefix("* "), text.strip_suffix(" | undefined;")) {
            (Some(comment), _) => out += &format!(" {comment}"),
            (None, _) if comment == "*/" => out += " */",
            (None, Some(field)) => out += &format!("\n{} | null;", field.replacen(": ", "?: ", 1)),
            (None, None) => out += &format!("\n{text}"),
        }
    }
    out + "\n"
}

#[test]
fn every_shape_is_generated() {
    let lines = [include_str!("types.rs"), include_str!("arguments.rs")].into_iter().flat_map(str::lines);
    let declared = lines
        .map(str::trim_start)
        .filter_map(|line| line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum ")));
    for name in declared.filter_map(|rest| rest.split([' ', '(']).next()) {
        assert!(SHAPES.iter().any(|(shape, _)| *shape == name), "add `{name}` to the list of shapes");
    }
}

#[test]
fn the_types_of_the_page_are_current() -> Result<(), std::io::Error> {
    let declarations: String = SHAPES.iter().map(|(_, declaration)| written(declaration)).collect();
    let current = format!("{HEADER}{declarations}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/editor/src/generated/page.ts");
    if std::env::var_os("OLMKIT_WRITE").is_some() {
        std::fs::write(path, &current)?;
    }
    assert!(std::fs::read_to_string(path)? == current, "outdated: run `npm run docs`");
    Ok(())
}
