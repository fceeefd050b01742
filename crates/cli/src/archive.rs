//! Archives, read in memory and with limits.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;

use crate::host::Files;

/// Most bytes that an archive may hold when unpacked.
const MAX_BYTES: u64 = 1 << 30;
/// Most files that an archive may hold.
const MAX_FILES: usize = 200_000;

/// The files of a .tar, .tar.gz or .zip, whatever it is called.
pub(crate) fn unpack(content: &[u8]) -> Result<Files, String> {
    if content.starts_with(b"PK") {
        return zip(content);
    }
    if content.starts_with(&[0x1F, 0x8B]) {
        return tar(MultiGzDecoder::new(content));
    }
    tar(content)
}

/// What may still be unpacked.
struct Budget {
    bytes: u64,
    files: usize,
}

impl Budget {
    const FULL: Budget = Budget { bytes: MAX_BYTES, files: MAX_FILES };

    fn read(&mut self, reader: impl Read) -> Result<Vec<u8>, String> {
        self.files = self.files.checked_sub(1).ok_or_else(|| format!("more than {MAX_FILES} files"))?;
        let mut content = Vec::new();
        let read = reader.take(self.bytes.saturating_add(1)).read_to_end(&mut content).map_err(|e| e.to_string())?;
        let too_large = || format!("more than {} MiB when unpacked", MAX_BYTES >> 20);
        self.bytes = self.bytes.checked_sub(read as u64).ok_or_else(too_large)?;
        Ok(content)
    }
}

fn tar(reader: impl Read) -> Result<Files, String> {
    let mut archive = tar::Archive::new(reader.take(MAX_BYTES.saturating_mul(2)));
    let mut budget = Budget::FULL;
    let mut files = Files::new();
    for entry in archive.entries().map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let path = String::from_utf8(entry.path_bytes().into_owned()).map_err(|_| "a name is not UTF-8".to_owned())?;
        files.push((inside(&path)?, budget.read(entry)?));
    }
    Ok(files)
}

fn zip(content: &[u8]) -> Result<Files, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(content)).map_err(|error| error.to_string())?;
    let mut budget = Budget::FULL;
    let mut files = Files::new();
    for at in 0..archive.len() {
        let entry = archive.by_index(at).map_err(|error| error.to_string())?;
        if entry.is_file() {
            let name = entry.name().map_err(|error| error.to_string())?.replace('\\', "/");
            files.push((inside(&name)?, budget.read(entry)?));
        }
    }
    Ok(files)
}

/// The path, if it stays inside of the archive.
fn inside(path: &str) -> Result<String, String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if path.starts_with('/') || parts.contains(&"..") || parts.is_empty() || path.contains('\0') {
        return Err(format!("\"{}\" points out of the archive", path.escape_default()));
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        assert_eq!(inside("./a//b.yaml").unwrap(), "a/b.yaml");
        for bad in ["../a", "a/../../b", "/etc/passwd", "", ".", "a\0b"] {
            assert!(inside(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn bombs_are_refused() {
        let mut budget = Budget { bytes: 10, files: 2 };
        assert!(budget.read(std::io::repeat(0).take(10)).is_ok());
        assert!(budget.read(std::io::repeat(0)).unwrap_err().contains("MiB"));
        let mut budget = Budget { bytes: 10, files: 0 };
        assert!(budget.read(&b"x"[..]).unwrap_err().contains("files"));
    }

    #[test]
    fn reads_what_tar_writes() {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(3);
        header.set_cksum();
        builder.append_data(&mut header, "foo/catalog.yaml", &b"a: "[..]).unwrap();
        let bytes = builder.into_inner().unwrap();
        assert_eq!(unpack(&bytes).unwrap(), [("foo/catalog.yaml".to_owned(), b"a: ".to_vec())]);
    }
}
