//! The language server on standard input and output.

use std::io::{self, BufRead, ErrorKind, Read as _, Write as _};
use std::sync::mpsc::{Receiver, channel};

use super::Start;
use crate::CLEAN;
use crate::native::Native;

/// The maximum size of a message, in bytes.
const LARGEST: u64 = 1 << 29;

/// Serves until the client requests the exit or closes the input.
pub(crate) fn run(start: Start) -> io::Result<u8> {
    let mut server = start.on(Box::new(Native::default()));
    let waiting = queue();
    let mut output = io::stdout().lock();
    while let Ok(message) = waiting.recv() {
        server.receive_json(&message?);
        loop {
            for message in waiting.try_iter() {
                server.receive_json(&message?);
            }
            let Some(messages) = server.step() else { break };
            for message in messages {
                let text = message.to_string();
                write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                output.flush()?;
            }
        }
        if server.exit_code().is_some() {
            break;
        }
    }
    Ok(server.exit_code().unwrap_or(CLEAN))
}

/// The queue of received messages. Messages are received while another one is handled.
fn queue() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = next(&mut input).transpose() {
            let is_last = message.is_err();
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads the next message, which follows a header with its length. `None` at the end of the input.
fn next(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let Some(length) = length.filter(|length| *length <= LARGEST) else {
        return Err(io::Error::new(ErrorKind::InvalidData, "a message has no Content-Length of at most 512 MiB"));
    };
    let mut message = Vec::new();
    let read = input.take(length).read_to_end(&mut message)?;
    Ok((read as u64 == length).then_some(message))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::next;

    #[test]
    fn messages_are_taken_out_of_the_input() {
        let mut input =
            &b"Content-Length: 2\r\nX: y\r\n\r\n{}content-length: 3\r\n\r\n[1]Content-Length: 9\r\n\r\n{"[..];
        assert_eq!(next(&mut input).unwrap().unwrap(), b"{}");
        assert_eq!(next(&mut input).unwrap().unwrap(), b"[1]");
        assert_eq!(next(&mut input).unwrap(), None);
    }

    #[test]
    fn a_length_that_is_not_a_number_or_is_too_large_is_an_error() {
        for length in ["abc", "99999999999999", "-1"] {
            let input = format!("Content-Length: {length}\r\n\r\n{{}}");
            assert!(next(&mut input.as_bytes()).is_err(), "{length}");
        }
    }
}
