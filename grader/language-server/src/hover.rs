//! What stands under the pointer: a declaration with its type and address space, a built-in function, a type, a
//! keyword, a macro with what it becomes, or the type of an expression.

use crate::analysis::Analysis;
use crate::builtins::{self, Text};
use crate::macros;
use crate::requests::At;
use crate::words;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use opencl_c::builtin::{Known, lookup};
use opencl_c::names::{Declaration, Kind};
use opencl_c::program::ExprKind;
use opencl_c::source::Origin;
use opencl_c::token::TokenKind;
use opencl_c::types::{AddressSpace, Type};

/// What there is to say of a place.
pub(crate) fn of(at: &At<'_>) -> Option<Hover> {
    let analysis = &at.analysis;
    let token = analysis.token_at(at.offset)?;
    let markdown = text(at, token)?;
    let bytes = analysis.tokens[token].range();
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown,
        }),
        range: Some(analysis.lines.range(&analysis.text, bytes)),
    })
}

fn text(at: &At<'_>, token: usize) -> Option<String> {
    let analysis = &at.analysis;
    if !matches!(analysis.tokens[token].kind, TokenKind::Identifier(_)) {
        return expression(analysis, token);
    }
    if let Some(entity) = analysis.entity_at(token) {
        let declarations = analysis.declarations_of(entity);
        return declarations
            .first()
            .map(|declaration| declared(declaration, analysis));
    }
    let word = analysis.token_text(token);
    if let Some(found) = macros::at(analysis, token) {
        return Some(of_macro(at, token, Some(&found)));
    }
    if let Some(means) = builtins::macro_text(word) {
        return Some(format!("{}\n\n{means}", of_macro(at, token, None)));
    }
    builtin(word)
        .or_else(|| Some(code_and(word, builtins::type_text(word)?)))
        .or_else(|| Some(code_and(word, builtins::keyword_text(word)?)))
        .or_else(|| expression(analysis, token))
}

/// A block of code.
fn code(text: &str) -> String {
    format!("```opencl\n{text}\n```")
}

fn code_and(word: &str, means: &str) -> String {
    format!("{}\n\n{means}", code(word))
}

/// A declaration of the program.
fn declared(declaration: &Declaration, analysis: &Analysis) -> String {
    let text = words::definition(declaration, analysis);
    let mut parts = vec![code(&text)];
    let mut facts = vec![words::capital(words::kind(declaration.kind))];
    if let Some(memory) = memory(declaration, analysis) {
        facts.push(memory);
    }
    if let Some(offset) = offset(declaration, analysis) {
        facts.push(offset);
    }
    facts.extend(words::size(declaration, analysis));
    parts.push(facts.join("; ") + ".");
    parts.extend(words::comment_before(declaration, analysis));
    parts.join("\n\n")
}

/// In which memory an object lies, and in which memory what it points to.
fn memory(declaration: &Declaration, analysis: &Analysis) -> Option<String> {
    let name = |space: AddressSpace| match space {
        AddressSpace::Private => "private memory, one for each work-item",
        AddressSpace::Local => "local memory, one for each work-group",
        AddressSpace::Global => "global memory, one for all work-items",
        AddressSpace::Constant => "constant memory, one for all work-items",
        AddressSpace::Generic => "private, local or global memory",
    };
    let is_object = matches!(
        declaration.kind,
        Kind::Parameter | Kind::Local | Kind::Global
    );
    match *analysis.names.types.get(declaration.ty) {
        Type::Pointer { space, .. } => Some(format!("points to {}", name(space))),
        Type::Image(_) | Type::Sampler | Type::Event | Type::Error => None,
        _ if is_object => declaration.space.map(|space| format!("in {}", name(space))),
        _ => None,
    }
}

/// Where in its record a field lies.
fn offset(declaration: &Declaration, analysis: &Analysis) -> Option<String> {
    if declaration.kind != Kind::Field {
        return None;
    }
    let records = analysis.names.types.records.iter();
    let mut fields = records.flat_map(|record| &record.fields);
    let field = fields.find(|field| field.origin == declaration.origin)?;
    Some(format!("at byte {} of its record", field.offset))
}

/// A macro: its definition, and what it becomes here.
fn of_macro(at: &At<'_>, token: usize, found: Option<&macros::Macro>) -> String {
    let analysis = &at.analysis;
    let mut parts = Vec::new();
    let word = analysis.token_text(token);
    match found {
        Some(found) => {
            let parameters = found.parameters.as_deref().unwrap_or_default();
            let definition = format!("#define {}{parameters} {}", found.name, found.body);
            parts.push(code(definition.trim_end()));
        }
        None => parts.push(code(word)),
    }
    let mut files = at.server.files(at.document);
    let is_definition = found.is_some_and(|found| {
        found.span.start == analysis.tokens[token].start && found.span.file == crate::analysis::MAIN
    });
    if !is_definition
        && let Some((becomes, value)) = macros::expansion(analysis, token, &mut files)
        && becomes != word
    {
        let value = value.map(|value| format!(" = {value}")).unwrap_or_default();
        if found.is_none_or(|found| found.body != becomes) || !value.is_empty() {
            parts.push(format!("Becomes\n{}", code(&format!("{becomes}{value}"))));
        }
    }
    parts.extend(found.and_then(|found| words::comment_at(found.span, analysis)));
    parts.join("\n\n")
}

/// A built-in function.
pub(crate) fn builtin(word: &str) -> Option<String> {
    let Text {
        forms,
        means,
        notes,
    } = text_of(word)?;
    let mut parts = vec![code(&forms.join("\n")), means.to_owned()];
    if !notes.is_empty() {
        let notes: Vec<_> = notes.iter().map(|note| format!("- {note}")).collect();
        parts.push(notes.join("\n"));
    }
    let generic = builtins::GENERIC_TYPES.iter().filter(|(name, _)| {
        let is_letter = |c: char| c.is_ascii_alphanumeric();
        let mut words = forms.iter().flat_map(|form| form.split(|c| !is_letter(c)));
        words.any(|word| word == *name)
    });
    let generic: Vec<_> = generic
        .map(|(name, means)| format!("`{name}`: {means}"))
        .collect();
    if !generic.is_empty() {
        parts.push(generic.join("  \n"));
    }
    Some(parts.join("\n\n"))
}

/// The declarations of a built-in function, what it means and what is easily overlooked.
pub(crate) fn text_of(word: &str) -> Option<Text> {
    Some(match lookup(word)? {
        Known::Function(called) => {
            let entry = builtins::entry(called.builtin.name)?;
            Text {
                forms: entry.forms,
                means: entry.means,
                notes: entry.notes,
            }
        }
        Known::Convert { .. } => builtins::CONVERT,
        Known::Reinterpret { .. } => builtins::REINTERPRET,
    })
}

/// The type of the expression whose operator, index or literal stands here.
fn expression(analysis: &Analysis, token: usize) -> Option<String> {
    let program = analysis.program.as_ref()?;
    let token = &analysis.tokens[token];
    let here = |origin: Origin| {
        let span = origin.spelling;
        span.file == crate::analysis::MAIN && span.start == token.start && span.end == token.end
    };
    // The outermost of those that point here, but what the language converts by itself.
    let mut found = program.exprs.iter().rev().filter(|it| here(it.at));
    let expr = found.find(|it| {
        !matches!(
            it.kind,
            ExprKind::Load(_)
                | ExprKind::Decay(_)
                | ExprKind::Convert {
                    explicit: false,
                    ..
                }
                | ExprKind::Splat(_)
        )
    })?;
    let ty = words::type_of(&program.types, expr.ty);
    let text = analysis.range_of(expr.origin)?.start..analysis.range_of(expr.end)?.end;
    let text = words::without_comments(analysis.text.get(text)?);
    let text = if text.len() > 80 {
        "this".to_owned()
    } else {
        text
    };
    Some(format!("{}\n\nThe type of `{text}`.", code(&ty)))
}
