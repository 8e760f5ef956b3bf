//! Parentheses around a macro's text and around its parameters.

use crate::change::{Change, MAIN};
use crate::kind::Kind;
use crate::subject::{Subject, is_atom};
use opencl_c::source::Span;

/// A macro of the main file whose text can be an expression.
struct Macro<'a> {
    name: &'a str,
    parameters: Vec<&'a str>,
    /// Where its text begins.
    at: usize,
    text: &'a str,
}

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let file = subject.file();
    let mut changes = Vec::new();
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        let at = start;
        start += line.len();
        // A text of several lines is left alone.
        if let Some(found) = parse(line.trim_end(), at) {
            changes.extend(enclosed(subject, &found));
        }
    }
    changes
}

fn parse(line: &str, at: usize) -> Option<Macro<'_>> {
    let define = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = define.strip_prefix("define")?;
    let named = rest.trim_start();
    if named.len() == rest.len() {
        return None;
    }
    let end = named.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    let (name, rest) = named.split_at(end.unwrap_or(named.len()));
    let (parameters, rest) = match rest.strip_prefix('(') {
        Some(rest) => {
            let (parameters, rest) = rest.split_once(')')?;
            (parameters.split(',').map(str::trim).collect(), rest)
        }
        None => (Vec::new(), rest),
    };
    let rest = rest.trim_start();
    let is_comment_free = !rest.contains("//") && !rest.contains("/*");
    let is_expression = !rest.contains([';', '{', '"', '\'', '#', '\\', '=']);
    (is_comment_free && is_expression && !rest.is_empty()).then_some(Macro {
        name,
        parameters,
        at: at + line.len() - rest.len(),
        text: rest,
    })
}

fn enclosed(subject: &Subject<'_>, found: &Macro<'_>) -> Option<Change> {
    let mut now = String::new();
    let mut missing: Vec<&str> = Vec::new();
    let mut rest = found.text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if !is_word(first) {
            now.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let is_enclosed =
            now.trim_end().ends_with(['(', ',']) && behind.trim_start().starts_with([')', ',']);
        if found.parameters.contains(&word) && !is_enclosed {
            now.push_str(&format!("({word})"));
            if !missing.contains(&word) {
                missing.push(word);
            }
        } else {
            now.push_str(word);
        }
        rest = behind;
    }
    if !is_atom(&now) {
        now = format!("({now})");
        missing.push("the whole");
    }
    let span = Span {
        file: MAIN,
        start: u32::try_from(found.at).ok()?,
        end: u32::try_from(found.at + found.text.len()).ok()?,
    };
    let name = found.name;
    let parts: Vec<String> = missing
        .iter()
        .map(|part| match *part {
            "the whole" => "its whole text".to_owned(),
            parameter => format!("`{parameter}`"),
        })
        .collect();
    let message = format!(
        "the macro `{name}` has no parentheses around {}",
        parts.join(" and ")
    );
    let help = format!("write `{now}`");
    subject.change(Kind::Macro, vec![(span, now)], message, help)
}
