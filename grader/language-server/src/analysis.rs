//! What is known of one document: its tokens, its findings, its names and the program it makes.

use crate::includes::Files;
use crate::macros::{self, Macro};
use crate::positions::{Encoding, Lines};
use crate::tokens::{Token, tokens};
use launch::source_text::plain;
use launch::{Finding, Replacement};
use opencl_c::check::{Checked, Rejected};
use opencl_c::compile_with_names;
use opencl_c::diagnostic::Diagnostic;
use opencl_c::interner::Interner;
use opencl_c::names::{Declaration, Names};
use opencl_c::preprocessor::Options;
use opencl_c::program::Program;
use opencl_c::source::{FileId, Origin, Span};
use opencl_c::token::{Punctuator, TokenKind};
use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::PathBuf;

/// The document itself among the files of its program.
pub(crate) const MAIN: FileId = FileId(0);

/// What is known of a document.
pub(crate) struct Analysis {
    /// The text as the front end reads it.
    pub(crate) text: String,
    pub(crate) lines: Lines,
    /// The document's name among the files of the program.
    pub(crate) name: String,
    pub(crate) options: Options,
    pub(crate) tokens: Vec<Token>,
    pub(crate) names: Names,
    /// The program; without the functions that are not analysed. None where there is an error.
    pub(crate) program: Option<Program>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) guesses: Vec<Guess>,
    /// Were names and types looked at? Not where an include is missing or the text could not be parsed.
    pub(crate) was_checked: bool,
    /// May places of this text be edited in the document? Not where the document spells characters otherwise, such
    /// as trigraphs.
    pub(crate) is_as_written: bool,
    /// Where the files that are missing were looked for.
    pub(crate) missing: Vec<PathBuf>,
    /// The included files.
    pub(crate) included: Vec<PathBuf>,
    macros: OnceCell<Vec<Macro>>,
}

/// What was probably meant by a name.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// The message of the finding that it belongs to.
    pub(crate) message: String,
    pub(crate) replacement: Replacement,
}

impl Analysis {
    /// Reads a document, called `name` in findings.
    pub(crate) fn of(
        text: &str,
        name: String,
        options: &Options,
        files: &mut Files<'_>,
        encoding: Encoding,
    ) -> Analysis {
        let read = plain(text).into_owned();
        let (result, mut names) = compile_with_names(&name, &read, options, files);
        let included = std::mem::take(&mut files.read);
        let missing = std::mem::take(&mut files.missing);
        let findings = mistakes::lint_read(&result).findings;
        let guesses = guesses(&result);
        let was_checked = result.as_ref().map_or_else(|it| it.unread == 0, |_| true);
        let program = match result {
            Ok(checked) => Some(checked.program),
            Err(rejected) => {
                if names.declarations.is_empty() && names.uses.is_empty() {
                    // A file is missing: what the others declare is known all the same.
                    files.lenient = true;
                    names = compile_with_names(&name, &read, options, files).1;
                    files.lenient = false;
                }
                rejected.rest.map(|rest| rest.program)
            }
        };
        let tokens = tokens(&read, &mut Interner::default());
        let lines = Lines::of(&read, encoding);
        let is_as_written = read == text || same_places(text, &read, encoding);
        Analysis {
            text: read,
            lines,
            name,
            options: options.clone(),
            tokens,
            names,
            program,
            findings,
            guesses,
            was_checked,
            is_as_written,
            missing,
            included,
            macros: OnceCell::new(),
        }
    }

    /// The index of the token at a byte, or that ends there; of two, that which is a word.
    pub(crate) fn token_at(&self, offset: usize) -> Option<usize> {
        let after = self
            .tokens
            .partition_point(|token| token.start as usize <= offset);
        let touches = |at: &usize| self.tokens[*at].end as usize >= offset;
        let last = after.checked_sub(1).filter(touches)?;
        let is_word = |at: usize| matches!(self.tokens[at].kind, TokenKind::Identifier(_));
        let before = last.checked_sub(1).filter(touches);
        match before {
            Some(before) if !is_word(last) && is_word(before) => Some(before),
            _ => Some(last),
        }
    }

    /// The names that the front end has not resolved, by their tokens: in code that an `#if` leaves out, in macros
    /// that nothing invokes, in pragmas. Names of macros and of their parameters are not among them.
    pub(crate) fn unread_names(&self) -> Vec<usize> {
        let declared = self.names.declarations.iter().map(|it| it.origin);
        let used = self.names.uses.iter().map(|it| it.origin);
        let members = self.names.members.iter().map(|it| it.name);
        let origins = declared.chain(used).chain(members);
        let resolved: HashSet<Span> = origins.map(|it| it.spelling).collect();
        let macros: HashSet<&str> = self.macros().iter().map(|it| it.name.as_str()).collect();
        let mut unread = Vec::new();
        let mut parameters: Vec<&str> = Vec::new();
        // How many tokens of a directive are its own words.
        let mut own_words = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            if token.starts_line {
                parameters.clear();
                let is_directive = token.kind == TokenKind::Punctuator(Punctuator::Hash);
                own_words = if is_directive { 2 } else { 0 };
                if is_directive && self.token_text(at + 1) == "define" {
                    let name = self.tokens.get(at + 2).map(Token::range);
                    let defined = self.macros().iter().find(|it| {
                        let span = it.span.start as usize..it.span.end as usize;
                        it.span.file == MAIN && Some(&span) == name.as_ref()
                    });
                    let list = defined.and_then(|it| it.parameters.as_deref());
                    let list = list.unwrap_or_default();
                    parameters = list
                        .trim_matches(['(', ')'])
                        .split(',')
                        .map(str::trim)
                        .collect();
                }
            }
            if own_words > 0 {
                own_words -= 1;
                continue;
            }
            let span = token.span();
            let text = self.token_text(at);
            if matches!(token.kind, TokenKind::Identifier(_))
                && !resolved.contains(&span)
                && !macros.contains(text)
                && !parameters.contains(&text)
            {
                unread.push(at);
            }
        }
        unread
    }

    /// The macros that the files of the program define.
    pub(crate) fn macros(&self) -> &[Macro] {
        self.macros.get_or_init(|| macros::all(self))
    }

    /// The text of a token.
    pub(crate) fn token_text(&self, at: usize) -> &str {
        let range = self.tokens.get(at).map(Token::range);
        range
            .and_then(|range| self.text.get(range))
            .unwrap_or_default()
    }

    /// The first declaration of what the name at this token stands for.
    pub(crate) fn entity_at(&self, token: usize) -> Option<Origin> {
        let token = self.tokens.get(token)?;
        let span = token.span();
        let declared = self.names.declarations.iter();
        let declared = declared.map(|it| (it.origin, it.entity));
        let used = self.names.uses.iter().map(|it| (it.origin, it.entity));
        declared
            .chain(used)
            .find(|(origin, _)| origin.spelling == span)
            .map(|(_, entity)| entity)
    }

    /// All declarations of an entity; a definition of a function comes first.
    pub(crate) fn declarations_of(&self, entity: Origin) -> Vec<&Declaration> {
        let all = self.names.declarations.iter();
        let mut own: Vec<_> = all.filter(|it| it.entity == entity).collect();
        own.sort_by_key(|it| it.body.is_none());
        own
    }

    /// Where an entity is named, each place once: in declarations, then in uses.
    pub(crate) fn places_of(&self, entity: Origin) -> (Vec<Span>, Vec<Span>) {
        let once = |mut spans: Vec<Span>| {
            spans.sort_unstable();
            spans.dedup();
            spans
        };
        let declared = self.declarations_of(entity);
        let declared = once(declared.iter().map(|it| it.origin.spelling).collect());
        let used = self.names.uses.iter().filter(|it| it.entity == entity);
        let mut used = once(used.map(|it| it.origin.spelling).collect());
        used.retain(|span| declared.binary_search(span).is_err());
        (declared, used)
    }

    /// The bytes of an origin in the document, where a reader looks for it.
    pub(crate) fn range_of(&self, origin: Origin) -> Option<std::ops::Range<usize>> {
        let span = self.names.sources.use_site(origin);
        (span.file == MAIN).then_some(span.start as usize..span.end as usize)
    }
}

/// Do both texts have their characters at the same places?
fn same_places(text: &str, read: &str, encoding: Encoding) -> bool {
    let lengths = |text: &str| -> Vec<u32> {
        let lines = Lines::of(text, encoding);
        let each = lines.split(text).into_iter();
        each.map(|line| lines.units(line, 0..line.len())).collect()
    };
    lengths(text) == lengths(read)
}

/// What the diagnostics suggest that is only a guess.
fn guesses(result: &Result<Checked, Rejected>) -> Vec<Guess> {
    let (diagnostics, sources) = match result {
        Ok(checked) => (&checked.warnings, &checked.program.sources),
        Err(rejected) => (&rejected.diagnostics, &rejected.sources),
    };
    let guess = |diagnostic: &Diagnostic| {
        let suggestion = diagnostic.suggestion.as_ref().filter(|it| it.guess)?;
        let (first, last) = (suggestion.origin, suggestion.end);
        let span = Span {
            end: last.spelling.end,
            ..first.spelling
        };
        let is_written = first == Origin::written(first.spelling)
            && last == Origin::written(last.spelling)
            && first.spelling.file == last.spelling.file
            && first.spelling.start <= last.spelling.end;
        let text = suggestion.replacement.clone();
        Some(Guess {
            message: diagnostic.message.clone(),
            replacement: is_written.then(|| opencl_c::fix::replacement(sources, span, text))??,
        })
    };
    diagnostics.iter().filter_map(guess).collect()
}
