//! What can stand at a place: names in scope, built-in functions, types, keywords, macros, fields, files to include,
//! and for words of CUDA what OpenCL C writes.

use crate::analysis::{Analysis, MAIN};
use crate::builtins;
use crate::hover;
use crate::requests::At;
use crate::signature::call_at;
use crate::words;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};
use opencl_c::builtin::Name;
use opencl_c::check::words_of_cuda;
use opencl_c::keyword::{SPELLINGS, TypeWord, Word};
use opencl_c::names::{Declaration, Kind};
use opencl_c::token::{Punctuator, TokenKind};
use opencl_c::types::{Type, TypeId};
use std::collections::HashSet;

/// Stands for the field that is being written, in the text that is read to find the type before it.
const FIELD: &str = "grader_language_server_field";

/// The completions at a place.
pub(crate) fn of(at: &At<'_>) -> CompletionList {
    let analysis = &at.analysis;
    let text = &analysis.text;
    let line = text[..at.offset].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..at.offset];
    let start = at.offset - word_before(before).len();
    let items = if is_in_comment(analysis, at.offset) {
        Vec::new()
    } else if let Some(directive) = before.trim_start().strip_prefix('#') {
        in_directive(at, directive.trim_start())
    } else if let Some(items) = fields(at, start) {
        items
    } else {
        words_at(at, start)
    };
    CompletionList {
        is_incomplete: false,
        items,
    }
}

/// The word that ends a text.
fn word_before(text: &str) -> &str {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = text.trim_end_matches(is_letter).len();
    &text[start..]
}

/// Is a place within a comment or a string?
fn is_in_comment(analysis: &Analysis, offset: usize) -> bool {
    let after = analysis
        .tokens
        .partition_point(|token| (token.start as usize) < offset);
    let from = match after.checked_sub(1).map(|at| &analysis.tokens[at]) {
        Some(token) if offset < token.end as usize => {
            return matches!(token.kind, TokenKind::String(_) | TokenKind::Character(_))
                && !is_include(analysis, offset);
        }
        Some(token) => token.end as usize,
        None => 0,
    };
    let between = analysis.text.get(from..offset).unwrap_or_default();
    let mut rest = between;
    while let Some(at) = rest.find('/') {
        let (end, length) = match rest.as_bytes().get(at + 1) {
            Some(b'/') => ("\n", 1),
            Some(b'*') => ("*/", 2),
            _ => {
                rest = &rest[at + 1..];
                continue;
            }
        };
        match rest[at + 2..].find(end) {
            Some(close) => rest = &rest[at + 2 + close + length..],
            None => return true,
        }
    }
    false
}

fn is_include(analysis: &Analysis, offset: usize) -> bool {
    let line = analysis.text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = analysis.text[line..].trim_start();
    line.starts_with('#') && line.contains("include")
}

fn item(label: &str, kind: CompletionItemKind, detail: impl Into<String>) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail.into()).filter(|it: &String| !it.is_empty()),
        ..CompletionItem::default()
    }
}

/// An item with its text, which a client asks for when it shows the item: all texts together are long.
pub(crate) fn resolve(item: CompletionItem) -> CompletionItem {
    let label = item.label.as_str();
    let of_language = match item.kind {
        Some(CompletionItemKind::FUNCTION) => hover::builtin(label),
        Some(CompletionItemKind::CONSTANT) => builtins::macro_text(label).map(str::to_owned),
        Some(CompletionItemKind::KEYWORD) => builtins::keyword_text(label).map(str::to_owned),
        Some(CompletionItemKind::CLASS) => builtins::type_text(label).map(str::to_owned),
        _ => None,
    };
    let markdown = |value| {
        Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        })
    };
    CompletionItem {
        documentation: of_language.map(markdown).or(item.documentation),
        ..item
    }
}

/// Directives, macros to ask for, extensions, files.
fn in_directive(at: &At<'_>, directive: &str) -> Vec<CompletionItem> {
    let keyword = |word: &&str| item(word, CompletionItemKind::KEYWORD, "");
    let (name, rest) = directive
        .split_once([' ', '\t', '"', '<'])
        .unwrap_or((directive, ""));
    if name.len() == directive.len() {
        let names = [
            "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line",
            "pragma", "undef",
        ];
        return names.iter().map(keyword).collect();
    }
    match name {
        "include" => files(at, rest),
        "pragma" if rest.contains("EXTENSION") && rest.contains(':') => {
            ["enable", "disable"].iter().map(keyword).collect()
        }
        "pragma" if rest.contains("EXTENSION") => {
            let of_khronos = builtins::MACROS.iter();
            let extensions = of_khronos.filter(|(name, _)| name.starts_with("cl_khr_"));
            let item =
                |(name, _): &(&str, &str)| item(name, CompletionItemKind::CONSTANT, "extension");
            extensions.map(item).collect()
        }
        "pragma" => ["OPENCL EXTENSION", "OPENCL FP_CONTRACT", "once", "unroll"]
            .iter()
            .map(keyword)
            .collect(),
        "if" | "ifdef" | "ifndef" | "elif" | "undef" => macro_items(&at.analysis),
        _ => words_at(at, at.offset),
    }
}

/// The files that an `#include` can name, below what is written of the path.
fn files(at: &At<'_>, written: &str) -> Vec<CompletionItem> {
    let written = written.trim_start_matches(['"', '<', ' ']);
    let (folder, _) = written.rsplit_once('/').unwrap_or(("", written));
    let own = at.document.path.as_deref().and_then(|path| path.parent());
    let folders = own
        .into_iter()
        .chain(at.document.settings.include.iter().map(|it| &**it));
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    for base in folders {
        for name in at.server.host().entries(&base.join(folder)) {
            let is_folder = name.ends_with('/');
            let is_source = [".h", ".cl", ".clh", ".inc", ".hpp", ".def"]
                .iter()
                .any(|extension| name.ends_with(extension));
            let is_hidden = name.starts_with('.');
            if (is_folder || is_source) && !is_hidden && seen.insert(name.clone()) {
                let kind = match is_folder {
                    true => CompletionItemKind::FOLDER,
                    false => CompletionItemKind::FILE,
                };
                items.push(item(&name, kind, ""));
            }
        }
    }
    items
}

/// The fields or components behind `.` or `->`; none elsewhere. `start` is where the word begins.
fn fields(at: &At<'_>, start: usize) -> Option<Vec<CompletionItem>> {
    let analysis = &at.analysis;
    let before = analysis.text[..start].trim_end();
    let is_member = before.ends_with("->") || before.ends_with('.') && !before.ends_with("..");
    if !is_member {
        return None;
    }
    let end = {
        let rest = &analysis.text[at.offset..];
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        at.offset + rest.len() - rest.trim_start_matches(is_letter).len()
    };
    // The text is read with a field there; where that makes no statement, with the end of one behind it.
    let (head, tail) = (&analysis.text[..start], &analysis.text[end..]);
    let of = ["", ";", ");", "];", "]);"].iter().find_map(|close| {
        let text = format!("{head}{FIELD}{close}{tail}");
        let read = at.server.read(at.document, &text);
        let members = read.names.members.iter();
        let member = members
            .rev()
            .find(|it| it.name.spelling.file == MAIN && it.name.spelling.start as usize == start)?;
        Some(items_of_type(member.of, &read))
    });
    Some(
        of.or_else(|| cuda_components(at, before))
            .unwrap_or_default(),
    )
}

fn items_of_type(ty: TypeId, analysis: &Analysis) -> Vec<CompletionItem> {
    let types = &analysis.names.types;
    if let Some((scalar, width)) = ty.as_vector() {
        return components(scalar.name(), width);
    }
    let mut items = Vec::new();
    let mut records = match *types.get(ty) {
        Type::Record(record) => vec![record],
        _ => Vec::new(),
    };
    while let Some(record) = records.pop() {
        for field in &types.record(record).fields {
            match (&field.name, types.get(field.ty)) {
                (Some(name), _) => {
                    let detail = words::type_text(field.ty, analysis);
                    items.push(item(name, CompletionItemKind::FIELD, detail));
                }
                (None, Type::Record(inner)) => records.push(*inner),
                (None, _) => {}
            }
        }
    }
    items
}

/// The components of a vector.
fn components(scalar: &str, width: u8) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    let mut add = |name: &str, count: u8| {
        let ty = match count {
            1 => scalar.to_owned(),
            _ => format!("{scalar}{count}"),
        };
        let mut item = item(name, CompletionItemKind::FIELD, ty);
        item.sort_text = Some(format!("{:03}", items.len()));
        items.push(item);
    };
    let letters = &"xyzw"[..usize::from(width.min(4))];
    for letter in letters.chars() {
        add(letter.encode_utf8(&mut [0; 4]), 1);
    }
    for count in [2, 3, 4] {
        if count <= width.min(4) {
            add(&letters[..usize::from(count)], count);
        }
    }
    // Of three components half are two, and the fourth has no value.
    let half = width.div_ceil(2);
    for name in ["lo", "hi", "even", "odd"] {
        if width > 1 {
            add(name, half);
        }
    }
    for number in 0..width {
        add(&format!("s{number:x}"), 1);
    }
    items
}

/// Behind `threadIdx.` and its like: what OpenCL C writes in place of the whole.
fn cuda_components(at: &At<'_>, before: &str) -> Option<Vec<CompletionItem>> {
    let word = word_before(before.trim_end_matches('.'));
    let start = before.trim_end_matches('.').len() - word.len();
    let is_own = |(cuda, _): &(String, String)| {
        let rest = cuda.strip_prefix(word);
        !word.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let words = words_of_cuda().into_iter().filter(is_own);
    let items: Vec<_> = words
        .map(|(cuda, opencl)| of_cuda(at, start, &cuda, &opencl))
        .collect();
    (!items.is_empty()).then_some(items)
}

/// All names that may begin at a place.
fn words_at(at: &At<'_>, start: usize) -> Vec<CompletionItem> {
    let analysis = &at.analysis;
    let mut items = wanted_in_call(analysis, start);
    let mut seen: HashSet<String> = items.iter().map(|it| it.label.clone()).collect();
    let mut add = |item: CompletionItem| {
        if seen.insert(item.label.clone()) {
            items.push(item);
        }
    };
    for declaration in in_scope(analysis, start) {
        let mut item = item(
            &declaration.name,
            item_kind(declaration.kind),
            words::declaration(declaration, analysis),
        );
        // The nearest names come first.
        item.sort_text = Some(match declaration.kind {
            Kind::Parameter | Kind::Local => format!("1{}", declaration.name),
            _ => format!("2{}", declaration.name),
        });
        add(item);
    }
    for item in macro_items(analysis) {
        add(item);
    }
    let is_called = analysis.text[at.offset..].trim_start().starts_with('(');
    for (label, form) in functions(at) {
        let mut item = item(&label, CompletionItemKind::FUNCTION, form);
        item.sort_text = Some(format!("4{label}"));
        if at.server.client.snippets && !is_called {
            let takes_nothing = item
                .detail
                .as_ref()
                .is_some_and(|form| form.ends_with("()"));
            item.insert_text = Some(match takes_nothing {
                true => format!("{label}()$0"),
                false => format!("{label}($0)"),
            });
            item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        }
        add(item);
    }
    let begins_long = analysis.text[start..at.offset].starts_with("__");
    for (word, meaning) in SPELLINGS.iter() {
        // Of several spellings the usual one; what is not analysed is not offered.
        let kind = match meaning {
            Word::Keyword(keyword) if keyword.text() == *word => CompletionItemKind::KEYWORD,
            // The longer spelling for who begins to write it.
            Word::Keyword(_) if begins_long && word.starts_with("__") && !word.ends_with("__") => {
                CompletionItemKind::KEYWORD
            }
            Word::Type(TypeWord::Unsupported) | Word::Keyword(_) => continue,
            Word::Type(_) => CompletionItemKind::CLASS,
        };
        let mut item = item(word, kind, "");
        item.sort_text = Some(format!("5{word}"));
        add(item);
    }
    for (cuda, opencl) in words_of_cuda() {
        add(of_cuda(at, start, &cuda, &opencl));
    }
    items
}

/// A word of CUDA, which becomes what OpenCL C writes.
fn of_cuda(at: &At<'_>, start: usize, cuda: &str, opencl: &str) -> CompletionItem {
    let analysis = &at.analysis;
    let range: Range = analysis.lines.range(&analysis.text, start..at.offset);
    CompletionItem {
        sort_text: Some(format!("9{cuda}")),
        filter_text: Some(cuda.to_owned()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: opencl.to_owned(),
        })),
        ..item(
            cuda,
            CompletionItemKind::VALUE,
            format!("CUDA; OpenCL C writes `{opencl}`"),
        )
    }
}

/// What the parameter of a call wants that is no variable: flags of a fence, a dimension.
fn wanted_in_call(analysis: &Analysis, offset: usize) -> Vec<CompletionItem> {
    let Some(call) = call_at(analysis, offset) else {
        return Vec::new();
    };
    let name = analysis.token_text(call.name);
    let wanted: &[&str] = match (name, call.argument) {
        (
            "barrier" | "work_group_barrier" | "mem_fence" | "read_mem_fence" | "write_mem_fence",
            0,
        )
        | ("sub_group_barrier" | "atomic_work_item_fence", 0) => &[
            "CLK_LOCAL_MEM_FENCE",
            "CLK_GLOBAL_MEM_FENCE",
            "CLK_IMAGE_MEM_FENCE",
        ],
        (
            "get_global_id"
            | "get_local_id"
            | "get_group_id"
            | "get_global_size"
            | "get_local_size"
            | "get_num_groups"
            | "get_global_offset"
            | "get_enqueued_local_size",
            0,
        ) => &["0", "1", "2"],
        _ => return Vec::new(),
    };
    let items = wanted.iter().enumerate().map(|(at, word)| {
        let mut item = item(word, CompletionItemKind::CONSTANT, "");
        item.sort_text = Some(format!("0{at}"));
        item.preselect = Some(at == 0);
        item
    });
    items.collect()
}

fn item_kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Parameter | Kind::Local | Kind::Unknown => CompletionItemKind::VARIABLE,
        Kind::Global => CompletionItemKind::CONSTANT,
        Kind::Kernel | Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Typedef => CompletionItemKind::CLASS,
        Kind::Struct | Kind::Union => CompletionItemKind::STRUCT,
        Kind::Enum => CompletionItemKind::ENUM,
        Kind::Enumerator => CompletionItemKind::ENUM_MEMBER,
        Kind::Field => CompletionItemKind::FIELD,
        Kind::Label => CompletionItemKind::REFERENCE,
    }
}

/// The ordinary names that are declared before a place, in the blocks around it; the innermost first.
fn in_scope(analysis: &Analysis, offset: usize) -> Vec<&Declaration> {
    let ordinary = analysis.names.declarations.iter().filter(|it| {
        !matches!(
            it.kind,
            Kind::Field | Kind::Label | Kind::Struct | Kind::Union | Kind::Enum
        )
    });
    let visible = ordinary.filter(|it| match analysis.range_of(it.origin) {
        Some(range) if it.kind == Kind::Parameter => is_parameter_at(analysis, range.end, offset),
        Some(range) if it.kind == Kind::Local => {
            range.end <= offset && same_block(analysis, range.end, offset)
        }
        Some(range) => range.end <= offset,
        None => !matches!(it.kind, Kind::Parameter | Kind::Local),
    });
    let mut visible: Vec<_> = visible.collect();
    visible.reverse();
    visible
}

/// Is an object that is declared at the first place still in scope at the second? Its block must not have ended, nor
/// the loop in whose head it stands.
fn same_block(analysis: &Analysis, from: usize, to: usize) -> bool {
    let first = analysis
        .tokens
        .partition_point(|token| (token.start as usize) < from);
    let (mut braces, mut parens) = (0u32, 0u32);
    // Behind the head of a loop: has its body a brace?
    let mut body = None;
    for token in &analysis.tokens[first..] {
        if token.end as usize > to {
            break;
        }
        let TokenKind::Punctuator(punctuator) = token.kind else {
            body = body.map(|it: Option<bool>| it.or(Some(false)));
            continue;
        };
        if let Some(None) = body {
            body = Some(Some(punctuator == Punctuator::LeftBrace));
        }
        match punctuator {
            Punctuator::LeftParen => parens += 1,
            Punctuator::RightParen => match parens.checked_sub(1) {
                Some(less) => parens = less,
                None => body = Some(None),
            },
            Punctuator::LeftBrace => braces += 1,
            Punctuator::RightBrace => match braces.checked_sub(1) {
                Some(0) if body == Some(Some(true)) => return false,
                Some(less) => braces = less,
                None => return false,
            },
            Punctuator::Semicolon if braces == 0 && body == Some(Some(false)) => return false,
            _ => {}
        }
    }
    true
}

/// Is a place within the body of the function whose parameter is declared at `from`?
fn is_parameter_at(analysis: &Analysis, from: usize, to: usize) -> bool {
    if from > to {
        return false;
    }
    let first = analysis
        .tokens
        .partition_point(|token| (token.start as usize) < from);
    let mut depth = 0;
    for token in &analysis.tokens[first..] {
        if token.end as usize > to {
            return depth > 0;
        }
        match token.kind {
            TokenKind::Punctuator(Punctuator::LeftBrace) => depth += 1,
            TokenKind::Punctuator(Punctuator::RightBrace) if depth <= 1 => return false,
            TokenKind::Punctuator(Punctuator::RightBrace) => depth -= 1,
            TokenKind::Punctuator(Punctuator::Semicolon) if depth == 0 => return false,
            _ => {}
        }
    }
    depth > 0
}

/// Macros of the program, then those of the language.
fn macro_items(analysis: &Analysis) -> Vec<CompletionItem> {
    let own = analysis.macros().iter().map(|found| {
        let parameters = found.parameters.as_deref().unwrap_or_default();
        let detail = format!("#define {}{parameters} {}", found.name, found.body);
        let mut item = item(&found.name, CompletionItemKind::CONSTANT, detail);
        item.sort_text = Some(format!("3{}", found.name));
        item
    });
    let of_language = builtins::MACROS.iter().map(|(name, _)| {
        let mut item = item(name, CompletionItemKind::CONSTANT, "");
        item.sort_text = Some(format!("6{name}"));
        item
    });
    own.chain(of_language).collect()
}

/// The built-in functions of the document's version, each with its first form.
fn functions(at: &At<'_>) -> Vec<(String, String)> {
    let standard = at.document.settings.options.standard;
    let mut functions = Vec::new();
    for &name in Name::ALL {
        if name.since() > standard {
            continue;
        }
        let form = builtins::entry(name)
            .and_then(|entry| entry.forms.first())
            .map_or_else(String::new, |form| (*form).to_owned());
        let spellings = name.spellings().into_iter();
        functions.extend(spellings.map(|spelling| (spelling, form.clone())));
    }
    functions
}
