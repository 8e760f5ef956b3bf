//! Another constant.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::{Constant, ExprKind};
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::{Scalar, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A constant and the operator before it left out: `+ 1`.
fn left_out(subject: &Subject<'_>, constant: Span) -> Option<Change> {
    let before = subject.file()[..constant.start as usize].trim_end();
    let kept = before[..before.len() - 1].trim_end();
    let span = Span {
        start: kept.len() as u32,
        ..constant
    };
    let operation = subject.text(span).trim().to_owned();
    let message = format!("`{operation}` is one too many");
    let help = format!("leave out `{operation}`");
    subject.change(Kind::Term, vec![(span, String::new())], message, help)
}

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let program = subject.program;
    let written: BTreeSet<u64> = subject
        .sites
        .iter()
        .filter_map(|site| match program.expr(site.expr).kind {
            ExprKind::Constant(Constant::Int(value)) if value < 1 << 20 => Some(value),
            _ => None,
        })
        .collect();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    names.extend(subject.file().lines().filter_map(defined));
    let mut changes = Vec::new();
    for site in &subject.sites {
        match program.expr(site.expr).kind {
            ExprKind::Constant(Constant::Int(value)) => {
                let text = subject.text(site.span);
                let is_number = text.starts_with(|c: char| c.is_ascii_digit());
                let is_name = names.contains(text);
                if value >= 1 << 20 || !(is_number || is_name) {
                    continue;
                }
                let suffix = text.trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == 'x');
                let suffix = if is_number { suffix } else { "" };
                let near = [
                    value + 1,
                    value.wrapping_sub(1),
                    value * 2,
                    value / 2,
                    0,
                    1,
                    2,
                ];
                let mut others: Vec<u64> = near.to_vec();
                others.extend(written.iter().copied());
                let mut seen = BTreeSet::new();
                seen.insert(value);
                let before = subject.file()[..site.span.start as usize].trim_end();
                let is_neutral = |other: u64| match other {
                    0 => before.ends_with(['+', '-']),
                    1 => before.ends_with(['*', '/']),
                    _ => false,
                };
                for other in others {
                    if other >= 1 << 21 || !seen.insert(other) {
                        continue;
                    }
                    if is_neutral(other) {
                        changes.extend(left_out(subject, site.span));
                    } else {
                        let now = format!("{other}{suffix}");
                        changes.extend(subject.exchange(Kind::Constant, site.span, &now));
                    }
                }
                for name in &names {
                    changes.extend(subject.exchange(Kind::Constant, site.span, name));
                }
                if is_number {
                    for name in subject.integers(site.function, site.span.start) {
                        changes.extend(subject.exchange(Kind::Variable, site.span, name));
                    }
                }
            }
            ExprKind::Constant(Constant::Float(value)) => {
                if !subject
                    .text(site.span)
                    .starts_with(|c: char| c.is_ascii_digit() || c == '.')
                {
                    continue;
                }
                for other in [
                    value * 2.0,
                    value / 2.0,
                    value + 1.0,
                    value - 1.0,
                    0.0,
                    1.0,
                    0.5,
                    2.0,
                    value * 4.0,
                    value / 4.0,
                ] {
                    if other != value {
                        let now = match other < 0.0 {
                            true => continue,
                            false => format!("{other:?}f"),
                        };
                        changes.extend(subject.exchange(Kind::Constant, site.span, &now));
                    }
                }
                let named = subject.visible(site.function, site.span.start);
                let named = named.filter(|(.., ty)| ty.as_scalar() == Some(Scalar::Float));
                for (_, name, _) in named {
                    changes.extend(subject.exchange(Kind::Variable, site.span, name));
                }
            }
            _ => {}
        }
    }
    changes
}

/// Another length of the rows of an array: padded by one element, or without padding.
pub(crate) fn lengths(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for function in &subject.program.functions {
        for var in &function.vars {
            let is_array = matches!(subject.program.types.get(var.ty), Type::Array { .. });
            if !is_array || var.origin.expansion != ExpansionId::NONE || var.name.is_empty() {
                continue;
            }
            let name = var.origin.spelling;
            let rest = &subject.file()[name.end as usize..];
            // The last pair of brackets in a row.
            let mut last = None;
            let mut at = 0;
            while rest[at..].starts_with('[')
                && let Some(length) = rest[at..].find(']')
            {
                last = Some((at + 1, at + length));
                at += length + 1;
            }
            let Some((start, end)) = last else {
                continue;
            };
            let was = &rest[start..end];
            let base = was.split(" + ").next().unwrap_or(was);
            let span = Span {
                start: name.end + start as u32,
                end: name.end + end as u32,
                ..name
            };
            for now in [format!("{base} + 1"), format!("{was} + 1"), base.to_owned()] {
                let message = format!("the rows of `{}` are `{was}` long", var.name);
                let help = format!("declare them with `{now}`");
                // A longer array may hide an index that is wrong.
                let change = subject.change(Kind::Constant, vec![(span, now)], message, help);
                changes.extend(change.map(|change| change.less_likely(3)));
            }
        }
    }
    changes
}

/// A number that a function has several times, exchanged in all places.
pub(crate) fn everywhere(subject: &Subject<'_>) -> Vec<Change> {
    let mut places: BTreeMap<(u32, &str, u64), Vec<Span>> = BTreeMap::new();
    for site in &subject.sites {
        let text = subject.text(site.span);
        if let ExprKind::Constant(Constant::Int(value)) = subject.program.expr(site.expr).kind
            && value < 1 << 20
            && text.bytes().all(|byte| byte.is_ascii_digit())
        {
            let spans = places.entry((site.function.0, text, value)).or_default();
            if !spans.contains(&site.span) {
                spans.push(site.span);
            }
        }
    }
    let mut changes = Vec::new();
    for ((_, text, value), spans) in places {
        if !(2..=6).contains(&spans.len()) {
            continue;
        }
        for other in [value + 1, value.wrapping_sub(1), value * 2, value / 2] {
            if other >= 1 << 21 {
                continue;
            }
            let edits = spans
                .iter()
                .map(|span| (*span, other.to_string()))
                .collect();
            let message = format!("`{other}` is meant in place of each `{text}`");
            let help = format!("write `{other}`");
            let change = subject.change(Kind::Constant, edits, message, help);
            changes.extend(change.map(|change| change.less_likely(1)));
        }
    }
    changes
}

/// The name of a macro that stands for a number or for an expression in parentheses.
fn defined(line: &str) -> Option<&str> {
    let definition = line.trim().strip_prefix("#define")?.trim_start();
    let (name, value) = definition.split_once(char::is_whitespace)?;
    let value = value.trim();
    let is_number = value.starts_with(|c: char| c.is_ascii_digit())
        && !value.contains(char::is_whitespace)
        || value.starts_with('(') && value.ends_with(')');
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_number && is_name).then_some(name)
}
