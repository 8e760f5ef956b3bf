//! `#include`: the caller finds the file, the engine reads it.

use super::engine::{Engine, OpenFile, PpToken};
use crate::diagnostic::Diagnostic;
use crate::lexer::Lexer;
use crate::source::{Origin, Span};
use crate::token::{Punctuator, TokenKind};
use launch::MistakeId;
use launch::source_text::plain;
use std::borrow::Cow;
use std::sync::Arc;

/// What an `#include` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Include<'a> {
    /// The name between the quotes or angle brackets.
    pub name: &'a str,
    /// `"name"` rather than `<name>`?
    pub quoted: bool,
    /// The name of the file that asks, as the caller gave it.
    pub from: &'a str,
}

/// A file that an `#include` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// Its name, for diagnostics and for `#pragma once`: the same file has the same name.
    pub name: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
}

/// Why an `#include` finds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotIncluded {
    /// There is no such file in any include folder.
    NotFound,
    /// The file is there and can't be read: why.
    Unreadable(String),
}

/// Finds included files.
pub trait Includes {
    /// The file that `include` names.
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded>;
}

/// Finds nothing: for a program of a single file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn find(&mut self, _: Include<'_>) -> Result<Included, NotIncluded> {
        Err(NotIncluded::NotFound)
    }
}

impl Engine<'_> {
    /// After `#include`: finds the file and opens it. The rest of the line is read here.
    pub(super) fn include(&mut self, directive: Origin) {
        let Some((name, quoted, origin)) = self.header(directive) else {
            return;
        };
        if self.files.len() > self.limits.include_depth {
            let depth = self.limits.include_depth;
            let error = Diagnostic::error(
                origin,
                format!("files include one another more than {depth} deep"),
            )
            .help("does a file include itself? `#pragma once` in its first line stops that");
            self.stop(error);
            return;
        }
        let from = self.sources.file(origin.spelling.file).name.clone();
        let include = Include {
            name: &name,
            quoted,
            from: &from,
        };
        match self.includes.find(include) {
            Ok(included) => self.open(included, origin.spelling),
            Err(why) => match (needless(&name, origin), &why) {
                // What it declares OpenCL C has by itself or not at all, so the rest can be read.
                (Some(error), NotIncluded::NotFound) => {
                    let error = match self.whole_directive(directive, origin) {
                        Some(start) => error.suggest_for(start, origin, ""),
                        None => error,
                    };
                    self.report(error);
                }
                _ => self.stop(not_found(&name, &why, origin)),
            },
        }
    }

    /// The `#` of a directive whose name and last token these are, where nothing else stands between.
    fn whole_directive(&self, directive: Origin, last: Origin) -> Option<Origin> {
        let Span { file, start, .. } = directive.spelling;
        let before = self.sources.file(file).text.get(..start as usize)?;
        let hash = before
            .trim_end_matches([' ', '\t'])
            .strip_suffix('#')?
            .len() as u32;
        let spelling = Span {
            file,
            start: hash,
            end: hash + 1,
        };
        (last.spelling.file == file).then_some(Origin::written(spelling))
    }

    fn open(&mut self, included: Included, at: Span) {
        let origin = Origin::written(at);
        if self.once.contains(&included.name) {
            return;
        }
        self.opened_files += 1;
        self.source_bytes = self.source_bytes.saturating_add(included.text.len());
        if self.opened_files > self.limits.files || self.source_bytes > self.limits.source_bytes {
            let error = Diagnostic::error(origin, "the included files are too many or too big")
                .help("does a file include itself? `#pragma once` in its first line stops that");
            self.stop(error);
            return;
        }
        let text: Arc<str> = match plain(&included.text) {
            Cow::Borrowed(same) if same.len() == included.text.len() => included.text,
            other => other.into(),
        };
        let file = self.sources.add_file(included.name, text.clone(), Some(at));
        self.files.push(OpenFile::new(
            file,
            Lexer::new(text),
            self.conditionals.len(),
        ));
    }

    /// The name after `#include` or in `__has_include`, as written or as macros make it.
    fn header(&mut self, directive: Origin) -> Option<(String, bool, Origin)> {
        let open = self.files.last_mut()?;
        let file = open.file;
        if let Some((start, end, name, quoted)) = open.lexer.header_name() {
            let header = (name.to_owned(), quoted);
            let origin = Origin::written(Span { file, start, end });
            self.expect_end_of_line("include");
            return self.named(header.0, header.1, origin);
        }
        let line = self.rest_of_directive();
        let tokens = self.expand_line(line, false);
        let origin = tokens.first().map_or(directive, |token| token.origin);
        let origin = Origin::written(self.sources.use_site(origin));
        match self.header_of_tokens(&tokens) {
            Some((name, quoted)) => self.named(name, quoted, origin),
            None => {
                self.report(
                    Diagnostic::error(origin, "`#include` needs a file name")
                        .help("write `#include \"file.h\"` or `#include <file.h>`"),
                );
                None
            }
        }
    }

    fn named(
        &mut self,
        name: String,
        quoted: bool,
        origin: Origin,
    ) -> Option<(String, bool, Origin)> {
        if name.is_empty() {
            self.report(Diagnostic::error(
                origin,
                "the file name of this `#include` is empty",
            ));
            return None;
        }
        Some((name, quoted, origin))
    }

    /// The header that expanded tokens spell: a string, or everything between `<` and `>`.
    pub(super) fn header_of_tokens(&self, tokens: &[PpToken]) -> Option<(String, bool)> {
        match tokens.first()?.kind {
            TokenKind::String(symbol) => {
                let text = self.interner.text(symbol);
                Some((text.trim_matches('"').to_owned(), true))
            }
            TokenKind::Punctuator(Punctuator::Less) => {
                let mut name = String::new();
                for token in &tokens[1..] {
                    if token.kind == TokenKind::Punctuator(Punctuator::Greater) {
                        return Some((name, false));
                    }
                    if token.spaced && !name.is_empty() {
                        name.push(' ');
                    }
                    self.push_spelling(*token, &mut name);
                }
                None
            }
            _ => None,
        }
    }
}

/// CUDA's headers, as their names begin or are.
const OF_CUDA: &[&str] = &[
    "cuda",
    "curand",
    "cooperative_groups",
    "device_functions",
    "device_launch_parameters",
    "helper_cuda",
    "math_functions.h",
    "sm_",
    "vector_types.h",
];

/// The headers of C that programs include most; no program of OpenCL C may include one (6.9.f).
const OF_C: &[&str] = &[
    "assert.h",
    "cassert",
    "cfloat",
    "climits",
    "cmath",
    "complex.h",
    "cstdint",
    "cstdio",
    "cstdlib",
    "ctype.h",
    "errno.h",
    "float.h",
    "inttypes.h",
    "iostream",
    "limits.h",
    "math.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
];

/// What to say of a header that OpenCL C does without.
fn needless(name: &str, origin: Origin) -> Option<Diagnostic> {
    let help = "leave this line out: OpenCL C's own functions need no header";
    if OF_CUDA.iter().any(|header| name.starts_with(header)) {
        let message = format!("`{name}` is a header of CUDA");
        let error = Diagnostic::error(origin, message).help(help);
        return Some(error.mistake(MistakeId::CudaIsm));
    }
    let message = format!("`{name}` is a header of C, which OpenCL C has not");
    OF_C.contains(&name)
        .then(|| Diagnostic::error(origin, message).help(help))
}

fn not_found(name: &str, why: &NotIncluded, origin: Origin) -> Diagnostic {
    match why {
        NotIncluded::NotFound => {
            Diagnostic::error(origin, format!("there is no file `{name}` to include"))
                .help("is its folder given with `-I`?")
        }
        NotIncluded::Unreadable(reason) => {
            Diagnostic::error(origin, format!("`{name}` can't be read: {reason}"))
        }
    }
}
