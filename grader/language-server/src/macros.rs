//! Macros: where they are defined, and what an invocation becomes.

use crate::analysis::{Analysis, MAIN};
use crate::includes::Files;
use opencl_c::interner::Interner;
use opencl_c::lexemes::{Lexeme, lexemes};
use opencl_c::preprocessor::preprocess;
use opencl_c::program::{Constant, ExprKind};
use opencl_c::source::Span;
use opencl_c::token::{Punctuator, TokenKind};

/// A `#define`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Macro {
    pub(crate) name: String,
    /// The name in the definition.
    pub(crate) span: Span,
    /// The parameters as they are written, where it takes any: `(a, b)`.
    pub(crate) parameters: Option<String>,
    /// What stands behind, in one line.
    pub(crate) body: String,
}

/// The macros that the files of the program define, in the order of the files.
pub(crate) fn all(analysis: &Analysis) -> Vec<Macro> {
    let mut macros = Vec::new();
    for (id, file) in analysis.names.sources.files() {
        if id == MAIN {
            in_text(&analysis.text, &analysis.lexemes, id, &mut macros);
        } else if file.text.contains("define") {
            let lexemes = lexemes(&file.text, &mut Interner::default());
            in_text(&file.text, &lexemes, id, &mut macros);
        }
    }
    macros
}

fn in_text(
    text: &str,
    lexemes: &[Lexeme],
    file: opencl_c::source::FileId,
    macros: &mut Vec<Macro>,
) {
    let word = |lexeme: &Lexeme| text.get(lexeme.range()).unwrap_or_default();
    for (at, hash) in lexemes.iter().enumerate() {
        let is_directive = hash.starts_line && hash.kind == TokenKind::Punctuator(Punctuator::Hash);
        let [_, define, name, ..] = &lexemes[at..] else {
            break;
        };
        if !is_directive || word(define) != "define" || name.starts_line {
            continue;
        }
        let mut rest = lexemes[at + 3..]
            .iter()
            .take_while(|it| !it.starts_line)
            .peekable();
        let opens = |it: &&&Lexeme| {
            it.kind == TokenKind::Punctuator(Punctuator::LeftParen) && it.start == name.end
        };
        let mut parameters = None;
        if rest.peek().is_some_and(|it| opens(&it)) {
            let mut list = String::new();
            for lexeme in rest.by_ref() {
                list.push_str(word(lexeme));
                match lexeme.kind {
                    TokenKind::Punctuator(Punctuator::RightParen) => break,
                    TokenKind::Punctuator(Punctuator::Comma) => list.push(' '),
                    _ => {}
                }
            }
            parameters = Some(list);
        }
        let first = rest.peek().copied();
        let body = first.map_or("", |first| {
            let end = rest.last().map_or(first.end, |last| last.end);
            let range = first.start as usize..end as usize;
            text.get(range).unwrap_or_default()
        });
        macros.push(Macro {
            name: word(name).to_owned(),
            span: Span {
                file,
                start: name.start,
                end: name.end,
            },
            parameters,
            body: crate::words::without_comments(&body.replace("\\\n", " ").replace("\\\r\n", " ")),
        });
    }
}

/// The macro that the name at this token stands for.
pub(crate) fn at(analysis: &Analysis, lexeme: usize) -> Option<Macro> {
    let token = analysis.lexemes.get(lexeme)?;
    if !matches!(token.kind, TokenKind::Identifier(_)) || analysis.entity_at(lexeme).is_some() {
        return None;
    }
    let name = analysis.token_text(lexeme);
    let own = |it: &Macro| it.name == name;
    let found: Vec<_> = all(analysis).into_iter().filter(own).collect();
    // Of several the last one before the use.
    let before = found
        .iter()
        .rev()
        .find(|it| it.span.file != MAIN || it.span.start <= token.start);
    before.or(found.first()).cloned()
}

/// What the invocation that starts at this token becomes, and its value where it is a number.
pub(crate) fn expansion(
    analysis: &Analysis,
    lexeme: usize,
    files: &mut Files<'_>,
) -> Option<(String, Option<String>)> {
    let token = analysis.lexemes.get(lexeme)?;
    let invocation = invocation(analysis, lexeme)?;
    let line = analysis.text[..token.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    // The macros are those that are defined above the line.
    let text = format!("{}\n{MARK} {invocation}\n", &analysis.text[..line]);
    files.lenient = true;
    let read = preprocess(&analysis.name, &text, &analysis.options, files);
    files.lenient = false;
    let mark = read.tokens.iter().rposition(|token| {
        matches!(token.kind, TokenKind::Identifier(symbol) if read.interner.text(symbol) == MARK)
    })?;
    let tokens = read.tokens[mark + 1..].iter();
    let spellings: Vec<String> = tokens
        .filter(|token| token.kind != TokenKind::End)
        .map(|token| read.spelling(*token))
        .collect();
    let text = joined(&spellings);
    let value = value(&text, analysis);
    Some((text, value))
}

/// Stands before the invocation that is looked at.
const MARK: &str = "grader_language_server_mark";

/// The most characters of an expansion that are shown.
const MOST_SHOWN: usize = 400;

fn joined(spellings: &[String]) -> String {
    let mut text = String::new();
    for spelling in spellings {
        let follows_word =
            text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ')');
        let is_tight = matches!(spelling.as_str(), ")" | "," | ";" | "]" | "." | "[")
            || spelling == "(" && follows_word
            || text.ends_with(['(', '[', '.', '~', '!']);
        if !text.is_empty() && !is_tight {
            text.push(' ');
        }
        text.push_str(spelling);
        if text.len() > MOST_SHOWN {
            text.push_str(" ...");
            break;
        }
    }
    text
}

/// The name, and the arguments in parentheses behind it.
fn invocation(analysis: &Analysis, lexeme: usize) -> Option<String> {
    let token = analysis.lexemes.get(lexeme)?;
    let mut end = token.end;
    let next = analysis.lexemes.get(lexeme + 1);
    let opens = |it: &Lexeme| it.kind == TokenKind::Punctuator(Punctuator::LeftParen);
    if next.is_some_and(opens) {
        let mut depth = 0;
        for lexeme in &analysis.lexemes[lexeme + 1..] {
            match lexeme.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                TokenKind::Punctuator(Punctuator::LeftBrace | Punctuator::Semicolon) => break,
                _ => {}
            }
            if depth == 0 {
                end = lexeme.end;
                break;
            }
        }
    }
    let text = analysis.text.get(token.start as usize..end as usize)?;
    Some(text.replace('\n', " "))
}

/// The value of a constant expression.
fn value(text: &str, analysis: &Analysis) -> Option<String> {
    let is_number = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    if text.is_empty() || is_number {
        return None;
    }
    for (ty, is_floating) in [("long", false), ("double", true)] {
        let program = format!("__constant {ty} value = ({text});");
        let Ok(checked) = opencl_c::compile(
            "value",
            &program,
            &analysis.options,
            &mut opencl_c::preprocessor::NoIncludes,
        ) else {
            continue;
        };
        // An integer expression has an integer value; whether it is one, its own type says.
        let entry = checked.program.globals.first()?.init.entries.first()?;
        let constant = &checked.program.expr(entry.value).kind;
        match constant {
            ExprKind::Constant(Constant::Int(bits)) if !is_floating && !text.contains('.') => {
                return Some((*bits as i64).to_string());
            }
            ExprKind::Constant(Constant::Float(value)) if is_floating => {
                return Some(value.to_string());
            }
            _ => {}
        }
    }
    None
}
