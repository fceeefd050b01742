//! URIs and positions of the protocol.
//!
//! Every URI is mapped to a path, so that all files are found in the same way: `vscode-vfs://github/owner/catalog.yaml`
//! becomes `/vscode-vfs:/@github/owner/catalog.yaml`. Only the host reads them.

use lsp_types::{Position, Range, Uri};
use olmkit_gostd::percent_decoded;
use olmkit_workspace::api;

/// The scheme of unsaved documents. Each of them has a folder of its own.
const UNTITLED: &str = "untitled";

/// The path of a URI, with `/`.
pub(super) fn path_of(uri: &Uri) -> Option<String> {
    let (scheme, rest) = uri.as_str().split_once(':')?;
    if scheme == UNTITLED {
        return Some(format!("/{UNTITLED}:/@/{}/document", rest.replace('/', "%2F")));
    }
    let (authority, encoded) = match rest.strip_prefix("//") {
        // `file://server/share` is a folder of another machine, on Windows.
        Some(local) if scheme == "file" => ("", if local.starts_with('/') { local } else { rest }),
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let path = decoded(encoded)?;
    if scheme != "file" {
        return Some(format!("/{scheme}:/@{authority}{path}"));
    }
    // On Windows, `/c:/x` means `c:/x`.
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(drive.map(str::to_owned).unwrap_or(path))
}

/// Whether a path is that of an unsaved document or of its folder.
pub(super) fn is_untitled(path: &str) -> bool {
    path.strip_prefix('/').and_then(|path| path.strip_prefix(UNTITLED)).is_some_and(|rest| rest.starts_with(":/@"))
}

fn decoded(encoded: &str) -> Option<String> {
    String::from_utf8(percent_decoded(encoded)).ok()
}

/// The URI of a path. That of an unsaved document is known only while it is open.
pub(super) fn uri_of(path: &str) -> Option<Uri> {
    if let Some((scheme, rest)) = path.strip_prefix('/').and_then(|path| path.split_once(":/@"))
        && !scheme.contains('/')
    {
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let slashes = if authority.is_empty() { "" } else { "//" };
        return format!("{scheme}:{slashes}{authority}{}", crate::format::uri(path)).parse().ok();
    }
    let slashes = match path {
        path if path.starts_with("//") => "",
        path if path.starts_with('/') => "//",
        _ => "///",
    };
    format!("file:{slashes}{}", crate::format::uri(path)).parse().ok()
}

/// Converts a range to one of the protocol.
pub(super) fn range_of(range: api::Range) -> Range {
    Range { start: position_of(range.start), end: position_of(range.end) }
}

/// Converts a position to one of the protocol.
pub(super) fn position_of(at: api::Position) -> Position {
    Position { line: at.line.saturating_sub(1), character: at.column.saturating_sub(1) }
}

/// The line and the column of a position, from 1.
pub(super) fn line_and_column(at: Position) -> (u32, u32) {
    (at.line.saturating_add(1), at.character.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses() {
        for (uri, path) in [
            ("file:///a%20b/%C3%BC%23.yaml", "/a b/\u{FC}#.yaml"),
            ("vscode-vfs://github/owner/a%20b/c.yaml", "/vscode-vfs:/@github/owner/a b/c.yaml"),
            ("memfs:/c.yaml", "/memfs:/@/c.yaml"),
            ("vscode-vfs://github", "/vscode-vfs:/@github"),
            ("file://server/share/c%20d.yaml", "//server/share/c d.yaml"),
        ] {
            let parsed: Uri = uri.parse().unwrap();
            assert_eq!(path_of(&parsed).as_deref(), Some(path));
            assert_eq!(uri_of(path).unwrap().as_str(), uri);
        }
        assert_eq!(path_of(&"file:///c%3A/x.yaml".parse().unwrap()).as_deref(), Some("c:/x.yaml"));
        assert_eq!(uri_of("c:/x.yaml").unwrap().as_str(), "file:///c%3A/x.yaml");
        let untitled = |uri: &str| path_of(&uri.parse().unwrap()).unwrap();
        assert_eq!(untitled("untitled:x"), "/untitled:/@/x/document");
        assert_eq!(untitled("untitled:/a/b.yaml"), "/untitled:/@/%2Fa%2Fb.yaml/document");
    }
}
