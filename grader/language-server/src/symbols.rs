//! The outline of a document.

use crate::analysis::{Analysis, MAIN};
use crate::navigation::is_own;
use crate::server::Client;
use crate::words;
use lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind, Uri,
};
use opencl_c::names::{Declaration, Kind};
use opencl_c::source::Span;
use opencl_c::types::{Type, TypeId};
use std::ops::Range;

/// The symbols of a document: functions, types with their fields, objects of program scope and macros.
pub(crate) fn of(analysis: &Analysis, uri: &Uri, client: Client) -> DocumentSymbolResponse {
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let declared = analysis.names.declarations.iter().filter(|it| is_own(it));
    for declaration in declared {
        let kind = match declaration.kind {
            Kind::Kernel => SymbolKind::METHOD,
            Kind::Function => SymbolKind::FUNCTION,
            Kind::Struct | Kind::Union => SymbolKind::STRUCT,
            Kind::Typedef => SymbolKind::CLASS,
            Kind::Enum => SymbolKind::ENUM,
            Kind::Enumerator => SymbolKind::ENUM_MEMBER,
            Kind::Global => SymbolKind::CONSTANT,
            _ => continue,
        };
        symbols.push(symbol(declaration, kind, analysis));
    }
    for found in analysis.macros() {
        if found.span.file == MAIN {
            let range = range(found.span);
            let detail = found.parameters.clone().unwrap_or_default();
            symbols.push(named(
                found.name.clone(),
                detail,
                SymbolKind::CONSTANT,
                range.clone(),
                range,
                analysis,
            ));
        }
    }
    symbols.sort_by_key(|it| it.range.start);
    if client.nested_symbols {
        return DocumentSymbolResponse::Nested(symbols);
    }
    let flat = symbols.into_iter().map(|symbol| {
        #[expect(deprecated, reason = "the field has to be given")]
        SymbolInformation {
            name: symbol.name,
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: Location {
                uri: uri.clone(),
                range: symbol.range,
            },
            container_name: None,
        }
    });
    DocumentSymbolResponse::Flat(flat.collect())
}

fn symbol(declaration: &Declaration, kind: SymbolKind, analysis: &Analysis) -> DocumentSymbol {
    let name = range(declaration.origin.spelling);
    let whole = declaration.extent.and_then(|(first, last)| {
        let first = analysis.range_of(first)?;
        let last = analysis.range_of(last)?;
        (first.start <= name.start && last.end >= name.end).then_some(first.start..last.end)
    });
    let detail = words::declaration(declaration, analysis);
    let whole = whole.unwrap_or_else(|| name.clone());
    let mut symbol = named(
        declaration.name.to_string(),
        detail,
        kind,
        name,
        whole,
        analysis,
    );
    let is_record = matches!(declaration.kind, Kind::Struct | Kind::Union | Kind::Typedef);
    if is_record {
        symbol.children = fields(declaration.ty, declaration.kind, analysis);
        // What is within a symbol has to lie in its range.
        for child in symbol.children.iter().flatten() {
            symbol.range.start = symbol.range.start.min(child.range.start);
            symbol.range.end = symbol.range.end.max(child.range.end);
        }
    }
    symbol
}

/// The fields of a record; those of one with a tag belong to the tag's symbol.
fn fields(ty: TypeId, kind: Kind, analysis: &Analysis) -> Option<Vec<DocumentSymbol>> {
    let types = &analysis.names.types;
    let Type::Record(record) = *types.get(ty) else {
        return None;
    };
    let record = types.record(record);
    if kind == Kind::Typedef && record.tag.is_some() {
        return None;
    }
    let fields = record.fields.iter().filter_map(|field| {
        let span = field.origin.spelling;
        let name = field.name.as_ref().filter(|_| span.file == MAIN)?;
        let detail = words::type_text(field.ty, analysis);
        let kind = SymbolKind::FIELD;
        Some(named(
            name.to_string(),
            detail,
            kind,
            range(span),
            range(span),
            analysis,
        ))
    });
    Some(fields.collect())
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn named(
    name: String,
    detail: String,
    kind: SymbolKind,
    own: Range<usize>,
    whole: Range<usize>,
    analysis: &Analysis,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field has to be given")]
    DocumentSymbol {
        name,
        detail: Some(detail),
        kind,
        tags: None,
        deprecated: None,
        range: analysis.lines.range(&analysis.text, whole),
        selection_range: analysis.lines.range(&analysis.text, own),
        children: None,
    }
}
