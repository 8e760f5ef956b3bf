//! A variable moved on at the end of each round of a loop that uses it and leaves it as it is.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Placed, Role, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprKind, StmtKind, VarId};
use opencl_c::source::Span;
use opencl_c::types::{AddressSpace, Scalar};
use std::collections::BTreeSet;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let (StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }) = &placed.stmt.kind
        else {
            continue;
        };
        let block = subject
            .statements
            .iter()
            .find(|it| std::ptr::eq(it.stmt, &**body));
        let Some(block) = block.filter(|it| matches!(it.stmt.kind, StmtKind::Block(_))) else {
            continue;
        };
        for var in left_as_they_are(subject, placed) {
            changes.extend(moved_on(subject, placed, block.span, var));
        }
    }
    changes
}

/// The integers from before a loop that it uses in an index or a condition, and does not write.
fn left_as_they_are(subject: &Subject<'_>, placed: &Placed<'_>) -> Vec<VarId> {
    let function = subject.function(placed.function);
    let mut written: BTreeSet<VarId> = BTreeSet::new();
    walk::each_expression(subject.program, placed.stmt, &mut |expr| {
        if let ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } = subject.program.expr(expr).kind
        {
            written.extend(subject.variable(place));
        }
    });
    let visible = subject.visible(placed.function, placed.span.start);
    let is_own = |var: VarId| {
        let declared = &function.vars[var.0 as usize];
        var.0 as usize >= function.parameters
            && declared.space == AddressSpace::Private
            && declared.ty.as_scalar().is_some_and(Scalar::is_integer)
    };
    let is_used = |var: VarId| {
        subject.sites.iter().any(|site| {
            site.function == placed.function
                && placed.span.start <= site.span.start
                && site.span.end <= placed.span.end
                && site.role != Role::Value
                && subject.variable(site.expr) == Some(var)
        })
    };
    let vars = visible.map(|(var, ..)| var);
    vars.filter(|var| is_own(*var) && !written.contains(var) && is_used(*var))
        .collect()
}

/// The variable moved on by a size, another variable or 1.
fn moved_on(subject: &Subject<'_>, placed: &Placed<'_>, body: Span, var: VarId) -> Vec<Change> {
    let name = &subject.function(placed.function).vars[var.0 as usize].name;
    let mut steps: Vec<String> = Vec::new();
    for dimension in 0..subject.dimensions {
        steps.push(format!("get_local_size({dimension})"));
        steps.push(format!("get_global_size({dimension})"));
    }
    steps.push("1".to_owned());
    let integers = subject.integers(placed.function, placed.span.start);
    steps.extend(
        integers
            .into_iter()
            .filter(|other| *other != &**name)
            .map(str::to_owned),
    );
    let end = Span {
        start: body.end - 1,
        end: body.end - 1,
        ..body
    };
    let indent = subject.indent(end.start);
    let line = subject.line(placed.span.start);
    let each = steps.iter().filter_map(|step| {
        let statement = format!("{name} += {step};");
        let message = format!("`{name}` is the same in each round of the loop of line {line}");
        let help = format!("write `{statement}` at the end of the loop");
        let edits = vec![(end, format!("    {statement}\n{indent}"))];
        subject.change(Kind::Step, edits, message, help)
    });
    each.collect()
}
