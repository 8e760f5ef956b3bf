//! Pointers to private objects: what they point into, and which objects they are lost of.
//!
//! Promise: a root is the object that the pointer was made from. An object whose address goes where it
//! is not followed (into a variable, a call) has escaped; of any other, each access names it.

use super::walk;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program, VarId};
use opencl_c::types::AddressSpace;
use std::collections::HashSet;

/// The object whose address, with an offset perhaps, a pointer expression is, and the expression that
/// takes that address.
pub(crate) fn root(program: &Program, pointer: ExprId) -> Option<(ExprId, VarId)> {
    let mut at = pointer;
    loop {
        match &program.expr(at).kind {
            ExprKind::PointerOffset { pointer, .. } | ExprKind::PointerCast(pointer) => {
                at = *pointer;
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                let taken = at;
                let mut place = *place;
                loop {
                    match &program.expr(place).kind {
                        ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                            place = *base;
                        }
                        ExprKind::Variable(var) => return Some((taken, *var)),
                        ExprKind::Deref(pointer) => {
                            at = *pointer;
                            break;
                        }
                        _ => return None,
                    }
                }
            }
            _ => return None,
        }
    }
}

/// The private objects of a function whose address goes where it is not followed.
pub(crate) fn escaped(program: &Program, function: FunctionId) -> HashSet<VarId> {
    let function = program.function(function);
    let (mut followed, mut taken) = (HashSet::new(), Vec::new());
    walk::each_expression(
        program,
        &function.body,
        &mut |expr| match &program.expr(expr).kind {
            ExprKind::Deref(pointer) => followed.extend(root(program, *pointer).map(|(at, _)| at)),
            ExprKind::Decay(_) | ExprKind::AddressOf(_) => taken.extend(root(program, expr)),
            _ => {}
        },
    );
    taken
        .into_iter()
        .filter(|(at, _)| !followed.contains(at))
        .map(|(_, var)| var)
        .filter(|var| function.vars[var.0 as usize].space == AddressSpace::Private)
        .collect()
}
