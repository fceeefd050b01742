//! The edges between rows, and which of them are drawn.

use olmkit_api::{RailComb, RailLine};
use olmkit_collections::{Id as _, List, order};

use super::rows::Rows;
use crate::channel::Graph;
use crate::ids::{Lists, Row};

/// The edges of a channel, between rows.
pub(super) struct Edges {
    /// The row that each row replaces.
    replaces: List<Row, Option<Row>>,
    /// The rows that each row skips, ascending.
    skips: Lists<Row, Row>,
    /// The rows that replace each row, ascending.
    replaced_by: Lists<Row, Row>,
    /// The last row above each row that skips it and does not replace it.
    skipper: List<Row, Option<Row>>,
    /// The next row of the chain.
    chain: List<Row, Option<Row>>,
    /// Whether the row is on lane 0.
    is_on_chain: List<Row, bool>,
}

impl Edges {
    /// May reorder the rows: the end of the chain comes first among the names that are not entries.
    pub(super) fn new(graph: &Graph<'_, '_>, rows: &mut Rows) -> Self {
        let entries = graph.nodes().len();
        let edges = Edges::of(graph, rows);
        match edges.chain.iter().flatten().copied().find(|row| row.index() > entries) {
            Some(row) => {
                rows.move_up(row, entries);
                Edges::of(graph, rows)
            }
            None => edges,
        }
    }

    fn of(graph: &Graph<'_, '_>, rows: &Rows) -> Self {
        let count = rows.ids().len();
        let mut replaces: List<Row, Option<Row>> = List::repeat(None, count);
        let (mut replaced_by, mut skips) = (Vec::new(), Vec::new());
        for (row, id) in rows.ids().with_ids().filter(|(_, id)| graph.id_of(**id) == **id) {
            let others = graph.named_by(*id).iter().filter(|named| graph.id_of(named.node) != *id);
            for (named, above) in others.filter_map(|named| Some((named, rows.row(named.node)?))) {
                if named.replaces {
                    replaces.set(above, Some(row));
                    replaced_by.push((row, above));
                }
                if named.skips {
                    skips.push((above, row));
                }
            }
        }
        order::sort(&mut replaced_by);
        let mut skipper: List<Row, Option<Row>> = List::repeat(None, count);
        for (above, row) in &skips {
            let is_better = above < row && replaces.get(*above) != Some(&Some(*row));
            skipper.get_mut(*row).filter(|_| is_better).into_iter().for_each(|slot| *slot = (*slot).max(Some(*above)));
        }
        let mut edges = Edges {
            replaces,
            skips: Lists::new(count, skips),
            replaced_by: Lists::new(count, replaced_by),
            skipper,
            chain: List::repeat(None, count),
            // Names that are not entries are at the bottom, where no edge passes beside them.
            is_on_chain: rows.ids().iter().map(|id| !graph.is_entry(*id)).collect(),
        };
        edges.follow_chain();
        edges
    }

    /// Follows `replaces`, or the newest skipped row, down to the last row.
    fn follow_chain(&mut self) {
        let mut at = Some(Row::new(0));
        while let Some(row) = at {
            self.is_on_chain.set(row, true);
            at = self.replaces(row).or(self.skips.get(row).first().copied()).filter(|next| *next > row);
            self.chain.set(row, at);
        }
    }

    pub(super) fn replaces(&self, row: Row) -> Option<Row> {
        self.replaces.get(row).copied().flatten()
    }

    pub(super) fn skips(&self, row: Row) -> &[Row] {
        self.skips.get(row)
    }

    pub(super) fn replaced_by(&self, row: Row) -> &[Row] {
        self.replaced_by.get(row)
    }

    pub(super) fn skipper(&self, row: Row) -> Option<Row> {
        self.skipper.get(row).copied().flatten()
    }

    pub(super) fn is_on_chain(&self, row: Row) -> bool {
        self.is_on_chain.get(row) == Some(&true)
    }

    fn continues(&self, row: Row) -> Option<Row> {
        self.chain.get(row).copied().flatten()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        self.replaces.ids()
    }

    /// The drawn lines: `replaces` of every row; `skips` if it continues the chain; and for each row beside the chain
    /// the nearest row that skips it.
    pub(super) fn lines(&self, lane: impl Fn(Row) -> usize, is_cut: impl Fn(Row) -> bool) -> Vec<RailLine> {
        let mut lines = Vec::new();
        let line = |from: Row, to: Row, is_skip: bool| RailLine {
            from: from.index(),
            to: to.index(),
            // A row beside the chain keeps its lane up to its successors.
            lane: if lane(from) == 0 { lane(to) } else { lane(from) },
            is_skip,
            is_cut: is_cut(from),
        };
        for to in self.rows() {
            let replaced = self.replaces(to);
            lines.extend(replaced.map(|from| line(from, to, false)));
            let is_drawn = |from: &&Row| match self.is_on_chain(**from) {
                true => self.continues(to) == Some(**from),
                false => self.skipper(**from) == Some(to),
            };
            let skipped = self.skips(to).iter().filter(|from| Some(**from) != replaced).filter(is_drawn);
            lines.extend(skipped.map(|from| line(*from, to, true)));
        }
        lines
    }

    /// The combs of skipped rows on the chain. Combs that only repeat a line are omitted, and so are those contained in
    /// the first comb.
    pub(super) fn combs(&self) -> Vec<RailComb> {
        let mut in_first = List::repeat(false, self.replaces.len());
        let mut combs = Vec::new();
        for row in self.rows() {
            let on_chain = self.skips(row).iter().copied().filter(|tooth| *tooth > row && self.is_on_chain(*tooth));
            let teeth: Vec<Row> = on_chain.collect();
            let is_line = |tooth: &Row| self.replaces(row) == Some(*tooth) || self.continues(row) == Some(*tooth);
            if teeth.iter().all(is_line) || teeth.iter().all(|tooth| in_first.get(*tooth) == Some(&true)) {
                continue;
            }
            if combs.is_empty() {
                teeth.iter().for_each(|tooth| in_first.set(*tooth, true));
            }
            combs.push(RailComb { row: row.index(), teeth: teeth.into_iter().map(Row::index).collect() });
        }
        combs
    }
}
