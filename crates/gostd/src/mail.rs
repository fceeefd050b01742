//! Email addresses as Go's net/mail reads them.

const NO_AT: &str = "mail: missing '@' or angle-addr";

/// `mail.ParseAddress`: one address, with or without a name.
///
/// # Errors
/// Go's text.
pub fn parse_address(text: &str) -> Result<(), String> {
    let mut parser = Parser { rest: text };
    parser.address()?;
    parser.skip_comments()?;
    if parser.rest.is_empty() {
        return Ok(());
    }
    Err(format!("mail: expected single address, got {}", crate::go_quote(parser.rest)))
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

    fn address(&mut self) -> Result<(), String> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err("mail: no address".to_owned());
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
                (true, true) if words => "mail: no angle-addr".to_owned(),
                _ => NO_AT.to_owned(),
            });
        }
        self.addr_spec()?;
        if !self.consume('>') {
            return Err("mail: unclosed angle-addr".to_owned());
        }
        Ok(())
    }

    fn addr_spec(&mut self) -> Result<(), String> {
        self.skip_space();
        if self.rest.is_empty() {
            return Err("mail: no addr-spec".to_owned());
        }
        if self.rest.starts_with('"') {
            self.quoted_string()?;
        } else {
            self.atom(true)?;
        }
        if !self.consume('@') {
            return Err("mail: missing @ in addr-spec".to_owned());
        }
        self.skip_space();
        if self.rest.is_empty() {
            return Err("mail: no domain in addr-spec".to_owned());
        }
        if self.rest.starts_with('[') { self.domain_literal() } else { self.atom(true) }
    }

    fn phrase(&mut self) -> Result<(), String> {
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
        if words == 0 { Err(format!("mail: missing word in phrase: {NO_AT}")) } else { Ok(()) }
    }

    fn atom(&mut self, dot: bool) -> Result<(), String> {
        let width: usize = self.rest.chars().take_while(|&c| is_atext(c, dot)).map(char::len_utf8).sum();
        if width == 0 {
            return Err("mail: invalid string".to_owned());
        }
        let (atom, rest) = self.rest.split_at(width);
        if dot && (atom.starts_with('.') || atom.ends_with('.') || atom.contains("..")) {
            return Err("mail: dot in atom".to_owned());
        }
        self.rest = rest;
        Ok(())
    }

    fn quoted_string(&mut self) -> Result<(), String> {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.rest = self.rest.get(at.saturating_add(1)..).unwrap_or_default();
                    return Ok(());
                }
                c if c.is_control() && c != '\t' => return Err("mail: bad character in quoted-string".to_owned()),
                _ => {}
            }
        }
        Err("mail: unclosed quoted-string".to_owned())
    }

    fn domain_literal(&mut self) -> Result<(), String> {
        let inner = self.rest.strip_prefix('[').unwrap_or_default();
        let Some((address, rest)) = inner.split_once(']') else {
            return Err("mail: unclosed domain-literal".to_owned());
        };
        if address.parse::<std::net::IpAddr>().is_err() {
            return Err(format!("mail: invalid IP address in domain-literal: {}", crate::go_quote(address)));
        }
        self.rest = rest;
        Ok(())
    }

    fn skip_comments(&mut self) -> Result<(), String> {
        loop {
            self.skip_space();
            if !self.rest.starts_with('(') {
                return Ok(());
            }
            self.comment()?;
        }
    }

    fn comment(&mut self) -> Result<(), String> {
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
        Err("mail: misformatted parenthetical comment".to_owned())
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
            ("foo", NO_AT),
            ("a@b.", NO_AT),
            ("a..b@c", NO_AT),
            ("a b@c", "mail: no angle-addr"),
            ("a@b c", "mail: expected single address, got \"c\""),
            ("a@b, c@d", "mail: expected single address, got \", c@d\""),
            ("a@b>", "mail: expected single address, got \">\""),
            ("a@b@c", "mail: expected single address, got \"@c\""),
        ];
        for (text, error) in bad {
            assert_eq!(parse_address(text), Err(error.to_owned()), "{text}");
        }
    }
}
