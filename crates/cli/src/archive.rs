//! Reads archives in memory, within limits.

use olmkit_collections::SortedMap;
use std::io::{BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;

use crate::host::Files;
use crate::zstd::{Frames, is_zstd};

/// The maximum unpacked size of an archive, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// The number of bytes needed to detect the compression.
const FIRST_BYTES: u64 = 8;
/// The maximum number of files in an archive.
const MAX_FILES: usize = 200_000;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("{}", io_message(.0))]
    Read(#[from] std::io::Error),
    #[error("{}", zip_message(.0))]
    Zip(#[from] zip::result::ZipError),
    #[error("a file name is not UTF-8")]
    Name,
    #[error("\"{}\" is outside the archive", .0.escape_default())]
    Outside(String),
    #[error("more than {MAX_FILES} files")]
    TooManyFiles,
    #[error("more than {} MiB when unpacked", MAX_BYTES >> 20)]
    TooLarge,
    /// The npm package does not support old compression formats, because of their code size.
    #[cfg(not(feature = "native"))]
    #[error("it is compressed with {0}, which only the native program reads; use gzip or zstd")]
    Packing(&'static str),
}

/// The message for content that is not an archive or that is truncated.
const DAMAGED: &str = "not a valid archive, or damaged or incomplete";

/// Messages of the system are the same on all platforms. Those of libraries contain internal details and are replaced.
fn io_message(error: &std::io::Error) -> String {
    let is_of_system = error.raw_os_error().is_some() || error.kind() == std::io::ErrorKind::OutOfMemory;
    if is_of_system { error.to_string() } else { DAMAGED.to_owned() }
}

fn zip_message(error: &zip::result::ZipError) -> String {
    match error {
        zip::result::ZipError::UnsupportedArchive(what) => format!("a Zip archive that is not supported: {what}"),
        zip::result::ZipError::Io(error) => io_message(error),
        _ => DAMAGED.to_owned(),
    }
}

/// The files of a .zip, or of a .tar that may be compressed, whatever its name is.
pub(crate) fn unpack(content: &[u8]) -> Result<Files, ArchiveError> {
    unpack_within(content, Budget::FULL)
}

fn unpack_within(content: &[u8], budget: Budget) -> Result<Files, ArchiveError> {
    // An archive without files has at least a header. An archive without bytes was probably never written.
    if content.is_empty() {
        return Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into());
    }
    if content.starts_with(b"PK") {
        return zip(content, budget);
    }
    // Archives that are too large are refused before anything is kept.
    unpacked(content, |reader| tar(reader, &mut Sizes(budget)))?;
    unpacked(content, |reader| tar(reader, &mut Contents))
}

/// Reads content that may be compressed with gzip, zstd, bzip2 or xz, as detected by its first bytes. Like upstream's
/// tools, it does not trust media types.
pub(crate) fn unpacked<R, E: From<ArchiveError>>(
    mut reader: impl Read,
    read: impl FnOnce(&mut dyn Read) -> Result<R, E>,
) -> Result<R, E> {
    let mut first = Vec::new();
    reader.by_ref().take(FIRST_BYTES).read_to_end(&mut first).map_err(ArchiveError::Read)?;
    let mut whole = first.as_slice().chain(reader);
    if first.starts_with(&[0x1F, 0x8B]) {
        return read(&mut MultiGzDecoder::new(BufReader::new(whole)));
    }
    if is_zstd(&first) {
        let mut content = Vec::new();
        whole.read_to_end(&mut content).map_err(ArchiveError::Read)?;
        return read(&mut Frames::new(&content));
    }
    if first.starts_with(b"BZh") {
        return read(&mut bzip2(whole)?);
    }
    if first.starts_with(&[0xFD, b'7', b'z', b'X', b'Z', 0]) {
        return read(&mut xz(whole)?);
    }
    read(&mut whole)
}

#[cfg(feature = "native")]
fn bzip2<R: Read>(packed: R) -> Result<impl Read, ArchiveError> {
    Ok(bzip2::read::MultiBzDecoder::new(packed))
}

#[cfg(feature = "native")]
fn xz<R: Read>(packed: R) -> Result<impl Read, ArchiveError> {
    /// The memory limit in KiB: a dictionary as large as the largest window of zstd, and the buffers of the reader.
    const MEMORY: u32 = (128 << 10) + 1024;
    Ok(lzma_rust2::XzReader::new_mem_limit(packed, true, MEMORY))
}

#[cfg(not(feature = "native"))]
fn bzip2<R: Read>(_: R) -> Result<std::io::Empty, ArchiveError> {
    Err(ArchiveError::Packing("bzip2"))
}

#[cfg(not(feature = "native"))]
fn xz<R: Read>(_: R) -> Result<std::io::Empty, ArchiveError> {
    Err(ArchiveError::Packing("xz"))
}

/// The number of bytes and files that may still be unpacked.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    bytes: u64,
    files: usize,
}

impl Budget {
    pub(crate) const FULL: Budget = Budget { bytes: MAX_BYTES, files: MAX_FILES };

    fn count(&mut self, size: u64) -> Result<(), ArchiveError> {
        self.files = self.files.checked_sub(1).ok_or(ArchiveError::TooManyFiles)?;
        self.bytes = self.bytes.checked_sub(size).ok_or(ArchiveError::TooLarge)?;
        Ok(())
    }

    /// Reads a file of this size, which is counted before anything is read.
    pub(crate) fn read(&mut self, reader: impl Read, size: u64) -> Result<Vec<u8>, ArchiveError> {
        self.count(size)?;
        content_of(reader, size)
    }
}

/// Reads a file that has at most this size.
fn content_of(reader: impl Read, size: u64) -> Result<Vec<u8>, ArchiveError> {
    let mut content = Vec::new();
    let read = reader.take(size.saturating_add(1)).read_to_end(&mut content)?;
    if read as u64 > size {
        return Err(std::io::Error::from(std::io::ErrorKind::InvalidData).into());
    }
    Ok(content)
}

/// What is kept of the files of an archive.
trait Keep {
    type Kept;
    fn file(&mut self, content: impl Read, size: u64) -> Result<Self::Kept, ArchiveError>;
    /// The same for a link to a file.
    fn again(&mut self, file: &Self::Kept) -> Result<Self::Kept, ArchiveError>;
}

/// Counts the sizes.
struct Sizes(Budget);

impl Keep for Sizes {
    type Kept = u64;

    fn file(&mut self, _: impl Read, size: u64) -> Result<u64, ArchiveError> {
        self.0.count(size)?;
        Ok(size)
    }

    fn again(&mut self, size: &u64) -> Result<u64, ArchiveError> {
        self.0.count(*size)?;
        Ok(*size)
    }
}

/// Keeps the contents, whose sizes have been counted.
struct Contents;

impl Keep for Contents {
    type Kept = Vec<u8>;

    fn file(&mut self, content: impl Read, size: u64) -> Result<Vec<u8>, ArchiveError> {
        content_of(content, size)
    }

    fn again(&mut self, content: &Vec<u8>) -> Result<Vec<u8>, ArchiveError> {
        Ok(content.clone())
    }
}

fn tar<K: Keep>(reader: impl Read, keep: &mut K) -> Result<Vec<(String, K::Kept)>, ArchiveError> {
    let mut archive = tar::Archive::new(reader.take(MAX_BYTES.saturating_mul(2)));
    let mut files = Vec::new();
    let mut links = Vec::new();
    for entry in archive.entries()? {
        let entry = entry?;
        let kind = entry.header().entry_type();
        if !kind.is_file() && !kind.is_hard_link() && !kind.is_symlink() {
            continue;
        }
        let path = String::from_utf8(entry.path_bytes().into_owned()).map_err(|_| ArchiveError::Name)?;
        if kind.is_file() {
            let size = entry.size();
            files.push((inside(&path)?, keep.file(entry, size)?));
        } else if let (Ok(path), Some(target)) = (inside(&path), entry.link_name_bytes()) {
            let target = String::from_utf8_lossy(&target).into_owned();
            links.push(Link { target: target_of(&path, &target, kind.is_hard_link()), path });
        }
    }
    // Read to the end: only there does a compressor verify that the content is intact.
    std::io::copy(&mut archive.into_inner(), &mut std::io::sink())?;
    follow(links, &mut files, keep)?;
    Ok(files)
}

/// A link to another file of the archive.
struct Link {
    path: String,
    /// `None` if the link points out of the archive.
    target: Option<String>,
}

/// The target of a link. A hard link is relative to the root, a symbolic link to its own folder.
fn target_of(path: &str, target: &str, is_hard: bool) -> Option<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let full = if is_hard || target.starts_with('/') { target.to_owned() } else { format!("{folder}/{target}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in full.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Adds links to files as files. Links to folders, to missing files and out of the archive are ignored: the last could
/// otherwise read files of this machine.
fn follow<K: Keep>(mut links: Vec<Link>, files: &mut Vec<(String, K::Kept)>, keep: &mut K) -> Result<(), ArchiveError> {
    const MAX_STEPS: usize = 8;
    for _ in 0..MAX_STEPS {
        let at: SortedMap<&str, &K::Kept> = files.iter().map(|(path, kept)| (path.as_str(), kept)).collect();
        let mut found = Vec::new();
        let mut rest = Vec::new();
        for link in links {
            match link.target.as_deref().and_then(|target| at.get(target)) {
                Some(file) => found.push((link.path, keep.again(file)?)),
                None => rest.push(link),
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        files.extend(found);
        links = rest;
    }
    Ok(())
}

fn zip(content: &[u8], mut budget: Budget) -> Result<Files, ArchiveError> {
    let mut archive = zip::ZipArchive::new(Cursor::new(content))?;
    for at in 0..archive.len() {
        let entry = archive.by_index_raw(at)?;
        if entry.is_file() {
            budget.count(entry.size())?;
        }
    }
    let mut files = Files::new();
    for at in 0..archive.len() {
        let entry = archive.by_index(at)?;
        if entry.is_file() {
            let (name, size) = (entry.name()?.replace('\\', "/"), entry.size());
            files.push((inside(&name)?, content_of(entry, size)?));
        }
    }
    Ok(files)
}

/// The path, if it stays inside the archive.
fn inside(path: &str) -> Result<String, ArchiveError> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if path.starts_with('/') || parts.contains(&"..") || parts.is_empty() || path.contains('\0') {
        return Err(ArchiveError::Outside(path.to_owned()));
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "tests")]
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
        assert!(budget.read(std::io::repeat(0).take(10), 10).is_ok());
        assert!(budget.read(Unread, 1).unwrap_err().to_string().contains("MiB"));
        let mut budget = Budget { bytes: 10, files: 0 };
        assert!(budget.read(Unread, 1).unwrap_err().to_string().contains("files"));
        let mut budget = Budget { bytes: 10, files: 1 };
        assert_eq!(budget.read(&b"longer"[..], 3).unwrap_err().to_string(), DAMAGED);
    }

    /// What is refused before it is read.
    struct Unread;

    impl Read for Unread {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            unreachable!("it is read")
        }
    }

    #[test]
    fn nothing_is_kept_of_an_archive_that_is_too_large() {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(3);
        builder.append_data(&mut header, "a", &b"abc"[..]).unwrap();
        header.set_entry_type(tar::EntryType::Link);
        header.set_size(0);
        builder.append_link(&mut header, "b", "a").unwrap();
        let plain = builder.into_inner().unwrap();
        let sizes = |bytes| tar(plain.as_slice(), &mut Sizes(Budget { bytes, files: 9 }));
        assert_eq!(sizes(6).unwrap(), [("a".to_owned(), 3), ("b".to_owned(), 3)]);
        assert!(sizes(5).is_err(), "the link counts too");
        assert!(within(&plain, 6).is_ok() && within(&plain, 5).is_err());
    }

    #[test]
    fn a_zip_is_refused_by_the_sizes_that_it_declares_and_has_no_others() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        for path in ["a", "b"] {
            writer.start_file(path, options).unwrap();
            std::io::Write::write_all(&mut writer, &[b'a'; 1000]).unwrap();
        }
        let packed = writer.finish().unwrap().into_inner();
        assert_eq!(within(&packed, 2000), Ok(1000));
        assert_eq!(within(&packed, 1999), Err("more than 1024 MiB when unpacked".to_owned()));
        // The list at the end of the archive has the sizes.
        let list = packed.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        let mut false_size = packed.clone();
        false_size[list + 24..list + 28].copy_from_slice(&5_u32.to_le_bytes());
        assert_eq!(within(&false_size, 2000), Err(DAMAGED.to_owned()));
    }

    /// A file of 9 MiB, compressed to 1 KiB.
    fn bomb() -> (Vec<u8>, Vec<u8>) {
        const SIZE: usize = 9 << 20;
        let mut header = tar::Header::new_gnu();
        header.set_path("a").unwrap();
        header.set_size(SIZE as u64);
        header.set_cksum();
        let plain = [header.as_bytes().as_slice(), &vec![b'a'; SIZE], &[0; 1024]].concat();
        // A frame of blocks: the header unchanged, the content as one byte for each 128 KiB, the end.
        let block = |kind: usize, size: usize| (size << 3 | kind).to_le_bytes()[..3].to_vec();
        let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x50];
        frame.extend([block(0, 512), header.as_bytes().to_vec()].concat());
        for _ in 0..SIZE >> 17 {
            frame.extend([block(2, 1 << 17), vec![b'a']].concat());
        }
        frame.extend([block(3, 1024), vec![0]].concat());
        (plain, frame)
    }

    fn within(content: &[u8], bytes: u64) -> Result<usize, String> {
        let files = unpack_within(content, Budget { bytes, files: 9 }).map_err(|error| error.to_string())?;
        Ok(files[0].1.len())
    }

    #[test]
    fn packed_bombs_are_refused_by_what_they_unpack_to() {
        let (plain, by_zstd) = bomb();
        let mut by_gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut by_gzip, &plain).unwrap();
        assert!(by_zstd.len() < 1024, "{}", by_zstd.len());
        for packed in [plain, by_zstd, by_gzip.finish().unwrap()] {
            assert_eq!(within(&packed, 9 << 20), Ok(9 << 20));
            assert_eq!(within(&packed, (9 << 20) - 1), Err("more than 1024 MiB when unpacked".to_owned()));
        }
    }

    #[test]
    fn packed_archives_are_read_to_their_end() {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(3);
        builder.append_data(&mut header, "a", &b"abc"[..]).unwrap();
        let plain = builder.into_inner().unwrap();
        let mut by_gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut by_gzip, &plain).unwrap();
        let by_zstd = ruzstd::encoding::compress_to_vec(plain.as_slice(), ruzstd::encoding::CompressionLevel::Fastest);
        let mut packings = vec![by_gzip.finish().unwrap(), by_zstd];
        #[cfg(feature = "native")]
        packings.extend([by_bzip2(&plain), by_xz(&plain)]);
        for packed in packings {
            assert_eq!(within(&packed, 3), Ok(3));
            for cut in [1, 5, packed.len() / 2] {
                assert!(within(&packed[..packed.len() - cut], 3).is_err(), "{cut}");
            }
        }
    }

    #[cfg(feature = "native")]
    fn by_bzip2(plain: &[u8]) -> Vec<u8> {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        std::io::Write::write_all(&mut packer, plain).unwrap();
        packer.finish().unwrap()
    }

    #[cfg(feature = "native")]
    fn by_xz(plain: &[u8]) -> Vec<u8> {
        let mut packer = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0)).unwrap();
        std::io::Write::write_all(&mut packer, plain).unwrap();
        packer.finish().unwrap()
    }

    #[cfg(feature = "native")]
    #[test]
    fn old_packings_are_bounded_too() {
        let (plain, _) = bomb();
        for packed in [by_bzip2(&plain), by_xz(&plain)] {
            assert!(packed.len() < 1 << 14, "{}", packed.len());
            assert_eq!(within(&packed, 9 << 20), Ok(9 << 20));
            assert_eq!(within(&packed, (9 << 20) - 1), Err("more than 1024 MiB when unpacked".to_owned()));
        }
        // The header of the block contains the size of the dictionary: 32 means 256 MiB.
        let mut packed = by_xz(&plain);
        let end = 12 + (usize::from(packed[12]) + 1) * 4;
        let at = packed[12..end].windows(2).position(|pair| pair == [0x21, 1]).unwrap() + 12;
        packed[at + 2] = 32;
        let mut crc = flate2::Crc::new();
        crc.update(&packed[12..end - 4]);
        packed[end - 4..end].copy_from_slice(&crc.sum().to_le_bytes());
        assert!(within(&packed, 9 << 20).unwrap_err().contains("memory"), "a dictionary of 256 MiB");
    }

    #[test]
    fn links_lead_to_files_of_the_archive() {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        builder.append_data(&mut header, "a/file", &b"1"[..]).unwrap();
        for (path, target, kind) in [
            ("b/symbolic", "../a/file", tar::EntryType::Symlink),
            ("hard", "a/file", tar::EntryType::Link),
            ("second", "hard", tar::EntryType::Symlink),
            ("out", "../../etc/passwd", tar::EntryType::Symlink),
            ("absolute", "/etc/passwd", tar::EntryType::Symlink),
            ("folder", "a", tar::EntryType::Symlink),
            ("loop", "loop", tar::EntryType::Symlink),
        ] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(0);
            builder.append_link(&mut header, path, target).unwrap();
        }
        let bytes = builder.into_inner().unwrap();
        let files = unpack(&bytes).unwrap();
        let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["a/file", "b/symbolic", "hard", "second"]);
        assert!(files.iter().all(|(_, content)| content == b"1"));
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
