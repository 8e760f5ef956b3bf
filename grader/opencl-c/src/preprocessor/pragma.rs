//! `#pragma` and `_Pragma("...")`: those that concern the parser become tokens.

use super::engine::{Engine, PpToken};
use crate::diagnostic::Diagnostic;
use crate::keyword::directive as word;
use crate::lexer::{Lexed, Lexer};
use crate::source::Origin;
use crate::token::{Pragma, Punctuator, Symbol, TokenKind};

impl Engine<'_> {
    /// After `#pragma`: the token it becomes, if it concerns the parser.
    pub(super) fn pragma(&mut self, directive: Origin) -> Option<PpToken> {
        let line = self.rest_of_directive();
        self.pragma_line(line, directive).map(|pragma| PpToken {
            kind: TokenKind::Pragma(pragma),
            spaced: true,
            painted: false,
            origin: directive,
        })
    }

    /// The pragma in the string of a `_Pragma`, whose place is `origin`.
    pub(super) fn pragma_of_string(&mut self, string: Symbol, origin: Origin) -> Option<TokenKind> {
        let quoted = self.interner.text(string);
        let text = quoted
            .trim_matches('"')
            .replace("\\\"", "\"")
            .replace("\\\\", "\\");
        let mut lexer = Lexer::new(text.into());
        let mut line = self.take_list();
        loop {
            let lexeme = lexer.next(&mut self.interner);
            match lexeme.what {
                Lexed::Token(kind) => line.push(PpToken {
                    kind,
                    spaced: lexeme.spaced,
                    painted: false,
                    origin,
                }),
                Lexed::Newline => {}
                Lexed::End => break,
            }
        }
        self.pragma_line(line, origin).map(TokenKind::Pragma)
    }

    fn pragma_line(&mut self, line: Vec<PpToken>, origin: Origin) -> Option<Pragma> {
        let name = |index: usize| match line.get(index)?.kind {
            TokenKind::Identifier(symbol) => Some(symbol),
            _ => None,
        };
        match (name(0)?, name(1), name(2)) {
            (word::ONCE, None, _) => {
                if let Some(open) = self.files.last() {
                    self.once.insert(self.sources.file(open.file).name.clone());
                }
                None
            }
            (word::OPENCL, Some(word::EXTENSION), Some(extension)) => {
                self.extension(extension, &line[3..], origin)
            }
            (word::OPENCL | word::STDC, Some(word::FP_CONTRACT), Some(state)) => match state {
                word::ON | word::DEFAULT => Some(Pragma::FpContract(true)),
                word::OFF => Some(Pragma::FpContract(false)),
                _ => self.malformed(
                    origin,
                    "write `#pragma OPENCL FP_CONTRACT ON`, `OFF` or `DEFAULT`",
                ),
            },
            (word::OPENCL, Some(word::EXTENSION), None) => self.malformed(
                origin,
                "write `#pragma OPENCL EXTENSION cl_khr_fp64 : enable`",
            ),
            (word::UNROLL, ..) => self.unroll(line, 1),
            (word::GCC, Some(word::UNROLL), _) => self.unroll(line, 2),
            (word::CLANG, Some(word::LOOP), Some(word::UNROLL_COUNT)) => self.unroll(line, 3),
            (word::CLANG, Some(word::LOOP), Some(word::UNROLL)) => {
                let full = line.iter().any(|token| {
                    matches!(token.kind, TokenKind::Identifier(word::FULL | word::ENABLE))
                });
                full.then_some(Pragma::Unroll(0))
            }
            (word::NOUNROLL, ..) => Some(Pragma::Unroll(1)),
            _ => None,
        }
    }

    /// After `#pragma OPENCL EXTENSION name`.
    fn extension(&mut self, name: Symbol, rest: &[PpToken], origin: Origin) -> Option<Pragma> {
        let [colon, behaviour, ..] = rest else {
            return self.malformed(origin, "write `: enable` or `: disable` after the name");
        };
        let enable = match behaviour.kind {
            TokenKind::Identifier(word::ENABLE | word::REQUIRE | word::WARN) => true,
            TokenKind::Identifier(word::DISABLE) => false,
            _ => return self.malformed(origin, "write `: enable` or `: disable` after the name"),
        };
        if colon.kind != TokenKind::Punctuator(Punctuator::Colon) {
            return self.malformed(origin, "write `: enable` or `: disable` after the name");
        }
        Some(Pragma::Extension { name, enable })
    }

    fn malformed(&mut self, origin: Origin, help: &str) -> Option<Pragma> {
        self.report(
            Diagnostic::warning(origin, "this pragma is not understood and has no effect")
                .help(help),
        );
        None
    }

    /// After `unroll` in its several spellings: a number, bare or in parentheses, macros expanded.
    fn unroll(&mut self, mut line: Vec<PpToken>, skip: usize) -> Option<Pragma> {
        line.drain(..skip);
        if line.is_empty() {
            return Some(Pragma::Unroll(0));
        }
        let expanded = self.expand_line(line, false);
        let times = self.constant_quietly(&expanded).unwrap_or(0);
        Some(Pragma::Unroll(u32::try_from(times).unwrap_or(0)))
    }
}
