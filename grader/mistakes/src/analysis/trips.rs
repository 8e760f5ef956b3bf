//! Trip counts: how often the body of a loop is executed.
//!
//! A loop is *canonical* if it is a `for` whose counter gets one value before it, is stepped by the
//! same amount, or halved or doubled, after each round and nowhere else, and is compared with a bound
//! that no round changes; and if nothing in it leaves it early.
//!
//! Promise: [`Trips::Known`] is the count in every launch. [`Trips::Counted`] has the forms that it
//! follows from, and [`Trips::at`] gives it for one work-item of one launch, as long as no counter
//! overflows. What is not canonical is [`Trips::Unknown`].

use super::form::{Form, Point, Symbol};
use super::index::Indices;
use super::walk;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, FunctionId, Program, Stmt, StmtKind, VarId};
use std::cell::RefCell;
use std::collections::HashMap;

/// How often a loop's body runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trips {
    /// The count in every launch.
    Known(u64),
    /// From `first`, by `step`, while the comparison with `bound` holds.
    Counted {
        /// The counter's first value.
        first: Form,
        /// What it is compared with.
        bound: Form,
        /// The comparison, with the counter on the left.
        while_: BinaryOp,
        /// What each round does to it.
        step: Step,
    },
    /// Not canonical.
    Unknown,
}

/// What a round does to a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Adds, or with a minus before it takes away.
    Add(Form),
    /// Multiplies.
    Times(i64),
    /// Divides.
    Over(i64),
}

/// The loops of a program.
pub(crate) struct Loops<'a> {
    /// Where the accesses in them go.
    pub(crate) indices: Indices<'a>,
    /// The loops whose trips were counted, by the addresses of their statements.
    counted: RefCell<HashMap<usize, (Trips, Option<VarId>)>>,
}

impl<'a> Loops<'a> {
    pub(crate) fn of(program: &'a Program) -> Loops<'a> {
        Loops {
            indices: Indices::of(program),
            counted: RefCell::default(),
        }
    }

    /// The trips of a loop, and the variable that counts its rounds.
    pub(crate) fn trips(&self, function: FunctionId, stmt: &Stmt) -> (Trips, Option<VarId>) {
        let key = std::ptr::from_ref(stmt) as usize;
        if let Some(known) = self.counted.borrow().get(&key) {
            return known.clone();
        }
        let found = Trips::of(&self.indices, function, stmt);
        self.counted.borrow_mut().insert(key, found.clone());
        found
    }
}

impl Trips {
    fn of(indices: &Indices<'_>, function: FunctionId, stmt: &Stmt) -> (Trips, Option<VarId>) {
        let Some((counter, trips)) = canonical(indices, function, stmt) else {
            return (Trips::Unknown, None);
        };
        let nowhere = crate::analysis::form::Values::default();
        let point = Point {
            values: &nowhere,
            group: [0; 3],
            lane: [0; 3],
            rounds: &[],
        };
        let numbers = match &trips {
            Trips::Counted {
                first, bound, step, ..
            } => {
                let number = |form: &Form| form.as_number().is_some();
                number(first)
                    && number(bound)
                    && match step {
                        Step::Add(by) => number(by),
                        Step::Times(_) | Step::Over(_) => true,
                    }
            }
            Trips::Known(_) | Trips::Unknown => false,
        };
        // Without a launch only numbers have a value.
        match numbers.then(|| trips.at(&point)).flatten() {
            Some(count) => (Trips::Known(count), Some(counter)),
            None => (trips, Some(counter)),
        }
    }

    /// The count for one work-item of one launch.
    pub(crate) fn at(&self, point: &Point<'_>) -> Option<u64> {
        let (first, bound, while_, step) = match self {
            Trips::Known(count) => return Some(*count),
            Trips::Unknown => return None,
            Trips::Counted {
                first,
                bound,
                while_,
                step,
            } => (first.at(point)?, bound.at(point)?, *while_, step),
        };
        let goes_on = |at: i64| match while_ {
            BinaryOp::Less => at < bound,
            BinaryOp::LessEqual => at <= bound,
            BinaryOp::Greater => at > bound,
            BinaryOp::GreaterEqual => at >= bound,
            _ => at != bound,
        };
        if !goes_on(first) {
            return Some(0);
        }
        match step {
            Step::Add(by) => {
                let by = by.at(point)?;
                let way = bound.checked_sub(first)?;
                let towards = match while_ {
                    BinaryOp::Less | BinaryOp::LessEqual => by > 0,
                    BinaryOp::Greater | BinaryOp::GreaterEqual => by < 0,
                    _ => by != 0 && way.signum() == by.signum(),
                };
                if !towards {
                    return None;
                }
                let (way, by) = (way.unsigned_abs(), by.unsigned_abs());
                match while_ {
                    BinaryOp::Less | BinaryOp::Greater => Some(way.div_ceil(by)),
                    BinaryOp::LessEqual | BinaryOp::GreaterEqual => Some(way / by + 1),
                    _ => way.is_multiple_of(by).then_some(way / by),
                }
            }
            Step::Times(by) | Step::Over(by) => {
                let mut at = first;
                // A counter of 64 bits is 0 or has overflowed after as many doublings.
                for round in 1..=64 {
                    at = match step {
                        Step::Times(_) => at.checked_mul(*by)?,
                        _ => at.checked_div(*by)?,
                    };
                    if !goes_on(at) {
                        return Some(round);
                    }
                }
                None
            }
        }
    }
}

fn canonical(indices: &Indices<'_>, function: FunctionId, stmt: &Stmt) -> Option<(VarId, Trips)> {
    let program = indices.program();
    let StmtKind::For {
        init,
        condition: Some(condition),
        step: Some(step),
        body,
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let ExprKind::Binary { op, left, right } = program.expr(*condition).kind else {
        return None;
    };
    let (counter, while_, bound) = match (variable(program, left), variable(program, right)) {
        (Some(var), _) if is_first(program, init, var).is_some() => (var, op, right),
        (_, Some(var)) => (var, mirrored(op), left),
        _ => return None,
    };
    if !matches!(
        while_,
        BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::NotEqual
    ) {
        return None;
    }
    let first = indices.form(function, is_first(program, init, counter)?)?;
    let bound = indices.form(function, bound)?;
    let moves =
        |symbol: &Symbol| matches!(symbol, Symbol::Same(_)) || *symbol == Symbol::Counter(counter);
    if bound.holds(&moves) || first.holds(&moves) {
        return None;
    }
    let step = stepped(indices, function, *step, counter)?;
    if leaves(body, false) || stores(program, body, counter) {
        return None;
    }
    Some((
        counter,
        Trips::Counted {
            first,
            bound,
            while_,
            step,
        },
    ))
}

/// The variable whose value an expression is, conversions aside.
fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    match &program.expr(expr).kind {
        ExprKind::Load(place) => match program.expr(*place).kind {
            ExprKind::Variable(var) => Some(var),
            _ => None,
        },
        ExprKind::Convert { value, .. } => variable(program, *value),
        _ => None,
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

/// The value that a loop's head gives a variable.
fn is_first(program: &Program, init: &[Stmt], counter: VarId) -> Option<ExprId> {
    init.iter().rev().find_map(|stmt| match &stmt.kind {
        StmtKind::Declare {
            var,
            init: Some(init),
        } if *var == counter => init.entries.first().map(|entry| entry.value),
        StmtKind::Expr(expr) => match &program.expr(*expr).kind {
            ExprKind::Assign { place, value } => match program.expr(*place).kind {
                ExprKind::Variable(var) if var == counter => Some(*value),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

fn stepped(
    indices: &Indices<'_>,
    function: FunctionId,
    step: ExprId,
    counter: VarId,
) -> Option<Step> {
    let program = indices.program();
    let is_counter = |place: ExprId| matches!(program.expr(place).kind, ExprKind::Variable(var) if var == counter);
    match &program.expr(step).kind {
        ExprKind::Increment {
            place, decrement, ..
        } if is_counter(*place) => Some(Step::Add(Form::number(if *decrement { -1 } else { 1 }))),
        ExprKind::CompoundAssign {
            op, place, value, ..
        } if is_counter(*place) => {
            let by = indices.form(function, *value)?;
            let changes = |symbol: &Symbol| matches!(symbol, Symbol::Same(_) | Symbol::Counter(_));
            let number = || by.as_number().filter(|by| *by > 1);
            let power = || {
                let bits = by.as_number().filter(|bits| (1..62).contains(bits))?;
                Some(1 << bits)
            };
            match op {
                BinaryOp::Add | BinaryOp::Subtract if by.holds(&changes) => None,
                BinaryOp::Add => Some(Step::Add(by)),
                BinaryOp::Subtract => Some(Step::Add(Form::number(0).plus(&by, -1)?)),
                BinaryOp::Multiply => Some(Step::Times(number()?)),
                BinaryOp::Divide => Some(Step::Over(number()?)),
                BinaryOp::ShiftLeft => Some(Step::Times(power()?)),
                BinaryOp::ShiftRight => Some(Step::Over(power()?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Does anything in a loop's body leave the loop?
fn leaves(stmt: &Stmt, inner: bool) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Goto(_) => true,
        StmtKind::Break => !inner,
        StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Switch { .. } => walk::children(stmt)
            .into_iter()
            .any(|stmt| leaves(stmt, true)),
        _ => walk::children(stmt)
            .into_iter()
            .any(|stmt| leaves(stmt, inner)),
    }
}

/// Is a variable stored, or its address taken, in a statement?
fn stores(program: &Program, stmt: &Stmt, var: VarId) -> bool {
    let mut found = false;
    walk::each_expression(program, stmt, &mut |expr| {
        if let ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. }
        | ExprKind::AddressOf(place) = &program.expr(expr).kind
        {
            found |= matches!(program.expr(*place).kind, ExprKind::Variable(other) if other == var);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::form::Values;
    use super::*;
    use launch::{Argument, Launch, NdRange};
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// The trips of the first loop of a kernel, and their number with `n` = 10 in a group of 8.
    fn trips(body: &str) -> (Trips, Option<u64>) {
        let text = format!("kernel void k(int n, global int *x)\n{{ {body} }}");
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let Ok(checked) = checked else {
            panic!("{body}");
        };
        let program = &checked.program;
        let function = program.function(FunctionId(0));
        let indices = Indices::of(program);
        let mut found = None;
        walk::statements(&function.body, &mut |stmt| {
            if found.is_none() && matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. })
            {
                found = Some(Trips::of(&indices, FunctionId(0), stmt).0);
            }
        });
        let launch = Launch {
            kernel: "k".to_owned(),
            arguments: vec![Argument::Value {
                name: "n".to_owned(),
                bytes: 10_i32.to_le_bytes().to_vec(),
            }],
            range: NdRange::linear(32, 8),
        };
        let values = Values::of(function, &launch).expect("a group size");
        let point = Point {
            values: &values,
            group: [1, 0, 0],
            lane: [1, 0, 0],
            rounds: &[],
        };
        let trips = found.expect("a loop");
        let count = trips.at(&point);
        (trips, count)
    }

    #[test]
    fn a_count_of_work_groups_is_known_with_a_launch() {
        let bound = "get_num_groups(0) * get_num_groups(1)";
        let (trips, count) = trips(&format!("for (int i = 0; i < {bound}; i++) x[i] = n;"));
        assert!(!matches!(trips, Trips::Known(_)));
        assert_eq!(count, Some(4));
    }

    #[test]
    fn constant_counts_are_known() {
        for (head, count) in [
            ("int i = 0; i < 10; i++", 10),
            ("int i = 0; i <= 10; i += 3", 4),
            ("int i = 10; i > 0; --i", 10),
            ("int i = 10; i >= 0; i -= 4", 3),
            ("int i = 0; 7 > i; ++i", 7),
            ("int i = 0; i != 8; i += 2", 4),
            ("int i = 5; i < 5; i++", 0),
            ("int i = 1; i < 100; i *= 2", 7),
            ("int i = 64; i > 0; i >>= 1", 7),
        ] {
            let body = format!("for ({head}) x[i] = 0;");
            assert_eq!(trips(&body).0, Trips::Known(count), "{head}");
        }
    }

    #[test]
    fn counts_that_depend_on_the_launch_are_found_with_it() {
        for (head, count) in [
            ("int i = 0; i < n; i++", 10),
            (
                "int i = get_global_id(0); i < 64; i += get_global_size(0)",
                2,
            ),
            ("int i = get_local_size(0) / 2; i > 0; i /= 2", 3),
            ("int i = 0; i < n * n - 1; i += n", 10),
        ] {
            let (trips, found) = trips(&format!("for ({head}) x[i] = 0;"));
            assert!(matches!(trips, Trips::Counted { .. }), "{head}");
            assert_eq!(found, Some(count), "{head}");
        }
    }

    #[test]
    fn what_is_not_canonical_is_unknown() {
        for body in [
            "for (int i = 0; i < n; i++) if (x[i]) break;",
            "for (int i = 0; i < n; i++) { x[i] = 0; i++; }",
            "for (int i = 0; i < x[0]; i++) x[i] = 1;",
            "for (int i = 0; ; i++) if (x[i]) return;",
            "int i = 0; while (i < n) { x[i] = 0; i++; }",
        ] {
            assert_eq!(trips(body), (Trips::Unknown, None), "{body}");
        }
    }

    #[test]
    fn a_counter_that_runs_away_has_no_count() {
        for head in [
            "int i = 0; i < 10; i--",
            "int i = 0; i != 9; i += 2",
            "int i = 0; i < 4; i *= 2",
            "int i = 0; i <= 0; i--",
        ] {
            let (_, count) = trips(&format!("for ({head}) x[i & 1] = 0;"));
            assert_eq!(count, None, "{head}");
        }
    }
}
