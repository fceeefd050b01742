//! Rules about packages.

pub mod default_channel_behind;
pub mod icon_content;
pub mod pkg_default_channel_exists;
pub mod pkg_default_channel_required;
pub mod pkg_duplicate;
pub mod pkg_icon_base64;
pub mod pkg_name_required;
pub mod pkg_name_rfc1123;
pub mod pkg_no_channels;
pub mod pkg_unique_versions;
