//! `opm init`: one package.

use crate::json::quote;
use crate::{NotWritable, Output};

/// What the package is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Package<'p> {
    /// Its name; opm does not check it.
    pub name: &'p str,
    /// Its default channel.
    pub default_channel: &'p str,
    /// The whole of a file.
    pub description: &'p str,
    /// An image.
    pub icon: Option<&'p [u8]>,
}

/// Why opm prints no package, in its words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InitError {
    /// The file is empty.
    #[error("detect icon mediatype: Empty buffer")]
    Empty,
    /// The file is not an image of a known type.
    #[error("detected invalid type \"{0}\": not an image")]
    NoImage(&'static str),
    /// YAML cannot hold the name, the channel or the description.
    #[error(transparent)]
    NotWritable(#[from] NotWritable),
}

/// Writes the package.
///
/// # Errors
/// When the icon is not an image, or YAML cannot hold a text.
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
        // opm writes nothing that belongs to no package.
        return Ok(out);
    }
    output.write(&json, &mut out)?;
    Ok(out)
}

/// Starts of files and the images they are.
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

/// Starts of files that opm knows, and that are not images.
const OTHERS: [(&[u8], &str); 3] =
    [(b"%PDF", "application/pdf"), (b"\x1F\x8B\x08", "application/gzip"), (b"SQLi", "application/vnd.sqlite3")];

/// The media type of an image, as the libraries that opm uses tell it.
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

/// TIFF, and the raw format of Canon that starts like it.
fn tiff(icon: &[u8]) -> Option<&'static str> {
    if !icon.starts_with(b"II*\0") && !icon.starts_with(b"MM\0*") {
        return None;
    }
    Some(if icon.get(8..11)? == b"CR\x02" { "image/x-canon-cr2" } else { "image/tiff" })
}

/// HEIF and AVIF: the first box must be whole, and name the brand.
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

/// Comments aside: perhaps a declaration, perhaps a document type, and an `svg` element up to the end, without `*`.
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

/// What follows the next `>`.
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
