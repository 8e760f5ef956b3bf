//! Errors: how they are reported, and where the parser resumes after one.

use super::{MOST_ERRORS, MOST_WARNINGS, Parse, Parser, Reported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::keyword::Keyword;
use crate::source::{ExpansionId, Origin};
use crate::token::{Punctuator as P, Token, TokenKind};

impl Parser<'_> {
    /// Reports an error, unless one was reported at this token already.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.stopped || self.error_at == Some(self.at) {
            return Reported;
        }
        if diagnostic.severity == Severity::Error {
            self.error_at = Some(self.at);
            self.errors += 1;
        }
        let origin = diagnostic.origin;
        self.diagnostics.push(diagnostic);
        if self.errors >= MOST_ERRORS {
            return self.stop(
                origin,
                "there are too many errors: the rest of the program was not read",
                "mend the first ones and try again",
            );
        }
        Reported
    }

    /// Reports what is no error: the first of many warnings, and of what is unsupported.
    pub(super) fn warn(&mut self, diagnostic: Diagnostic) {
        if self.stopped {
            return;
        }
        let count = if diagnostic.severity == Severity::Warning {
            &mut self.warnings
        } else {
            &mut self.unsupported
        };
        if *count >= MOST_WARNINGS {
            return;
        }
        *count += 1;
        self.diagnostics.push(diagnostic);
    }

    /// Reports that a limit is exceeded and passes over the rest of the program.
    pub(super) fn stop(
        &mut self,
        origin: Origin,
        message: impl Into<String>,
        help: &str,
    ) -> Reported {
        if !self.stopped {
            self.diagnostics
                .push(Diagnostic::error(origin, message).help(help));
            self.stopped = true;
            self.at = self.tokens.len();
        }
        Reported
    }

    /// The point just after the last token that was passed: where something is missing.
    pub(super) fn after_previous(&self) -> Origin {
        let mut origin = self.previous();
        if origin.expansion == ExpansionId::NONE {
            origin.spelling.start = origin.spelling.end;
        }
        origin
    }

    /// A token in words, for "found ...".
    pub(super) fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Identifier(symbol) | TokenKind::Number(symbol) => {
                format!("`{}`", self.interner.text(symbol))
            }
            TokenKind::Character(_) => "a character constant".to_owned(),
            TokenKind::String(_) => "a string".to_owned(),
            TokenKind::Punctuator(punctuator) => format!("`{}`", punctuator.text()),
            TokenKind::Pragma(_) => "a `#pragma`".to_owned(),
            TokenKind::Stray(character) => format!("`{}`", character.escape_debug()),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let token = self.token();
        let found = self.describe(token);
        let mut diagnostic =
            Diagnostic::error(token.origin, format!("expected {what}, found {found}"));
        if token.kind == TokenKind::End
            && let Some(&brace) = self.open_braces.last()
        {
            diagnostic = diagnostic.with(brace, "this `{` is still open");
        }
        self.report(diagnostic)
    }

    pub(super) fn expect(&mut self, punctuator: P, context: &str) -> Parse<Origin> {
        match self.eat(punctuator) {
            Some(origin) => Ok(origin),
            None => Err(self.expected(&format!("`{}` {context}", punctuator.text()))),
        }
    }

    /// The bracket that closes `open`.
    pub(super) fn expect_closing(&mut self, closing: P, open: Origin) -> Parse<Origin> {
        if let Some(origin) = self.eat(closing) {
            return Ok(origin);
        }
        let token = self.token();
        let opening = match closing {
            P::RightParen => "(",
            P::RightBracket => "[",
            _ => "{",
        };
        let found = self.describe(token);
        let diagnostic = Diagnostic::error(
            token.origin,
            format!("expected `{}`, found {found}", closing.text()),
        )
        .with(open, format!("to close this `{opening}`"));
        Err(self.report(diagnostic))
    }

    /// The `;` that ends something. Where it is missing, that is reported at the end of what it should
    /// have ended, and the parser goes on if what follows looks like a beginning.
    pub(super) fn expect_semicolon(&mut self, after: &str) -> Parse<Origin> {
        if let Some(origin) = self.eat(P::Semicolon) {
            return Ok(origin);
        }
        let token = self.token();
        let found = self.describe(token);
        if !self.in_for && (self.is(P::RightParen) || self.is(P::RightBracket)) {
            let diagnostic =
                Diagnostic::error(token.origin, format!("this {found} closes nothing"))
                    .help("there is one too many, or the one that opens it is missing");
            return Err(self.report(diagnostic));
        }
        let place = self.after_previous();
        let mut diagnostic = Diagnostic::error(place, format!("a `;` is missing after {after}"));
        let fresh = self.on_new_line() || self.at_end() || self.is(P::RightBrace);
        if fresh {
            diagnostic = diagnostic.suggest(place, ";");
        } else {
            diagnostic = diagnostic.with(token.origin, format!("found {found} instead"));
        }
        let reported = self.report(diagnostic);
        if fresh || self.starts_statement_word() || self.starts_declaration() {
            Ok(place)
        } else {
            Err(reported)
        }
    }

    /// Does the token here stand on another line than the one before it?
    pub(super) fn on_new_line(&self) -> bool {
        let previous = self.sources.use_site(self.previous());
        let here = self.sources.use_site(self.origin());
        if previous.file != here.file || here.start < previous.end {
            return previous.file != here.file;
        }
        self.sources
            .file(here.file)
            .text
            .get(previous.end as usize..here.start as usize)
            .is_some_and(|between| between.contains('\n'))
    }

    /// Is this a keyword that can only begin a statement?
    pub(super) fn starts_statement_word(&self) -> bool {
        matches!(
            self.keyword(),
            Some(
                Keyword::If
                    | Keyword::For
                    | Keyword::While
                    | Keyword::Do
                    | Keyword::Switch
                    | Keyword::Return
                    | Keyword::Break
                    | Keyword::Continue
                    | Keyword::Goto
                    | Keyword::Case
                    | Keyword::Default
            )
        )
    }

    /// Passes over the rest of a statement: to its `;`, or to what begins another, or before a `}`.
    pub(super) fn skip_statement(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftParen | P::LeftBracket) => depth += 1,
                TokenKind::Punctuator(P::RightParen | P::RightBracket) => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Punctuator(P::LeftBrace) => {
                    self.skip_braces();
                    if depth == 0 {
                        self.eat(P::Semicolon);
                        return;
                    }
                    continue;
                }
                TokenKind::Punctuator(P::RightBrace) => return,
                TokenKind::Punctuator(P::Semicolon) if depth == 0 => {
                    self.advance();
                    return;
                }
                _ if self.at > start
                    && self.on_new_line()
                    && (self.starts_statement_word() || self.starts_declaration())
                    && (depth == 0 || self.previous_ends_statement()) =>
                {
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    fn previous_ends_statement(&self) -> bool {
        self.at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .is_some_and(|token| token.kind == TokenKind::Punctuator(P::Semicolon))
    }

    /// Passes over `{ ... }`, braces inside it balanced.
    pub(super) fn skip_braces(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftBrace) => depth += 1,
                TokenKind::Punctuator(P::RightBrace) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over the rest of a declaration at program scope.
    pub(super) fn skip_declaration(&mut self) {
        let start = self.at;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftBrace) => {
                    self.skip_braces();
                    self.eat(P::Semicolon);
                    return;
                }
                TokenKind::Punctuator(P::Semicolon | P::RightBrace) => {
                    self.advance();
                    return;
                }
                _ if self.at > start && self.on_new_line() && self.begins_item() => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Is this a word with which, at the start of a line, a declaration at program scope surely begins?
    fn begins_item(&self) -> bool {
        matches!(
            self.keyword(),
            Some(
                Keyword::Kernel
                    | Keyword::Typedef
                    | Keyword::Static
                    | Keyword::Inline
                    | Keyword::Extern
                    | Keyword::Constant
                    | Keyword::Void
            )
        ) && self.column_is_first()
    }

    pub(super) fn column_is_first(&self) -> bool {
        let here = self.sources.use_site(self.origin());
        let text = &self.sources.file(here.file).text;
        text.get(..here.start as usize)
            .is_some_and(|before| before.is_empty() || before.ends_with('\n'))
    }

    /// Passes over the rest of a declaration: in the head of a `for`, to its `;` or before its `)`.
    pub(super) fn skip_rest(&mut self) {
        if !self.in_for {
            return self.skip_statement();
        }
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftParen) => depth += 1,
                TokenKind::Punctuator(P::RightParen) if depth == 0 => return,
                TokenKind::Punctuator(P::RightParen) => depth -= 1,
                TokenKind::Punctuator(P::LeftBrace | P::RightBrace) => return,
                TokenKind::Punctuator(P::Semicolon) => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Passes over what stands in parentheses, after `(`, semicolons and all, and over the `)`.
    pub(super) fn skip_in_parentheses(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftParen) => depth += 1,
                TokenKind::Punctuator(P::RightParen) if depth == 0 => {
                    self.advance();
                    return;
                }
                TokenKind::Punctuator(P::RightParen) => depth -= 1,
                TokenKind::Punctuator(P::LeftBrace | P::RightBrace) => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// Passes over tokens to the bracket that closes the one just passed, and over it.
    pub(super) fn skip_to_closing_paren(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.kind() {
                TokenKind::Punctuator(P::LeftParen) => depth += 1,
                TokenKind::Punctuator(P::RightParen) if depth == 0 => {
                    self.advance();
                    return;
                }
                TokenKind::Punctuator(P::RightParen) => depth -= 1,
                TokenKind::Punctuator(P::LeftBrace | P::RightBrace | P::Semicolon) => return,
                _ => {}
            }
            self.advance();
        }
    }
}
