//! Calls: which functions hold an expression of some kind, or call one that does.
//!
//! Promise: a function is among those exactly if such an expression is in its body or in that of a
//! function that it calls, by however many steps.

use super::walk;
use opencl_c::program::{ExprKind, FunctionId, Program};

/// By function: does it, or what it calls, hold an expression that is wanted?
pub(crate) fn reaching(program: &Program, is_wanted: impl Fn(&ExprKind) -> bool) -> Vec<bool> {
    let mut reaching = vec![false; program.functions.len()];
    let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); program.functions.len()];
    let mut waiting = Vec::new();
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        let mut wanted = false;
        walk::each_expression(program, &function.body, &mut |expr| {
            let kind = &program.expr(expr).kind;
            wanted |= is_wanted(kind);
            if let ExprKind::Call { function, .. } = kind {
                callers[function.0 as usize].push(id);
            }
        });
        if wanted {
            reaching[id.0 as usize] = true;
            waiting.push(id);
        }
    }
    while let Some(function) = waiting.pop() {
        for &caller in &callers[function.0 as usize] {
            if !std::mem::replace(&mut reaching[caller.0 as usize], true) {
                waiting.push(caller);
            }
        }
    }
    reaching
}
