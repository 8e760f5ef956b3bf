//! Another variable of the same type, another component of a vector.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;
use opencl_c::program::ExprKind;
use opencl_c::source::Span;
use opencl_c::types::{Scalar, TypeId};

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for site in &subject.sites {
        let node = subject.program.expr(site.expr);
        match node.kind {
            ExprKind::Variable(var) => {
                let vars = &subject.function(site.function).vars;
                let ty = vars[var.0 as usize].ty;
                let visible = subject.visible(site.function, site.span.start);
                let others = visible.filter(|(other, _, with)| *other != var && is_alike(subject, ty, *with));
                for (_, name, _) in others {
                    changes.extend(subject.exchange(Kind::Variable, site.span, name));
                }
                if ty.as_scalar().is_some_and(Scalar::is_integer) {
                    for number in ["0", "1"] {
                        changes.extend(subject.exchange(Kind::Constant, site.span, number));
                    }
                    let sizes = ["get_local_size", "get_global_size"];
                    for name in sizes {
                        for dimension in 0..subject.dimensions {
                            let now = format!("{name}({dimension})");
                            changes.extend(subject.exchange(Kind::Query, site.span, &now));
                        }
                    }
                }
            }
            ExprKind::Swizzle { .. } => {
                let text = subject.text(site.span);
                let Some(at) = text.rfind('.') else {
                    continue;
                };
                let lanes = Span {
                    start: site.span.start + at as u32 + 1,
                    ..site.span
                };
                let each: &[&str] = match text[at + 1..].len() {
                    1 => &["x", "y", "z", "w"],
                    2 => &["lo", "hi", "odd", "even", "xy", "yx"],
                    _ => &["odd", "even"],
                };
                for other in each {
                    changes.extend(subject.exchange(Kind::Variable, lanes, other));
                }
            }
            _ => {}
        }
    }
    changes
}

/// May a variable of one type be written for one of the other? Integers of any width are alike.
fn is_alike(subject: &Subject<'_>, one: TypeId, other: TypeId) -> bool {
    let is_integer = |ty: TypeId| ty.as_scalar().is_some_and(Scalar::is_integer);
    let pointee = |ty: TypeId| subject.program.types.as_pointer(ty);
    match (pointee(one), pointee(other)) {
        (Some((one, _, at)), Some((other, _, there))) => one == other && at == there,
        _ => one == other || is_integer(one) && is_integer(other),
    }
}
