//! The whole front end in one call.

use crate::check::{Asked, Checked, Rejected, check, check_with_expression, errors};
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::Names;
use crate::parser::{parse, parse_with_expression};
use crate::preprocessor::{Includes, Options, preprocess};
use crate::program::{ExprId, Program};
use crate::source::{FileId, Origin, SourceMap};
use crate::token::{Token, TokenKind};
use std::collections::HashSet;

/// Preprocesses, parses and checks the main file `text`, called `name` in diagnostics. `includes`
/// finds the files that it includes.
pub fn compile(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
) -> Result<Checked, Rejected> {
    read(name, text, options, includes, None)
}

/// [`compile`], and where the names of the program are declared and used. There are none where the preprocessor
/// stopped: an included file is missing, or a limit was passed.
pub fn compile_with_names(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
) -> (Result<Checked, Rejected>, Names) {
    let mut names = Names::default();
    let result = read(name, text, options, includes, Some(&mut names));
    names.sources = match &result {
        Ok(checked) => checked.program.sources.clone(),
        Err(rejected) => rejected.sources.clone(),
    };
    (result, names)
}

/// An expression that is read as if it stood in a program.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// Its text. Macros of the program are expanded.
    pub text: &'a str,
    /// The first token of the statement before which it is read, or the `}` of a function before which it is.
    pub before: Origin,
    /// Is it read in the scope of that statement, a `for`, after its declarations?
    pub inside: bool,
}

/// [`compile`] of a program without errors, with an expression added. Everything else keeps its place; the variables that
/// are visible to the expression keep their numbers.
pub fn compile_with_expression(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
    added: Added<'_>,
) -> Result<(Program, ExprId), Vec<Diagnostic>> {
    // The preprocessor reads it behind the program, where every macro is known.
    let expression = added.text.replace(['\n', '\r'], " ");
    let preprocessed = preprocess(name, &format!("{text}\n{expression}\n"), options, includes);
    let sources = &preprocessed.sources;
    let is_added = |token: &Token| {
        let place = sources.use_site(token.origin);
        place.file == FileId(0) && place.start as usize > text.len()
    };
    let end = preprocessed
        .tokens
        .iter()
        .rposition(|it| it.kind != TokenKind::End);
    let end = end.map_or(0, |last| last + 1);
    let own = preprocessed.tokens[..end].iter();
    let begin = end - own.rev().take_while(|token| is_added(token)).count();
    let (parsed, expr) = parse_with_expression(
        &preprocessed.tokens[..begin],
        &preprocessed.tokens[begin..],
        &preprocessed.interner,
        sources,
    );
    let mut diagnostics = preprocessed.diagnostics;
    diagnostics.extend(parsed.diagnostics);
    let asked = expr.map(|expr| Asked {
        expr,
        before: added.before,
        inside: added.inside,
        answer: None,
    });
    if errors(&diagnostics) > 0 {
        return Err(diagnostics);
    }
    check_with_expression(
        &parsed.tree,
        &preprocessed.interner,
        preprocessed.sources,
        diagnostics,
        options,
        asked,
    )
}

fn read(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
    names: Option<&mut Names>,
) -> Result<Checked, Rejected> {
    let preprocessed = preprocess(name, text, options, includes);
    if preprocessed.stopped {
        return Err(Rejected {
            sources: preprocessed.sources,
            unread: errors(&preprocessed.diagnostics),
            rest: None,
            diagnostics: preprocessed.diagnostics,
        });
    }
    let parsed = parse(
        &preprocessed.tokens,
        &preprocessed.interner,
        &preprocessed.sources,
    );
    let mut diagnostics = preprocessed.diagnostics;
    let consequences = consequences(&diagnostics, &parsed.diagnostics, &preprocessed.sources);
    let independent = parsed.diagnostics.into_iter().zip(consequences);
    diagnostics.extend(
        independent
            .filter(|&(_, consequence)| !consequence)
            .map(|(diagnostic, _)| diagnostic),
    );
    let mut result = check(
        &parsed.tree,
        &preprocessed.interner,
        preprocessed.sources,
        diagnostics,
        options,
        names,
    );
    match &mut result {
        Ok(checked) => {
            checked.program.consulted = preprocessed.consulted;
            say_once(&mut checked.warnings, &checked.program.sources);
        }
        Err(rejected) => {
            if let Some(rest) = &mut rejected.rest {
                rest.program.consulted = preprocessed.consulted;
                say_once(&mut rest.warnings, &rest.program.sources);
            }
            say_once(&mut rejected.diagnostics, &rejected.sources);
        }
    }
    result
}

/// Which of the parser's diagnostics stand on a line of which the preprocessor could not make tokens, or
/// on the line after it, and so may follow from that alone.
fn consequences(
    preprocessor: &[Diagnostic],
    parser: &[Diagnostic],
    sources: &SourceMap,
) -> Vec<bool> {
    let line = |diagnostic: &Diagnostic| {
        let place = sources.use_site(diagnostic.origin);
        (
            place.file,
            sources.line_column(place.file, place.start).line,
        )
    };
    let broken: HashSet<_> = preprocessor
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(line)
        .collect();
    parser
        .iter()
        .map(|diagnostic| {
            let (file, number) = line(diagnostic);
            broken.contains(&(file, number)) || broken.contains(&(file, number - 1))
        })
        .collect()
}

/// Leaves out what is said a second time of the same place: a macro may use its argument twice.
fn say_once(diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) {
    let mut said = HashSet::new();
    diagnostics.retain(|diagnostic| {
        let place = sources.use_site(diagnostic.origin);
        said.insert((place, diagnostic.message.clone()))
    });
}
