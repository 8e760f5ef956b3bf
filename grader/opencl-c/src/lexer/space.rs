//! What separates tokens: blanks, comments, line splices.

use super::Lexer;
use memchr::memchr;

/// Is it space within a line?
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

impl Lexer {
    /// Passes blanks, comments and splices; stops before a newline outside a comment. Was there more
    /// than splices?
    #[inline]
    pub(super) fn skip_space(&mut self) -> bool {
        let mut spaced = false;
        while let Some(byte) = self.peek() {
            match byte {
                byte if is_blank(byte) => self.at += 1,
                b'/' => {
                    if !self.skip_comment() {
                        break;
                    }
                }
                b'\\' => match self.splice(self.at) {
                    Some(end) => {
                        self.at = end;
                        continue;
                    }
                    None => break,
                },
                _ => break,
            }
            spaced = true;
        }
        spaced
    }

    /// Passes a comment, if one starts here.
    fn skip_comment(&mut self) -> bool {
        let second = self.past_splices(self.at + 1);
        match self.byte(second) {
            Some(b'/') => self.at = self.end_of_line(second + 1),
            Some(b'*') => {
                let start = self.at as u32;
                if !self.skip_block_comment(second + 1) {
                    self.unterminated_comment = Some(start);
                }
            }
            _ => return false,
        }
        true
    }

    /// Goes past the `*/` that ends a comment; to the end of the text if there is none.
    fn skip_block_comment(&mut self, mut from: usize) -> bool {
        let bytes = self.text.as_bytes();
        while let Some(offset) = memchr(b'*', &bytes[from..]) {
            from += offset + 1;
            let after = self.past_splices(from);
            if bytes.get(after) == Some(&b'/') {
                self.at = after + 1;
                return true;
            }
        }
        self.at = bytes.len();
        false
    }

    /// The newline that ends the line `from` stands in, spliced lines taken for one.
    fn end_of_line(&self, mut from: usize) -> usize {
        let bytes = self.text.as_bytes();
        while let Some(offset) = memchr(b'\n', &bytes[from..]) {
            let newline = from + offset;
            let line = &bytes[from..newline];
            let last = line.iter().rposition(|&byte| !is_blank(byte));
            if last.is_none_or(|at| line[at] != b'\\') {
                return newline;
            }
            from = newline + 1;
        }
        bytes.len()
    }

    /// Has the whole text been read?
    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Passes the newline that stands here.
    pub(crate) fn pass_newline(&mut self) {
        if self.peek() == Some(b'\n') {
            self.at += 1;
        }
    }

    /// Goes back to where a lexeme started.
    pub(crate) fn back_to(&mut self, start: u32) {
        self.at = start as usize;
    }

    /// Is the next token, on this line or a later one, a `(`? Nothing is passed.
    pub(crate) fn paren_follows(&mut self) -> bool {
        let (at, comment) = (self.at, self.unterminated_comment);
        self.skip_space();
        while self.peek() == Some(b'\n') {
            self.at += 1;
            self.skip_space();
        }
        let follows = self.peek() == Some(b'(');
        self.at = at;
        self.unterminated_comment = comment;
        follows
    }

    /// Passes the rest of a line that nobody reads, its newline left; knows of comments and literals.
    pub(crate) fn skip_line(&mut self) {
        loop {
            self.skip_space();
            match self.peek() {
                None | Some(b'\n') => return,
                Some(quote @ (b'"' | b'\'')) => {
                    self.pass_quoted(quote);
                }
                Some(_) => {
                    self.at += 1;
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest
                        .iter()
                        .position(|byte| matches!(byte, b'\n' | b'/' | b'"' | b'\'' | b'\\'))
                        .unwrap_or(rest.len());
                }
            }
        }
    }

    /// Passes blank lines and space; is the next token, at the start of a line, a `#`? It is passed too.
    pub(crate) fn directive_follows(&mut self) -> bool {
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'\n') => self.at += 1,
                Some(b'#') => {
                    let after = self.past_splices(self.at + 1);
                    if self.byte(after) == Some(b'#') {
                        return false;
                    }
                    self.at += 1;
                    return true;
                }
                Some(b'%') => {
                    let after = self.past_splices(self.at + 1);
                    if self.byte(after) != Some(b':') {
                        return false;
                    }
                    self.at = after + 1;
                    return true;
                }
                _ => return false,
            }
        }
    }

    /// The rest of the line as it is written, without the space around it; its newline is left.
    pub(crate) fn rest_of_line(&mut self) -> &str {
        self.skip_space();
        let start = self.at;
        self.skip_line();
        self.text[start..self.at].trim()
    }

    /// A `<name>` or `"name"` of an `#include`: its place, name and whether it is in quotes.
    pub(crate) fn header_name(&mut self) -> Option<(u32, u32, &str, bool)> {
        self.skip_space();
        let (close, quoted) = match self.peek()? {
            b'<' => (b'>', false),
            b'"' => (b'"', true),
            _ => return None,
        };
        let start = self.at;
        let rest = &self.text.as_bytes()[start + 1..];
        let length = rest
            .iter()
            .position(|&byte| byte == close || byte == b'\n')
            .filter(|&at| rest[at] == close)?;
        self.at = start + 1 + length + 1;
        let name = &self.text[start + 1..self.at - 1];
        Some((start as u32, self.at as u32, name, quoted))
    }
}
