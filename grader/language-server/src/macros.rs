//! Macros: where they are defined, and what an invocation becomes.

use crate::analysis::{Analysis, MAIN};
use crate::includes::Files;
use crate::tokens::{Token, tokens};
use opencl_c::interner::Interner;
use opencl_c::preprocessor::{NoIncludes, preprocess};
use opencl_c::program::{Constant, ExprKind, StmtKind};
use opencl_c::source::Span;
use opencl_c::token::{Punctuator, TokenKind};
use opencl_c::types::Scalar;

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
            in_text(&analysis.text, &analysis.tokens, id, &mut macros);
        } else if file.text.contains("define") {
            let tokens = tokens(&file.text, &mut Interner::default());
            in_text(&file.text, &tokens, id, &mut macros);
        }
    }
    macros
}

fn in_text(text: &str, tokens: &[Token], file: opencl_c::source::FileId, macros: &mut Vec<Macro>) {
    let word = |token: &Token| text.get(token.range()).unwrap_or_default();
    for (at, hash) in tokens.iter().enumerate() {
        let is_directive = hash.starts_line && hash.kind == TokenKind::Punctuator(Punctuator::Hash);
        let [_, define, name, ..] = &tokens[at..] else {
            break;
        };
        if !is_directive || word(define) != "define" || name.starts_line {
            continue;
        }
        let mut rest = tokens[at + 3..]
            .iter()
            .take_while(|it| !it.starts_line)
            .peekable();
        let opens = |it: &&&Token| {
            it.kind == TokenKind::Punctuator(Punctuator::LeftParen) && it.start == name.end
        };
        let mut parameters = None;
        if rest.peek().is_some_and(|it| opens(&it)) {
            let mut list = String::new();
            for token in rest.by_ref() {
                list.push_str(word(token));
                match token.kind {
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
pub(crate) fn at(analysis: &Analysis, index: usize) -> Option<Macro> {
    let token = analysis.tokens.get(index)?;
    if !matches!(token.kind, TokenKind::Identifier(_)) || analysis.entity_at(index).is_some() {
        return None;
    }
    let name = analysis.token_text(index);
    let own = |it: &Macro| it.name == name;
    let found: Vec<_> = analysis.macros().iter().filter(|it| own(it)).collect();
    // Of several the last one before the use.
    let before = found
        .iter()
        .rev()
        .find(|it| it.span.file != MAIN || it.span.start <= token.start);
    before.or(found.first()).map(|it| (*it).clone())
}

/// What the invocation that starts at this token becomes, and its value where it is a number.
pub(crate) fn expansion(
    analysis: &Analysis,
    index: usize,
    files: &mut Files<'_>,
) -> Option<(String, Option<String>)> {
    let token = analysis.tokens.get(index)?;
    let invocation = invocation(analysis, index)?;
    // The macros are those that are defined above the statement; what stands before it may be a call that is open.
    let start = start_of_statement(analysis, index);
    let (above, between) = analysis.text.get(..token.start as usize)?.split_at(start);
    // The line stays the same, for `__LINE__`.
    let lines = "\n".repeat(between.matches('\n').count());
    let text = format!("{above}{lines} {MARK} {invocation}\n");
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

/// The byte behind the last `;`, brace or directive before a token.
fn start_of_statement(analysis: &Analysis, index: usize) -> usize {
    let mut start = 0;
    let mut in_directive = false;
    for token in &analysis.tokens[..=index] {
        if token.starts_line {
            let is_directive = token.kind == TokenKind::Punctuator(Punctuator::Hash);
            if in_directive && !is_directive {
                start = token.start as usize;
            }
            in_directive = is_directive;
        }
        let ends = matches!(
            token.kind,
            TokenKind::Punctuator(
                Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace
            )
        );
        if ends && !in_directive {
            start = token.end as usize;
        }
    }
    // Within a directive: above its line.
    if in_directive {
        let line = analysis.tokens[..=index]
            .iter()
            .rev()
            .find(|it| it.starts_line);
        return line.map_or(0, |it| it.start as usize);
    }
    start
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
fn invocation(analysis: &Analysis, index: usize) -> Option<String> {
    let token = analysis.tokens.get(index)?;
    let mut end = token.end;
    let next = analysis.tokens.get(index + 1);
    let opens = |it: &Token| it.kind == TokenKind::Punctuator(Punctuator::LeftParen);
    if next.is_some_and(opens) {
        let mut depth = 0;
        for token in &analysis.tokens[index + 1..] {
            match token.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                TokenKind::Punctuator(Punctuator::LeftBrace | Punctuator::Semicolon) => break,
                _ => {}
            }
            if depth == 0 {
                end = token.end;
                break;
            }
        }
    }
    let text = analysis.text.get(token.start as usize..end as usize)?;
    Some(crate::words::without_comments(text))
}

/// The value of a constant expression, in its own type.
fn value(text: &str, analysis: &Analysis) -> Option<String> {
    let is_number = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    if text.is_empty() || is_number {
        return None;
    }
    let read = |program: &str| {
        let read = opencl_c::compile("value", program, &analysis.options, &mut NoIncludes);
        read.ok().map(|checked| checked.program)
    };
    let typed = read(&format!("void value(void) {{ (void)({text}); }}"))?;
    let StmtKind::Block(statements) = &typed.functions.first()?.body.kind else {
        return None;
    };
    let StmtKind::Expr(discarded) = statements.first()?.kind else {
        return None;
    };
    let ExprKind::Discard(value) = typed.expr(discarded).kind else {
        return None;
    };
    let scalar = typed.expr(value).ty.as_scalar()?;
    let known = read(&format!("__constant {} value = ({text});", scalar.name()))?;
    let entry = known.globals.first()?.init.entries.first()?;
    match known.expr(entry.value).kind {
        ExprKind::Constant(Constant::Int(bits)) if scalar.is_signed() => {
            Some((bits as i64).to_string())
        }
        ExprKind::Constant(Constant::Int(bits)) => Some(bits.to_string()),
        ExprKind::Constant(Constant::Float(value)) if scalar == Scalar::Double => {
            Some(value.to_string())
        }
        ExprKind::Constant(Constant::Float(value)) => Some((value as f32).to_string()),
        _ => None,
    }
}
