//! `olmkit man`.

use clap_mangen::Man;

use super::CommandError;
use crate::CLEAN;
use crate::args::{UnknownName, definition};
use crate::host::Host;

/// Prints the manual page of a command, or of olmkit.
pub(crate) fn run(command: &[String], host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut page = definition();
    page.build();
    for name in command {
        let known: Vec<&str> = page.get_subcommands().map(clap::Command::get_name).collect();
        page = match page.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(UnknownName::of("command", name, known.into_iter(), "").into()),
        };
    }
    let title = page.get_display_name().unwrap_or("olmkit").to_owned();
    let version = concat!("olmkit ", env!("CARGO_PKG_VERSION"));
    let mut text = Vec::new();
    let man = Man::new(page).title(title.to_uppercase()).source(version).manual("User Commands");
    man.render(&mut text)?;
    host.out(&text);
    Ok(CLEAN)
}
