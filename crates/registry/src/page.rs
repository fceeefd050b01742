//! Detects web pages instead of a response: from a login, a proxy, or a server that is not a registry.

use reqwest::Url;

use crate::error::{Error, Kind};

/// Beginnings of a web page, after whitespace and in lower case.
const BEGINNINGS: [&str; 3] = ["<!doctype html", "<html", "<head"];
/// Maximum number of characters of a title in a message.
const MAX_TITLE: usize = 80;

/// A web page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    title: Option<String>,
}

impl Page {
    /// Returns the page if the body is one, or the beginning of one.
    pub(crate) fn of(body: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(body);
        let text = text.trim_start_matches(char::REPLACEMENT_CHARACTER).trim_start_matches('\u{feff}').trim_start();
        let is_page = BEGINNINGS.iter().any(|beginning| starts_with(text, beginning));
        is_page.then(|| Page { title: title(text) })
    }

    /// Returns the help. `url` is the address that returned the page.
    pub(crate) fn help(&self, url: &Url) -> String {
        format!(
            "{} {self}. It is not a registry, or a proxy or a login page answers in its place. \
             Check the name of the registry, and the proxy in HTTPS_PROXY and NO_PROXY.",
            authority(url)
        )
    }

    /// Creates an error for a page instead of the expected content.
    pub(crate) fn instead_of(&self, expected: &str, url: &Url) -> Error {
        Error::new(Kind::Unreachable, format!("the answer is a web page instead of {expected}")).help(self.help(url))
    }
}

impl std::fmt::Display for Page {
    /// Formats a predicate, such as "answered with a web page …".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("answered with a web page")?;
        self.title.as_ref().map_or(Ok(()), |title| write!(f, " with the title \"{title}\""))
    }
}

/// The host of a URL, with its port unless it is the default port.
pub(crate) fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or("the registry");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn starts_with(text: &str, lower: &str) -> bool {
    text.get(..lower.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower))
}

fn title(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (before, _) = lower.split_once("<title")?;
    let (_, rest) = text.get(before.len()..)?.split_once('>')?;
    let (title, _) = rest.split_once('<')?;
    let words: Vec<&str> = title.split_whitespace().collect();
    let shown: String = words.join(" ").chars().take(MAX_TITLE).collect();
    (!shown.is_empty()).then_some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_other_answers() {
        let title = |text: &str| Page::of(text.as_bytes()).map(|page| page.title);
        let named = |text: &str| Some(Some(text.to_owned()));
        assert_eq!(title("\n<!DOCTYPE html>\n<html><head><TITLE id=a>\n Sign  in </title>"), named("Sign in"));
        assert_eq!(title("<html>é<title></title>"), Some(None));
        assert_eq!(title("\u{feff}<HEAD>"), Some(None));
        for other in ["", "<", "{}", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>"] {
            assert_eq!(title(other), None, "{other}");
        }
    }
}
