//! Decompresses Zstandard, which is used for image layers: consecutive frames, each with a window of limited size.

use std::io::{Error, ErrorKind, Read, Result};

use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The maximum window size, which limits memory. zstd has the same default.
const MAX_WINDOW: u64 = 128 << 20;

/// Whether the content starts with a frame or a skippable frame.
pub(crate) fn is_zstd(content: &[u8]) -> bool {
    content.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) || matches!(content, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// The content of consecutive frames. Checksums and sizes are verified at the end of each frame.
pub(crate) struct Frames<'c> {
    rest: &'c [u8],
    decoder: FrameDecoder,
    is_in_frame: bool,
    /// The number of bytes read from this frame.
    given: u64,
}

impl<'c> Frames<'c> {
    pub(crate) fn new(content: &'c [u8]) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Frames { rest: content, decoder, is_in_frame: false, given: 0 }
    }

    /// Opens the next frame, or skips it.
    fn open(&mut self) -> Result<()> {
        match self.decoder.init(&mut self.rest) {
            Ok(()) => {
                self.is_in_frame = true;
                self.given = 0;
                Ok(())
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let skipped = usize::try_from(length).ok().and_then(|length| self.rest.get(length..));
                self.rest = skipped.ok_or_else(damaged)?;
                Ok(())
            }
            Err(error) => Err(reason(&error)),
        }
    }

    /// Verifies that the frame that ends here had the declared content.
    fn close(&mut self) -> Result<()> {
        self.is_in_frame = false;
        let size = self.decoder.content_size();
        let is_sized = size == 0 || size == self.given;
        let checksum = self.decoder.get_checksum_from_data();
        let is_whole = checksum.is_none() || checksum == self.decoder.get_calculated_checksum();
        if is_sized && is_whole { Ok(()) } else { Err(damaged()) }
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        loop {
            if !self.is_in_frame {
                if self.rest.is_empty() {
                    return Ok(0);
                }
                self.open()?;
                continue;
            }
            let read = self.decoder.read(into)?;
            if read > 0 || into.is_empty() {
                self.given = self.given.saturating_add(read as u64);
                return Ok(read);
            }
            if self.decoder.is_finished() {
                self.close()?;
                continue;
            }
            let next = self.decoder.decode_blocks(&mut self.rest, BlockDecodingStrategy::UptoBlocks(1));
            next.map_err(|error| reason(&error))?;
        }
    }
}

fn damaged() -> Error {
    Error::new(ErrorKind::InvalidData, "zstd: the data is damaged or ends early")
}

/// Replaces the decoder's messages, which describe its code.
fn reason(error: &FrameDecoderError) -> Error {
    let text = match error {
        FrameDecoderError::DictNotProvided { dict_id } => {
            format!("zstd: compressed with dictionary {dict_id}, which is not available")
        }
        FrameDecoderError::WindowSizeTooBig { requested: size, .. }
        | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { got: size }) => {
            format!("zstd: needs a window of {} MiB; the maximum is {} MiB", size >> 20, MAX_WINDOW >> 20)
        }
        _ => return damaged(),
    };
    Error::new(ErrorKind::InvalidData, text)
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "tests")]
mod tests {
    use super::*;

    /// The output of `printf 'olmkit %.0s' 1 2 3 4 5 6 7 8 > text; zstd -19 text`, with its size and a checksum.
    const BY_ZSTD: &[u8] = &[
        0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x38, 0x6D, 0x00, 0x00, 0x38, 0x6F, 0x6C, 0x6D, 0x6B, 0x69, 0x74, 0x20, 0x01,
        0x00, 0x2A, 0x2A, 0x46, 0x45, 0x0F, 0x61, 0xEB,
    ];
    const SKIPPED: &[u8] = &[0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, b'a', b'b', b'c'];

    fn read(content: &[u8]) -> std::result::Result<String, String> {
        let mut out = String::new();
        Frames::new(content).read_to_string(&mut out).map_err(|error| error.to_string())?;
        Ok(out)
    }

    #[test]
    fn frames_follow_one_another_and_some_are_skipped() {
        let text = "olmkit ".repeat(8);
        assert_eq!(read(BY_ZSTD).unwrap(), text);
        assert_eq!(read(&[SKIPPED, BY_ZSTD, SKIPPED, SKIPPED, BY_ZSTD, SKIPPED].concat()).unwrap(), text.repeat(2));
        assert_eq!(read(SKIPPED).unwrap(), "");
        assert!(is_zstd(BY_ZSTD) && is_zstd(SKIPPED) && !is_zstd(b"PK") && !is_zstd(&[0x1F, 0x8B]));
    }

    #[test]
    fn truncated_input_is_refused() {
        for frames in [BY_ZSTD, SKIPPED] {
            for end in 1..frames.len() {
                assert!(read(&frames[..end]).unwrap_err().contains("ends early"), "{end} of {}", frames.len());
            }
        }
        assert!(read(&[BY_ZSTD, b"rest"].concat()).is_err());
    }

    #[test]
    fn what_is_damaged_is_refused_or_reads_the_same() {
        for bit in 0..BY_ZSTD.len() * 8 {
            let mut damaged = BY_ZSTD.to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // Some bits of the header have no effect.
            assert!(read(&damaged).map_or(true, |text| text == "olmkit ".repeat(8)), "bit {bit}");
        }
        let mut other_size = BY_ZSTD.to_vec();
        other_size[5] += 1;
        assert!(read(&other_size).is_err());
    }

    #[test]
    fn dictionaries_and_large_windows_are_refused() {
        const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
        let with = |header: &[u8]| read(&[&MAGIC, header].concat()).unwrap_err();
        assert_eq!(with(&[0x01, 0x00, 7]), "zstd: compressed with dictionary 7, which is not available");
        assert_eq!(with(&[0x00, 18 << 3]), "zstd: needs a window of 256 MiB; the maximum is 128 MiB");
        assert!(with(&[0x00, 0xFF]).contains("the maximum is 128 MiB"));
        // The window of a single-segment frame is the frame itself.
        assert_eq!(with(&[0xA0, 0, 0, 0, 0x40]), "zstd: needs a window of 1024 MiB; the maximum is 128 MiB");
        // The maximum window size with no content: the last block is empty.
        assert_eq!(read(&[&MAGIC[..], &[0x00, 17 << 3, 1, 0, 0]].concat()).unwrap(), "");
    }
}
