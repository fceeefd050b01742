//! Images that `opm init` accepts as icons.

use olmkit_render::{InitError, Output, Package, init};

/// The media type of an icon.
fn media_type(icon: &[u8]) -> Result<String, InitError> {
    let package = Package { name: "lamp", icon: Some(icon), ..Package::default() };
    let written = init(package, Output::Json)?;
    let value: serde_json::Value = serde_json::from_str(&written).unwrap();
    Ok(value.pointer("/icon/mediatype").and_then(|media| media.as_str()).unwrap().to_owned())
}

#[track_caller]
fn check(icon: &[u8], expected: &str) {
    let found = media_type(icon).unwrap_or_default();
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(icon));
}

#[test]
fn images_by_their_start() {
    for (icon, expected) in [
        (&b"\xFF\xD8\xFF"[..], "image/jpeg"),
        (b"\x89PNG", "image/png"),
        (b"GIF", "image/gif"),
        (b"RIFF....WEBP", "image/webp"),
        (b"II*\0........", "image/tiff"),
        (b"MM\0*........", "image/tiff"),
        (b"II*\0....CR\x02.", "image/x-canon-cr2"),
        (b"BM", "image/bmp"),
        (b"\0\0\x01\0", "image/vnd.microsoft.icon"),
        (b"v/1\x01", "image/x-exr"),
        (b"AC10", "image/vnd.dwg"),
        (b"\x89PN", ""),
        (b"II*\0", ""),
        (b"text", ""),
    ] {
        check(icon, expected);
    }
    assert_eq!(media_type(b"text").unwrap_err().to_string(), "detected invalid type \"\": not an image");
    let pdf = "detected invalid type \"application/pdf\": not an image";
    assert_eq!(media_type(b"%PDF-1.7").unwrap_err().to_string(), pdf);
    assert_eq!(media_type(b"").unwrap_err().to_string(), "detect icon mediatype: Empty buffer");
}

#[test]
fn avif_and_heif_by_their_first_box() {
    for (icon, expected) in [
        (&b"\0\0\0\x18ftypavif\0\0\0\0avifmif1"[..], "image/avif"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heif"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "image/heif"),
        (b"\0\0\0\x18ftypmsf1\0\0\0\0mif1avif", "image/avif"),
        // The box is truncated, or does not name a supported brand.
        (b"\0\0\0\x20ftypavif", ""),
        (b"\0\0\0\x20ftypheic\0\0\0\0mif1heic", ""),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1miaf", ""),
        (b"\0\0\0\x18ftypheix\0\0\0\0mif1heic", ""),
        (b"\0\0\0\x18ftypavis\0\0\0\0avifmif1", ""),
    ] {
        check(icon, expected);
    }
}

#[test]
fn svg_by_its_elements() {
    for (icon, expected) in [
        ("<svg></svg>", "image/svg+xml"),
        (" <?XML version='1.0'?>\n<!DOCTYPE svg PUBLIC 'x'>\n<SVG a='b'><g/></SVG>\n", "image/svg+xml"),
        ("<!-- <p> --><svg><!-- * --></svg>", "image/svg+xml"),
        ("<svg>", ""),
        ("<svg/>", ""),
        ("<svg><style>* {}</style></svg>", ""),
        ("<svg></svg> x", ""),
        ("<!DOCTYPE html><svg></svg>", ""),
        ("<?xml version='1.0'?>", ""),
        ("\u{feff}<svg></svg>", ""),
        ("<svg>\u{8}                  </svg>", ""),
    ] {
        check(icon.as_bytes(), expected);
    }
}

#[test]
fn a_package_without_a_name_is_not_written() {
    for output in [Output::Json, Output::Yaml] {
        assert_eq!(init(Package { default_channel: "stable", ..Package::default() }, output), Ok(String::new()));
        let with_icon = Package { icon: Some(b"text"), ..Package::default() };
        assert_eq!(init(with_icon, output), Err(InitError::NoImage("")));
    }
}
