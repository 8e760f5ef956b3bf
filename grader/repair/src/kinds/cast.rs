//! A cast added or removed, and literals of another type.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Site, Subject, is_atom};
use launch::MistakeId;
use mistakes::analysis::walk;
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, StmtKind};
use opencl_c::source::Span;
use opencl_c::types::Scalar;

/// `convert_int4(p * q)` as `convert_int4(p) * convert_int4(q)`: the operation in the type of the result.
fn before_the_operation(subject: &Subject<'_>, site: &Site, value: ExprId) -> Option<Change> {
    let ExprKind::Binary { op, left, right } = subject.program.expr(value).kind else {
        return None;
    };
    let is_arithmetic = matches!(
        op,
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide
    );
    let whole = subject.text(site.span);
    let open = whole.find('(')?;
    let conversion = match open {
        0 => &whole[..=whole.find(')')?],
        _ => &whole[..open],
    };
    let converted = |operand: ExprId| {
        let text = subject.text(subject.span(operand)?);
        Some(match open == 0 && is_atom(text) {
            true => format!("{conversion}{text}"),
            false => format!("{conversion}({text})"),
        })
    };
    let now = format!("{} {} {}", converted(left)?, op.text(), converted(right)?);
    let message = format!("`{whole}` computes first and converts then");
    let help = format!("write `{now}`, which computes in the type of the result");
    let edits = vec![(site.span, subject.enclosed(site.span, &now))];
    subject
        .change(Kind::Cast, edits, message, help)
        .filter(|_| is_arithmetic)
}

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let node = subject.program.expr(site.expr);
        changes.extend(saturated(subject, site));
        match &node.kind {
            ExprKind::Convert {
                value,
                explicit: true,
                ..
            } => {
                if let Some(span) = subject.span(*value) {
                    let whole = subject.with_parentheses(span);
                    let kept =
                        if whole.end >= site.span.end && subject.text(site.span).starts_with('(') {
                            subject.text(whole)
                        } else {
                            subject.text(span)
                        };
                    changes.extend(match is_narrow(node.ty.as_scalar()) {
                        Some(name) => cut_off(subject, site.span, name, kept),
                        None => subject.exchange(Kind::Cast, site.span, kept),
                    });
                }
                changes.extend(before_the_operation(subject, site, *value));
                let text = subject.text(site.span);
                if let Some(rest) = text.strip_prefix('(') {
                    let Some((was, rest)) = rest.split_once(')') else {
                        continue;
                    };
                    for name in [
                        "int", "uint", "float", "long", "uchar", "char", "ushort", "short",
                        "size_t",
                    ] {
                        if name != was.trim() && is_scalar_name(was.trim()) {
                            changes.extend(subject.exchange(
                                Kind::Cast,
                                site.span,
                                &format!("({name}){}", rest.trim_start()),
                            ));
                        }
                    }
                }
            }
            ExprKind::Binary {
                op:
                    BinaryOp::Divide
                    | BinaryOp::Multiply
                    | BinaryOp::Subtract
                    | BinaryOp::Less
                    | BinaryOp::Remainder,
                left,
                right,
            } => {
                let Some(scalar) = subject.scalar(*left) else {
                    continue;
                };
                let names: &[&str] = match scalar.is_integer() {
                    true => &["float", "int", "long", "ulong"],
                    false => &["int"],
                };
                for side in [*left, *right] {
                    let Some(span) = subject.span(side) else {
                        continue;
                    };
                    let whole = subject.with_parentheses(span);
                    let text = subject.text(whole);
                    for name in names {
                        let now = match is_atom(text) {
                            true => format!("({name}){text}"),
                            false => format!("({name})({text})"),
                        };
                        let was = subject.text(site.span);
                        let message = format!("`{was}` is computed in `{}`", scalar.name());
                        let help = format!("write `{now}`");
                        let edits = vec![(whole, now)];
                        changes.extend(subject.change(Kind::Cast, edits, message, help));
                    }
                }
            }
            ExprKind::Constant(Constant::Int(_)) => {
                let text = subject.text(site.span);
                if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
                    changes.extend(subject.exchange(Kind::Cast, site.span, &format!("{text}.0f")));
                }
            }
            ExprKind::Constant(Constant::Float(_)) => {
                let text = subject.text(site.span);
                let integer = text.split('.').next().unwrap_or_default();
                if !integer.is_empty() && subject.scalar(site.expr) == Some(Scalar::Float) {
                    changes.extend(subject.exchange(Kind::Cast, site.span, integer));
                }
            }
            _ => {}
        }
    }
    changes
}

/// Is an expression an element of an array or of a buffer?
fn is_element(subject: &Subject<'_>, expr: ExprId) -> bool {
    let ExprKind::Load(place) = subject.program.expr(expr).kind else {
        return false;
    };
    matches!(subject.program.expr(place).kind, ExprKind::Deref(_))
}

/// The name of a type of 8 or 16 bits.
fn is_narrow(scalar: Option<Scalar>) -> Option<&'static str> {
    let scalar = scalar?;
    let is_narrow = matches!(
        scalar,
        Scalar::Char | Scalar::UChar | Scalar::Short | Scalar::UShort
    );
    is_narrow.then(|| scalar.name())
}

/// A cast to a type of few bits removed.
fn cut_off(subject: &Subject<'_>, span: Span, name: &str, kept: &str) -> Option<Change> {
    let now = subject.enclosed(span, kept);
    let message = format!("the cast to `{name}` cuts off what does not fit");
    let place = (span, format!("a `{name}` does not hold every value of it"));
    let help = format!("write `{now}`");
    let change = subject.change_at(Kind::Cast, vec![(span, now)], place, message, help)?;
    Some(change.showing(MistakeId::IntegerOverflowInIndex))
}

/// A saturating conversion of the only variable in a conversion to integers of 8 or 16 bits, in place of all that is
/// done to it there.
fn saturated(subject: &Subject<'_>, site: &Site) -> Option<Change> {
    let node = subject.program.expr(site.expr);
    let (ExprKind::Convert {
        value,
        explicit: true,
        ..
    }
    | ExprKind::Reinterpret(value)) = node.kind
    else {
        return None;
    };
    let (scalar, width) = node.ty.shape()?;
    let name = is_narrow(Some(scalar))?;
    let mut operands: Vec<Span> = Vec::new();
    walk::below(subject.program, value, &mut |inner| {
        let is_operand = subject.variable(inner).is_some() || is_element(subject, inner);
        let shape = subject.program.expr(inner).ty.shape();
        let is_as_wide = shape.is_some_and(|(_, other)| other == width);
        let span = subject.span(inner).filter(|_| is_operand && is_as_wide);
        operands.extend(span.filter(|span| !operands.contains(span)));
    });
    let [operand] = operands.as_slice() else {
        return None;
    };
    let width = if width == 1 {
        String::new()
    } else {
        width.to_string()
    };
    let operand = subject.text(*operand);
    let now = format!("convert_{name}{width}_sat({operand})");
    subject.exchange(Kind::Cast, site.span, &now)
}

/// All casts to scalars of one statement removed.
pub(crate) fn without_all(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let whole = match placed.stmt.kind {
            StmtKind::If { condition, .. } => subject.span(condition),
            _ => Some(placed.span).filter(|_| placed.is_simple()),
        };
        let Some(whole) = whole else {
            continue;
        };
        let text = subject.text(whole);
        let mut edits = Vec::new();
        for scalar in Scalar::ALL {
            let cast = format!("({})", scalar.name());
            for (at, _) in text.match_indices(&cast) {
                let start = whole.start + at as u32;
                let span = Span {
                    start,
                    end: start + cast.len() as u32,
                    ..whole
                };
                edits.push((span, String::new()));
            }
        }
        if edits.len() > 1 {
            let line = subject.line(whole.start);
            let message = format!("the casts in line {line} lose a part of the value");
            let help = "remove them".to_owned();
            changes.extend(subject.change(Kind::Cast, edits, message, help));
        }
    }
    changes
}

fn is_scalar_name(text: &str) -> bool {
    text == "size_t" || Scalar::ALL.iter().any(|scalar| scalar.name() == text)
}
