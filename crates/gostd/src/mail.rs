//! Email addresses as Go's net/mail parses them: addresses of RFC 5322, with extensions for names, comments, groups and
//! encoded words.

/// The reason why a string is not an address. The message is Go's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// An empty string.
    #[error("mail: no address")]
    NoAddress,
    /// A group without an address.
    #[error("mail: empty group")]
    EmptyGroup,
    /// A group with several addresses.
    #[error("mail: group with multiple addresses")]
    Group,
    /// Two addresses of a group without a comma.
    #[error("mail: expected comma")]
    Comma,
    /// A name without an address.
    #[error("mail: no angle-addr")]
    NoAngleAddress,
    /// Neither an address nor a name with one.
    #[error("mail: missing '@' or angle-addr")]
    MissingAt,
    /// A `<` without its `>`.
    #[error("mail: unclosed angle-addr")]
    UnclosedAngle,
    /// An address is missing after `<`.
    #[error("mail: no addr-spec")]
    NoAddrSpec,
    /// A local part without a domain.
    #[error("mail: missing @ in addr-spec")]
    MissingAtInAddrSpec,
    /// An empty quoted local part: `""@example.com`.
    #[error("mail: empty quoted string in addr-spec")]
    EmptyLocalPart,
    /// Nothing after the `@`.
    #[error("mail: no domain in addr-spec")]
    NoDomain,
    /// A character that cannot start a word.
    #[error("mail: invalid string")]
    InvalidString,
    /// A leading dot: `.a`.
    #[error("mail: leading dot in atom")]
    LeadingDot,
    /// Two consecutive dots: `a..b`.
    #[error("mail: double dot in atom")]
    DoubleDot,
    /// A trailing dot: `a.`.
    #[error("mail: trailing dot in atom")]
    TrailingDot,
    /// A control character between quotes.
    #[error("mail: bad character in quoted-string: {}", quote_char(*.0))]
    QuotedCharacter(char),
    /// A quote that is not closed.
    #[error("mail: unclosed quoted-string")]
    UnclosedQuote,
    /// A `[` without its `]`.
    #[error("mail: unclosed domain-literal")]
    UnclosedDomain,
    /// A character that is not allowed between `[` and `]`.
    #[error("mail: bad character in domain-literal: {}", quote_char(*.0))]
    DomainCharacter(char),
    /// A domain in brackets that is not an IP address.
    #[error("mail: invalid IP address in domain-literal: {}", crate::go_quote(.0))]
    DomainAddress(String),
    /// A comment that is not closed.
    #[error("mail: misformatted parenthetical comment")]
    Comment,
    /// An encoded word in a character set that Go does not know.
    #[error("charset not supported: {}", crate::go_quote(.0))]
    Charset(String),
    /// A name without a word.
    #[error("mail: missing word in phrase: {0}")]
    NoWord(Box<MailError>),
    /// Text after the address.
    #[error("mail: expected single address, got {}", crate::go_quote(.0))]
    NotSingle(String),
}

type Result<T> = std::result::Result<T, MailError>;

/// `mail.ParseAddress`: one address, with or without a name.
///
/// # Errors
/// The reason why Go rejects the text.
pub fn parse_address(text: &str) -> Result<()> {
    let mut parser = Parser { rest: text };
    let count = parser.address(true)?;
    parser.skip_comments()?;
    match (parser.rest, count) {
        ("", 0) => Err(MailError::EmptyGroup),
        ("", 1) => Ok(()),
        ("", _) => Err(MailError::Group),
        (rest, _) => Err(MailError::NotSingle(rest.to_owned())),
    }
}

struct Parser<'t> {
    rest: &'t str,
}

/// Characters that are neither spaces nor control characters. All characters beyond ASCII are visible.
fn is_visible(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_graphic()
}

/// Characters of an atom.
fn is_atext(c: char) -> bool {
    !"()<>[]:;@\\,\"".contains(c) && is_visible(c)
}

fn quote_char(c: char) -> String {
    let mut quoted = "'".to_owned();
    crate::escape(c, &mut quoted);
    quoted.push('\'');
    quoted
}

impl<'t> Parser<'t> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn consume(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parses a mailbox or, with `groups`, a group of mailboxes. Returns the number of addresses.
    fn address(&mut self, groups: bool) -> Result<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err(MailError::NoAddress);
        }
        // A bare address has the more restricted grammar, so it is tried first.
        let before = self.rest;
        if self.addr_spec().is_ok() {
            self.skip_space();
            return self.name_comment().map(|()| 1);
        }
        self.rest = before;
        let name = if self.rest.starts_with('<') { String::new() } else { self.phrase()? };
        self.skip_space();
        if groups && self.consume(':') {
            return self.group();
        }
        if !self.consume('<') {
            let is_atom = name.chars().all(is_atext);
            return Err(if is_atom { MailError::MissingAt } else { MailError::NoAngleAddress });
        }
        self.addr_spec()?;
        if self.consume('>') { Ok(1) } else { Err(MailError::UnclosedAngle) }
    }

    /// Parses the addresses after the `:` of a group.
    fn group(&mut self) -> Result<usize> {
        let mut count = 0_usize;
        self.skip_space();
        if self.consume(';') {
            self.skip_comments()?;
            return Ok(count);
        }
        loop {
            self.skip_space();
            count = count.saturating_add(self.address(false)?);
            self.skip_comments()?;
            if self.consume(';') {
                self.skip_comments()?;
                return Ok(count);
            }
            if !self.consume(',') {
                return Err(MailError::Comma);
            }
        }
    }

    fn addr_spec(&mut self) -> Result<()> {
        self.skip_space();
        match self.rest.chars().next() {
            None => return Err(MailError::NoAddrSpec),
            Some('"') => {
                if self.quoted_string()?.is_empty() {
                    return Err(MailError::EmptyLocalPart);
                }
            }
            Some(_) => self.dot_atom()?,
        }
        if !self.consume('@') {
            return Err(MailError::MissingAtInAddrSpec);
        }
        self.skip_space();
        match self.rest.chars().next() {
            None => Err(MailError::NoDomain),
            Some('[') => self.domain_literal(),
            Some(_) => self.dot_atom(),
        }
    }

    /// Parses the words of a name. After the first word, invalid input ends the name.
    fn phrase(&mut self) -> Result<String> {
        let mut words: Vec<String> = Vec::new();
        loop {
            if !words.is_empty() {
                self.skip_comments()?;
            }
            self.skip_space();
            let word = if self.rest.starts_with('"') {
                self.quoted_string()
            } else {
                self.atom().and_then(|word| encoded_word(word).map(|()| word.to_owned()))
            };
            match word {
                Ok(word) => words.push(word),
                Err(error) if words.is_empty() => return Err(MailError::NoWord(Box::new(error))),
                Err(_) => return Ok(words.join(" ")),
            }
        }
    }

    /// Parses the characters of an atom, including dots.
    fn atom(&mut self) -> Result<&'t str> {
        let end = self.rest.find(|c| !is_atext(c)).unwrap_or(self.rest.len());
        let Some((atom, rest)) = self.rest.split_at_checked(end).filter(|(atom, _)| !atom.is_empty()) else {
            return Err(MailError::InvalidString);
        };
        self.rest = rest;
        Ok(atom)
    }

    /// Parses an atom whose dots are between other characters.
    fn dot_atom(&mut self) -> Result<()> {
        match self.atom()? {
            atom if atom.starts_with('.') => Err(MailError::LeadingDot),
            atom if atom.contains("..") => Err(MailError::DoubleDot),
            atom if atom.ends_with('.') => Err(MailError::TrailingDot),
            _ => Ok(()),
        }
    }

    fn quoted_string(&mut self) -> Result<String> {
        let (mut text, mut escaped) = (String::new(), false);
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                '"' if !escaped => {
                    self.rest = self.rest.get(at.saturating_add(1)..).unwrap_or_default();
                    return Ok(text);
                }
                '\\' if !escaped => escaped = true,
                c if is_visible(c) || matches!(c, ' ' | '\t') => {
                    escaped = false;
                    text.push(c);
                }
                c => return Err(MailError::QuotedCharacter(c)),
            }
        }
        Err(MailError::UnclosedQuote)
    }

    fn domain_literal(&mut self) -> Result<()> {
        let inner = self.rest.strip_prefix('[').unwrap_or_default();
        let end = inner.find(|c| matches!(c, '[' | ']' | '\\') || !is_visible(c));
        let (address, rest) = inner.split_at_checked(end.unwrap_or(inner.len())).unwrap_or_default();
        match rest.chars().next() {
            None => return Err(MailError::UnclosedDomain),
            Some(']') => {}
            Some(c) => return Err(MailError::DomainCharacter(c)),
        }
        if address.parse::<std::net::IpAddr>().is_err() {
            return Err(MailError::DomainAddress(address.to_owned()));
        }
        self.rest = rest.strip_prefix(']').unwrap_or_default();
        Ok(())
    }

    fn skip_comments(&mut self) -> Result<()> {
        self.skip_space();
        while self.rest.starts_with('(') {
            self.comment()?;
            self.skip_space();
        }
        Ok(())
    }

    /// Parses a comment after an address, which is its name; its words may be encoded.
    fn name_comment(&mut self) -> Result<()> {
        if !self.rest.starts_with('(') {
            return Ok(());
        }
        let name = self.comment()?;
        name.split([' ', '\t']).try_for_each(encoded_word)
    }

    /// Parses the text of a comment, which may contain nested comments.
    fn comment(&mut self) -> Result<&'t str> {
        let (text, mut depth, mut escaped) = (self.rest, 0_usize, false);
        for (at, c) in text.char_indices() {
            let is_last = text.len() <= at.saturating_add(c.len_utf8());
            match c {
                _ if escaped => escaped = false,
                '\\' if !is_last => escaped = true,
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                self.rest = text.get(at.saturating_add(1)..).unwrap_or_default();
                return Ok(text.get(1..at).unwrap_or_default());
            }
        }
        Err(MailError::Comment)
    }
}

/// Rejects an encoded word of RFC 2047 (`=?CHARSET?q?TEXT?=`) whose character set Go does not know. An invalid encoded
/// word is accepted as plain text.
fn encoded_word(word: &str) -> Result<()> {
    const KNOWN: [&str; 3] = ["utf-8", "iso-8859-1", "us-ascii"];
    let inner = word.strip_prefix("=?").and_then(|word| word.strip_suffix("?=")).unwrap_or_default();
    let parts: Vec<&str> = inner.split('?').collect();
    let [charset, encoding, text] = parts.as_slice() else { return Ok(()) };
    let is_encoded = match *encoding {
        "b" | "B" => is_base64(text),
        "q" | "Q" => is_quoted(text),
        _ => false,
    };
    if charset.is_empty() || !is_encoded || KNOWN.iter().any(|known| charset.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(MailError::Charset(charset.to_lowercase()))
}

fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len().saturating_sub(digits.len()) <= 2
        && digits.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}

/// Whether every `=` is followed by two hexadecimal digits, and all other characters are printable ASCII.
fn is_quoted(text: &str) -> bool {
    let mut parts = text.split('=');
    let is_hex = |part: &str| part.get(..2).is_some_and(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
    parts.next().is_none_or(|first| first.bytes().all(|b| b.is_ascii_graphic() || b == b' '))
        && parts.all(|part| is_hex(part) && part.bytes().all(|b| b.is_ascii_graphic() || b == b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let good = [
            "a@b",
            "Name <a@b.c>",
            "<a@b>",
            "\"a b\"@c",
            "a@[1.2.3.4]",
            "a@[::1]",
            "a@b (comment)",
            "a@b (a (b) \\) c)",
            " a@b ",
            "é@b",
            "a.b<a@b.c>",
            "..a <a@b>",
            "J. R. <a@b>",
            "\"a\\\"b\" c <a@b> (d)",
            "group: a@b;",
            "g: N <a@b> (x) ; (y)",
            "=?utf-8?q?=C3=A9?= <a@b>",
            "=?x?z?y?= <a@b>",
            "=?x?q?=zz?= <a@b>",
        ];
        for text in good {
            assert_eq!(parse_address(text), Ok(()), "{text}");
        }
        let bad = [
            ("", "mail: no address"),
            ("foo", "mail: missing '@' or angle-addr"),
            ("a@b.", "mail: missing '@' or angle-addr"),
            ("a..b@c", "mail: missing '@' or angle-addr"),
            ("a b@c", "mail: no angle-addr"),
            ("\"a b\"", "mail: no angle-addr"),
            ("a@b c", "mail: expected single address, got \"c\""),
            ("a@b, c@d", "mail: expected single address, got \", c@d\""),
            ("a@b>", "mail: expected single address, got \">\""),
            ("a@b@c", "mail: expected single address, got \"@c\""),
            (";", "mail: missing word in phrase: mail: invalid string"),
            ("(a)", "mail: missing word in phrase: mail: invalid string"),
            ("\"a\u{1}\"@b", "mail: missing word in phrase: mail: bad character in quoted-string: '\\x01'"),
            ("\"a", "mail: missing word in phrase: mail: unclosed quoted-string"),
            ("=?x?q?y?= <a@b>", "mail: missing word in phrase: charset not supported: \"x\""),
            ("a@b (=?X?b?YQ==?=)", "charset not supported: \"x\""),
            ("a@b (c", "mail: misformatted parenthetical comment"),
            ("a (c", "mail: misformatted parenthetical comment"),
            ("<", "mail: no addr-spec"),
            ("<a>", "mail: missing @ in addr-spec"),
            ("<a@>", "mail: invalid string"),
            ("<a@", "mail: no domain in addr-spec"),
            ("<\"\"@b>", "mail: empty quoted string in addr-spec"),
            ("<.a@b>", "mail: leading dot in atom"),
            ("<a..b@b>", "mail: double dot in atom"),
            ("<a@b.>", "mail: trailing dot in atom"),
            ("<a@b", "mail: unclosed angle-addr"),
            ("<a@[1.2.3.4>", "mail: unclosed domain-literal"),
            ("<a@[1.2 3.4]>", "mail: bad character in domain-literal: ' '"),
            ("<a@[01.2.3.4]>", "mail: invalid IP address in domain-literal: \"01.2.3.4\""),
            ("g:;", "mail: empty group"),
            ("g: a@b, c@d;", "mail: group with multiple addresses"),
            ("g: a@b c@d;", "mail: expected comma"),
            ("g: h: a@b;;", "mail: missing '@' or angle-addr"),
        ];
        for (text, error) in bad {
            assert_eq!(parse_address(text).unwrap_err().to_string(), error, "{text}");
        }
    }
}
