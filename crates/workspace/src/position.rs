//! Positions in files, for hosts that count lines.

use crate::api::Position;
use crate::convert::shown;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the position at a line and a column of a file, both from 1, the column in UTF-16 units. A column after the
    /// end of the line is its end; a line after the last one is the end of the file. `None` if the file is not open.
    #[must_use]
    pub fn position_at(&self, path: &str, line: u32, column: u32) -> Option<Position> {
        let at = self.find(path).ok()?;
        let places = self.sources.get(at)?.places(&self.files.get(at)?.documents);
        Some(shown(places.position(places.offset_in_line(line, column))))
    }
}
