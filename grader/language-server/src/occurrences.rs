//! Where a name stands: in its own document, and in each other open document whose program has the same declaration.

use crate::analysis::Analysis;
use crate::document::Document;
use crate::host::uri_of;
use crate::macros;
use crate::navigation::places_of_macro;
use crate::positions::{Encoding, Lines};
use crate::requests::At;
use lsp_types::{Location, Uri};
use opencl_c::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A place of a file, which all programs that read the file have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The name of the file: its path, or nothing for a document that is no file.
    pub(crate) file: Arc<str>,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Place {
    pub(crate) fn of(span: Span, analysis: &Analysis) -> Place {
        Place {
            file: analysis.names.sources.file(span.file).name.clone(),
            start: span.start,
            end: span.end,
        }
    }

    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A name with all its places.
pub(crate) struct Occurrences {
    pub(crate) name: String,
    pub(crate) declared: BTreeSet<Place>,
    /// The places that are no declarations.
    pub(crate) used: BTreeSet<Place>,
    /// The text of each file that has a place.
    pub(crate) texts: BTreeMap<Arc<str>, Arc<str>>,
}

impl Occurrences {
    /// Those of the name at a place; none where the program declares no such name.
    pub(crate) fn at(at: &At<'_>) -> Option<Occurrences> {
        let analysis = &at.analysis;
        let token = analysis.token_at(at.offset)?;
        let mut occurrences = Occurrences {
            name: analysis.token_text(token).to_owned(),
            declared: BTreeSet::new(),
            used: BTreeSet::new(),
            texts: BTreeMap::new(),
        };
        let spans = match analysis.entity_at(token) {
            Some(entity) => analysis.places_of(entity),
            None => {
                macros::at(analysis, token)?;
                places_of_macro(&occurrences.name, analysis)
            }
        };
        occurrences.add(spans, analysis);
        let mut rest: Vec<&Document> = at.server.documents.values().collect();
        rest.retain(|it| it.path.is_some() && it.path != at.document.path && !it.is_too_large());
        // A document may declare the name once more, in a file that others include.
        loop {
            let before = rest.len();
            rest.retain(|document| !occurrences.add_document(document, at));
            if rest.len() == before {
                return Some(occurrences);
            }
        }
    }

    /// Adds what a document has of the name, if its program has one of the declarations.
    fn add_document(&mut self, document: &Document, at: &At<'_>) -> bool {
        let mut files = self.declared.iter().map(|it| Path::new(&*it.file));
        if !files.any(|file| document.path.as_deref() == Some(file) || document.includes(file)) {
            return false;
        }
        let analysis = at.server.analysis(document);
        let is_known = |span: Span| self.declared.contains(&Place::of(span, &analysis));
        let declarations = analysis.names.declarations.iter();
        let mut entities: Vec<_> = declarations
            .filter(|it| is_known(it.origin.spelling))
            .map(|it| it.entity)
            .collect();
        entities.dedup();
        let mut spans: Vec<_> = entities
            .into_iter()
            .map(|entity| analysis.places_of(entity))
            .collect();
        if analysis.macros().iter().any(|it| is_known(it.span)) {
            spans.push(places_of_macro(&self.name, &analysis));
        }
        let is_added = !spans.is_empty();
        for each in spans {
            self.add(each, &analysis);
        }
        is_added
    }

    fn add(&mut self, (declared, used): (Vec<Span>, Vec<Span>), analysis: &Analysis) {
        for &span in declared.iter().chain(&used) {
            let file = analysis.names.sources.file(span.file);
            self.texts
                .entry(file.name.clone())
                .or_insert_with(|| file.text.clone());
        }
        let places = |spans: Vec<Span>| spans.into_iter().map(|span| Place::of(span, analysis));
        self.declared.extend(places(declared));
        self.used.extend(places(used));
        self.used.retain(|place| !self.declared.contains(place));
    }

    /// The places, those of declarations first.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.declared.iter().chain(&self.used)
    }

    pub(crate) fn text(&self, place: &Place) -> &str {
        let text = self.texts.get(&place.file);
        text.and_then(|text| text.get(place.range()))
            .unwrap_or_default()
    }

    /// A place as the client names it.
    pub(crate) fn location(&self, place: &Place, at: &At<'_>) -> Option<Location> {
        let text = self.texts.get(&place.file)?;
        let encoding: Encoding = at.analysis.lines.encoding();
        Some(Location {
            uri: uri(place, at)?,
            range: Lines::of(text, encoding).range(text, place.range()),
        })
    }
}

/// None for what is no file, such as the definitions of the settings.
fn uri(place: &Place, at: &At<'_>) -> Option<Uri> {
    match open(&place.file, at) {
        Some(document) => Some(document.uri.clone()),
        None if place.file.starts_with('<') => None,
        None => uri_of(Path::new(&*place.file)),
    }
}

/// The open document that is this file.
pub(crate) fn open<'a>(file: &str, at: &At<'a>) -> Option<&'a Document> {
    if *at.analysis.name == *file {
        return Some(at.document);
    }
    let mut documents = at.server.documents.values();
    documents.find(|it| it.path.as_deref() == Some(Path::new(file)))
}
