//! The expressions that stand at the places of findings.

use crate::analysis::walk;
use launch::Place;
use opencl_c::program::{ExprId, ExprKind, FunctionId, Program};
use std::collections::HashMap;

/// File, first line and column, last line and column.
type Stretch = (String, u32, u32, u32, u32);

/// The expressions of a program by the place where a reader finds them.
pub(super) struct Places(HashMap<Stretch, Vec<(FunctionId, ExprId)>>);

impl Places {
    pub(super) fn of(program: &Program) -> Places {
        let mut all: HashMap<Stretch, Vec<(FunctionId, ExprId)>> = HashMap::new();
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            walk::each_expression(program, &function.body, &mut |expr| {
                let node = program.expr(expr);
                // What stands at a place as a whole is one of these.
                if !matches!(
                    node.kind,
                    ExprKind::Deref(_)
                        | ExprKind::Builtin { .. }
                        | ExprKind::Member { .. }
                        | ExprKind::Swizzle { .. }
                        | ExprKind::Variable(_)
                ) {
                    return;
                }
                let place = program
                    .sources
                    .place(node.origin, node.end, String::new(), false);
                all.entry(stretch(&place)).or_default().push((id, expr));
            });
        }
        Places(all)
    }

    /// The expressions at a place.
    pub(super) fn at(&self, place: &Place) -> &[(FunctionId, ExprId)] {
        self.0.get(&stretch(place)).map_or(&[], Vec::as_slice)
    }
}

fn stretch(place: &Place) -> Stretch {
    let file = place.file.clone();
    (
        file,
        place.line,
        place.column,
        place.end_line,
        place.end_column,
    )
}

/// The pointer through which an expression accesses memory, and what it accesses there.
pub(super) fn pointer(program: &Program, expr: ExprId) -> Option<ExprId> {
    let mut at = expr;
    loop {
        match &program.expr(at).kind {
            ExprKind::Deref(pointer) => return Some(*pointer),
            ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
            _ => return None,
        }
    }
}

/// The index that moves a pointer, the innermost one.
pub(super) fn index(program: &Program, pointer: ExprId) -> Option<ExprId> {
    match &program.expr(pointer).kind {
        ExprKind::PointerOffset { index, .. } => Some(*index),
        ExprKind::PointerCast(inner) => index(program, *inner),
        _ => None,
    }
}
