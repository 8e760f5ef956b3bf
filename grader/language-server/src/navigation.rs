//! From a name to its declaration, its type and its uses.

use crate::analysis::{Analysis, MAIN};
use crate::host::uri_of;
use crate::macros;
use crate::occurrences::Occurrences;
use crate::positions::Lines;
use crate::requests::At;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Location, Uri};
use opencl_c::names::Declaration;
use opencl_c::source::Span;
use opencl_c::token::TokenKind;
use opencl_c::types::{Type, TypeId};
use std::path::Path;

/// A place of one of the program's files.
pub(crate) fn location(span: Span, analysis: &Analysis, uri: &Uri) -> Option<Location> {
    let bytes = span.start as usize..span.end as usize;
    if span.file == MAIN {
        return Some(Location {
            uri: uri.clone(),
            range: analysis.lines.range(&analysis.text, bytes),
        });
    }
    let file = analysis.names.sources.file(span.file);
    file.included_at?;
    Some(Location {
        uri: uri_of(Path::new(&*file.name))?,
        range: Lines::of(&file.text, analysis.lines.encoding()).range(&file.text, bytes),
    })
}

pub(crate) fn definition(at: &At<'_>) -> Option<GotoDefinitionResponse> {
    let analysis = &at.analysis;
    if let Some(file) = included_file(at) {
        return Some(GotoDefinitionResponse::Scalar(file));
    }
    let token = analysis.token_at(at.offset)?;
    let span = match analysis.entity_at(token) {
        Some(entity) => {
            let declarations = analysis.declarations_of(entity);
            declarations.first().map_or(entity, |it| it.origin).spelling
        }
        None => macros::at(analysis, token)?.span,
    };
    location(span, analysis, at.uri).map(GotoDefinitionResponse::Scalar)
}

/// The file of the `#include` at this place.
fn included_file(at: &At<'_>) -> Option<Location> {
    let files = at.analysis.names.sources.files();
    let (_, file) = files.into_iter().find(|(_, file)| {
        file.included_at.is_some_and(|span| {
            span.file == MAIN && (span.start as usize..=span.end as usize).contains(&at.offset)
        })
    })?;
    // A file that is missing stands in the program as an empty one.
    let path = Path::new(&*file.name);
    let is_there = at.analysis.included.iter().any(|it| it == path);
    Some(Location {
        uri: uri_of(path).filter(|_| is_there)?,
        range: lsp_types::Range::default(),
    })
}

/// Where the struct or union of an object's type is declared.
pub(crate) fn type_definition(at: &At<'_>) -> Option<GotoDefinitionResponse> {
    let analysis = &at.analysis;
    let token = analysis.token_at(at.offset)?;
    let entity = analysis.entity_at(token)?;
    let ty = analysis.declarations_of(entity).first()?.ty;
    let origin = record_origin(ty, analysis)?;
    location(origin, analysis, at.uri).map(GotoDefinitionResponse::Scalar)
}

fn record_origin(ty: TypeId, analysis: &Analysis) -> Option<Span> {
    let types = &analysis.names.types;
    match *types.get(ty) {
        Type::Record(record) => Some(types.record(record).origin.spelling),
        Type::Pointer { pointee, .. } => record_origin(pointee, analysis),
        Type::Array { element, .. } => record_origin(element, analysis),
        _ => None,
    }
}

/// The places of a name in all open documents.
pub(crate) fn references(at: &At<'_>, declarations: bool) -> Vec<Location> {
    let Some(found) = Occurrences::at(at) else {
        return Vec::new();
    };
    let declared = found.declared.iter().filter(|_| declarations);
    let places = declared.chain(&found.used);
    let locations = places.filter_map(|place| found.location(place, at));
    locations.collect()
}

/// The places of a name in its own document.
pub(crate) fn highlights(at: &At<'_>) -> Vec<DocumentHighlight> {
    let analysis = &at.analysis;
    let (declared, used) = places(at);
    let all = declared.iter().chain(&used);
    let own = all.filter(|span| span.file == MAIN);
    let highlight = |span: &Span| DocumentHighlight {
        range: analysis
            .lines
            .range(&analysis.text, span.start as usize..span.end as usize),
        kind: Some(DocumentHighlightKind::TEXT),
    };
    own.map(highlight).collect()
}

/// Where the name at a place is declared, and where it is used.
fn places(at: &At<'_>) -> (Vec<Span>, Vec<Span>) {
    let analysis = &at.analysis;
    let Some(token) = analysis.token_at(at.offset) else {
        return Default::default();
    };
    match analysis.entity_at(token) {
        Some(entity) => analysis.places_of(entity),
        None => match macros::at(analysis, token) {
            Some(found) => places_of_macro(&found.name, analysis),
            None => Default::default(),
        },
    }
}

/// Where a macro is defined, and where the document names it.
pub(crate) fn places_of_macro(name: &str, analysis: &Analysis) -> (Vec<Span>, Vec<Span>) {
    let defined = analysis
        .macros()
        .iter()
        .filter(|it| it.name == name)
        .map(|it| it.span);
    let defined: Vec<_> = defined.collect();
    let is_used = |at: usize| {
        let token = &analysis.tokens[at];
        let span = token.span();
        let is_name = matches!(token.kind, TokenKind::Identifier(_))
            && analysis.token_text(at) == name
            && !defined.contains(&span)
            && analysis.entity_at(at).is_none();
        is_name.then_some(span)
    };
    let used = (0..analysis.tokens.len()).filter_map(is_used).collect();
    (defined, used)
}

/// Does a declaration stand in the document?
pub(crate) fn is_own(declaration: &Declaration) -> bool {
    declaration.origin.spelling.file == MAIN
}
