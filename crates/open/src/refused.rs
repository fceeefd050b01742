//! Reasons for refusing a request.

use std::io;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// The reason for refusing a request. The message is for the user of the page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error("Open the address that `olmkit open` printed.\n")]
    UnknownHost,
    #[error("Open the address that `olmkit open` printed.\n")]
    Unknown,
    #[error("This address works once. Use the page that it opened, or run `olmkit open` again.\n")]
    Used,
    #[error("Requests from other pages are refused.\n")]
    OtherPage,
    #[error("Not allowed.")]
    Method,
    #[error("not found")]
    NotFound,
    #[error("Set the version to replace: If-Match, or If-None-Match: *.")]
    NoCondition,
    #[error("The path is outside the folder.")]
    Outside,
    #[error("{0} is not served: .git, node_modules and files whose names begin with .olmkit- are not read or written.")]
    Skipped(String),
    #[error("Only {0} is open.")]
    OnlyOne(String),
    #[error(
        "This is a copy of the image {0}, which cannot be saved. Download the file instead. To save changes in a folder, \
         run `olmkit open {0} --to DIR`."
    )]
    Copy(String),
    #[error("{0} is a symbolic link or below one. Links are not followed.")]
    Link(String),
    #[error("{0} is not a file.")]
    NotAFile(String),
    #[error("{0} does not exist.")]
    Missing(String),
    #[error("{0} was changed on disk in the meantime.")]
    Changed(String),
    #[error("{0} is read-only on disk. Make it writable and save again, or download it.")]
    ReadOnly(String),
    #[error("{0} already exists.")]
    Exists(String),
    #[error("{path} cannot be read or written: {}", olmkit_disk::reason(source))]
    Denied { path: String, source: io::Error },
    #[error("Not enough space for {0}. The file on disk is unchanged.")]
    NoSpace(String),
    #[error("The file is too large.")]
    TooLarge,
    #[error("The file did not arrive completely.")]
    Incomplete,
    #[error("The folder has more than {0} files. Open a subfolder.")]
    TooManyFiles(usize),
    #[error("{path}: {}", olmkit_disk::reason(source))]
    Failed { path: String, source: io::Error },
    #[error("olmkit: internal error: {0}")]
    Internal(#[from] tokio::task::JoinError),
}

impl Refused {
    /// Converts an error of the system about a path to a message for the page.
    pub(crate) fn of(path: &str) -> impl FnOnce(io::Error) -> Refused {
        use io::ErrorKind::{
            NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
        };
        move |source| {
            let path = path.to_owned();
            match source.kind() {
                NotFound | NotADirectory => Refused::Missing(path),
                PermissionDenied | ReadOnlyFilesystem => Refused::Denied { path, source },
                StorageFull | QuotaExceeded => Refused::NoSpace(path),
                _ if olmkit_disk::is_loop(&source) => Refused::Link(path),
                _ => Refused::Failed { path, source },
            }
        }
    }

    fn status(&self) -> StatusCode {
        use Refused::{
            Changed, Copy, Denied, Exists, Failed, Incomplete, Internal, Link, Method, Missing, NoCondition, NoSpace,
            NotAFile, NotFound, OnlyOne, OtherPage, Outside, ReadOnly, Skipped, TooLarge, TooManyFiles, Unknown,
            UnknownHost, Used,
        };
        match self {
            UnknownHost => StatusCode::MISDIRECTED_REQUEST,
            Unknown
            | Used
            | OtherPage
            | Outside
            | Skipped(_)
            | OnlyOne(_)
            | Copy(_)
            | Link(_)
            | NotAFile(_)
            | ReadOnly(_)
            | Denied { .. } => StatusCode::FORBIDDEN,
            Method => StatusCode::METHOD_NOT_ALLOWED,
            Incomplete => StatusCode::BAD_REQUEST,
            NotFound | Missing(_) => StatusCode::NOT_FOUND,
            NoCondition => StatusCode::PRECONDITION_REQUIRED,
            Changed(_) | Exists(_) => StatusCode::PRECONDITION_FAILED,
            NoSpace(_) => StatusCode::INSUFFICIENT_STORAGE,
            TooLarge | TooManyFiles(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Failed { .. } | Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status(), [(CONTENT_TYPE, "text/plain; charset=utf-8")], self.to_string()).into_response()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn system_errors_have_no_number() {
        let message = |number: i32| Refused::of("a.yaml")(io::Error::from_raw_os_error(number)).to_string();
        assert_eq!(message(13), "a.yaml cannot be read or written: permission denied");
        assert_eq!(message(5), "a.yaml: input/output error");
    }
}
