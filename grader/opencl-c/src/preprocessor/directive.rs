//! Directives: which there are, and conditional groups.

use super::engine::{Conditional, Engine, PpToken};
use crate::diagnostic::Diagnostic;
use crate::keyword::{Keyword, directive as word};
use crate::lexer::{Lexed, Lexeme};
use crate::source::{Origin, Span};
use crate::token::{Symbol, TokenKind};

const IF: Symbol = Keyword::If.symbol();
const ELSE: Symbol = Keyword::Else.symbol();

/// Why a group is read or not.
enum Test {
    If,
    Ifdef,
    Ifndef,
}

impl Engine<'_> {
    /// After the `#` that starts a line: obeys the directive and reads its whole line. A token, if the
    /// directive is a pragma that concerns the parser.
    pub(super) fn directive(&mut self, hash: Origin) -> Option<PpToken> {
        let lexeme = self.next_of_line();
        let origin = self.origin_of(lexeme);
        match lexeme.what {
            Lexed::Token(TokenKind::Identifier(name)) => return self.named_directive(name, origin),
            // `# 12 "file"`, which other preprocessors leave behind.
            Lexed::Token(TokenKind::Number(number)) => {
                let mut line = self.take_list();
                line.push(PpToken {
                    kind: TokenKind::Number(number),
                    spaced: true,
                    painted: false,
                    origin,
                });
                self.rest_of_directive_into(&mut line);
                self.line(line, origin);
            }
            Lexed::Newline | Lexed::End => self.line_is_over(),
            Lexed::Token(_) => {
                self.report(
                    Diagnostic::error(
                        hash,
                        "`#` at the start of a line must be followed by a directive",
                    )
                    .help("such as `#define`, `#if` or `#include`"),
                );
                self.skip_rest();
            }
        }
        None
    }

    fn named_directive(&mut self, name: Symbol, origin: Origin) -> Option<PpToken> {
        match name {
            word::DEFINE => self.define(origin),
            word::UNDEF => self.undef(origin),
            word::INCLUDE | word::INCLUDE_NEXT | word::IMPORT => self.include(origin),
            IF => self.conditional(&Test::If, origin),
            word::IFDEF => self.conditional(&Test::Ifdef, origin),
            word::IFNDEF => self.conditional(&Test::Ifndef, origin),
            word::ELIF | word::ELIFDEF | word::ELIFNDEF => {
                self.skip_rest();
                self.otherwise(origin, false);
            }
            ELSE => {
                self.expect_end_of_line("else");
                self.otherwise(origin, true);
            }
            word::ENDIF => self.endif(origin),
            word::ERROR => {
                let diagnostic = self.message(Diagnostic::error, "#error", origin);
                self.report(diagnostic);
            }
            word::WARNING => {
                let diagnostic = self.message(Diagnostic::warning, "#warning", origin);
                self.report(diagnostic);
            }
            word::LINE => {
                let line = self.rest_of_directive();
                let line = self.expand_line(line, false);
                self.line(line, origin);
            }
            word::PRAGMA => return self.pragma(origin),
            word::IDENT | word::SCCS => self.skip_rest(),
            unknown => {
                self.unknown(unknown, origin);
                self.skip_rest();
            }
        }
        None
    }

    fn unknown(&mut self, name: Symbol, origin: Origin) {
        let text = self.interner.text(name);
        let known = [
            "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif",
            "error", "warning", "line", "pragma",
        ];
        let near = known
            .into_iter()
            .map(|word| (strsim::damerau_levenshtein(text, word), word))
            .min()
            .filter(|&(distance, word)| distance <= 2 && distance < word.len());
        let error = Diagnostic::error(origin, format!("there is no directive `#{text}`"));
        let error = match near {
            Some((_, word)) => error
                .help(format!("did you mean `#{word}`?"))
                .guess(origin, word),
            None => error,
        };
        self.report(error);
    }

    fn message(
        &mut self,
        severity: fn(Origin, String) -> Diagnostic,
        directive: &str,
        origin: Origin,
    ) -> Diagnostic {
        let text = match self.files.last_mut() {
            Some(open) => open.lexer.rest_of_line().to_owned(),
            None => String::new(),
        };
        self.skip_rest();
        let short: String = text.chars().take(500).collect();
        severity(origin, format!("{directive} {short}").trim_end().to_owned())
    }

    /// After `#line`: a number and perhaps a file name, macros expanded.
    fn line(&mut self, line: Vec<PpToken>, directive: Origin) {
        let number = line.first().and_then(|token| match token.kind {
            TokenKind::Number(symbol) => self.interner.text(symbol).parse::<u32>().ok(),
            _ => None,
        });
        let name = match line.get(1).map(|token| token.kind) {
            None => Some(None),
            Some(TokenKind::String(symbol)) => Some(Some(symbol)),
            Some(_) => None,
        };
        let (Some(number), Some(name)) = (number, name) else {
            return self.report(
                Diagnostic::error(directive, "`#line` needs a line number")
                    .help("write `#line 12` or `#line 12 \"file.cl\"`"),
            );
        };
        let Some(open) = self.files.last_mut() else {
            return;
        };
        let at = directive.spelling.start;
        let here = self.sources.line_column(open.file, at).line;
        open.line_shift = i64::from(number) - i64::from(here) - 1;
        if name.is_some() {
            open.presumed_name = name;
        }
        self.give_list(line);
    }

    fn conditional(&mut self, test: &Test, origin: Origin) {
        let taken = self.test(test, origin);
        self.conditionals.push(Conditional {
            origin,
            taken,
            otherwise: None,
        });
        if !taken {
            self.skip_group();
        }
    }

    /// Reads the rest of the line of `#if`, `#ifdef`, `#ifndef` or of their `#elif`s.
    fn test(&mut self, test: &Test, origin: Origin) -> bool {
        let line = self.rest_of_directive();
        let defined = match test {
            Test::If => return self.condition(line, origin),
            Test::Ifdef | Test::Ifndef => match line.first() {
                Some(&name) => self
                    .definable(name)
                    .inspect(|&symbol| self.consult(symbol, name.origin))
                    .is_some_and(|symbol| self.macros.is_defined(symbol)),
                None => {
                    self.report(
                        Diagnostic::error(origin, "a macro's name must follow")
                            .help("write `#ifdef NAME`"),
                    );
                    return false;
                }
            },
        };
        let name = if matches!(test, Test::Ifdef) {
            "ifdef"
        } else {
            "ifndef"
        };
        self.extra_tokens(&line[1..], name);
        self.give_list(line);
        defined == matches!(test, Test::Ifdef)
    }

    /// At an `#else` or `#elif` that ends a group which has been read: the rest is skipped.
    fn otherwise(&mut self, origin: Origin, last: bool) {
        if self.else_of(origin, last).is_some() {
            self.skip_group();
        }
    }

    /// Notes an `#else` or `#elif`; `None`, and a report, if there is no `#if` for it.
    fn else_of(&mut self, origin: Origin, last: bool) -> Option<&mut Conditional> {
        let base = self.files.last().map_or(0, |open| open.conditionals);
        let name = if last { "#else" } else { "#elif" };
        if self.conditionals.len() <= base {
            self.report(Diagnostic::error(
                origin,
                format!("this `{name}` belongs to no `#if`"),
            ));
            return None;
        }
        let index = self.conditionals.len() - 1;
        if let Some(before) = self.conditionals[index].otherwise {
            self.report(
                Diagnostic::error(
                    origin,
                    format!("`{name}` after the `#else` of the same `#if`"),
                )
                .with(before, "the `#else` is here"),
            );
        } else if last {
            self.conditionals[index].otherwise = Some(origin);
        }
        self.conditionals.last_mut()
    }

    fn endif(&mut self, origin: Origin) {
        self.expect_end_of_line("endif");
        let base = self.files.last().map_or(0, |open| open.conditionals);
        if self.conditionals.len() <= base {
            self.report(Diagnostic::error(
                origin,
                "this `#endif` belongs to no `#if`",
            ));
        } else {
            self.conditionals.pop();
        }
    }

    /// Skips groups of the innermost conditional until one is to be read, or its `#endif`.
    fn skip_group(&mut self) {
        let mut nested = 0_usize;
        loop {
            let Some(open) = self.files.last_mut() else {
                return;
            };
            if !open.lexer.directive_follows() {
                open.lexer.skip_line();
                if open.lexer.is_at_end() {
                    open.line_start = true;
                    return;
                }
                continue;
            }
            let lexeme = self.next_of_line();
            let Lexed::Token(TokenKind::Identifier(name)) = lexeme.what else {
                self.skip_rest();
                continue;
            };
            let origin = self.origin_of(lexeme);
            let depth = nested;
            match name {
                IF | word::IFDEF | word::IFNDEF => nested += 1,
                word::ENDIF if depth == 0 => return self.endif(origin),
                word::ENDIF => nested -= 1,
                ELSE if depth == 0 => {
                    self.expect_end_of_line("else");
                    if let Some(conditional) = self.else_of(origin, true)
                        && !std::mem::replace(&mut conditional.taken, true)
                    {
                        return;
                    }
                    continue;
                }
                word::ELIF | word::ELIFDEF | word::ELIFNDEF if depth == 0 => {
                    let after_else = self
                        .conditionals
                        .last()
                        .is_some_and(|it| it.otherwise.is_some());
                    let taken = self.else_of(origin, false).is_none_or(|it| it.taken);
                    if !taken && !after_else {
                        let test = match name {
                            word::ELIFDEF => Test::Ifdef,
                            word::ELIFNDEF => Test::Ifndef,
                            _ => Test::If,
                        };
                        if self.test(&test, origin) {
                            if let Some(conditional) = self.conditionals.last_mut() {
                                conditional.taken = true;
                            }
                            return;
                        }
                        continue;
                    }
                }
                _ => {}
            }
            self.skip_rest();
        }
    }

    /// The next token of the directive's line.
    fn next_of_line(&mut self) -> Lexeme {
        match self.files.last_mut() {
            Some(open) => {
                let lexeme = open.lexer.next(&mut self.interner);
                if lexeme.what == Lexed::Newline {
                    open.lexer.back_to(lexeme.start);
                }
                lexeme
            }
            None => Lexeme {
                what: Lexed::End,
                start: 0,
                end: 0,
                spaced: false,
            },
        }
    }

    fn origin_of(&self, lexeme: Lexeme) -> Origin {
        let file = self
            .files
            .last()
            .map_or(crate::source::FileId(0), |open| open.file);
        Origin::written(Span {
            file,
            start: lexeme.start,
            end: lexeme.end,
        })
    }

    /// The tokens up to the end of the line, which is left unread.
    pub(super) fn rest_of_directive(&mut self) -> Vec<PpToken> {
        let mut line = self.take_list();
        self.rest_of_directive_into(&mut line);
        line
    }

    fn rest_of_directive_into(&mut self, line: &mut Vec<PpToken>) {
        loop {
            let lexeme = self.next_of_line();
            let Lexed::Token(kind) = lexeme.what else {
                return self.line_is_over();
            };
            line.push(PpToken {
                kind,
                spaced: lexeme.spaced,
                painted: false,
                origin: self.origin_of(lexeme),
            });
        }
    }

    fn line_is_over(&mut self) {
        if let Some(open) = self.files.last_mut() {
            open.line_start = true;
        }
    }

    pub(super) fn skip_rest(&mut self) {
        if let Some(open) = self.files.last_mut() {
            open.lexer.skip_line();
        }
        self.line_is_over();
    }

    /// Reads what stands after a directive that is complete; it should be nothing.
    pub(super) fn expect_end_of_line(&mut self, directive: &str) {
        let line = self.rest_of_directive();
        self.extra_tokens(&line, directive);
        self.give_list(line);
    }

    pub(super) fn extra_tokens(&mut self, tokens: &[PpToken], directive: &str) {
        if let Some(first) = tokens.first() {
            self.report(
                Diagnostic::warning(
                    first.origin,
                    format!("what follows `#{directive}` on its line is not read"),
                )
                .help("if it is a comment, start it with `//`"),
            );
        }
    }
}
