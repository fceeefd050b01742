//! The versions of a package that clusters may run.

use olmkit_api::{MatrixRow, PackageMatrix};

use crate::bridge::{self, Answer};

/// A version, and the channels that contain it. Empty if only `replaces` or `skips` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installable {
    pub name: String,
    pub channels: Vec<String>,
}

/// The versions of a package that clusters may run.
pub async fn installable(package: &str) -> Answer<Vec<Installable>> {
    Ok(versions(bridge::matrix(package).await?.unwrap_or_default()))
}

fn versions(PackageMatrix { channels, rows, removed, .. }: PackageMatrix) -> Vec<Installable> {
    let name_of = |column: usize| channels.get(column).map(|channel| channel.name.clone());
    let entry = |MatrixRow { name, cells, .. }: MatrixRow| {
        let channels = cells.iter().filter_map(|cell| name_of(cell.channel)).collect();
        Installable { name, channels }
    };
    let removed = removed.into_iter().map(|name| Installable { name, channels: Vec::new() });
    rows.into_iter().map(entry).chain(removed).collect()
}
