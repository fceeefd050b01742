//! The parser, which also expands macros.

use super::Error;
use super::ast::{Ast, Expr, Id, Kind, Literal, Loop};
use super::lexer::{Lexeme, Token, tokens};

/// The maximum nesting of expressions: cel-go's default.
const MAX_DEPTH: usize = 250;
/// The maximum length of an expression in characters: cel-go's default.
const MAX_LENGTH: usize = 100_000;

/// Identifiers that CEL reserves because other languages use them.
const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// Whether CEL reserves an identifier. Literals and `in` are not identifiers.
#[must_use]
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

pub(super) fn parse(text: &str) -> Result<Ast, Error> {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        let message = format!("expression code point size exceeds limit: size: {length}, limit {MAX_LENGTH}");
        return Err(Error::new(message, 0, ""));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { text, tokens, at: 0, depth: 0, exprs: Vec::new(), heights: Vec::new() };
    let root = parser.expr()?;
    if *parser.peek() != Token::End {
        return Err(parser.unexpected());
    }
    Ok(Ast { exprs: parser.exprs, root })
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Lexeme>,
    at: usize,
    depth: usize,
    exprs: Vec<Expr>,
    /// The height of each expression, which bounds the recursion of the checker and the evaluator.
    heights: Vec<usize>,
}

type Parsed<T = Id> = Result<T, Error>;

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, count: usize) -> &Token {
        self.tokens.get(self.at.saturating_add(count)).map_or(&Token::End, |lexeme| &lexeme.token)
    }

    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |lexeme| lexeme.offset)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = self.at.saturating_add(1);
        token
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.at = self.at.saturating_add(1);
        }
        found
    }

    fn want(&mut self, sign: &str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn error(&self, message: impl Into<String>, offset: usize) -> Error {
        Error::new(message, offset, self.text)
    }

    fn unexpected(&self) -> Error {
        let offset = self.offset();
        let end = self.tokens.get(self.at.saturating_add(1)).map_or(self.text.len(), |lexeme| lexeme.offset);
        let found = match self.peek() {
            Token::End => "<EOF>",
            _ => self.text.get(offset..end).unwrap_or_default().trim_end(),
        };
        self.error(format!("Syntax error: mismatched input '{found}'"), offset)
    }

    fn push(&mut self, kind: Kind, offset: usize, parts: &[Id]) -> Parsed {
        let height = |id: &Id| self.heights.get(*id).copied().unwrap_or_default();
        let height = parts.iter().map(height).max().unwrap_or_default().saturating_add(1);
        if height > MAX_DEPTH {
            return Err(self.error(format!("expression recursion limit exceeded: {MAX_DEPTH}"), offset));
        }
        self.exprs.push(Expr { kind, offset });
        self.heights.push(height);
        Ok(self.exprs.len().saturating_sub(1))
    }

    fn call(&mut self, function: &str, args: Vec<Id>, offset: usize) -> Parsed {
        let parts = args.clone();
        self.push(Kind::Call { function: function.to_owned(), target: None, args }, offset, &parts)
    }

    fn expr(&mut self) -> Parsed {
        self.depth = self.depth.saturating_add(1);
        if self.depth > MAX_DEPTH {
            return Err(self.error(format!("expression recursion limit exceeded: {MAX_DEPTH}"), self.offset()));
        }
        let mut found = self.or()?;
        let offset = self.offset();
        if self.take("?") {
            let yes = self.or()?;
            self.want(":")?;
            let no = self.expr()?;
            found = self.push(Kind::Conditional { condition: found, yes, no }, offset, &[found, yes, no])?;
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(found)
    }

    fn or(&mut self) -> Parsed {
        let first = self.and()?;
        let offset = self.offset();
        let mut terms = vec![first];
        while self.take("||") {
            terms.push(self.and()?);
        }
        if terms.len() == 1 {
            return Ok(first);
        }
        let parts = terms.clone();
        self.push(Kind::Or(terms), offset, &parts)
    }

    fn and(&mut self) -> Parsed {
        let first = self.binary(0)?;
        let offset = self.offset();
        let mut terms = vec![first];
        while self.take("&&") {
            terms.push(self.binary(0)?);
        }
        if terms.len() == 1 {
            return Ok(first);
        }
        let parts = terms.clone();
        self.push(Kind::And(terms), offset, &parts)
    }

    /// Relations, sums, products: each level binds more tightly than the one before. All operators are
    /// left-associative.
    fn binary(&mut self, level: usize) -> Parsed {
        const LEVELS: [&[&str]; 3] = [&["<", "<=", ">=", ">", "==", "!="], &["+", "-"], &["*", "/", "%"]];
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let next = level.saturating_add(1);
        let mut left = self.binary(next)?;
        loop {
            let offset = self.offset();
            let function = match self.peek() {
                Token::Sign(sign) if signs.contains(sign) => format!("_{sign}_"),
                Token::In if level == 0 => "@in".to_owned(),
                _ => return Ok(left),
            };
            self.at = self.at.saturating_add(1);
            let right = self.binary(next)?;
            left = self.call(&function, vec![left, right], offset)?;
        }
    }

    fn unary(&mut self) -> Parsed {
        let offset = self.offset();
        let sign = if self.is("!") { "!" } else { "-" };
        let mut count = 0_usize;
        while self.take(sign) {
            count = count.saturating_add(1);
        }
        // One minus belongs to the number itself, because the smallest integer has no positive counterpart.
        let is_number = |token: &Token| matches!(token, Token::Int { .. } | Token::Float(_));
        let mut negative = false;
        if sign == "-" && count > 0 && is_number(self.peek()) {
            count = count.saturating_sub(1);
            negative = true;
        } else if sign == "!" && self.is("-") && is_number(self.ahead(1)) {
            self.at = self.at.saturating_add(1);
            negative = true;
        }
        let mut found = self.member(negative)?;
        if count % 2 == 1 {
            found = self.call(if sign == "!" { "!_" } else { "-_" }, vec![found], offset)?;
        }
        Ok(found)
    }

    fn member(&mut self, negative: bool) -> Parsed {
        let mut found = self.primary(negative)?;
        loop {
            let offset = self.offset();
            if self.take("[") {
                self.no_optional()?;
                let index = self.expr()?;
                self.want("]")?;
                found = self.call("_[_]", vec![found, index], offset)?;
            } else if self.take(".") {
                self.no_optional()?;
                let Token::Ident(field) = self.peek().clone() else { return Err(self.unexpected()) };
                self.at = self.at.saturating_add(1);
                let open = self.offset();
                found = if self.take("(") {
                    let args = self.list(")")?;
                    self.member_call(found, &field, args, open)?
                } else {
                    self.push(Kind::Select { operand: found, field, test: false }, offset, &[found])?
                };
            } else {
                return Ok(found);
            }
        }
    }

    fn no_optional(&self) -> Parsed<()> {
        if self.is("?") { Err(self.error("unsupported syntax '?'", self.offset())) } else { Ok(()) }
    }

    fn primary(&mut self, negative: bool) -> Parsed {
        let offset = self.offset();
        if self.take("(") {
            let found = self.expr()?;
            self.want(")")?;
            return Ok(found);
        }
        if self.take("[") {
            let items = self.items("]")?;
            let parts = items.clone();
            return self.push(Kind::List(items), offset, &parts);
        }
        if self.take("{") {
            return self.map(offset);
        }
        if self.take(".") && !matches!(self.peek(), Token::Ident(_)) {
            return Err(self.unexpected());
        }
        if let Token::Ident(name) = self.peek().clone() {
            return self.name(name, offset);
        }
        let literal = self.literal(negative)?;
        self.push(Kind::Literal(literal), offset, &[])
    }

    fn name(&mut self, name: String, offset: usize) -> Parsed {
        if let Some(message) = self.message(offset)? {
            return Ok(message);
        }
        self.at = self.at.saturating_add(1);
        if is_reserved(&name) {
            return Err(self.error(format!("reserved identifier: {name}"), offset));
        }
        let open = self.offset();
        if !self.take("(") {
            return self.push(Kind::Ident(name), offset, &[]);
        }
        let args = self.list(")")?;
        if name == "has" && args.len() == 1 {
            return self.has(&args, open);
        }
        self.call(&name, args, open)
    }

    fn has(&mut self, args: &[Id], offset: usize) -> Parsed {
        let argument = args.first().and_then(|id| self.exprs.get(*id)).map(|expr| &expr.kind);
        let Some(Kind::Select { operand, field, test: false }) = argument else {
            return Err(self.error("invalid argument to has() macro", offset));
        };
        let (operand, field) = (*operand, field.clone());
        self.push(Kind::Select { operand, field, test: true }, offset, &[operand])
    }

    fn member_call(&mut self, target: Id, function: &str, args: Vec<Id>, offset: usize) -> Parsed {
        let kind = match (function, args.len()) {
            ("all", 2) => Some(Loop::All),
            ("exists", 2) => Some(Loop::Exists),
            ("exists_one" | "existsOne", 2) => Some(Loop::ExistsOne),
            ("map", 2 | 3) => Some(Loop::Map),
            ("filter", 2) => Some(Loop::Filter),
            _ => None,
        };
        let mut parts = args.clone();
        parts.push(target);
        let Some(kind) = kind else {
            return self.push(Kind::Call { function: function.to_owned(), target: Some(target), args }, offset, &parts);
        };
        let variable = args.first().and_then(|id| self.exprs.get(*id));
        let Some(Expr { kind: Kind::Ident(variable), .. }) = variable else {
            let at = variable.map_or(offset, |expr| expr.offset);
            return Err(self.error("argument must be a simple name", at));
        };
        let variable = variable.clone();
        let filter = (args.len() == 3).then(|| args.get(1).copied()).flatten();
        let body = args.last().copied().unwrap_or_default();
        self.push(Kind::Loop { kind, range: target, variable, filter, body }, offset, &parts)
    }

    /// Parses arguments up to the closing bracket. A trailing comma is not allowed.
    fn list(&mut self, close: &str) -> Parsed<Vec<Id>> {
        let mut found = Vec::new();
        if self.take(close) {
            return Ok(found);
        }
        loop {
            found.push(self.expr()?);
            if self.take(close) {
                return Ok(found);
            }
            self.want(",")?;
        }
    }

    /// Parses the items of a list literal. A trailing comma is allowed.
    fn items(&mut self, close: &str) -> Parsed<Vec<Id>> {
        let mut found = Vec::new();
        loop {
            if self.take(close) {
                return Ok(found);
            }
            if found.is_empty() && self.take(",") {
                self.want(close)?;
                return Ok(found);
            }
            self.no_optional()?;
            found.push(self.expr()?);
            if !self.take(",") {
                self.want(close)?;
                return Ok(found);
            }
        }
    }

    fn map(&mut self, offset: usize) -> Parsed {
        let (mut entries, mut parts) = (Vec::new(), Vec::new());
        while !self.take("}") {
            if entries.is_empty() && self.take(",") {
                self.want("}")?;
                break;
            }
            self.no_optional()?;
            let key = self.expr()?;
            self.want(":")?;
            let value = self.expr()?;
            entries.push((key, value));
            parts.extend([key, value]);
            if !self.take(",") {
                self.want("}")?;
                break;
            }
        }
        self.push(Kind::Map(entries), offset, &parts)
    }

    /// Parses `name.name{field: value}`. No message type is declared, but the syntax must be valid.
    fn message(&mut self, offset: usize) -> Parsed<Option<Id>> {
        let mut name = String::new();
        let mut ahead = 0_usize;
        loop {
            let Token::Ident(part) = self.ahead(ahead) else { return Ok(None) };
            name.push_str(part);
            match self.ahead(ahead.saturating_add(1)) {
                Token::Sign("{") => break,
                Token::Sign(".") => name.push('.'),
                _ => return Ok(None),
            }
            ahead = ahead.saturating_add(2);
        }
        self.at = self.at.saturating_add(ahead).saturating_add(2);
        while !self.take("}") {
            let Token::Ident(_) = self.next() else { return Err(self.unexpected()) };
            self.want(":")?;
            self.expr()?;
            if !self.take(",") {
                self.want("}")?;
                break;
            }
        }
        self.push(Kind::Message(name), offset, &[]).map(Some)
    }

    fn literal(&mut self, negative: bool) -> Parsed<Literal> {
        let offset = self.offset();
        let literal = match self.peek().clone() {
            Token::True => Literal::Bool(true),
            Token::False => Literal::Bool(false),
            Token::Null => Literal::Null,
            Token::String(text) => Literal::String(text),
            Token::Bytes(bytes) => Literal::Bytes(bytes),
            Token::Float(text) => {
                let value = olmkit_gostd::parse_float(&text).filter(|value| value.is_finite());
                let value = value.ok_or_else(|| self.error("invalid double literal", offset))?;
                Literal::Double(if negative { -value } else { value })
            }
            Token::Int { digits, radix, unsigned: true } if !negative => {
                let value = u64::from_str_radix(&digits, radix);
                Literal::Uint(value.map_err(|_| self.error("invalid uint literal", offset))?)
            }
            Token::Int { digits, radix, unsigned: false } => {
                let signed = if negative { format!("-{digits}") } else { digits };
                let value = i64::from_str_radix(&signed, radix);
                Literal::Int(value.map_err(|_| self.error("invalid int literal", offset))?)
            }
            _ => return Err(self.unexpected()),
        };
        self.at = self.at.saturating_add(1);
        Ok(literal)
    }
}
