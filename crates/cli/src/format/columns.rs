//! Columns of plain text.

use super::visible;

/// Rows with aligned columns, separated by two spaces. Numbers are right-aligned.
pub(crate) fn write<const N: usize>(rows: Vec<[String; N]>) -> String {
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| match cell.starts_with(|c: char| c.is_ascii_digit()) {
            true if cell.chars().all(|c| c.is_ascii_digit()) => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        let line: Vec<String> = cells.collect();
        out.push_str(visible(&line.join("  ")).trim_end());
        out.push('\n');
    }
    out
}
