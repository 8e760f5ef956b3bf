//! Renaming. A rename is tried before it is offered: the changed text is read, and each name has to stand for what
//! it stood for.

use crate::actions::workspace_edit;
use crate::analysis::{Analysis, MAIN};
use crate::macros;
use crate::navigation::places_of_macro;
use crate::requests::At;
use crate::tokens::tokens;
use lsp_types::{PrepareRenameResponse, TextEdit, WorkspaceEdit};
use opencl_c::interner::Interner;
use opencl_c::keyword::{Word, word};
use opencl_c::names::Names;
use opencl_c::preprocessor::preprocess;
use opencl_c::source::Span;
use opencl_c::token::TokenKind;

/// Why a name stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotRenamed {
    #[error("there is no name here that this program declares")]
    NoName,
    #[error("`{name}` is declared in {file}: open that file to rename it")]
    OtherFile { name: String, file: String },
    #[error("a macro puts `{name}` together with `##`, so that it cannot be renamed everywhere")]
    MadeByMacro { name: String },
    #[error("`{name}` is no name of OpenCL C")]
    NotAName { name: String },
    #[error("`{name}` is a word of OpenCL C")]
    Reserved { name: String },
    #[error("`{name}` is the name of a built-in function")]
    BuiltIn { name: String },
    #[error(
        "line {line} names `{name}` where the text is not read: in code that an `#if` leaves out, in a macro that nothing invokes, or in a pragma"
    )]
    NotRead { name: String, line: u32 },
    #[error("{file} uses `{name}` too, and would no longer find it")]
    UsedElsewhere { name: String, file: String },
    #[error("a splice divides `{name}` over two lines")]
    Spliced { name: String },
    #[error("as `{name}` the program would mean something else, or nothing")]
    OtherMeaning { name: String },
    #[error(
        "the file has trigraphs, spaces beyond ASCII or a byte order mark, so that it cannot be edited here"
    )]
    NotAsWritten,
}

/// A name that may be renamed, where it is declared and used.
struct Target {
    name: String,
    places: Vec<Span>,
}

/// The range of the name at a place, if it can be renamed.
pub(crate) fn prepare(at: &At<'_>) -> Result<PrepareRenameResponse, NotRenamed> {
    let target = target(at)?;
    let token = at.analysis.token_at(at.offset).ok_or(NotRenamed::NoName)?;
    let bytes = at.analysis.tokens[token].range();
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: at.analysis.lines.range(&at.analysis.text, bytes),
        placeholder: target.name,
    })
}

fn target(at: &At<'_>) -> Result<Target, NotRenamed> {
    let analysis = &at.analysis;
    if !analysis.is_as_written {
        return Err(NotRenamed::NotAsWritten);
    }
    let token = analysis.token_at(at.offset).ok_or(NotRenamed::NoName)?;
    let name = analysis.token_text(token).to_owned();
    let (declared, used) = match analysis.entity_at(token) {
        Some(entity) => analysis.places_of(entity),
        None => {
            macros::at(analysis, token).ok_or(NotRenamed::NoName)?;
            places_of_macro(&name, analysis)
        }
    };
    if declared.is_empty() {
        return Err(NotRenamed::NoName);
    }
    let mut places = declared;
    places.extend(used);
    let sources = &analysis.names.sources;
    for &span in &places {
        if sources.text(span).contains('\n') {
            return Err(NotRenamed::Spliced { name });
        }
        let is_named = sources.text(span) == name;
        if span.file != MAIN {
            let file = sources.file(span.file).name.to_string();
            return Err(match is_named {
                true => NotRenamed::OtherFile { name, file },
                false => NotRenamed::MadeByMacro { name },
            });
        }
        if !is_named {
            return Err(NotRenamed::MadeByMacro { name });
        }
    }
    let unread = analysis.unread_names();
    if let Some(&unread) = unread.iter().find(|&&at| analysis.token_text(at) == name) {
        let line = sources.line(MAIN, analysis.tokens[unread].start);
        return Err(NotRenamed::NotRead { name, line });
    }
    if let Some(file) = used_elsewhere(at, &name, &places) {
        return Err(NotRenamed::UsedElsewhere { name, file });
    }
    places.sort_unstable();
    places.dedup();
    Ok(Target { name, places })
}

/// Another open document that includes this one and names what is declared at one of these places, or the macro.
fn used_elsewhere(at: &At<'_>, name: &str, places: &[Span]) -> Option<String> {
    let path = at.document.path.as_deref()?;
    let others =
        at.server.documents.values().filter(|it| {
            it.path.as_deref() != Some(path) && !it.is_too_large() && it.includes(path)
        });
    for other in others {
        let analysis = at.server.analysis(other);
        let names = &analysis.names;
        let is_here = |span: Span| {
            let same = |place: &Span| (place.start, place.end) == (span.start, span.end);
            *names.sources.file(span.file).name == *path.to_string_lossy()
                && places.iter().any(same)
        };
        let is_used = names.uses.iter().any(|it| is_here(it.entity.spelling));
        let is_macro = analysis.macros().iter().any(|it| is_here(it.span))
            && (0..analysis.tokens.len()).any(|at| analysis.token_text(at) == name);
        if is_used || is_macro {
            return other.path.as_ref().map(|path| path.display().to_string());
        }
    }
    None
}

/// The edits that rename what stands at a place.
pub(crate) fn of(at: &At<'_>, name: &str) -> Result<WorkspaceEdit, NotRenamed> {
    let Target { name: old, places } = target(at)?;
    let owned = || name.to_owned();
    let mut interner = Interner::default();
    let tokens = tokens(name, &mut interner);
    match tokens.as_slice() {
        [only] if only.range() == (0..name.len()) => match only.kind {
            TokenKind::Identifier(symbol) => match word(symbol) {
                Some(Word::Keyword(_) | Word::Type(_)) => {
                    return Err(NotRenamed::Reserved { name: owned() });
                }
                None if opencl_c::builtin::lookup(name).is_some() => {
                    return Err(NotRenamed::BuiltIn { name: owned() });
                }
                None => {}
            },
            _ => return Err(NotRenamed::NotAName { name: owned() }),
        },
        _ => return Err(NotRenamed::NotAName { name: owned() }),
    }
    let analysis = &at.analysis;
    let is_macro = analysis.macros().iter().any(|it| it.name == old);
    if is_macro && (0..analysis.tokens.len()).any(|token| analysis.token_text(token) == name) {
        return Err(NotRenamed::OtherMeaning { name: owned() });
    }
    let ranges = places
        .iter()
        .map(|span| span.start as usize..span.end as usize);
    let renamed = opencl_c::fix::apply(&analysis.text, ranges.clone().map(|range| (range, name)));
    let after = at.server.read(at.document, &renamed);
    let is_same = means_the_same(analysis, &after, &places, name)
        && preprocesses_alike(at, (&analysis.text, &old), (&renamed, name));
    if !is_same {
        return Err(NotRenamed::OtherMeaning { name: owned() });
    }
    let edit = |range| TextEdit {
        range: analysis.lines.range(&analysis.text, range),
        new_text: owned(),
    };
    Ok(workspace_edit(
        at.uri,
        at.document,
        ranges.map(edit).collect(),
    ))
}

/// Does each name of the renamed program stand for what it stood for, with no new error?
fn means_the_same(before: &Analysis, after: &Analysis, places: &[Span], name: &str) -> bool {
    let errors = |analysis: &Analysis| {
        let found = analysis.findings.iter();
        found.filter(|it| it.level == launch::Level::Error).count()
    };
    // A place in the text before the rename, as one in the text after it.
    let shifted = |span: Span| {
        if span.file != MAIN {
            return span;
        }
        let earlier = places.iter().take_while(|it| it.start < span.start);
        let shift = |at: u32, old: u32| at + name.len() as u32 - old;
        let mut start = span.start;
        for place in earlier {
            start = shift(start, place.end - place.start);
        }
        let length = if places.contains(&span) {
            name.len() as u32
        } else {
            span.end - span.start
        };
        Span {
            file: span.file,
            start,
            end: start + length,
        }
    };
    let pairs = |names: &Names, shift: &dyn Fn(Span) -> Span| {
        let uses = names.uses.iter();
        let mut pairs: Vec<_> = uses
            .map(|it| (shift(it.origin.spelling), shift(it.entity.spelling)))
            .collect();
        pairs.sort_unstable();
        pairs
    };
    errors(before) == errors(after)
        && before.names.declarations.len() == after.names.declarations.len()
        && pairs(&before.names, &shifted) == pairs(&after.names, &|span| span)
}

/// Do two texts make the same tokens, but for the name: as `old` in the first, as `new` in the second? A name that a
/// macro's parameter has, that another macro has, or that `#` makes a string of, changes them.
fn preprocesses_alike(
    at: &At<'_>,
    (text, old): (&str, &str),
    (renamed, new): (&str, &str),
) -> bool {
    let tokens = |text: &str| {
        let mut files = at.server.files(at.document);
        files.lenient = true;
        let read = preprocess(&at.analysis.name, text, &at.analysis.options, &mut files);
        let spellings = read.tokens.iter().map(|&token| read.spelling(token));
        spellings.collect::<Vec<_>>()
    };
    let (before, after) = (tokens(text), tokens(renamed));
    let is_alike =
        |(before, after): (&String, &String)| before == after || before == old && after == new;
    before.len() == after.len() && before.iter().zip(&after).all(is_alike)
}
