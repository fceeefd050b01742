//! Email addresses as Go's net/mail reads them.

/// Why a text is not an address. The text is Go's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// No text at all.
    #[error("mail: no address")]
    NoAddress,
    /// Words without an address.
    #[error("mail: no angle-addr")]
    NoAngleAddress,
    /// Neither an address nor a name with one.
    #[error("mail: missing '@' or angle-addr")]
    MissingAt,
    /// A `<` without its `>`.
    #[error("mail: unclosed angle-addr")]
    UnclosedAngle,
    /// Nothing where an address belongs.
    #[error("mail: no addr-spec")]
    NoAddrSpec,
    /// A local part without domain.
    #[error("mail: missing @ in addr-spec")]
    MissingAtInAddrSpec,
    /// Nothing after the `@`.
    #[error("mail: no domain in addr-spec")]
    NoDomain,
    /// A character that cannot start a word.
    #[error("mail: invalid string")]
    InvalidString,
    /// A dot at an end, or two of them.
    #[error("mail: dot in atom")]
    DotInAtom,
    /// A control character between quotes.
    #[error("mail: bad character in quoted-string")]
    QuotedCharacter,
    /// A quote that is not closed.
    #[error("mail: unclosed quoted-string")]
    UnclosedQuote,
    /// A `[` without its `]`.
    #[error("mail: unclosed domain-literal")]
    UnclosedDomain,
    /// A comment that is not closed.
    #[error("mail: misformatted parenthetical comment")]
    Comment,
    /// A name without a word.
    #[error("mail: missing word in phrase: {}", MailError::MissingAt)]
    NoWord,
    /// Something after the address.
    #[error("mail: expected single address, got {}", crate::go_quote(.0))]
    NotSingle(String),
    /// A domain in brackets that is not an IP address.
    #[error("mail: invalid IP address in domain-literal: {}", crate::go_quote(.0))]
    DomainAddress(String),
}

/// `mail.ParseAddress`: one address, with or without a name.
///
/// # Errors
/// What Go refuses.
pub fn parse_address(text: &str) -> Result<(), MailError> {
    let mut parser = Parser { rest: text };
    parser.address()?;
    parser.skip_comments()?;
    if parser.rest.is_empty() {
        return Ok(());
    }
    Err(MailError::NotSingle(parser.rest.to_owned()))
}

struct Parser<'t> {
    rest: &'t str,
}

/// Characters of an atom; beyond ASCII all are.
fn is_atext(c: char, dot: bool) -> bool {
    match c {
        '.' => dot,
        '(' | ')' | '[' | ']' | ';' | '@' | '\\' | ',' | '<' | '>' | '"' | ':' => false,
        _ => !c.is_ascii() || c.is_ascii_graphic(),
    }
}

impl<'t> Parser<'t> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn consume(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn address(&mut self) -> Result<(), MailError> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err(MailError::NoAddress);
        }
        let before = self.rest;
        if self.addr_spec().is_ok() {
            return Ok(());
        }
        self.rest = before;
        let is_angle = self.rest.starts_with('<');
        if !is_angle {
            self.phrase()?;
        }
        self.skip_space();
        if !self.consume('<') {
            let all_atoms = before.chars().all(|c| is_atext(c, true) || c == ' ' || c == '\t');
            let words = before.trim().contains([' ', '\t']);
            return Err(match (before.contains('@'), all_atoms || words) {
                (true, true) if words => MailError::NoAngleAddress,
                _ => MailError::MissingAt,
            });
        }
        self.addr_spec()?;
        if !self.consume('>') {
            return Err(MailError::UnclosedAngle);
        }
        Ok(())
    }

    fn addr_spec(&mut self) -> Result<(), MailError> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err(MailError::NoAddrSpec);
        }
        if self.rest.starts_with('"') {
            self.quoted_string()?;
        } else {
            self.atom(true)?;
        }
        if !self.consume('@') {
            return Err(MailError::MissingAtInAddrSpec);
        }
        self.skip_space();
        if self.rest.is_empty() {
            return Err(MailError::NoDomain);
        }
        if self.rest.starts_with('[') { self.domain_literal() } else { self.atom(true) }
    }

    fn phrase(&mut self) -> Result<(), MailError> {
        let mut words = 0_usize;
        loop {
            self.skip_comments()?;
            if self.rest.is_empty() {
                break;
            }
            let read = if self.rest.starts_with('"') { self.quoted_string() } else { self.atom(false) };
            if read.is_err() {
                // A dot may stand in a phrase after its first word.
                if words > 0 && self.atom(true).is_ok() {
                    continue;
                }
                break;
            }
            words = words.saturating_add(1);
        }
        if words == 0 { Err(MailError::NoWord) } else { Ok(()) }
    }

    fn atom(&mut self, dot: bool) -> Result<(), MailError> {
        let width: usize = self.rest.chars().take_while(|&c| is_atext(c, dot)).map(char::len_utf8).sum();
        if width == 0 {
            return Err(MailError::InvalidString);
        }
        let (atom, rest) = self.rest.split_at(width);
        if dot && (atom.starts_with('.') || atom.ends_with('.') || atom.contains("..")) {
            return Err(MailError::DotInAtom);
        }
        self.rest = rest;
        Ok(())
    }

    fn quoted_string(&mut self) -> Result<(), MailError> {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.rest = self.rest.get(at.saturating_add(1)..).unwrap_or_default();
                    return Ok(());
                }
                c if c.is_control() && c != '\t' => return Err(MailError::QuotedCharacter),
                _ => {}
            }
        }
        Err(MailError::UnclosedQuote)
    }

    fn domain_literal(&mut self) -> Result<(), MailError> {
        let inner = self.rest.strip_prefix('[').unwrap_or_default();
        let Some((address, rest)) = inner.split_once(']') else {
            return Err(MailError::UnclosedDomain);
        };
        if address.parse::<std::net::IpAddr>().is_err() {
            return Err(MailError::DomainAddress(address.to_owned()));
        }
        self.rest = rest;
        Ok(())
    }

    fn skip_comments(&mut self) -> Result<(), MailError> {
        loop {
            self.skip_space();
            if !self.rest.starts_with('(') {
                return Ok(());
            }
            self.comment()?;
        }
    }

    fn comment(&mut self) -> Result<(), MailError> {
        let (mut depth, mut escaped) = (0_usize, false);
        for (at, c) in self.rest.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                self.rest = self.rest.get(at.saturating_add(1)..).unwrap_or_default();
                return Ok(());
            }
        }
        Err(MailError::Comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let good = ["a@b", "Name <a@b.c>", "<a@b>", "\"a b\"@c", "a@[1.2.3.4]", "a@b (comment)", " a@b ", "é@b"];
        for text in good {
            assert_eq!(parse_address(text), Ok(()), "{text}");
        }
        let bad = [
            ("foo", "mail: missing '@' or angle-addr"),
            ("a@b.", "mail: missing '@' or angle-addr"),
            ("a..b@c", "mail: missing '@' or angle-addr"),
            ("a b@c", "mail: no angle-addr"),
            ("a@b c", "mail: expected single address, got \"c\""),
            ("a@b, c@d", "mail: expected single address, got \", c@d\""),
            ("a@b>", "mail: expected single address, got \">\""),
            ("a@b@c", "mail: expected single address, got \"@c\""),
        ];
        for (text, error) in bad {
            assert_eq!(parse_address(text).unwrap_err().to_string(), error, "{text}");
        }
    }
}
