//! `opm init`: creates a package document.

use crate::json::quote;
use crate::{NotWritable, Output};

/// The contents of the package.
#[derive(Debug, Clone, Copy, Default)]
pub struct Package<'p> {
    /// The name. Like opm, [`init`] does not validate it.
    pub name: &'p str,
    /// The default channel.
    pub default_channel: &'p str,
    /// The description: the content of a file.
    pub description: &'p str,
    /// The icon: the content of an image file.
    pub icon: Option<&'p [u8]>,
}

/// Why opm does not print a package. The messages are opm's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InitError {
    /// The icon is empty.
    #[error("detect icon mediatype: Empty buffer")]
    Empty,
    /// The icon is not an image of a known type.
    #[error("detected invalid type \"{0}\": not an image")]
    NoImage(&'static str),
    /// Name, channel or description cannot be written as YAML.
    #[error(transparent)]
    NotWritable(#[from] NotWritable),
}

/// Returns the package document.
///
/// # Errors
/// Returns an error if the icon is not an image, or a text cannot be written as YAML.
pub fn init(package: Package<'_>, output: Output) -> Result<String, InitError> {
    let mut json = format!(
        "{{\"schema\":\"olm.package\",\"name\":{},\"defaultChannel\":{}",
        quote(package.name),
        quote(package.default_channel)
    );
    if let Some(icon) = package.icon {
        let media_type = media_type(icon)?;
        json.push_str(&format!(
            ",\"icon\":{{\"base64data\":\"{}\",\"mediatype\":\"{media_type}\"}}",
            olmkit_yaml::base64::encode(icon)
        ));
    }
    if !package.description.is_empty() {
        json.push_str(&format!(",\"description\":{}", quote(package.description)));
    }
    json.push('}');
    let mut out = String::new();
    if package.name.is_empty() {
        // opm drops documents without a package.
        return Ok(out);
    }
    output.write(&json, &mut out)?;
    Ok(out)
}

/// Magic numbers of image formats, with their media types.
const MAGIC: [(&[u8], &str); 10] = [
    (b"\xFF\xD8\xFF", "image/jpeg"),
    (b"\0\0\0\x0CjP  \r\n\x87\n\0", "image/jp2"),
    (b"\x89PNG", "image/png"),
    (b"GIF", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II\xBC", "image/vnd.ms-photo"),
    (b"8BPS", "image/vnd.adobe.photoshop"),
    (b"\0\0\x01\0", "image/vnd.microsoft.icon"),
    (b"AC10", "image/vnd.dwg"),
    (b"v/1\x01", "image/x-exr"),
];

/// Magic numbers of other formats that opm recognizes.
const OTHERS: [(&[u8], &str); 3] =
    [(b"%PDF", "application/pdf"), (b"\x1F\x8B\x08", "application/gzip"), (b"SQLi", "application/vnd.sqlite3")];

/// The media type of an image according to the libraries that opm uses.
fn media_type(icon: &[u8]) -> Result<&'static str, InitError> {
    if icon.is_empty() {
        return Err(InitError::Empty);
    }
    let by_start = || MAGIC.iter().find(|(magic, _)| icon.starts_with(magic)).map(|(_, media_type)| *media_type);
    let found = is_svg(icon).then_some("image/svg+xml").or_else(by_start);
    let found = found.or_else(|| tiff(icon)).or_else(|| webp(icon)).or_else(|| base_media(icon));
    let others = || OTHERS.iter().find(|(magic, _)| icon.starts_with(magic)).map_or("", |(_, media_type)| *media_type);
    found.ok_or_else(|| InitError::NoImage(others()))
}

fn webp(icon: &[u8]) -> Option<&'static str> {
    (icon.get(8..12) == Some(b"WEBP")).then_some("image/webp")
}

/// Detects TIFF, and Canon's raw format, which has the same magic number.
fn tiff(icon: &[u8]) -> Option<&'static str> {
    if !icon.starts_with(b"II*\0") && !icon.starts_with(b"MM\0*") {
        return None;
    }
    Some(if icon.get(8..11)? == b"CR\x02" { "image/x-canon-cr2" } else { "image/tiff" })
}

/// Detects HEIF and AVIF. The first box must be complete and name the brand.
fn base_media(icon: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 2] = [(b"heic", "image/heif"), (b"avif", "image/avif")];
    const SHORTEST: usize = 17;
    let size = usize::try_from(u32::from_be_bytes(*icon.first_chunk()?)).ok()?;
    if icon.len() < SHORTEST.max(size) || icon.get(4..8)? != b"ftyp" {
        return None;
    }
    let major = icon.get(8..12)?;
    let compatible: Vec<&[u8]> = icon.get(16..size.max(16))?.chunks(4).collect();
    let is_of = |brand: &[u8]| major == brand || matches!(major, b"mif1" | b"msf1") && compatible.contains(&brand);
    KINDS.iter().find(|(brand, _)| is_of(brand)).map(|(_, media_type)| *media_type)
}

/// Whether the text, without comments, is an optional declaration, an optional document type, and an `svg` element up
/// to the end that contains no `*`.
fn is_svg(icon: &[u8]) -> bool {
    const SEEN: usize = 24;
    let is_binary = icon.get(..SEEN).is_some_and(|start| start.iter().any(|byte| *byte <= 8));
    !is_binary && is_svg_document(&without_comments(icon)).is_some()
}

fn is_svg_document(text: &[u8]) -> Option<()> {
    let mut rest = text.trim_ascii_start();
    for optional in [&b"<?xml"[..], b"<!doctype svg"] {
        if starts_with(rest, optional) {
            rest = behind_tag(rest)?.trim_ascii_start();
        }
    }
    let content = if starts_with(rest, b"<svg") { behind_tag(rest)? } else { return None };
    let content = content.trim_ascii_end();
    let (inner, end) = content.split_at_checked(content.len().checked_sub(b"</svg>".len())?)?;
    (end.eq_ignore_ascii_case(b"</svg>") && !inner.contains(&b'*')).then_some(())
}

/// The text after the next `>`.
fn behind_tag(text: &[u8]) -> Option<&[u8]> {
    let at = text.iter().position(|byte| *byte == b'>')?;
    text.get(at.saturating_add(1)..)
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find(rest, b"<!--") {
        let (before, comment) = rest.split_at(at);
        let Some(end) = comment.get(4..).and_then(|inner| find(inner, b"-->")) else { break };
        out.extend_from_slice(before);
        rest = comment.get(end.saturating_add(7)..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
