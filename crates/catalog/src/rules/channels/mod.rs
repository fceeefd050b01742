//! Rules about channels and their entries.

pub mod ch_duplicate;
pub mod ch_duplicate_entry;
pub mod ch_empty;
pub mod ch_entry_name;
pub mod ch_name_required;
pub mod ch_skiprange_syntax;
pub mod ch_skips_empty;
pub mod ch_unknown_package;
pub mod channel_not_selectable;
pub mod entry_skips_itself;
pub mod entry_without_bundle;
pub mod reference_near_miss;
pub mod replaces_and_skips;
pub mod replaces_newer;
pub mod replaces_unknown;
pub mod skiprange_empty_part;
pub mod skiprange_never;
pub mod skiprange_newer;
pub mod skiprange_self;
pub mod skiprange_unmatched;
pub mod skips_unknown;
