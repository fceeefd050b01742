//! The language server on standard input and output.

use std::sync::mpsc::{Receiver, channel};

use lsp_server::{Connection, Message};

use super::{Server, Start};
use crate::CLEAN;
use crate::native::Native;

/// Why the server stops before the client says so.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StdioError {
    #[error(transparent)]
    Stream(#[from] std::io::Error),
    /// Nothing takes messages any more.
    #[error("sending on a disconnected channel")]
    Closed,
}

/// Serves until the client says to stop, or is gone.
pub(crate) fn run(start: Start) -> Result<u8, StdioError> {
    let mut server = start.on(Box::new(Native::default()));
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, &mut server);
    drop(connection);
    let joined = threads.join().map_err(StdioError::from);
    served.and(joined).map(|()| server.exit_code().unwrap_or(CLEAN))
}

fn serve(connection: &Connection, server: &mut Server) -> Result<(), StdioError> {
    let waiting = queue(connection);
    while let Ok(message) = waiting.recv() {
        server.receive(message);
        loop {
            waiting.try_iter().for_each(|message| server.receive(message));
            let Some(said) = server.step() else { break };
            for message in said {
                connection.sender.send(message).map_err(|_| StdioError::Closed)?;
            }
        }
        if server.exit_code().is_some() {
            break;
        }
    }
    Ok(())
}

/// The messages that have come. The connection itself holds one at a time: none could be seen while another is handled.
fn queue(connection: &Connection) -> Receiver<Message> {
    let (sender, receiver) = channel();
    let messages = connection.receiver.clone();
    std::thread::spawn(move || messages.into_iter().try_for_each(|message| sender.send(message)));
    receiver
}
