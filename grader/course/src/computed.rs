//! Says where the value that was written to a wrong element comes from: the write shows what is wrong, and the
//! statements that compute the variable are where to look.

use crate::report::{Counterexample, Explanation};
use launch::Place;
use mistakes::analysis::walk;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, Function, Program, Stmt, StmtKind, VarId};
use opencl_c::types::AddressSpace;
use std::collections::BTreeSet;

/// The most statements that are named.
const MOST_PLACES: usize = 3;

/// Names the statements that compute the variable which the write to the first wrong element stores.
pub(crate) fn explain_value(program: &Program, example: &mut Counterexample) -> Option<()> {
    let (number, fact) =
        example
            .explanations
            .iter()
            .enumerate()
            .find_map(|(number, it)| match it {
                Explanation::WrittenBy {
                    buffer,
                    index,
                    place,
                    ..
                } => {
                    let (variable, places) = computed(program, place)?;
                    let fact = Explanation::ValueOf {
                        buffer: buffer.clone(),
                        index: *index,
                        variable,
                        places,
                    };
                    Some((number, fact))
                }
                _ => None,
            })?;
    example.explanations.insert(number, fact);
    Some(())
}

/// The variable that the store at a place stores, and where it gets its values.
fn computed(program: &Program, store: &Place) -> Option<(String, Vec<Place>)> {
    program.functions.iter().find_map(|function| {
        let value = stored(program, function, store)?;
        let var = variable_of(program, function, value)?;
        let places = writes(program, function, var);
        let is_few = (1..=MOST_PLACES).contains(&places.len());
        let is_elsewhere = places.iter().all(|place| place.line != store.line);
        let name = function.vars[var.0 as usize].name.to_string();
        (is_few && is_elsewhere).then_some((name, places))
    })
}

/// The value of the only store that stands at a place.
fn stored(program: &Program, function: &Function, store: &Place) -> Option<ExprId> {
    let mut found = Vec::new();
    walk::each_expression(program, &function.body, &mut |expr| {
        let value = match &program.expr(expr).kind {
            ExprKind::Assign { place, value } => match program.expr(*place).kind {
                ExprKind::Deref(_) => Some(*value),
                _ => None,
            },
            ExprKind::Builtin { builtin, arguments }
                if builtin.name.text().starts_with("vstore") =>
            {
                arguments.first().copied()
            }
            _ => None,
        };
        let node = program.expr(expr);
        let at = program
            .sources
            .place(node.origin, node.end, String::new(), true);
        if let Some(value) = value.filter(|_| at.file == store.file && at.line == store.line) {
            found.push(value);
        }
    });
    match found.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// The variable that a value is: itself, perhaps converted, or of a computed one the only variable that a statement
/// adds to. Of other computations the mistake may stand in the store itself.
fn variable_of(program: &Program, function: &Function, value: ExprId) -> Option<VarId> {
    let mut vars: BTreeSet<VarId> = BTreeSet::new();
    let mut is_itself = true;
    let mut waiting = vec![value];
    while let Some(expr) = waiting.pop() {
        let kind = &program.expr(expr).kind;
        is_itself &= matches!(
            kind,
            ExprKind::Variable(_) | ExprKind::Load(_) | ExprKind::Convert { .. }
        );
        match kind {
            // An element of memory is no value of a variable, nor is what a function makes of one.
            ExprKind::Deref(_) | ExprKind::Call { .. } => return None,
            ExprKind::Variable(var) => {
                vars.insert(*var);
            }
            kind => kind.add_operands(&mut waiting),
        }
    }
    vars.retain(|var| {
        let is_parameter = (var.0 as usize) < function.parameters;
        !is_parameter && function.vars[var.0 as usize].space == AddressSpace::Private
    });
    let is_sum = |var: &VarId| {
        let mut is_sum = false;
        walk::each_expression(program, &function.body, &mut |expr| {
            if let ExprKind::CompoundAssign {
                op: BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Or | BinaryOp::Xor,
                place,
                ..
            } = program.expr(expr).kind
            {
                is_sum |= assigned(program, place) == Some(*var);
            }
        });
        is_sum
    };
    if is_itself {
        return vars.pop_first();
    }
    let mut sums = vars.into_iter().filter(is_sum);
    sums.next().filter(|_| sums.next().is_none())
}

/// The statements that give a variable a value other than a constant.
fn writes(program: &Program, function: &Function, var: VarId) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut add = |stmt: &Stmt| {
        let place = program
            .sources
            .place(stmt.origin, stmt.end, String::new(), true);
        if !places.iter().any(|known| known.line == place.line) {
            places.push(place);
        }
    };
    walk::statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare {
            var: declared,
            init: Some(init),
        } if *declared == var => {
            let mut values = init.entries.iter();
            if values.any(|entry| !is_constant(program, entry.value)) {
                add(stmt);
            }
        }
        StmtKind::Expr(expr) => {
            let place = match program.expr(*expr).kind {
                ExprKind::Assign { place, value } if !is_constant(program, value) => place,
                ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => place,
                _ => return,
            };
            if assigned(program, place) == Some(var) {
                add(stmt);
            }
        }
        _ => {}
    });
    places
}

/// Is a value made of constants alone?
fn is_constant(program: &Program, value: ExprId) -> bool {
    let mut is_constant = true;
    walk::below(program, value, &mut |expr| {
        is_constant &= !matches!(
            program.expr(expr).kind,
            ExprKind::Variable(_) | ExprKind::Call { .. } | ExprKind::Builtin { .. }
        );
    });
    is_constant
}

/// The variable of which a place is the whole or a component.
fn assigned(program: &Program, mut place: ExprId) -> Option<VarId> {
    loop {
        place = match program.expr(place).kind {
            ExprKind::Variable(var) => return Some(var),
            ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => base,
            _ => return None,
        };
    }
}
