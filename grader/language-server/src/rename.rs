//! Renaming, in all open documents. A rename is tried before it is offered: the changed texts are read, and each name
//! has to stand for what it stood for.

use crate::actions::workspace_edit;
use crate::analysis::{Analysis, MAIN};
use crate::document::Document;
use crate::includes::Files;
use crate::occurrences::{Occurrences, Place, open};
use crate::requests::At;
use crate::tokens::tokens;
use lsp_types::{PrepareRenameResponse, TextEdit, WorkspaceEdit};
use opencl_c::interner::Interner;
use opencl_c::keyword::{Word, word};
use opencl_c::preprocessor::preprocess;
use opencl_c::token::TokenKind;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

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
    #[error(
        "{file} names `{name}` in line {line} where the text is not read: in code that an `#if` leaves out, in a macro that nothing invokes, or in a pragma"
    )]
    NotReadElsewhere {
        name: String,
        file: String,
        line: u32,
    },
    #[error(
        "{file}, which reads a text that names `{name}`, would mean something else, or nothing"
    )]
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

/// A name that may be renamed, with its places.
fn target(at: &At<'_>) -> Result<Occurrences, NotRenamed> {
    let found = Occurrences::at(at).ok_or(NotRenamed::NoName)?;
    if found.declared.is_empty() {
        return Err(NotRenamed::NoName);
    }
    let name = || found.name.clone();
    for place in found.places() {
        let text = found.text(place);
        if text.contains('\n') {
            return Err(NotRenamed::Spliced { name: name() });
        }
        if text != found.name {
            return Err(NotRenamed::MadeByMacro { name: name() });
        }
        if open(&place.file, at).is_none() {
            let file = place.file.to_string();
            return Err(NotRenamed::OtherFile { name: name(), file });
        }
    }
    for document in edited(&found, at) {
        let analysis = at.server.analysis(document);
        if !analysis.is_as_written {
            return Err(NotRenamed::NotAsWritten);
        }
        // Another document may read what this one alone does not.
        let is_unread = |&&token: &&usize| {
            let place = Place::of(analysis.tokens[token].span(), &analysis);
            analysis.token_text(token) == found.name && !found.used.contains(&place)
        };
        if let Some(&token) = analysis.unread_names().iter().find(is_unread) {
            let start = analysis.tokens[token].start;
            let line = analysis.names.sources.line(MAIN, start);
            let file = (document.uri != *at.uri).then(|| analysis.name.clone());
            return Err(match file {
                None => NotRenamed::NotRead { name: name(), line },
                Some(file) => NotRenamed::NotReadElsewhere {
                    name: name(),
                    file,
                    line,
                },
            });
        }
    }
    Ok(found)
}

/// The documents that have a place of the name.
fn edited<'a>(found: &Occurrences, at: &At<'a>) -> Vec<&'a Document> {
    let files = found.texts.keys();
    files.filter_map(|file| open(file, at)).collect()
}

/// The edits that rename what stands at a place.
pub(crate) fn of(at: &At<'_>, name: &str) -> Result<WorkspaceEdit, NotRenamed> {
    let found = target(at)?;
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
    let edited = edited(&found, at);
    let renamed = Renamed::new(&found, name);
    let documents = at.server.documents.values();
    for document in documents.filter(|it| !it.is_too_large()) {
        let is_own = document.uri == *at.uri;
        let reads = |it: &&Document| {
            let path = it.path.as_deref();
            it.uri == document.uri || path.is_some_and(|path| document.includes(path))
        };
        if !edited.iter().any(reads) || renamed.keeps_the_meaning(document, at) {
            continue;
        }
        return Err(match &document.path {
            Some(path) if !is_own => NotRenamed::UsedElsewhere {
                name: found.name,
                file: path.display().to_string(),
            },
            _ => NotRenamed::OtherMeaning { name: owned() },
        });
    }
    let edits = edited.into_iter().map(|document| {
        let analysis = at.server.analysis(document);
        let own = found.places().filter(|it| *it.file == *analysis.name);
        let mut ranges: Vec<_> = own.map(Place::range).collect();
        ranges.sort_by_key(|range| range.start);
        let edit = |range| TextEdit {
            range: analysis.lines.range(&analysis.text, range),
            new_text: owned(),
        };
        (document, ranges.into_iter().map(edit).collect())
    });
    Ok(workspace_edit(edits))
}

/// The texts after a rename.
struct Renamed<'a> {
    old: &'a Occurrences,
    name: &'a str,
    /// Each changed text, by the name of its file.
    texts: BTreeMap<&'a str, String>,
}

impl<'a> Renamed<'a> {
    fn new(old: &'a Occurrences, name: &'a str) -> Renamed<'a> {
        let rename = |(file, text): (&'a Arc<str>, &'a Arc<str>)| {
            let mut ranges: Vec<_> = old
                .places()
                .filter(|it| it.file == *file)
                .map(Place::range)
                .collect();
            ranges.sort_by_key(|range| range.start);
            let edits = ranges.into_iter().map(|range| (range, name));
            (&**file, opencl_c::fix::apply(text, edits))
        };
        Renamed {
            old,
            name,
            texts: old.texts.iter().map(rename).collect(),
        }
    }

    /// Does the program of a document mean the same in the changed texts?
    fn keeps_the_meaning(&self, document: &Document, at: &At<'_>) -> bool {
        let before = at.server.analysis(document);
        let changed = self.texts.get(&*before.name);
        let text = changed.map_or(&*before.text, |text| text);
        // A macro of the new name, which is none of the old one, would be invoked.
        let is_macro = before.macros().iter().any(|it| it.name == self.old.name);
        let has_name = (0..before.tokens.len()).any(|token| before.token_text(token) == self.name);
        if is_macro && has_name {
            return false;
        }
        let mut files = at.server.files(document);
        for (file, text) in &self.texts {
            files.open.insert(Path::new(file), text);
        }
        let after = at.server.read_with(document, text, &mut files);
        self.means_the_same(&before, &after) && {
            let tokens = |text: &str, files: &mut Files<'_>| {
                files.lenient = true;
                let read = preprocess(&before.name, text, &before.options, files);
                let spellings = read.tokens.iter().map(|&token| read.spelling(token));
                spellings.collect::<Vec<_>>()
            };
            let old = tokens(&before.text, &mut at.server.files(document));
            let new = tokens(text, &mut files);
            self.is_alike(&old, &new)
        }
    }

    /// Does each name stand for what it stood for, with no new error?
    fn means_the_same(&self, before: &Analysis, after: &Analysis) -> bool {
        let errors = |analysis: &Analysis| {
            let found = analysis.findings.iter();
            found.filter(|it| it.level == launch::Level::Error).count()
        };
        // A place before the rename, as one after it.
        let shifted = |place: Place| {
            let own = || self.old.places().filter(|it| it.file == place.file);
            let earlier = own().filter(|it| it.start < place.start).count() as u32;
            let (new, old) = (self.name.len() as u32, self.old.name.len() as u32);
            let start = place.start + earlier * new - earlier * old;
            let length = match own().any(|it| *it == place) {
                true => new,
                false => place.end - place.start,
            };
            Place {
                file: place.file,
                start,
                end: start + length,
            }
        };
        let pairs = |analysis: &Analysis, shift: &dyn Fn(Place) -> Place| {
            let place = |span| shift(Place::of(span, analysis));
            let uses = analysis.names.uses.iter();
            let mut pairs: Vec<_> = uses
                .map(|it| (place(it.origin.spelling), place(it.entity.spelling)))
                .collect();
            pairs.sort_unstable();
            pairs
        };
        errors(before) == errors(after)
            && before.names.declarations.len() == after.names.declarations.len()
            && pairs(before, &shifted) == pairs(after, &|place| place)
    }

    /// Are two texts the same tokens, but for the name? A name that a macro's parameter has, that another macro has, or
    /// that `#` makes a string of, changes them.
    fn is_alike(&self, before: &[String], after: &[String]) -> bool {
        let is_alike = |(before, after): (&String, &String)| {
            before == after || *before == self.old.name && after == self.name
        };
        before.len() == after.len() && before.iter().zip(after).all(is_alike)
    }
}
