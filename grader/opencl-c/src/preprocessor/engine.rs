//! The machine: where tokens come from, where they go, and what stops it.

use super::environment::Environment;
use super::expand::Invocation;
use super::include::Includes;
use super::macros::{Macro, Meaning, Table, What};
use super::options::{Limits, Options};
use super::predefined::Start;
use super::{Preprocessed, predefined};
use crate::diagnostic::{Diagnostic, Severity};
use crate::interner::Interner;
use crate::keyword::directive as word;
use crate::lexer::{Lexed, Lexer};
use crate::source::{Expansion, ExpansionId, FileId, Origin, SourceMap, Span};
use crate::token::{Punctuator, Symbol, Token, TokenKind};
use launch::source_text::plain;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// A token while macros are expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct PpToken {
    pub(super) kind: TokenKind,
    /// Does space stand before it?
    pub(super) spaced: bool,
    /// Is it a name that must never be expanded again?
    pub(super) painted: bool,
    pub(super) origin: Origin,
}

/// A file that is being read.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) file: FileId,
    pub(super) lexer: Lexer,
    /// How many conditionals were open when it was opened: it can't close those.
    pub(super) conditionals: usize,
    /// Has nothing but space been read of this line?
    pub(super) line_start: bool,
    /// What `#line` adds to the number of a line.
    pub(super) line_shift: i64,
    /// What `#line` called the file: a string literal.
    pub(super) presumed_name: Option<Symbol>,
}

impl OpenFile {
    pub(super) fn new(file: FileId, lexer: Lexer, conditionals: usize) -> Self {
        OpenFile {
            file,
            lexer,
            conditionals,
            line_start: true,
            line_shift: 0,
            presumed_name: None,
        }
    }
}

/// An `#if` whose `#endif` has not come.
#[derive(Debug)]
pub(super) struct Conditional {
    /// The directive's name.
    pub(super) origin: Origin,
    /// Has one of its groups been read?
    pub(super) taken: bool,
    /// Its `#else`.
    pub(super) otherwise: Option<Origin>,
}

/// A list of tokens that are read before what is below it.
#[derive(Debug)]
struct Context {
    tokens: Tokens,
    next: usize,
    /// The macro that is disabled until the list has been read.
    owner: Option<Rc<Macro>>,
    /// Does reading stop at its end, rather than go on below?
    barrier: bool,
}

#[derive(Debug)]
enum Tokens {
    List(Vec<PpToken>),
    /// The body of the owner, as it stands.
    Body {
        expansion: ExpansionId,
        spaced: bool,
    },
}

impl Context {
    #[inline]
    fn peek(&self) -> Option<PpToken> {
        match &self.tokens {
            Tokens::List(list) => list.get(self.next).copied(),
            Tokens::Body { expansion, spaced } => {
                let piece = self.owner.as_ref()?.body.get(self.next)?;
                let What::Token(kind) = piece.what else {
                    return None;
                };
                Some(PpToken {
                    kind,
                    spaced: if self.next == 0 {
                        *spaced
                    } else {
                        piece.spaced
                    },
                    painted: false,
                    origin: Origin {
                        spelling: piece.spelling,
                        expansion: *expansion,
                    },
                })
            }
        }
    }
}

/// Where tokens go: an argument being expanded, or a directive's line.
#[derive(Debug)]
pub(super) struct Frame {
    sink: Vec<PpToken>,
    purpose: Purpose,
}

#[derive(Debug)]
enum Purpose {
    Line,
    Argument(Box<Invocation>),
}

/// What is read next.
#[derive(Debug)]
pub(super) enum Raw {
    Token(PpToken),
    /// The end of an argument or of a directive's line.
    Barrier,
    End,
}

/// How much work one invocation is worth, in tokens.
const INVOCATION_WORK: usize = 8;

pub(super) struct Engine<'a> {
    pub(super) sources: SourceMap,
    pub(super) interner: Interner,
    pub(super) includes: &'a mut dyn Includes,
    pub(super) limits: Limits,
    pub(super) macros: Table,
    pub(super) files: Vec<OpenFile>,
    pub(super) conditionals: Vec<Conditional>,
    /// Names of files that said `#pragma once`.
    pub(super) once: HashSet<Arc<str>>,
    pub(super) opened_files: usize,
    pub(super) source_bytes: usize,
    pub(super) made_bytes: usize,
    /// The next value of `__COUNTER__`.
    pub(super) counter: u32,
    /// Did a macro with space before it expand to nothing? Then the space is the next token's.
    pub(super) space_left: bool,
    /// Is the line of an `#if` being expanded?
    pub(super) in_condition: bool,
    /// Who reads the text.
    pub(super) environment: Environment,
    /// The names that the text asked for, each once, and where first.
    pub(super) consulted: Vec<(Symbol, Origin)>,
    /// The names that the text has defined.
    pub(super) defined_by_text: HashSet<Symbol>,
    contexts: Vec<Context>,
    frames: Vec<Frame>,
    work: usize,
    /// How many expansions an expansion is within, itself included; by id.
    depths: Vec<u32>,
    spare: Vec<Vec<PpToken>>,
    out: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// How many of them are errors, and how many warnings.
    errors: usize,
    warnings: usize,
    stopped: bool,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        name: &str,
        text: &str,
        options: &Options,
        includes: &'a mut dyn Includes,
    ) -> Self {
        let limits = options.limits.clone();
        let too_big = text.len() > limits.source_bytes.min(u32::MAX as usize);
        let text: Arc<str> = if too_big {
            "".into()
        } else {
            plain(text).into()
        };
        let mut sources = SourceMap::default();
        let main = sources.add_file(name, text.clone(), None);
        let (interner, macros, predefined) = match Start::known(options) {
            Some(start) => (start.interner, start.macros, Some(start.file)),
            None => (Interner::default(), Table::default(), None),
        };
        let mut engine = Engine {
            sources,
            interner,
            includes,
            macros,
            files: Vec::new(),
            conditionals: Vec::new(),
            once: HashSet::new(),
            opened_files: 1,
            source_bytes: text.len(),
            made_bytes: 0,
            counter: 0,
            space_left: false,
            in_condition: false,
            environment: options.environment,
            consulted: Vec::new(),
            defined_by_text: HashSet::new(),
            contexts: Vec::new(),
            frames: Vec::new(),
            work: 0,
            depths: Vec::new(),
            spare: Vec::new(),
            out: Vec::with_capacity(text.len() / 4 + 16),
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
            stopped: false,
            limits,
        };
        predefined::define(&mut engine, options, predefined);
        engine.files.push(OpenFile::new(main, Lexer::new(text), 0));
        if too_big {
            let start = Span {
                file: main,
                start: 0,
                end: 0,
            };
            let bytes = engine.limits.source_bytes;
            engine.stop(
                Diagnostic::error(
                    Origin::written(start),
                    format!("this file is bigger than {bytes} bytes"),
                )
                .help("is it really a program?"),
            );
        }
        engine
    }

    /// Runs to the end of the main file.
    pub(super) fn finish(mut self) -> Preprocessed {
        self.drive();
        let consulted = self.places_consulted();
        let end = self.sources.end_of_main();
        self.out.push(Token {
            kind: TokenKind::End,
            origin: Origin::written(end),
        });
        Preprocessed {
            sources: self.sources,
            interner: self.interner,
            tokens: self.out,
            diagnostics: self.diagnostics,
            consulted,
            stopped: self.stopped,
        }
    }

    /// Reads, expands and writes until the files end, or until the topmost frame for a directive's line
    /// is complete, which is then what is returned.
    fn drive(&mut self) -> Vec<PpToken> {
        loop {
            match self.next_raw() {
                Raw::Token(token) => match token.kind {
                    TokenKind::Identifier(name) if !token.painted => self.identifier(token, name),
                    _ => self.write(token),
                },
                Raw::Barrier => {
                    self.pop_context();
                    let Some(frame) = self.frames.pop() else {
                        continue;
                    };
                    match frame.purpose {
                        Purpose::Line => return frame.sink,
                        Purpose::Argument(invocation) => {
                            self.argument_expanded(invocation, frame.sink);
                        }
                    }
                }
                Raw::End => return Vec::new(),
            }
        }
    }

    /// Expands the tokens of a directive's line.
    pub(super) fn expand_line(&mut self, line: Vec<PpToken>, in_condition: bool) -> Vec<PpToken> {
        let was = std::mem::replace(&mut self.in_condition, in_condition);
        self.push_frame(Purpose::Line, line);
        let expanded = self.drive();
        self.in_condition = was;
        expanded
    }

    /// Starts to expand `argument` for `invocation`, which is told when it is done.
    pub(super) fn expand_argument(&mut self, invocation: Box<Invocation>, argument: Vec<PpToken>) {
        self.push_frame(Purpose::Argument(invocation), argument);
    }

    fn push_frame(&mut self, purpose: Purpose, tokens: Vec<PpToken>) {
        let sink = self.take_list();
        self.frames.push(Frame { sink, purpose });
        self.contexts.push(Context {
            tokens: Tokens::List(tokens),
            next: 0,
            owner: None,
            barrier: true,
        });
    }

    /// Has `tokens`, made by an expansion of `owner`, read next.
    pub(super) fn rescan(&mut self, owner: Rc<Macro>, tokens: Vec<PpToken>) {
        owner.disabled.set(true);
        self.contexts.push(Context {
            tokens: Tokens::List(tokens),
            next: 0,
            owner: Some(owner),
            barrier: false,
        });
    }

    /// Has the body of `owner` read next.
    pub(super) fn rescan_body(&mut self, owner: Rc<Macro>, expansion: ExpansionId, spaced: bool) {
        owner.disabled.set(true);
        self.contexts.push(Context {
            tokens: Tokens::Body { expansion, spaced },
            next: 0,
            owner: Some(owner),
            barrier: false,
        });
    }

    fn pop_context(&mut self) {
        if let Some(context) = self.contexts.pop() {
            if let Some(owner) = context.owner {
                owner.disabled.set(false);
            }
            if let Tokens::List(list) = context.tokens {
                self.give_list(list);
            }
        }
    }

    /// An empty list, reused where possible.
    pub(super) fn take_list(&mut self) -> Vec<PpToken> {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps a list for reuse.
    pub(super) fn give_list(&mut self, mut list: Vec<PpToken>) {
        if list.capacity() > 0 && self.spare.len() < 32 {
            list.clear();
            self.spare.push(list);
        }
    }

    /// The next token, unexpanded; directives are obeyed on the way.
    #[inline]
    pub(super) fn next_raw(&mut self) -> Raw {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(mut token) = context.peek() {
                context.next += 1;
                self.work += 1;
                token.spaced |= std::mem::take(&mut self.space_left);
                return Raw::Token(token);
            }
            if context.barrier {
                return Raw::Barrier;
            }
            self.pop_context();
        }
        self.next_of_file()
    }

    #[inline]
    fn next_of_file(&mut self) -> Raw {
        let mut spaced = std::mem::take(&mut self.space_left);
        loop {
            let Some(open) = self.files.last_mut() else {
                return Raw::End;
            };
            let lexeme = open.lexer.next(&mut self.interner);
            spaced |= lexeme.spaced;
            match lexeme.what {
                Lexed::Token(kind) => {
                    let origin = Origin::written(Span {
                        file: open.file,
                        start: lexeme.start,
                        end: lexeme.end,
                    });
                    if std::mem::take(&mut open.line_start)
                        && kind == TokenKind::Punctuator(Punctuator::Hash)
                    {
                        spaced = true;
                        if let Some(pragma) = self.directive(origin) {
                            return Raw::Token(pragma);
                        }
                        continue;
                    }
                    return Raw::Token(PpToken {
                        kind,
                        spaced,
                        painted: false,
                        origin,
                    });
                }
                Lexed::Newline => {
                    open.line_start = true;
                    spaced = true;
                }
                Lexed::End => self.end_of_file(),
            }
        }
    }

    fn end_of_file(&mut self) {
        let Some(open) = self.files.pop() else { return };
        if let Some(start) = open.lexer.unterminated_comment {
            let span = Span {
                file: open.file,
                start,
                end: start + 2,
            };
            self.report(
                Diagnostic::error(Origin::written(span), "this comment has no end")
                    .labelled("starts here")
                    .help("end it with `*/`"),
            );
        }
        for conditional in self.conditionals.split_off(open.conditionals) {
            let name = self.sources.text(conditional.origin.spelling);
            let error = Diagnostic::error(
                conditional.origin,
                format!("this `#{name}` has no `#endif`"),
            )
            .help("end the group with a line `#endif`");
            self.report(error);
        }
    }

    /// Is the next token, wherever it comes from, a `(`?
    pub(super) fn paren_follows(&mut self) -> bool {
        for context in self.contexts.iter().rev() {
            if let Some(token) = context.peek() {
                return token.kind == TokenKind::Punctuator(Punctuator::LeftParen);
            }
            if context.barrier {
                return false;
            }
        }
        self.files
            .last_mut()
            .is_some_and(|open| open.lexer.paren_follows())
    }

    /// Sends a token on its way.
    #[inline]
    pub(super) fn write(&mut self, token: PpToken) {
        match self.frames.last_mut() {
            Some(frame) => frame.sink.push(token),
            None => self.emit(token),
        }
    }

    #[inline]
    fn emit(&mut self, token: PpToken) {
        match token.kind {
            TokenKind::Stray(stray) => return self.stray(stray, token.origin),
            TokenKind::Punctuator(Punctuator::Hash | Punctuator::HashHash) => {
                return self.lone_hash(token.origin);
            }
            TokenKind::Punctuator(Punctuator::RightParen) if self.ends_pragma_operator() => {
                return self.pragma_operator();
            }
            _ => {}
        }
        if self.out.len() >= self.limits.tokens {
            let limit = self.limits.tokens;
            self.stop(
                Diagnostic::error(
                    token.origin,
                    format!("the program is longer than {limit} tokens"),
                )
                .help("does a macro expand to more than was meant?"),
            );
            return;
        }
        self.out.push(Token {
            kind: token.kind,
            origin: token.origin,
        });
    }

    /// With a `)`, do the last tokens of the output spell `_Pragma("...")`?
    fn ends_pragma_operator(&self) -> bool {
        matches!(
            self.out.last_chunk(),
            Some([
                Token {
                    kind: TokenKind::Identifier(word::PRAGMA_OPERATOR),
                    ..
                },
                Token {
                    kind: TokenKind::Punctuator(Punctuator::LeftParen),
                    ..
                },
                Token {
                    kind: TokenKind::String(_),
                    ..
                },
            ])
        )
    }

    fn pragma_operator(&mut self) {
        let Some(
            &[
                operator,
                _,
                Token {
                    kind: TokenKind::String(text),
                    ..
                },
            ],
        ) = self.out.last_chunk()
        else {
            return;
        };
        self.out.truncate(self.out.len() - 3);
        if let Some(kind) = self.pragma_of_string(text, operator.origin) {
            self.out.push(Token {
                kind,
                origin: operator.origin,
            });
        }
    }

    /// Adds an expansion of `owner`, invoked by `name`; `None`, and the run stops, beyond a limit.
    pub(super) fn new_expansion(&mut self, owner: &Macro, name: PpToken) -> Option<ExpansionId> {
        let parent = name.origin.expansion;
        let depth = match parent.0.checked_sub(1) {
            Some(index) => self.depths[index as usize] + 1,
            None => 1,
        };
        if depth > self.limits.expansion_depth {
            let limit = self.limits.expansion_depth;
            self.stop(Diagnostic::error(
                name.origin,
                format!("macros are expanded within macros more than {limit} deep"),
            ));
            return None;
        }
        if !self.spend(INVOCATION_WORK, name.origin) {
            return None;
        }
        self.depths.push(depth);
        Some(self.sources.add_expansion(Expansion {
            name: owner.text.clone(),
            invocation: name.origin.spelling,
            whole_end: name.origin.spelling.end,
            parent,
            definition: (!owner.predefined).then_some(owner.definition),
        }))
    }

    /// Counts work; false, and the run stops, where there has been too much.
    pub(super) fn spend(&mut self, tokens: usize, at: Origin) -> bool {
        self.work = self.work.saturating_add(tokens);
        if self.work > self.limits.work {
            self.stop(
                Diagnostic::error(at, "macros expand to too much")
                    .help("does a macro use its argument, or another macro, many times over?"),
            );
        }
        !self.stopped
    }

    /// Counts bytes of made texts, as [`Engine::spend`] counts work.
    pub(super) fn spend_bytes(&mut self, bytes: usize, at: Origin) -> bool {
        self.made_bytes = self.made_bytes.saturating_add(bytes);
        if self.made_bytes > self.limits.made_bytes {
            self.stop(Diagnostic::error(at, "`#` and `##` make too long texts"));
        }
        !self.stopped
    }

    /// What `name` stands for.
    #[inline]
    pub(super) fn meaning(&self, name: Symbol) -> &Meaning {
        self.macros.get(name)
    }

    /// Are there so many errors that no more are kept?
    pub(super) fn errors_full(&self) -> bool {
        self.errors > self.limits.diagnostics
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let room = self.limits.diagnostics;
        if diagnostic.severity == Severity::Warning {
            if self.warnings < room {
                self.warnings += 1;
                self.diagnostics.push(diagnostic);
            }
            return;
        }
        if self.errors_full() {
            return;
        }
        self.errors += 1;
        self.diagnostics.push(if self.errors <= room {
            diagnostic
        } else {
            let message = format!("there is more wrong than these {room} places");
            Diagnostic::error(diagnostic.origin, message)
        });
    }

    /// Reports why the run can't go on, and ends it.
    pub(super) fn stop(&mut self, error: Diagnostic) {
        if self.stopped {
            return;
        }
        self.stopped = true;
        self.diagnostics.push(error);
        self.files.clear();
        self.conditionals.clear();
        self.contexts.clear();
        self.frames.clear();
    }

    /// Reports that what starts at `name` never ends; at the end of the program, that ends the run, as
    /// the rest of the program has been read in vain.
    pub(super) fn unterminated(&mut self, error: Diagnostic, at_end: bool) {
        if at_end {
            self.stop(error);
        } else {
            self.report(error);
        }
    }

    /// Does a `\` begin a name of a character, as `\u00e4`?
    fn names_a_character(&self, origin: Origin) -> bool {
        let rest = self.sources.text_after(origin.spelling);
        let digits = match rest.as_bytes().first() {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => return false,
        };
        let number = rest.as_bytes().get(1..=digits);
        number.is_some_and(|number| number.iter().all(u8::is_ascii_hexdigit))
    }

    fn stray(&mut self, stray: char, origin: Origin) {
        if self.errors_full() {
            return;
        }
        let diagnostic = match stray {
            '"' => Diagnostic::error(origin, "this string has no end")
                .help("end it with `\"` on the same line"),
            '\'' => Diagnostic::error(origin, "this character constant has no end")
                .help("end it with `'`; a string is written with `\"`"),
            '\\' if self.names_a_character(origin) => Diagnostic::error(
                origin,
                "a character by its number in a name, which devices read in different ways",
            )
            .help("names consist of the letters a to z and A to Z, digits and `_`"),
            '\\' => Diagnostic::error(origin, "a stray `\\`")
                .help("it joins two lines only as the last character of a line"),
            '\u{201c}' | '\u{201d}' | '\u{201e}' => {
                Diagnostic::error(origin, "a typographic quotation mark")
                    .help("strings are written with `\"`")
                    .suggest(origin, "\"")
            }
            '\u{2018}' | '\u{2019}' => Diagnostic::error(origin, "a typographic apostrophe")
                .help("character constants are written with `'`")
                .suggest(origin, "'"),
            '\u{2212}' | '\u{2013}' | '\u{2014}' => Diagnostic::error(origin, "a typographic dash")
                .help("the minus sign of a program is `-`")
                .suggest(origin, "-"),
            '\u{37e}' => Diagnostic::error(origin, "a Greek question mark")
                .help("it looks like a semicolon and is none")
                .suggest(origin, ";"),
            _ if stray.is_control() || is_invisible(stray) => {
                let message = format!("an invisible character, U+{:04X}", stray as u32);
                Diagnostic::error(origin, message)
                    .help("it may have come with copied text: delete it, or type a plain space")
                    .suggest(origin, " ")
            }
            _ => Diagnostic::error(
                origin,
                format!("`{stray}` has no meaning in OpenCL C outside strings and comments"),
            ),
        };
        self.report(diagnostic);
        match stray {
            '"' => self.stand_in(TokenKind::String, "\"\"", origin),
            '\'' => self.stand_in(TokenKind::Character, "' '", origin),
            _ => {}
        }
    }

    /// Writes a token in place of one in error, so that the parser finds no further error there.
    pub(super) fn stand_in(
        &mut self,
        kind: impl FnOnce(Symbol) -> TokenKind,
        text: &str,
        origin: Origin,
    ) {
        let kind = kind(self.interner.intern(text));
        self.write(PpToken {
            kind,
            spaced: true,
            painted: false,
            origin,
        });
    }

    fn lone_hash(&mut self, origin: Origin) {
        if !self.errors_full() {
            self.report(Diagnostic::error(origin, "`#` has no meaning here").help(
                "a directive such as `#define` starts a line of its own, and no macro makes one",
            ));
        }
    }
}

/// Characters that show nothing: zero-width ones, and those that turn the direction of text.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}
