//! Declarations in a reader's words.

use crate::analysis::{Analysis, MAIN};
use opencl_c::names::{Declaration, Kind};
use opencl_c::print::declaration_of;
use opencl_c::source::Span;
use opencl_c::types::{AddressSpace, Type, TypeId, Types};

/// What kind of thing a name stands for.
pub(crate) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Parameter => "parameter",
        Kind::Local => "variable",
        Kind::Global => "program-scope object",
        Kind::Kernel => "kernel",
        Kind::Function => "function",
        Kind::Typedef => "type",
        Kind::Struct => "struct",
        Kind::Union => "union",
        Kind::Enum => "enum",
        Kind::Enumerator => "enumerator",
        Kind::Field => "field",
        Kind::Label => "label",
        Kind::Unknown => "name whose declaration is in error",
    }
}

/// A text with a capital letter at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// A declaration as a program would write it.
pub(crate) fn declaration(declaration: &Declaration, analysis: &Analysis) -> String {
    let Declaration { name, ty, .. } = declaration;
    let types = &analysis.names.types;
    let space = declaration.space.unwrap_or(AddressSpace::Private);
    let object = || declaration_of(types, *ty, declaration.qualifiers, space, name);
    match declaration.kind {
        Kind::Parameter | Kind::Local | Kind::Global | Kind::Field if *ty != TypeId::ERROR => {
            short(&object())
        }
        Kind::Typedef if *ty != TypeId::ERROR => short(&format!("typedef {}", object())),
        Kind::Kernel | Kind::Function => header(declaration, analysis),
        Kind::Struct => format!("struct {name}"),
        Kind::Union => format!("union {name}"),
        Kind::Enum => format!("enum {name}"),
        Kind::Enumerator => match declaration.value {
            Some(value) => format!("{name} = {value}"),
            None => name.to_string(),
        },
        Kind::Label => format!("{name}:"),
        _ => name.to_string(),
    }
}

/// The fields of a struct or union as its definition has them, each with its offset in bytes.
fn fields(declaration: &Declaration, analysis: &Analysis) -> Option<String> {
    let types = &analysis.names.types;
    let is_type = matches!(declaration.kind, Kind::Struct | Kind::Union | Kind::Typedef);
    let Type::Record(record) = *types.get(declaration.ty) else {
        return None;
    };
    let record = types.record(record);
    if !is_type || record.fields.is_empty() {
        return None;
    }
    let mut lines = vec!["{".to_owned()];
    for field in &record.fields {
        let name = field.name.as_deref().unwrap_or_default();
        let (ty, space) = (field.ty, AddressSpace::Private);
        let text = short(&declaration_of(types, ty, field.qualifiers, space, name));
        lines.push(format!("    {text}; // at byte {}", field.offset));
    }
    lines.push("}".to_owned());
    Some(lines.join("\n"))
}

/// A type as a program would write it.
pub(crate) fn type_text(ty: TypeId, analysis: &Analysis) -> String {
    type_of(&analysis.names.types, ty)
}

/// A type of a program as that program would write it.
pub(crate) fn type_of(types: &Types, ty: TypeId) -> String {
    let none = opencl_c::types::Qualifiers::default();
    short(&declaration_of(types, ty, none, AddressSpace::Private, ""))
}

/// A declaration with the fields of the struct or union that it names.
pub(crate) fn definition(declaration: &Declaration, analysis: &Analysis) -> String {
    let text = self::declaration(declaration, analysis);
    let Some(fields) = fields(declaration, analysis) else {
        return text;
    };
    let types = &analysis.names.types;
    match *types.get(declaration.ty) {
        Type::Record(record) if declaration.kind == Kind::Typedef => {
            let record = types.record(record);
            let keyword = if record.is_union { "union" } else { "struct" };
            let tag = record.tag.as_deref().map(|tag| format!(" {tag}"));
            let tag = tag.unwrap_or_default();
            format!("typedef {keyword}{tag} {fields} {}", declaration.name)
        }
        _ => format!("{text} {fields}"),
    }
}

/// The shorter spellings of the address spaces.
fn short(text: &str) -> String {
    let mut text = text.to_owned();
    for space in ["global", "local", "constant"] {
        text = text.replace(&format!("__{space} "), &format!("{space} "));
    }
    text
}

/// The parameters and the name of a function as they are written, in one line.
fn header(declaration: &Declaration, analysis: &Analysis) -> String {
    let sources = &analysis.names.sources;
    let Some((first, _)) = declaration.extent else {
        return declaration.name.to_string();
    };
    let start = sources.use_site(first);
    let end = match declaration.body {
        Some(body) => sources.use_site(body).start as usize,
        None => {
            let text = &sources.file(start.file).text;
            let from = sources.use_site(declaration.origin).end as usize;
            text.get(from..)
                .and_then(|rest| rest.find(';'))
                .map_or(text.len(), |length| from + length)
        }
    };
    let text = &sources.file(start.file).text;
    let text = text.get(start.start as usize..end).unwrap_or_default();
    without_comments(text)
}

/// A text in one line, without its comments.
pub(crate) fn without_comments(text: &str) -> String {
    let mut interner = opencl_c::interner::Interner::default();
    let (mut line, mut before) = (String::new(), 0);
    for token in crate::tokens::tokens(text, &mut interner) {
        if token.start as usize > before && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(text.get(token.range()).unwrap_or_default());
        before = token.end as usize;
    }
    line
}

/// How many bytes a thing of this type takes, where that is known and worth saying.
pub(crate) fn size(declaration: &Declaration, analysis: &Analysis) -> Option<String> {
    let types = &analysis.names.types;
    let is_object = matches!(
        declaration.kind,
        Kind::Local | Kind::Global | Kind::Field | Kind::Typedef | Kind::Struct | Kind::Union
    );
    let is_plain = !matches!(
        types.get(declaration.ty),
        Type::Pointer { .. } | Type::Image(_) | Type::Sampler | Type::Event
    );
    let size = types
        .size(declaration.ty)
        .filter(|_| is_object && is_plain)?;
    let align = types.align(declaration.ty)?;
    let bytes = |count: u64| match count {
        1 => "1 byte".to_owned(),
        _ => format!("{count} bytes"),
    };
    Some(format!("{}, aligned to {}", bytes(size), bytes(align)))
}

/// The comment that stands directly before a declaration, without its marks.
pub(crate) fn comment_before(declaration: &Declaration, analysis: &Analysis) -> Option<String> {
    let sources = &analysis.names.sources;
    let first = declaration.extent.map_or(declaration.origin, |it| it.0);
    let own = comment_at(sources.use_site(first), analysis);
    // The name of a typedef stands behind the struct that the comment is about.
    let of_record = || match *analysis.names.types.get(declaration.ty) {
        Type::Record(record) if declaration.kind == Kind::Typedef => {
            let origin = analysis.names.types.record(record).origin;
            comment_at(sources.use_site(origin), analysis)
        }
        _ => None,
    };
    own.or_else(of_record)
}

/// The comment directly before the line of a place.
pub(crate) fn comment_at(span: Span, analysis: &Analysis) -> Option<String> {
    let text: &str = if span.file == MAIN {
        &analysis.text
    } else {
        &analysis.names.sources.file(span.file).text
    };
    let before = text.get(..span.start as usize)?;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    // An object in the middle of a line has no comment of its own above it.
    if before[line..].contains(['(', '{', ';', ',']) {
        return None;
    }
    let mut lines: Vec<&str> = Vec::new();
    let above = before[..line].lines().rev();
    let mut in_block = false;
    for line in above {
        let line = line.trim();
        if in_block {
            lines.push(line.trim_start_matches("/*").trim_start_matches('*').trim());
            if line.starts_with("/*") {
                break;
            }
        } else if let Some(comment) = line.strip_prefix("//") {
            lines.push(comment.trim_start_matches(['/', '!']).trim());
        } else if lines.is_empty() && line.ends_with("*/") {
            let inner = line.trim_end_matches("*/");
            if let Some(whole) = inner.strip_prefix("/*") {
                lines.push(whole.trim_start_matches(['*', '!']).trim());
                break;
            }
            // Code with a comment at its end is no comment.
            if inner.contains("/*") {
                break;
            }
            lines.push(inner.trim_start_matches('*').trim());
            in_block = true;
        } else {
            break;
        }
    }
    lines.reverse();
    let comment = lines.join("\n").trim().to_owned();
    (!comment.is_empty()).then_some(comment)
}
