//! A statement that reads elements of an array and overwrites one of them, split by a barrier: every work-item
//! reads into a private variable first, and writes then.

use crate::change::Change;
use crate::evidence::root;
use crate::kind::Kind;
use crate::subject::{Placed, Subject};
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, StmtKind};
use opencl_c::types::AddressSpace;

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for placed in &subject.statements {
        let StmtKind::Expr(expr) = placed.stmt.kind else {
            continue;
        };
        let Some(split) = Split::of(subject, expr) else {
            continue;
        };
        let around = placed.parent.and_then(|at| subject.statements.get(at));
        let guarded = around.filter(|around| {
            placed.in_block.is_none()
                && around.in_block.is_some()
                && matches!(
                    around.stmt.kind,
                    StmtKind::If {
                        otherwise: None,
                        ..
                    }
                )
        });
        match guarded {
            Some(around) => {
                let StmtKind::If { condition, .. } = around.stmt.kind else {
                    continue;
                };
                if let Some(condition) = subject.span(condition) {
                    let condition = subject.text(condition);
                    changes.extend(split.changes(subject, around, Some(condition)));
                }
            }
            None if placed.in_block.is_some() => {
                changes.extend(split.changes(subject, placed, None));
            }
            None => {}
        }
    }
    changes
}

/// An assignment to an element of an array that is read as well.
struct Split {
    element: String,
    value: String,
    ty: &'static str,
    fence: &'static str,
}

impl Split {
    fn of(subject: &Subject<'_>, expr: ExprId) -> Option<Split> {
        let program = subject.program;
        let (place, value, op) = match program.expr(expr).kind {
            ExprKind::Assign { place, value } => (place, value, None),
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => (place, value, Some(op)),
            _ => return None,
        };
        let ExprKind::Deref(pointer) = program.expr(place).kind else {
            return None;
        };
        let (_, _, space) = program.types.as_pointer(program.expr(pointer).ty)?;
        let fence = match space {
            AddressSpace::Local => "CLK_LOCAL_MEM_FENCE",
            AddressSpace::Global => "CLK_GLOBAL_MEM_FENCE",
            _ => return None,
        };
        let array = root(program, pointer)?;
        let mut is_read = false;
        walk::below(program, value, &mut |expr| {
            if let ExprKind::Deref(pointer) = program.expr(expr).kind {
                is_read |= root(program, pointer) == Some(array);
            }
        });
        let ty = subject.scalar(place).filter(|_| is_read)?.name();
        let element = subject.text(subject.span(place)?).to_owned();
        let value = subject.text(subject.span(value)?);
        let value = match op {
            Some(op) => format!("{element} {} ({value})", op.text()),
            None => value.to_owned(),
        };
        Some(Split {
            element,
            value,
            ty,
            fence,
        })
    }

    /// The statement split, without a barrier behind it and with one.
    fn changes(
        &self,
        subject: &Subject<'_>,
        placed: &Placed<'_>,
        condition: Option<&str>,
    ) -> Vec<Change> {
        let Split {
            element,
            value,
            ty,
            fence,
        } = self;
        let names = ["next", "next_value", "value_to_write"];
        let Some(name) = names.iter().find(|name| !subject.file().contains(**name)) else {
            return Vec::new();
        };
        let indent = subject.indent(placed.span.start);
        let (read, guard) = match condition {
            Some(condition) => (
                format!("{ty} {name} = {condition} ? {value} : 0;"),
                format!("if ({condition}) "),
            ),
            None => (format!("{ty} {name} = {value};"), String::new()),
        };
        let split =
            format!("{read}\n{indent}barrier({fence});\n{indent}{guard}{element} = {name};");
        let line = subject.line(placed.span.start);
        let message =
            format!("line {line} overwrites `{element}` while other work-items may still read it");
        let help = format!(
            "read into a variable first, put `barrier({fence});` behind that, and write then"
        );
        let behind = format!("{split}\n{indent}barrier({fence});");
        let each = [split, behind].into_iter().filter_map(|text| {
            let edits = vec![(placed.span, text)];
            subject.change(Kind::DoubleBuffer, edits, message.clone(), help.clone())
        });
        each.collect()
    }
}
