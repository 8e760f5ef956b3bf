//! Macros without a body: `__LINE__`, `__FILE__`, `defined`, `__has_include` and their like.

use super::engine::{Engine, PpToken, Raw};
use super::environment::Environment;
use super::include::Include;
use crate::diagnostic::Diagnostic;
use crate::keyword::directive as word;
use crate::token::{Punctuator, Symbol, TokenKind};
use launch::protocol;

/// The names, all of them defined from the start.
pub(super) const NAMES: &[Symbol] = &[
    word::MACRO_LINE,
    word::MACRO_FILE,
    word::MACRO_BASE_FILE,
    word::MACRO_INCLUDE_LEVEL,
    word::MACRO_COUNTER,
    word::MACRO_DATE,
    word::MACRO_TIME,
    word::MACRO_TIMESTAMP,
    word::HAS_INCLUDE,
    word::HAS_INCLUDE_NEXT,
    word::HAS_ATTRIBUTE,
    word::HAS_BUILTIN,
    word::HAS_FEATURE,
    word::HAS_EXTENSION,
    word::HAS_WARNING,
];

/// Attributes that the parser knows (`__has_attribute`).
const ATTRIBUTES: &[&str] = &[
    "aligned",
    "always_inline",
    "noinline",
    "opencl_unroll_hint",
    "overloadable",
    "packed",
    "reqd_work_group_size",
    "unused",
    "vec_type_hint",
    "work_group_size_hint",
];

impl Engine<'_> {
    /// Writes what a dynamic macro stands for.
    pub(super) fn dynamic(&mut self, token: PpToken, name: Symbol) {
        self.consult(name, token.origin);
        let is_clang = self.environment == Environment::Clang;
        let text = match name {
            word::MACRO_FILE | word::MACRO_BASE_FILE if is_clang => {
                return self.write_string(token, protocol::SOURCE_NAME);
            }
            word::MACRO_LINE => self.line_of(token).to_string(),
            word::MACRO_FILE | word::MACRO_BASE_FILE => {
                let presumed = match self.files.last() {
                    Some(open) if name == word::MACRO_FILE => open.presumed_name,
                    _ => None,
                };
                let kind = match presumed {
                    Some(literal) => TokenKind::String(literal),
                    None => self.file_name(name == word::MACRO_BASE_FILE),
                };
                return self.write(PpToken { kind, ..token });
            }
            word::MACRO_INCLUDE_LEVEL => self.files.len().saturating_sub(1).to_string(),
            word::MACRO_COUNTER => {
                let value = self.counter;
                self.counter += 1;
                value.to_string()
            }
            // The same on every day, as all that this project makes.
            word::MACRO_DATE if is_clang => return self.write_string(token, "Feb 29 2024"),
            word::MACRO_TIME if is_clang => return self.write_string(token, "12:34:56"),
            word::MACRO_TIMESTAMP if is_clang => {
                return self.write_string(token, "Thu Feb 29 12:34:56 2024");
            }
            word::MACRO_DATE => return self.write_string(token, "Jan  1 1970"),
            word::MACRO_TIME => return self.write_string(token, "00:00:00"),
            word::MACRO_TIMESTAMP => return self.write_string(token, "Thu Jan  1 00:00:00 1970"),
            _ => match self.has(token, name) {
                Some(value) => u32::from(value).to_string(),
                None => "0".to_owned(),
            },
        };
        let kind = TokenKind::Number(self.interner.intern(&text));
        self.write(PpToken { kind, ..token });
    }

    fn write_string(&mut self, token: PpToken, text: &str) {
        let kind = TokenKind::String(self.interner.intern(&format!("\"{text}\"")));
        self.write(PpToken { kind, ..token });
    }

    /// The line of the end of the outermost invocation that `token` came through, as `#line` counts.
    fn line_of(&self, token: PpToken) -> i64 {
        let origin = token.origin;
        let (file, at) = match self.sources.backtrace(origin).last() {
            Some(outermost) => (outermost.invocation.file, outermost.whole_end - 1),
            None => (origin.spelling.file, origin.spelling.start),
        };
        let line = i64::from(self.sources.line_column(file, at).line);
        let shift = self
            .files
            .last()
            .filter(|open| open.file == file)
            .map_or(0, |open| open.line_shift);
        line + shift
    }

    fn file_name(&mut self, main: bool) -> TokenKind {
        let file = match self.files.last() {
            Some(open) if !main => open.file,
            _ => crate::source::FileId(0),
        };
        let name = &self.sources.file(file).name;
        let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
        TokenKind::String(self.interner.intern(&format!("\"{escaped}\"")))
    }

    /// `defined NAME` or `defined(NAME)`: writes 1 or 0.
    pub(super) fn defined(&mut self, token: PpToken) {
        let value = self.is_defined(token).unwrap_or_else(|error| {
            self.report(*error);
            false
        });
        let text = if value { "1" } else { "0" };
        let kind = TokenKind::Number(self.interner.intern(text));
        self.write(PpToken { kind, ..token });
    }

    fn is_defined(&mut self, token: PpToken) -> Result<bool, Box<Diagnostic>> {
        let mut next = self.next_raw();
        let paren = is(&next, Punctuator::LeftParen);
        if paren {
            next = self.next_raw();
        }
        let Raw::Token(PpToken {
            kind: TokenKind::Identifier(name),
            origin,
            ..
        }) = next
        else {
            return Err(Box::new(
                Diagnostic::error(token.origin, "a name must follow `defined`")
                    .help("write `defined(NAME)`"),
            ));
        };
        if paren && !is(&self.next_raw(), Punctuator::RightParen) {
            return Err(Box::new(Diagnostic::error(
                token.origin,
                "this `defined(` has no `)`",
            )));
        }
        self.consult(name, origin);
        Ok(self.macros.is_defined(name))
    }

    /// The value of `__has_include(...)` and its like.
    fn has(&mut self, token: PpToken, name: Symbol) -> Option<bool> {
        let text = self.interner.text(name).to_owned();
        let incomplete = || {
            Diagnostic::error(
                token.origin,
                format!("`{text}` needs an argument in parentheses"),
            )
        };
        if !self.paren_follows() {
            self.report(incomplete());
            return None;
        }
        self.next_raw();
        let mut arguments = self.take_list();
        let mut depth = 0_usize;
        loop {
            let Raw::Token(argument) = self.next_raw() else {
                self.report(incomplete());
                return None;
            };
            match argument.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) if depth == 0 => break,
                TokenKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                _ => {}
            }
            arguments.push(argument);
        }
        let value = match name {
            _ if self.environment == Environment::Clang => true,
            word::HAS_INCLUDE | word::HAS_INCLUDE_NEXT => {
                let Some((header, quoted)) = self.header_of_tokens(&arguments) else {
                    self.report(incomplete());
                    return None;
                };
                let from = self.sources.file(token.origin.spelling.file).name.clone();
                let include = Include {
                    name: &header,
                    quoted,
                    from: &from,
                };
                self.includes.find(include).is_ok()
            }
            word::HAS_ATTRIBUTE => arguments.first().is_some_and(|token| match token.kind {
                TokenKind::Identifier(symbol) => {
                    let text = self.interner.text(symbol);
                    let bare = text
                        .strip_prefix("__")
                        .and_then(|rest| rest.strip_suffix("__"));
                    ATTRIBUTES.contains(&bare.unwrap_or(text))
                }
                _ => false,
            }),
            _ => false,
        };
        self.give_list(arguments);
        Some(value)
    }
}

fn is(raw: &Raw, punctuator: Punctuator) -> bool {
    matches!(raw, Raw::Token(token) if token.kind == TokenKind::Punctuator(punctuator))
}
