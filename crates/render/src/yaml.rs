//! Writes JSON as YAML like go-yaml v2 (FBC specification 7.2): block style, keys in natural order, strings in the
//! style that libyaml's emitter chooses, folded at 80 columns.
//!
//! The input is JSON text, because that is how documents are stored here, as in operator-registry (`json.RawMessage`):
//! migrations, templates and filters replace parts of the text. Upstream also converts this JSON to YAML by reading it
//! as YAML, which rejects some JSON (control characters, keys of more than 1024 characters) and folds U+0085.

mod order;

use olmkit_yaml::emit::{self, Writer};
use olmkit_yaml::{Format, Kind, NodeRef, Style, read_document};

use order::is_before;

/// Why a document cannot be written as YAML. Displays opm's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotWritable(String);

/// Writes a document preceded by `---`, as opm does.
pub(crate) fn write(compact: &str, out: &mut String) -> Result<(), NotWritable> {
    let document = read_document(compact.as_bytes(), Format::Yaml);
    if let Some(error) = document.error {
        return Err(NotWritable(error.upstream));
    }
    emit(document.root(), out);
    Ok(())
}

/// Writes a document, even if opm cannot write it, so that opm reads it unchanged.
pub(crate) fn write_any(compact: &str, out: &mut String) {
    emit(crate::read_json(compact).root(), out);
}

fn emit(root: Option<NodeRef<'_>>, out: &mut String) {
    let Some(root) = root else { return };
    out.push_str("---\n");
    let mut emitter = Emitter { writer: Writer::new(out), frames: Vec::new() };
    match root.kind() {
        Kind::Mapping | Kind::Sequence if root.children().next().is_some() => emitter.open(root, 0, true),
        _ => emitter.leaf(root, 2, false),
    }
    emitter.run();
    emitter.writer.end_line();
}

enum Frame<'d> {
    Mapping { entries: std::vec::IntoIter<(String, NodeRef<'d>)>, indent: usize, inline: bool },
    Sequence { items: std::vec::IntoIter<NodeRef<'d>>, indent: usize, inline: bool },
}

struct Emitter<'d, 'o> {
    writer: Writer<'o>,
    frames: Vec<Frame<'d>>,
}

impl<'d> Emitter<'d, '_> {
    fn run(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Mapping { entries, indent, inline } => {
                    let (indent, inline) = (*indent, std::mem::take(inline));
                    match entries.next() {
                        Some((key, value)) => self.entry(&key, value, indent, inline),
                        None => drop(self.frames.pop()),
                    }
                }
                Frame::Sequence { items, indent, inline } => {
                    let (indent, inline) = (*indent, std::mem::take(inline));
                    match items.next() {
                        Some(item) => self.item(item, indent, inline),
                        None => drop(self.frames.pop()),
                    }
                }
            }
        }
    }

    /// Opens a non-empty collection. If `inline`, its first member is on the current line.
    fn open(&mut self, node: NodeRef<'d>, indent: usize, inline: bool) {
        if node.kind() == Kind::Mapping {
            let mut entries: Vec<(String, NodeRef<'d>)> =
                node.sorted_members().into_iter().map(|field| (field.key.into_owned(), field.value)).collect();
            // go-yaml's order is not transitive, so the result depends on Go's sort algorithm.
            olmkit_gostd::sort_slice(&mut entries, |a, b| is_before(&a.0, &b.0));
            self.frames.push(Frame::Mapping { entries: entries.into_iter(), indent, inline });
        } else {
            let items: Vec<NodeRef<'d>> = node.items().collect();
            self.frames.push(Frame::Sequence { items: items.into_iter(), indent, inline });
        }
    }

    fn entry(&mut self, key: &str, value: NodeRef<'d>, indent: usize, inline: bool) {
        const LONGEST_KEY: usize = 128;
        if !inline {
            self.writer.line(indent);
        }
        let inner = indent.saturating_add(2);
        let is_simple = key.len() <= LONGEST_KEY && !key.contains(emit::is_break);
        if is_simple {
            self.writer.scalar(key, inner, true);
            self.writer.raw(":");
        } else {
            self.writer.raw("? ");
            self.writer.scalar(key, inner, false);
            self.writer.line(indent);
            self.writer.raw(":");
        }
        match value.kind() {
            Kind::Mapping | Kind::Sequence if value.children().next().is_some() => {
                if !is_simple {
                    self.writer.raw(" ");
                }
                // A sequence in a mapping is not indented.
                let is_flush = value.kind() == Kind::Sequence && is_simple;
                self.open(value, if is_flush { indent } else { inner }, !is_simple);
            }
            _ => self.leaf(value, inner, true),
        }
    }

    fn item(&mut self, value: NodeRef<'d>, indent: usize, inline: bool) {
        if !inline {
            self.writer.line(indent);
        }
        self.writer.raw("-");
        let inner = indent.saturating_add(2);
        match value.kind() {
            Kind::Mapping | Kind::Sequence if value.children().next().is_some() => {
                self.writer.raw(" ");
                self.open(value, inner, true);
            }
            _ => self.leaf(value, inner, true),
        }
    }

    /// Writes a scalar or an empty collection.
    fn leaf(&mut self, node: NodeRef<'d>, indent: usize, blank: bool) {
        if blank {
            self.writer.raw(" ");
        }
        match node.kind() {
            Kind::Mapping => self.writer.raw("{}"),
            Kind::Sequence => self.writer.raw("[]"),
            _ if node.style() == Style::Double => self.writer.scalar(&node.scalar_text(), indent, false),
            _ => self.writer.raw(&emit::number(&node.scalar_text())),
        }
    }
}
