//! Code frames.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use olmkit_text::shown_line;
use olmkit_workspace::api::{Diagnostic, Range, Severity};

use super::paint::Paint;
use super::text::{visible, visible_lines};
use super::{Context, summary_line};

/// The maximum length of a shown line. Lines of catalogs contain images and whole manifests.
const MAX_LINE: usize = 160;

pub(super) fn write(context: &Context<'_>) -> String {
    let renderer = if context.color { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in &context.report.diagnostics {
        out.push_str(&frame(diagnostic, context, &renderer));
        out.push_str("\n\n");
    }
    out.push_str(&summary_line(context.report, Paint { is_on: context.color }));
    out.push('\n');
    out
}

/// Lines of a file, truncated for display, and the position in them.
struct Excerpt {
    text: String,
    first_line: usize,
    range: std::ops::Range<usize>,
}

impl Excerpt {
    /// Replaces the column that the renderer counts in the excerpt by the column in the file.
    fn correct_column(&self, frame: &mut String, path: &str, range: Range) {
        let before = self.text.get(..self.range.start).unwrap_or_default();
        let (shown, column) = (before.chars().count().saturating_add(1), range.start.column as usize);
        if shown != column {
            let line = self.first_line;
            *frame = frame.replacen(&format!("{path}:{line}:{shown}\n"), &format!("{path}:{line}:{column}\n"), 1);
        }
    }
}

fn frame(diagnostic: &Diagnostic, context: &Context<'_>, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let message = visible(&diagnostic.message);
    let help = visible(&diagnostic.help);
    let path = visible(&diagnostic.path);
    let own = excerpt(context.text(&diagnostic.path), diagnostic.range);
    let related: Vec<_> = diagnostic
        .related
        .iter()
        .map(|related| {
            (visible(&related.path), visible(&related.message), excerpt(context.text(&related.path), related.range))
        })
        .collect();
    let title = level.primary_title(message.as_ref()).id(diagnostic.rule.as_ref());
    let title = if context.links { title.id_url(diagnostic.docs.as_str()) } else { title };
    let mut group = title.element(
        Snippet::source(own.text.as_str())
            .line_start(own.first_line)
            .path(path.as_ref())
            .annotation(AnnotationKind::Primary.span(own.range.clone())),
    );
    for (path, message, found) in &related {
        group = group.element(
            Snippet::source(found.text.as_str())
                .line_start(found.first_line)
                .path(path.as_ref())
                .annotation(AnnotationKind::Context.span(found.range.clone()).label(message.as_ref())),
        );
    }
    let mut groups: Vec<Group<'_>> = vec![group];
    if !help.is_empty() {
        groups.push(Group::with_title(Level::HELP.secondary_title(help.as_ref())));
    }
    let tools = format!("reported by {}", super::concise::tools(diagnostic));
    if !diagnostic.tools.is_empty() {
        groups.push(Group::with_title(Level::NOTE.secondary_title(tools.as_str())));
    }
    let mut frame = renderer.render(&groups);
    own.correct_column(&mut frame, &path, diagnostic.range);
    for ((path, _, found), related) in related.iter().zip(&diagnostic.related) {
        found.correct_column(&mut frame, path, related.range);
    }
    frame
}

/// The first line of the range.
fn excerpt(text: Option<&[u8]>, range: Range) -> Excerpt {
    let text = text.unwrap_or_default();
    let start = (range.start.offset as usize).min(text.len());
    let end = (range.end.offset as usize).clamp(start, text.len());
    let line = shown_line(text, start);
    let line_end = line.end.max(start);
    let slice = |from: usize, to: usize| String::from_utf8_lossy(text.get(from..to).unwrap_or_default()).into_owned();
    let before = shorten_front(&visible_lines(&slice(line.start, start)));
    let marked_all = slice(start, end.min(line_end).max(start));
    let marked = shorten_back(&visible_lines(marked_all.trim_end_matches('\r')));
    let after = if end < line_end {
        shorten_back(&visible_lines(slice(end, line_end).trim_end_matches('\r')))
    } else {
        String::new()
    };
    let from = before.len();
    Excerpt {
        range: from..from.saturating_add(marked.len()),
        text: format!("{before}{marked}{after}"),
        first_line: range.start.line as usize,
    }
}

fn shorten_back(text: &str) -> String {
    match text.char_indices().nth(MAX_LINE) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn shorten_front(text: &str) -> String {
    let over = text.chars().count().saturating_sub(MAX_LINE);
    if over == 0 { text.to_owned() } else { format!("…{}", text.chars().skip(over).collect::<String>()) }
}
