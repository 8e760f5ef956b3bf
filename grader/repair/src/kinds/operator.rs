//! Another operator, and a term or a factor removed or added.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Role, Site, Subject, is_atom};
use opencl_c::program::{BinaryOp, ExprId, ExprKind};
use opencl_c::source::Span;
use opencl_c::types::Scalar;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        match subject.program.expr(site.expr).kind {
            ExprKind::Binary { op, left, right } => {
                let others = others(op).iter().copied();
                let others: Vec<&str> = others
                    .filter(|now| !is_neutral(now, subject.constant(right)))
                    .collect();
                changes.extend(exchanged(subject, op.text(), left, right, &others));
                changes.extend(shifted(subject, site, op, left, right));
                changes.extend(without_a_side(subject, site, op, left, right));
            }
            ExprKind::ShortCircuit { or, left, right } => {
                let (was, now) = if or { ("||", "&&") } else { ("&&", "||") };
                changes.extend(exchanged(subject, was, left, right, &[now]));
            }
            ExprKind::Assign { place, value } => {
                changes.extend(turned(subject, place, value));
                changes.extend(exchanged(subject, "=", place, value, &["+=", "-=", "*="]));
            }
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => {
                let was = format!("{}=", op.text());
                let others: &[&str] = &["=", "+=", "-=", "*=", "/=", "<<=", ">>=", "|="];
                let others: Vec<&str> = others.iter().copied().filter(|it| *it != was).collect();
                changes.extend(exchanged(subject, &was, place, value, &others));
            }
            ExprKind::Increment { decrement, .. } => {
                let text = subject.text(site.span);
                let (was, now) = if decrement {
                    ("--", "++")
                } else {
                    ("++", "--")
                };
                let turned = text.replace(was, now);
                changes.extend(subject.exchange(Kind::Operator, site.span, &turned));
                for size in ["get_local_size(0)", "get_global_size(0)"] {
                    let counter = text.replace(was, "");
                    let now = format!("{} += {size}", counter.trim());
                    changes.extend(subject.exchange(Kind::Share, site.span, &now));
                }
            }
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                let spans = subject.span(then).zip(subject.span(otherwise));
                if let Some((then, otherwise)) = spans {
                    let (one, other) = (subject.text(then), subject.text(otherwise));
                    let message = format!("`{one}` and `{other}` are exchanged");
                    let edits = vec![(then, other.to_owned()), (otherwise, one.to_owned())];
                    changes.extend(subject.change(
                        Kind::Swap,
                        edits,
                        message,
                        "exchange them".to_owned(),
                    ));
                }
            }
            _ => {}
        }
        changes.extend(with_a_term(subject, site));
    }
    changes
}

/// Divisions of integers by a constant or a variable, rounded up.
pub(crate) fn rounded_up(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let ExprKind::Binary {
            op: BinaryOp::Divide,
            left,
            right,
        } = subject.program.expr(site.expr).kind
        else {
            continue;
        };
        let is_integer = subject.scalar(site.expr).is_some_and(Scalar::is_integer);
        let Some((dividend, divisor)) = subject.span(left).zip(subject.span(right)) else {
            continue;
        };
        let (was, by) = (subject.text(dividend), subject.text(divisor));
        if !is_integer || !is_atom(by) {
            continue;
        }
        let more = match subject.constant(right) {
            Some(0 | 1) => continue,
            Some(divisor) => format!("{}", divisor - 1),
            None => format!("{by} - 1"),
        };
        let whole = subject.with_parentheses(dividend);
        let message = format!("`{}` rounds down", subject.text(site.span));
        let now = format!("({was} + {more})");
        let help = format!("write `{now} / {by}`, which rounds up");
        changes.extend(subject.change(Kind::Rounding, vec![(whole, now)], message, help));
    }
    changes
}

/// Operators that are taken for each other.
const fn others(op: BinaryOp) -> &'static [&'static str] {
    match op {
        BinaryOp::Add => &["-", "*"],
        BinaryOp::Subtract => &["+", "/"],
        BinaryOp::Multiply => &["+", "/", "%"],
        BinaryOp::Divide => &["%", "*", ">>"],
        BinaryOp::Remainder => &["/", "*", "&"],
        BinaryOp::ShiftLeft => &[">>", "*"],
        BinaryOp::ShiftRight => &["<<", "/"],
        BinaryOp::And => &["|", "&&", "^", "%"],
        BinaryOp::Or => &["&", "||", "^"],
        BinaryOp::Xor => &["|", "&"],
        BinaryOp::Less => &[">", ">=", "==", "!="],
        BinaryOp::LessEqual => &[">=", ">", "=="],
        BinaryOp::Greater => &["<", "<=", "!="],
        BinaryOp::GreaterEqual => &["<=", "<", "=="],
        BinaryOp::Equal => &["!=", "<", ">="],
        BinaryOp::NotEqual => &["==", "<", ">"],
    }
}

fn exchanged(
    subject: &Subject<'_>,
    was: &str,
    left: ExprId,
    right: ExprId,
    others: &[&str],
) -> Vec<Change> {
    let Some((left, right)) = subject.span(left).zip(subject.span(right)) else {
        return Vec::new();
    };
    if left.end > right.start {
        return Vec::new();
    }
    let between = Span {
        start: left.end,
        end: right.start,
        ..left
    };
    let Some(at) = subject.text(between).find(was) else {
        return Vec::new();
    };
    let operator = Span {
        start: between.start + at as u32,
        end: between.start + (at + was.len()) as u32,
        ..left
    };
    let (one, other) = (subject.text(left), subject.text(right));
    let each = others.iter().filter_map(|now| {
        let message = format!("`{one} {was} {other}` should be `{one} {now} {other}`");
        let help = format!("write `{now}` in place of `{was}`");
        let kind = match was {
            "<" | "<=" | ">" | ">=" | "==" | "!=" => Kind::Comparison,
            _ => Kind::Operator,
        };
        subject.change(kind, vec![(operator, (*now).to_owned())], message, help)
    });
    each.collect()
}

/// `a =+ b` and `a =- b` as `a += b` and `a -= b`.
fn turned(subject: &Subject<'_>, place: ExprId, value: ExprId) -> Option<Change> {
    let (place, value) = (subject.span(place)?, subject.span(value)?);
    if place.end > value.start {
        return None;
    }
    let behind = Span {
        start: place.end,
        end: value.end,
        ..place
    };
    let text = subject.text(behind);
    let operator = text.trim_start();
    let sign = ["+", "-"].into_iter().find(|sign| {
        operator
            .strip_prefix('=')
            .is_some_and(|it| it.starts_with(sign))
    })?;
    let start = behind.end - operator.len() as u32;
    let operator = Span {
        start,
        end: start + 2,
        ..place
    };
    let message = format!("`={sign}` assigns, and the sign belongs to the value");
    let help = format!("write `{sign}=` in place of `={sign}`");
    let edits = vec![(operator, format!("{sign}="))];
    subject.change(Kind::Operator, edits, message, help)
}

/// Remainders of differences that are less than 0 for the least value: `(x - 1) % n` as `(x + n - 1) % n`, each alone
/// and all at once.
pub(crate) fn wrapped(subject: &Subject<'_>) -> Vec<Change> {
    let sites = subject.sites.iter();
    let mut edits: Vec<_> = sites.filter_map(|site| raised(subject, site)).collect();
    edits.dedup();
    let all = (edits.len() > 1).then(|| edits.clone());
    let each = edits.into_iter().map(|edit| vec![edit]);
    let each = all.into_iter().chain(each).filter_map(|edits| {
        let (span, now) = edits.first()?;
        let was = subject.text(*span);
        let message = format!("`{was}` may be below 0, where its remainder is another one");
        let help = match edits.len() {
            1 => format!("write `{now}`"),
            count => format!("write `{now}`, and the like in all {count} places"),
        };
        subject.change(Kind::Offset, edits, message, help)
    });
    each.collect()
}

/// The difference of which a remainder is taken, and the text with the divisor added.
fn raised(subject: &Subject<'_>, site: &Site) -> Option<(Span, String)> {
    let ExprKind::Binary {
        op: BinaryOp::Remainder,
        left,
        right,
    } = subject.program.expr(site.expr).kind
    else {
        return None;
    };
    let ExprKind::Binary {
        op: BinaryOp::Subtract,
        left: from,
        right: less,
    } = subject.program.expr(left).kind
    else {
        return None;
    };
    let is_integer = subject.scalar(left).is_some_and(Scalar::is_integer);
    let [from, less] = [from, less].map(|it| subject.span(it));
    let (from, less) = (subject.text(from?), subject.text(less?));
    let by = subject.operand(subject.span(right)?);
    is_integer.then_some((subject.span(left)?, format!("{from} + {by} - {less}")))
}

/// Does an operation with this constant on its right leave the value as it is? The operation removed is the edit then.
fn is_neutral(op: &str, right: Option<u64>) -> bool {
    match right {
        Some(0) => matches!(op, "+" | "-" | "|" | "^" | "<<" | ">>"),
        Some(1) => matches!(op, "*" | "/"),
        _ => false,
    }
}

/// A division by a power of two as a shift, which rounds down for negative numbers too.
fn shifted(
    subject: &Subject<'_>,
    site: &Site,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Option<Change> {
    let by = subject.constant(right)?;
    let scalar = subject.scalar(site.expr)?;
    let is_signed = scalar.is_integer() && scalar.is_signed();
    if op != BinaryOp::Divide || !is_signed || by < 2 || by.count_ones() != 1 {
        return None;
    }
    let whole = subject.with_parentheses(subject.span(left)?);
    let (was, shift) = (subject.text(site.span), by.trailing_zeros());
    let now = format!("{} >> {shift}", subject.text(whole));
    let message = format!("`{was}` rounds a negative number up, towards zero");
    let help = format!("write `{now}`, which rounds down");
    let edits = vec![(site.span, subject.enclosed(site.span, &now))];
    subject.change(Kind::Rounding, edits, message, help)
}

fn without_a_side(
    subject: &Subject<'_>,
    site: &Site,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
) -> Vec<Change> {
    if op.is_comparison() {
        return Vec::new();
    }
    let kept = [left, right].into_iter();
    let each = kept.filter_map(|kept| {
        let span = subject.with_parentheses(subject.span(kept)?);
        let now = subject.text(span).to_owned();
        subject.exchange(Kind::Term, site.span, &now)
    });
    each.collect()
}

/// A value with a small term or factor more.
fn with_a_term(subject: &Subject<'_>, site: &Site) -> Vec<Change> {
    let is_load = matches!(
        subject.program.expr(site.expr).kind,
        ExprKind::Load(_) | ExprKind::Binary { .. } | ExprKind::Builtin { .. }
    );
    let Some(scalar) = subject.scalar(site.expr).filter(|_| is_load) else {
        return Vec::new();
    };
    let was = subject.text(site.span);
    let factor = match is_atom(was) {
        true => was.to_owned(),
        false => format!("({was})"),
    };
    let mut now: Vec<String> = Vec::new();
    if scalar.is_floating() {
        now.extend(["2.0f", "0.5f", "0.25f"].map(|by| format!("{by} * {factor}")));
        now.push(format!("fabs({was})"));
        now.push(format!("-{factor}"));
        let names = subject.visible(site.function, site.span.start);
        let floats =
            names.filter(|(_, _, ty)| *ty == opencl_c::types::TypeId::scalar(Scalar::Float));
        for (_, name, _) in floats {
            now.push(format!("{factor} * {name}"));
            now.push(format!("{was} + {name}"));
            now.push(format!("{was} - {name}"));
        }
    } else if scalar.is_integer() && !site.is_whole_index {
        // The term removed is the edit otherwise.
        if !was.ends_with("- 1") {
            now.push(format!("{was} + 1"));
        }
        if !was.ends_with("+ 1") {
            now.push(format!("{was} - 1"));
        }
        now.extend(["2", "4"].map(|by| format!("{factor} * {by}")));
        now.extend(["2", "4"].map(|by| format!("{factor} / {by}")));
        if site.role != Role::Condition {
            for name in subject.integers(site.function, site.span.start) {
                now.push(format!("{was} + {name}"));
            }
        }
        for name in subject.integers(site.function, site.span.start) {
            now.push(format!("{factor} * {name}"));
        }
    }
    let each = now
        .into_iter()
        .filter_map(|now| subject.exchange(Kind::Term, site.span, &now));
    each.collect()
}
