//! The barrier that does not name the memory between two accesses.

use super::Text;
use crate::analysis::walk;
use launch::Finding;
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, Program};

const LOCAL: u64 = 1;
const GLOBAL: u64 = 2;

pub(super) fn explain(text: &Text<'_>, finding: &mut Finding) {
    let program = text.program;
    let wanted = match finding.help.contains("CLK_LOCAL_MEM_FENCE") {
        true => LOCAL,
        false => GLOBAL,
    };
    let lines: Vec<u32> = finding.spans.iter().map(|span| span.line).collect();
    let (Some(first), Some(last)) = (lines.iter().min(), lines.iter().max()) else {
        return;
    };
    let mut barriers: Vec<(ExprId, ExprId, u64)> = Vec::new();
    for function in &program.functions {
        walk::each_expression(program, &function.body, &mut |expr| {
            if let ExprKind::Builtin { builtin, arguments } = &program.expr(expr).kind
                && builtin.name == Name::Barrier
                && let Some(&argument) = arguments.first()
                && let Some(flags) = flags(program, argument)
                && flags & wanted == 0
            {
                barriers.push((expr, argument, flags));
            }
        });
    }
    let sources = &program.sources;
    let place = |expr: ExprId, label: &str| {
        let expr = program.expr(expr);
        sources.place(expr.origin, expr.end, label.to_owned(), false)
    };
    let is_between = |expr: ExprId| {
        let line = place(expr, "").line;
        (*first..=*last).contains(&line)
    };
    let between = barriers.iter().find(|(expr, ..)| is_between(*expr));
    // In a loop it may stand behind both; of several elsewhere none is sure.
    let only = barriers.first().filter(|_| barriers.len() == 1);
    let Some(&(call, argument, flags)) = between.or(only) else {
        return;
    };
    let memory = if wanted == LOCAL { "local" } else { "global" };
    finding.add_primary(place(
        call,
        &format!("this barrier does not order {memory} memory"),
    ));
    let origin = program.expr(argument).origin;
    // The names of the flags are macros themselves, of no file of the program's.
    let mut written = origin.spelling;
    for step in sources.backtrace(origin) {
        if &*sources.file(written.file).name != "<built-in>" {
            break;
        }
        written = step.invocation;
    }
    let (first, last) = (program.expr(call).origin, program.expr(call).end);
    let (from, to) = (sources.use_site(first), sources.use_site(last));
    let is_in_call = written.file == from.file && (from.start..=to.end).contains(&written.start);
    let mut where_to = "there";
    if !is_in_call {
        let label = "its flag stands here, in a macro".to_owned();
        finding
            .spans
            .push(sources.place_of_span(written, label, false));
        where_to = "in the macro";
    }
    let all = match flags | wanted {
        LOCAL => "CLK_LOCAL_MEM_FENCE",
        GLOBAL => "CLK_GLOBAL_MEM_FENCE",
        _ => "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
    };
    finding.help =
        format!("write `barrier({all})` {where_to}, so that it orders {memory} memory too");
}

/// The flags of a barrier, if they are a constant.
fn flags(program: &Program, expr: ExprId) -> Option<u64> {
    match &program.expr(expr).kind {
        ExprKind::Constant(Constant::Int(flags)) => Some(*flags),
        ExprKind::Convert { value, .. } => flags(program, *value),
        ExprKind::Binary {
            op: BinaryOp::Or | BinaryOp::Add,
            left,
            right,
        } => Some(flags(program, *left)? | flags(program, *right)?),
        _ => None,
    }
}
