//! Reads comments of the form `# olmkit-ignore RULE: reason`, which suppress findings.
//!
//! A comment at the end of a line covers the line. A comment on its own line covers the block that starts on the next
//! line: a field, a list item, or, before the first field of a document, the whole document. Only indentation
//! determines where the block ends.

use memchr::memchr;
use olmkit_text::{line_end, line_start};
use olmkit_yaml::{Document, Kind, TextRange, TextSize};

use olmkit_diagnostics::Suppression;

const MARK: &[u8] = b"olmkit-ignore";

/// The `olmkit-ignore` comments of a document.
#[must_use]
pub fn read(document: &Document<'_>) -> Vec<Suppression> {
    let mut found = Vec::new();
    if !document.has_comments || document.error.is_some() {
        return found;
    }
    let text = document.text;
    let mut lines = None;
    let mut from = 0_usize;
    while let Some(at) = memchr(b'#', text.get(from..).unwrap_or_default()) {
        let hash = from.saturating_add(at);
        from = hash.saturating_add(1);
        let rest = text.get(hash..).unwrap_or_default();
        if !rest.get(1..).is_some_and(|comment| comment.trim_ascii_start().starts_with(MARK)) {
            continue;
        }
        let end = line_end(text, hash);
        let Some(content) = content(document, hash, end) else { continue };
        let lines = lines.get_or_insert_with(|| Lines::new(text));
        add(&mut found, content, Comment::new(text, hash, (end.saturating_sub(content.len()), end)), lines);
    }
    found
}

/// Returns the text after the mark `olmkit-ignore`, if a comment with the mark starts here.
fn content<'d>(document: &Document<'d>, hash: usize, end: usize) -> Option<&'d [u8]> {
    let before = hash.checked_sub(1).and_then(|before| document.text.get(before));
    let comment = document.text.get(hash.saturating_add(1)..end)?.trim_ascii_start();
    let content = comment.strip_prefix(MARK)?;
    let ends_mark = content.first().is_none_or(|next| next.is_ascii_whitespace() || *next == b':');
    let is_comment = before.is_none_or(u8::is_ascii_whitespace) && !is_in_scalar(document, hash);
    (ends_mark && is_comment).then_some(content)
}

fn is_in_scalar(document: &Document<'_>, at: usize) -> bool {
    let at = to_u32(at);
    let after = document.tree.nodes.partition_point(|node| node.start <= at);
    let last = after.checked_sub(1).and_then(|index| document.tree.nodes.get(index));
    last.is_some_and(|node| node.kind == Kind::Scalar && at < node.end)
}

/// The position of a comment.
struct Comment {
    start: usize,
    end: usize,
    /// The offset after the mark.
    content: usize,
    is_alone: bool,
    line: usize,
    /// The offset after the last byte before the comment that is not whitespace.
    gap: usize,
}

impl Comment {
    fn new(text: &[u8], start: usize, (content, end): (usize, usize)) -> Self {
        let line = line_start(text, start);
        let own = text.get(line..start).unwrap_or_default().trim_ascii_end();
        Comment { start, end, content, is_alone: own.is_empty(), line, gap: line.saturating_add(own.len()) }
    }
}

fn add(found: &mut Vec<Suppression>, content: &[u8], comment: Comment, lines: &Lines) {
    let length = memchr(b':', content).unwrap_or(content.len());
    let (list, reason) = content.split_at(length);
    let has_reason = reason.get(1..).is_some_and(|reason| !reason.trim_ascii().is_empty());
    let start = comment.content;
    let mut names = names(list);
    if names.is_empty() {
        names.push((String::new(), 0, 0));
    }
    let (removal, covers) = if comment.is_alone {
        (range(comment.line, lines.behind(comment.start)), lines.block_after(comment.start))
    } else {
        (range(comment.gap, comment.end), range(comment.line, comment.end))
    };
    let count = names.len();
    found.extend(names.into_iter().map(|(rule, from, to)| Suppression {
        rule,
        has_reason,
        names: count,
        range: range(comment.start, comment.end),
        removal,
        name: range(start.saturating_add(from), start.saturating_add(to)),
        covers,
    }));
}

/// Returns the names of a list, each with the range to delete when the name is removed. The range includes the comma
/// before the name; for the first name, the comma after it.
fn names(list: &[u8]) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0_usize;
    for part in list.split(|byte| *byte == b',') {
        let behind = at.saturating_add(part.len());
        let next = behind.saturating_add(1);
        let name = part.trim_ascii();
        if !name.is_empty() {
            let (from, to) = if at == 0 { (0, next.min(list.len())) } else { (at.saturating_sub(1), behind) };
            found.push((String::from_utf8_lossy(name).into_owned(), from, to));
        }
        at = next;
    }
    found
}

/// A line with content other than a comment.
struct Line {
    start: usize,
    indent: usize,
    is_item: bool,
    /// The index of the first line after the item that starts on this line.
    behind: usize,
}

impl Line {
    /// Whether an item that starts on `other` ends before this line.
    fn ends(&self, other: &Line) -> bool {
        self.indent < other.indent || self.indent == other.indent && (other.is_item || !self.is_item)
    }
}

struct Lines {
    content: Vec<Line>,
    /// The start offsets of all lines.
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    fn new(text: &[u8]) -> Self {
        let mut lines = Lines { content: Vec::new(), starts: Vec::new(), length: text.len() };
        let mut start = 0_usize;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            lines.starts.push(start);
            let indent = line.iter().take_while(|byte| **byte == b' ').count();
            let rest = line.get(indent..).unwrap_or_default().trim_ascii();
            let is_separator = indent == 0 && rest.starts_with(b"---");
            if !rest.is_empty() && !rest.starts_with(b"#") && !is_separator {
                let is_item = rest == b"-" || rest.starts_with(b"- ");
                lines.content.push(Line { start, indent, is_item, behind: usize::MAX });
            }
            start = start.saturating_add(line.len());
        }
        lines.find_ends();
        lines
    }

    /// Finds where items end. Goes from the last line to the first and keeps the lines that can still end an item.
    fn find_ends(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        for at in (0..self.content.len()).rev() {
            let ends = |below: &usize| {
                self.content.get(*below).zip(self.content.get(at)).is_some_and(|(below, line)| below.ends(line))
            };
            while open.last().is_some_and(|below| !ends(below)) {
                open.pop();
            }
            if let Some(line) = self.content.get_mut(at) {
                line.behind = open.last().copied().unwrap_or(usize::MAX);
            }
            open.push(at);
        }
    }

    /// Returns the range of the item that starts on the first line with content after an offset.
    fn block_after(&self, at: usize) -> TextRange {
        let next = self.content.partition_point(|line| line.start <= at);
        let Some(line) = self.content.get(next) else { return range(at, at) };
        if next == 0 {
            return range(0, self.length);
        }
        range(line.start, self.content.get(line.behind).map_or(self.length, |behind| behind.start))
    }

    /// Returns the start of the line after an offset.
    fn behind(&self, at: usize) -> usize {
        let next = self.starts.partition_point(|start| *start <= at);
        self.starts.get(next).copied().unwrap_or(self.length)
    }
}

fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn range(start: usize, end: usize) -> TextRange {
    let start = to_u32(start);
    TextRange::new(TextSize::new(start), TextSize::new(to_u32(end).max(start)))
}

#[cfg(test)]
mod tests {
    use olmkit_yaml::{Format, read_document};

    /// Returns the rule of each comment, whether it has a reason, and the text that it covers.
    fn found(text: &str) -> Vec<(String, bool, &str)> {
        let document = read_document(text.as_bytes(), Format::Yaml);
        let all = super::read(&document).into_iter();
        all.map(|one| (one.rule, one.has_reason, &text[std::ops::Range::<usize>::from(one.covers)])).collect()
    }

    #[test]
    fn a_comment_covers_what_begins_below_it() {
        let text = "a: 1\n# olmkit-ignore x: why\nb:\n- c\n# olmkit-ignore y: why\n- d: 1\n  e: 2\n\n- f\ng: 3\n";
        let expected = [
            ("x".to_owned(), true, "b:\n- c\n# olmkit-ignore y: why\n- d: 1\n  e: 2\n\n- f\n"),
            ("y".to_owned(), true, "- d: 1\n  e: 2\n\n"),
        ];
        assert_eq!(found(text), expected);
        let nested = "a: 1\nb:\n  # olmkit-ignore x: why\n  c: 1\n  d: 2\ne: |\n  x\n";
        assert_eq!(found(nested), [("x".to_owned(), true, "  c: 1\n")]);
        let last = "a: 1\n# olmkit-ignore x: why\nb:\n  - c\n";
        assert_eq!(found(last), [("x".to_owned(), true, "b:\n  - c\n")]);
    }

    #[test]
    fn on_top_it_covers_the_document_and_at_the_end_of_a_line_the_line() {
        let text = "# a comment\n\n# olmkit-ignore x: why\nb: 1\nc: 2\n";
        assert_eq!(found(text), [("x".to_owned(), true, text)]);
        assert_eq!(
            found("b: 1\nc: 2 # olmkit-ignore x: why\r\nd: 1\n"),
            [("x".to_owned(), true, "c: 2 # olmkit-ignore x: why")]
        );
        assert_eq!(found("b: 1\n# olmkit-ignore x: why\n"), [("x".to_owned(), true, "")]);
    }

    #[test]
    fn several_rules_and_what_is_missing() {
        let names = |text: &str| {
            found(text).into_iter().map(|(rule, has_reason, _)| format!("{rule} {has_reason}")).collect::<Vec<_>>()
        };
        assert_eq!(names("a: 1 # olmkit-ignore x, y: why: because\n"), ["x true", "y true"]);
        assert_eq!(names("a: 1 #olmkit-ignore x\n"), ["x false"]);
        assert_eq!(names("a: 1 # olmkit-ignore: why\n"), [" true"]);
        assert_eq!(names("a: 1 # olmkit-ignored x: why\n"), [""; 0]);
    }

    #[test]
    fn a_single_name_can_be_removed() {
        let without = |text: &str| {
            let cut = |one: super::Suppression| {
                let mut text = text.to_owned();
                text.replace_range(std::ops::Range::<usize>::from(one.name), "");
                text
            };
            let document = read_document(text.as_bytes(), Format::Yaml);
            super::read(&document).into_iter().map(cut).collect::<Vec<_>>()
        };
        assert_eq!(
            without("a: 1 # olmkit-ignore x,  y , z: a, b\n"),
            [
                "a: 1 # olmkit-ignore  y , z: a, b\n",
                "a: 1 # olmkit-ignore x, z: a, b\n",
                "a: 1 # olmkit-ignore x,  y : a, b\n"
            ]
            .map(str::to_owned)
        );
        assert_eq!(
            without("# olmkit-ignore ,x,,y\na: 1\n"),
            ["# olmkit-ignore ,,y\na: 1\n", "# olmkit-ignore ,x,\na: 1\n"].map(str::to_owned)
        );
    }

    #[test]
    fn only_comments_count() {
        for text in [
            "a: '# olmkit-ignore x: why'\n",
            "a: |\n  # olmkit-ignore x: why\n",
            "a: \"b\n  # olmkit-ignore x: why\"\n",
            "a: b#olmkit-ignore x: why\n",
            "a: [\n# olmkit-ignore x: why\n",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(super::read(&read_document(b"{\"a\": 1} ", Format::Json)), []);
        let after = found("a: |\n  text\n# olmkit-ignore x: why\nb: 1\n");
        assert_eq!(after, [("x".to_owned(), true, "b: 1\n")]);
    }

    #[test]
    fn work_stays_linear() {
        let deep: String = (0..5_000).map(|at| format!("a{at}: 1\n# olmkit-ignore x: why\n")).collect();
        assert_eq!(found(&deep).len(), 5_000);
        let stacked = "# olmkit-ignore x: why\n".repeat(5_000) + "a: 1\n";
        assert_eq!(found(&stacked).len(), 5_000);
    }
}
