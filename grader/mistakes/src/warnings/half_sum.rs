//! # A long sum in `half`
//!
//! A loop adds to a variable of `half` in each round. A `half` has 11 significant bits: between 2048
//! and 4096 its neighbours are 2 apart, so that adding 1 to 2048 gives 2048 again. The larger the
//! sum, the more of each addend is lost, and in the end all of it.
//!
//! Loops of a few rounds are not reported, nor is a value that each round corrects, such as a
//! running mean.
//!
//! ## Why it hurts
//!
//! The result is wrong but looks plausible: a sum of 10000 ones is 2048. It also depends on the
//! order of the additions, so that another work-group size gives another result. Numbers are
//! often kept as `half` to move fewer bytes, but a sum in a register moves none.
//!
//! ## Wrong
//! ```opencl
//! #pragma OPENCL EXTENSION cl_khr_fp16 : enable
//!
//! kernel void sum_columns(global const half *x, global half *y, int rows)
//! {
//!     int column = get_global_id(0);
//!     int columns = get_global_size(0);
//!     half sum = 0;
//!     for (int row = 0; row < rows; row++) {
//!         sum += x[row * columns + column];
//!     }
//!     y[column] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! #pragma OPENCL EXTENSION cl_khr_fp16 : enable
//!
//! kernel void sum_columns(global const half *x, global half *y, int rows)
//! {
//!     int column = get_global_id(0);
//!     int columns = get_global_size(0);
//!     float sum = 0;
//!     for (int row = 0; row < rows; row++) {
//!         sum += x[row * columns + column];
//!     }
//!     y[column] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL extension specification 1.2, `cl_khr_fp16`: `half` is the 16-bit format of IEEE 754,
//! with 10 bits of the fraction stored.

use crate::analysis::assignments::{Assignments, loaded};
use crate::analysis::trips::{Loops, Trips};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{
    BinaryOp, ExprId, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, VarId,
};
use opencl_c::types::Scalar;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::HalfSum,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 12,
    launch: "global: 4\nbuffer: x half 12 iota read\nbuffer: y half 4 uninit write\nvalue: rows int 3",
    file: page_in!("half_sum.rs"),
    read: Some(read),
    measure: None,
};

/// Sums of fewer addends lose the last digits at most.
const SHORT: u64 = 32;

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let has_half = |function: &Function| {
        let mut types = function.vars.iter().map(|var| var.ty.shape());
        types.any(|shape| shape.is_some_and(|(scalar, _)| scalar == Scalar::Half))
    };
    if !program.functions.iter().any(has_half) {
        return;
    }
    let loops = Loops::of(program);
    for (id, (function, assignments)) in (0..).map(FunctionId).zip(analyses.functions()) {
        if !has_half(function) {
            continue;
        }
        let mut sums = Sums {
            program,
            function,
            assignments,
            loops: &loops,
            id,
            found: Vec::new(),
        };
        sums.statement(&function.body, &mut Vec::new());
        let mut known = HashSet::new();
        for (sum, at) in sums.found {
            if !known.insert(sum) {
                continue;
            }
            let name = &function.vars[sum.0 as usize].name;
            let found = reporter
                .at(
                    Evidence::Likely,
                    at,
                    format!("`{name}` is a sum in `half`, which has 11 significant bits: from 2048 on, adding 1 changes nothing"),
                )
                .label("rounded to `half` in each round")
                .help("sum in a `float`, and make it a `half` where it is stored");
            if function.kernel.is_some() {
                found.kernel(function);
            }
        }
    }
}

/// A loop that the walk is in: the variables declared in its body start anew in each round.
struct Around {
    /// Its rounds, if every launch makes as many.
    rounds: Option<u64>,
    declared: HashSet<VarId>,
}

struct Sums<'a> {
    program: &'a Program,
    function: &'a Function,
    assignments: &'a Assignments,
    loops: &'a Loops<'a>,
    id: FunctionId,
    found: Vec<(VarId, ExprId)>,
}

impl Sums<'_> {
    fn statement(&mut self, stmt: &Stmt, around: &mut Vec<Around>) {
        let body = match &stmt.kind {
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. } => Some(body),
            _ => None,
        };
        if let Some(body) = body {
            let rounds = match self.loops.trips(self.id, stmt).0 {
                Trips::Known(count) => Some(count),
                Trips::Counted { .. } | Trips::Unknown => None,
            };
            let mut declared = HashSet::new();
            walk::statements(body, &mut |stmt| {
                if let StmtKind::Declare { var, .. } = stmt.kind {
                    declared.insert(var);
                }
            });
            around.push(Around { rounds, declared });
            self.statement(body, around);
            around.pop();
            return;
        }
        if !around.is_empty() {
            for expr in walk::expressions(stmt) {
                walk::below(self.program, expr, &mut |expr| {
                    self.expression(expr, around)
                });
            }
        }
        for stmt in walk::children(stmt) {
            self.statement(stmt, around);
        }
    }

    fn expression(&mut self, expr: ExprId, around: &[Around]) {
        let Some((sum, addend)) = self.addition(expr) else {
            return;
        };
        let is_half = |(scalar, _): (Scalar, _)| scalar == Scalar::Half;
        let var = &self.function.vars[sum.0 as usize];
        if !var.ty.shape().is_some_and(is_half) || self.is_constant(addend) {
            return;
        }
        // The rounds since the variable got its first value.
        let kept = around.iter().rev();
        let kept = kept.take_while(|around| !around.declared.contains(&sum));
        let mut rounds = Some(1_u64);
        let mut any = false;
        for around in kept {
            any = true;
            rounds = rounds.zip(around.rounds).map(|(a, b)| a.saturating_mul(b));
        }
        if any && rounds.is_none_or(|rounds| rounds >= SHORT) && !self.depends(addend, sum) {
            self.found.push((sum, expr));
        }
    }

    /// The variable that an expression adds to, and what it adds.
    fn addition(&self, expr: ExprId) -> Option<(VarId, ExprId)> {
        let program = self.program;
        let variable = |place: ExprId| match program.expr(place).kind {
            ExprKind::Variable(var) => Some(var),
            _ => None,
        };
        match &program.expr(expr).kind {
            ExprKind::CompoundAssign {
                op: BinaryOp::Add | BinaryOp::Subtract,
                place,
                value,
                ..
            } => Some((variable(*place)?, *value)),
            ExprKind::Assign { place, value } => {
                let sum = variable(*place)?;
                let is_sum = |side: ExprId| loaded(program, side) == Some(sum);
                let mut value = *value;
                while let ExprKind::Convert { value: inner, .. } = program.expr(value).kind {
                    value = inner;
                }
                match &program.expr(value).kind {
                    ExprKind::Binary {
                        op: BinaryOp::Add,
                        left,
                        right,
                    } if is_sum(*left) => Some((sum, *right)),
                    ExprKind::Binary {
                        op: BinaryOp::Add,
                        left,
                        right,
                    } if is_sum(*right) => Some((sum, *left)),
                    ExprKind::Builtin { builtin, arguments }
                        if matches!(builtin.name, Name::Fma | Name::Mad) =>
                    {
                        let [left, right, added] = arguments[..] else {
                            return None;
                        };
                        let changes = self.depends(right, sum);
                        (is_sum(added) && !changes).then_some((sum, left))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_constant(&self, expr: ExprId) -> bool {
        let mut constant = true;
        walk::below(self.program, expr, &mut |expr| {
            constant &= matches!(
                self.program.expr(expr).kind,
                ExprKind::Constant(_) | ExprKind::Convert { .. } | ExprKind::Splat(_)
            );
        });
        constant
    }

    /// Is a value computed from a variable, through other variables of the function?
    fn depends(&self, value: ExprId, on: VarId) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            let mut found = Vec::new();
            walk::below(self.program, value, &mut |expr| {
                if let ExprKind::Variable(var) = self.program.expr(expr).kind {
                    found.push(var);
                }
            });
            for var in found {
                if var == on {
                    return true;
                }
                if seen.insert(var) {
                    let assigned = self.assignments.to(var);
                    waiting.extend(&assigned.values);
                    waiting.extend(assigned.combined.iter().map(|(_, value)| *value));
                }
            }
        }
        false
    }
}
