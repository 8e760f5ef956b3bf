//! An ordinary read and write of one element made one atomic operation.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::{BinaryOp, ExprKind};
use opencl_c::types::Scalar;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let node = subject.program.expr(site.expr);
        let (place, call) = match &node.kind {
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => {
                let name = match op {
                    BinaryOp::Add => "atomic_add",
                    BinaryOp::Subtract => "atomic_sub",
                    BinaryOp::Or => "atomic_or",
                    BinaryOp::And => "atomic_and",
                    BinaryOp::Xor => "atomic_xor",
                    _ => continue,
                };
                let Some(value) = subject.span(*value) else {
                    continue;
                };
                (*place, (name, Some(subject.text(value))))
            }
            ExprKind::Increment {
                place, decrement, ..
            } => {
                let name = if *decrement {
                    "atomic_dec"
                } else {
                    "atomic_inc"
                };
                (*place, (name, None))
            }
            ExprKind::Assign { place, value } => {
                let is_integer = subject.scalar(*place).is_some_and(Scalar::is_integer);
                let Some(value) = subject.span(*value).filter(|_| is_integer) else {
                    continue;
                };
                (*place, ("atomic_add", Some(subject.text(value))))
            }
            _ => continue,
        };
        if subject.variable(place).is_some() {
            continue;
        }
        let Some(place) = subject.span(place) else {
            continue;
        };
        let place = subject.text(place);
        let now = match call {
            (name, Some(value)) => format!("{name}(&{place}, {value})"),
            (name, None) => format!("{name}(&{place})"),
        };
        let was = subject.text(site.span);
        let message = match node.kind {
            ExprKind::Assign { .. } => format!("`{was}` overwrites what other work-items wrote"),
            _ => {
                format!("`{was}` reads and writes in two steps, and other work-items come between")
            }
        };
        let help = format!("write `{now}`");
        changes.extend(subject.change(Kind::Atomic, vec![(site.span, now)], message, help));
    }
    changes
}
