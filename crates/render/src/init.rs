//! `opm init`: one package.

use crate::json::quote;
use crate::typed::base64;
use crate::{Output, go_quote};

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

/// Writes the package.
///
/// # Errors
/// opm's text, when the icon is not an image.
pub fn init(package: Package<'_>, output: Output) -> Result<String, String> {
    let mut json = format!(
        "{{\"schema\":\"olm.package\",\"name\":{},\"defaultChannel\":{}",
        quote(package.name),
        quote(package.default_channel)
    );
    if let Some(icon) = package.icon {
        let media_type = media_type(icon)?;
        json.push_str(&format!(",\"icon\":{{\"base64data\":\"{}\",\"mediatype\":\"{media_type}\"}}", base64(icon)));
    }
    if !package.description.is_empty() {
        json.push_str(&format!(",\"description\":{}", quote(package.description)));
    }
    json.push('}');
    let mut out = String::new();
    output.write(&json, &mut out);
    Ok(out)
}

/// Starts of files and the images they are.
const MAGIC: [(&[u8], &str); 11] = [
    (b"\xFF\xD8\xFF", "image/jpeg"),
    (b"\0\0\0\x0CjP  \r\n\x87\n\0", "image/jp2"),
    (b"\x89PNG", "image/png"),
    (b"GIF", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"BM", "image/bmp"),
    (b"II\xBC", "image/vnd.ms-photo"),
    (b"8BPS", "image/vnd.adobe.photoshop"),
    (b"\0\0\x01\0", "image/vnd.microsoft.icon"),
    (b"AC10", "image/vnd.dwg"),
];

fn media_type(icon: &[u8]) -> Result<&'static str, String> {
    if icon.is_empty() {
        return Err("detect icon mediatype: Empty buffer".to_owned());
    }
    if icon.starts_with(b"RIFF") && icon.get(8..12) == Some(b"WEBP") {
        return Ok("image/webp");
    }
    if let Some((_, media_type)) = MAGIC.iter().find(|(magic, _)| icon.starts_with(magic)) {
        return Ok(media_type);
    }
    if icon.get(4..8) == Some(b"ftyp") {
        match icon.get(8..12) {
            Some(b"avif" | b"avis") => return Ok("image/avif"),
            Some(b"heic" | b"heix" | b"mif1" | b"msf1") => return Ok("image/heif"),
            _ => {}
        }
    }
    if is_svg(icon) {
        return Ok("image/svg+xml");
    }
    Err(format!("detected invalid type {}: not an image", go_quote("unknown")))
}

/// An `svg` element after nothing but a declaration, comments and a document type.
fn is_svg(icon: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(icon) else { return false };
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.to_ascii_lowercase().starts_with("<!doctype svg") => ">",
            _ => break,
        };
        let Some(at) = rest.find(end) else { return false };
        rest = rest.get(at.saturating_add(end.len())..).unwrap_or_default().trim_start();
    }
    let is_element = rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("<svg"));
    is_element && rest.get(4..).is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '>'))
}
