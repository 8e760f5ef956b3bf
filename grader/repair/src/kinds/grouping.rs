//! The operands of two operators grouped in the other way: `a << b + c` as `(a << b) + c`, `a * (b + c)` as `a * b + c`.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::{BinaryOp, ExprId, ExprKind};

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let Some((outer, left, right)) = operation(subject, site.expr) else {
            continue;
        };
        // The operands of a macro's text stand elsewhere.
        let is_here = |expr: ExprId| {
            let span = subject.span(expr);
            span.is_some_and(|it| site.span.start <= it.start && it.end <= site.span.end)
        };
        if let Some((inner, middle, last)) = operation(subject, right)
            && is_other(outer, inner)
            && [left, middle, last].into_iter().all(is_here)
        {
            let now = (|| {
                let first = group(subject, outer, left, middle, inner, false)?;
                Some(format!(
                    "{first} {} {}",
                    inner.text(),
                    operand(subject, last, inner)?
                ))
            })();
            changes.extend(now.and_then(|now| subject.exchange(Kind::Grouping, site.span, &now)));
        }
        if let Some((inner, first, middle)) = operation(subject, left)
            && is_other(inner, outer)
            && [first, middle, right].into_iter().all(is_here)
        {
            let now = (|| {
                let second = group(subject, outer, middle, right, inner, true)?;
                Some(format!(
                    "{} {} {second}",
                    operand(subject, first, inner)?,
                    inner.text()
                ))
            })();
            changes.extend(now.and_then(|now| subject.exchange(Kind::Grouping, site.span, &now)));
        }
    }
    changes
}

/// The operator and the operands of an expression, below conversions that the language implies.
fn operation(subject: &Subject<'_>, mut expr: ExprId) -> Option<(BinaryOp, ExprId, ExprId)> {
    loop {
        match subject.program.expr(expr).kind {
            ExprKind::Convert {
                value,
                explicit: false,
                ..
            } => expr = value,
            ExprKind::Binary { op, left, right } => return Some((op, left, right)),
            _ => return None,
        }
    }
}

/// Does another grouping of `a outer (b inner c)` mean something else?
fn is_other(outer: BinaryOp, inner: BinaryOp) -> bool {
    use BinaryOp as Op;
    let is_same_sum = matches!(outer, Op::Add) && matches!(inner, Op::Add | Op::Subtract);
    let is_repeated = outer == inner && matches!(outer, Op::Multiply | Op::And | Op::Or | Op::Xor);
    let is_of_bits = |op| matches!(op, Op::And | Op::Or | Op::Xor);
    // `a & b == c` is a common slip; who writes `a - b == c` means it.
    let is_compared = match (outer.is_comparison(), inner.is_comparison()) {
        (false, false) => true,
        (true, false) => is_of_bits(inner),
        (false, true) => is_of_bits(outer),
        (true, true) => false,
    };
    is_compared && !(is_same_sum || is_repeated)
}

/// `left op right` as an operand of `around`, in parentheses where it needs them.
fn group(
    subject: &Subject<'_>,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
    around: BinaryOp,
    is_right: bool,
) -> Option<String> {
    let (left, right) = (operand(subject, left, op)?, operand(subject, right, op)?);
    let text = format!("{left} {} {right}", op.text());
    let is_bound = match is_right {
        true => binding(op) > binding(around),
        false => binding(op) >= binding(around),
    };
    // Few readers know the binding of shifts and bits.
    let is_usual = [op, around]
        .iter()
        .all(|op| binding(*op) >= binding(BinaryOp::Add));
    Some(match is_bound && is_usual {
        true => text,
        false => format!("({text})"),
    })
}

/// The text of an operand, in parentheses where an operator in it binds less than the one beside it.
fn operand(subject: &Subject<'_>, expr: ExprId, beside: BinaryOp) -> Option<String> {
    let span = subject.span(expr)?;
    let whole = subject.with_parentheses(span);
    let text = subject.text(whole);
    let is_bare = whole == span;
    let needs = operation(subject, expr).is_some_and(|(op, ..)| binding(op) <= binding(beside));
    Some(match is_bare && needs {
        true => format!("({text})"),
        false => text.to_owned(),
    })
}

/// How strongly an operator binds.
const fn binding(op: BinaryOp) -> u32 {
    use BinaryOp as Op;
    match op {
        Op::Multiply | Op::Divide | Op::Remainder => 9,
        Op::Add | Op::Subtract => 8,
        Op::ShiftLeft | Op::ShiftRight => 7,
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => 6,
        Op::Equal | Op::NotEqual => 5,
        Op::And => 4,
        Op::Xor => 3,
        Op::Or => 2,
    }
}
