//! # A signed number compared with an unsigned one
//!
//! In a comparison of an `int` with a `uint` or a `size_t`, the `int` becomes unsigned first, and
//! -1 becomes 4294967295 or more. So `-1 < get_local_size(0)` is false, and a loop that should
//! begin left of an element is not entered. Conversely an unsigned number is never below 0, so
//! `k >= 0` always holds and `k < 0` never does.
//!
//! Sizes, ids and the counters of loops that begin at 0 are never negative and not reported.
//!
//! ## Why it hurts
//!
//! The language converts in this way on all hardware. The mistake is common in OpenCL, because
//! every function of a work-item returns a `size_t`. The results are wrong at the edges only, or a
//! loop does not end, and on a GPU the driver is reset.
//!
//! ## Wrong
//! ```opencl
//! kernel void sum_around(global const int *x, global int *y, uint radius)
//! {
//!     size_t i = get_global_id(0) + 1;
//!     int sum = 0;
//!     for (int k = -1; k <= radius; k++) {
//!         sum += x[i + k];
//!     }
//!     y[i] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void sum_around(global const int *x, global int *y, uint radius)
//! {
//!     size_t i = get_global_id(0) + 1;
//!     int sum = 0;
//!     for (int k = -1; k <= (int)radius; k++) {
//!         sum += x[i + k];
//!     }
//!     y[i] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.2.6: the usual arithmetic conversions, those of C99,
//! 6.3.1.8; section 6.12.1: the functions of a work-item give `size_t`.

use crate::analysis::assignments::{Assignments, loaded};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, Function, Program, UnaryOp, VarId};
use opencl_c::source::ExpansionId;
use opencl_c::types::Scalar;
use std::cell::Cell;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::SignedUnsignedCompare,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 7,
    launch: "global: 2\nbuffer: x int 4 iota read\nbuffer: y int 4 zeros\nvalue: radius uint 1",
    file: page_in!("signed_unsigned_compare.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for (function, assignments) in analyses.functions() {
        let signs = Signs {
            program,
            assignments,
            guarded: guarded(program, function),
            steps: Cell::new(0),
        };
        walk::each_expression(program, &function.body, &mut |expr| {
            let node = program.expr(expr);
            let ExprKind::Binary { op, left, right } = node.kind else {
                return;
            };
            if !op.is_comparison() || !is_unsigned(program, left) {
                return;
            }
            let kernel = |found: crate::static_checks::Found<'_>| {
                if function.kernel.is_some() {
                    found.kernel(function);
                }
            };
            if let Some((value, holds)) = signs.never_below_zero(op, left, right) {
                let text = shortened(&analyses.text(value));
                let what = if holds { "always holds" } else { "never holds" };
                let message =
                    format!("`{text}` is unsigned and never below 0, so this comparison {what}");
                kernel(
                    reporter
                        .find(Evidence::Proven, node.at, node.at, message)
                        .label(what)
                        .help("make it an `int`, or ask before the subtraction"),
                );
                return;
            }
            // As a mark that means "none", -1 is the same number on both sides.
            if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
                return;
            }
            let sides = [
                (left, right, op == BinaryOp::GreaterEqual),
                (right, left, op == BinaryOp::LessEqual),
            ];
            signs.steps.set(MOST);
            let negative = sides
                .into_iter()
                .find(|&(side, _, counts_down)| signs.converted_negative(side, counts_down));
            let Some((side, other, _)) = negative else {
                return;
            };
            let message = format!(
                "`{}` can be negative, and beside the unsigned `{}` it becomes huge",
                shortened(&analyses.text(side)),
                shortened(&analyses.text(other))
            );
            kernel(
                reporter
                    .find(Evidence::Likely, node.at, node.at, message)
                    .label("compares unsigned numbers")
                    .with_expr(side, "is made unsigned first")
                    .help("cast the other side to `int`, or keep this one from being negative"),
            );
        });
    }
}

/// How far values are followed.
const DEEP: usize = 8;
/// How many values are looked at for one comparison.
const MOST: usize = 600;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

fn scalar(program: &Program, expr: ExprId) -> Option<Scalar> {
    program.expr(expr).ty.as_scalar()
}

fn is_unsigned(program: &Program, expr: ExprId) -> bool {
    matches!(scalar(program, expr), Some(Scalar::UInt | Scalar::ULong))
}

/// The variables that some comparison keeps from being too small: signed ones that are compared as they
/// are, and others that are asked to be large enough.
fn guarded(program: &Program, function: &Function) -> HashSet<VarId> {
    let mut guarded = HashSet::new();
    walk::each_expression(program, &function.body, &mut |expr| {
        let ExprKind::Binary { op, left, right } = program.expr(expr).kind else {
            return;
        };
        if !op.is_comparison() {
            return;
        }
        let large = match op {
            BinaryOp::Greater | BinaryOp::GreaterEqual => [true, false],
            BinaryOp::Less | BinaryOp::LessEqual => [false, true],
            _ => [true, true],
        };
        for (side, large) in [left, right].into_iter().zip(large) {
            let Some(var) = loaded(program, side) else {
                continue;
            };
            let signed = scalar(program, side).is_some_and(Scalar::is_signed);
            let is_signed_var = function.vars[var.0 as usize]
                .ty
                .as_scalar()
                .is_some_and(Scalar::is_signed);
            if signed || large && !is_signed_var {
                guarded.insert(var);
            }
        }
    });
    guarded
}

struct Signs<'a> {
    program: &'a Program,
    assignments: &'a Assignments,
    guarded: HashSet<VarId>,
    steps: Cell<usize>,
}

impl Signs<'_> {
    /// May another value be followed for this comparison?
    fn goes_on(&self) -> bool {
        let steps = self.steps.get();
        self.steps.set(steps.saturating_sub(1));
        steps > 0
    }

    /// For `k >= 0` and `k < 0` of an unsigned `k`: that value, and whether it always holds. A 0 from a
    /// macro may be another number in another build.
    fn never_below_zero(
        &self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<(ExprId, bool)> {
        let (value, zero, holds) = match op {
            BinaryOp::GreaterEqual => (left, right, true),
            BinaryOp::Less => (left, right, false),
            BinaryOp::LessEqual => (right, left, true),
            BinaryOp::Greater => (right, left, false),
            _ => return None,
        };
        let written = self.program.expr(zero).origin.expansion == ExpansionId::NONE;
        let is_converted = matches!(
            self.program.expr(value).kind,
            ExprKind::Convert {
                explicit: false,
                value,
                ..
            } if scalar(self.program, value).is_some_and(Scalar::is_signed)
        );
        let variable = self.integer(value).is_none() && !is_converted;
        (written && variable && self.integer(zero) == Some(0)).then_some((value, holds))
    }

    fn integer(&self, expr: ExprId) -> Option<i64> {
        let mut at = expr;
        loop {
            match self.program.expr(at).kind {
                ExprKind::Constant(Constant::Int(bits)) => return Some(bits as i64),
                ExprKind::Convert { value, .. } => at = value,
                _ => return None,
            }
        }
    }

    /// Is it a signed value that can be negative and that the language makes unsigned here?
    fn converted_negative(&self, side: ExprId, counts_down: bool) -> bool {
        let ExprKind::Convert {
            value,
            explicit: false,
            ..
        } = self.program.expr(side).kind
        else {
            return false;
        };
        if !scalar(self.program, value).is_some_and(Scalar::is_signed) {
            return false;
        }
        if let Some(var) = loaded(self.program, value)
            && counts_down
            && !self.guarded.contains(&var)
            && self.assignments.to(var).counts_down
        {
            return true;
        }
        self.integer(value).is_none() && self.is_negative(value, DEEP)
    }

    fn is_negative(&self, expr: ExprId, deep: usize) -> bool {
        if deep == 0 || !self.goes_on() {
            return false;
        }
        let node = self.program.expr(expr);
        if !node.ty.as_scalar().is_some_and(Scalar::is_signed) {
            return false;
        }
        match &node.kind {
            ExprKind::Constant(Constant::Int(bits)) => (*bits as i64) < 0,
            ExprKind::Convert { value, .. } => self.is_negative(*value, deep - 1),
            ExprKind::Unary {
                op: UnaryOp::Negate,
                value,
            } => self.integer(*value) != Some(0),
            ExprKind::Load(_) => loaded(self.program, expr).is_some_and(|var| {
                let values = self.assignments.to(var).values.iter();
                !self.guarded.contains(&var)
                    && values
                        .take_while(|_| self.goes_on())
                        .any(|&value| self.is_negative(value, deep - 1))
            }),
            ExprKind::Binary { op, left, right } => match op {
                BinaryOp::Add => {
                    self.is_negative(*left, deep - 1) || self.is_negative(*right, deep - 1)
                }
                BinaryOp::Subtract => {
                    self.is_id(*left, deep - 1) && self.integer(*right) != Some(0)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Is it the id of a work-item, which can be 0 and which nothing asks to be larger?
    fn is_id(&self, expr: ExprId, deep: usize) -> bool {
        if deep == 0 || !self.goes_on() {
            return false;
        }
        match &self.program.expr(expr).kind {
            ExprKind::Convert { value, .. } => self.is_id(*value, deep - 1),
            ExprKind::Load(_) => loaded(self.program, expr).is_some_and(|var| {
                !self.guarded.contains(&var)
                    && self
                        .assignments
                        .to(var)
                        .only()
                        .is_some_and(|value| self.is_id(value, deep - 1))
            }),
            ExprKind::Builtin { builtin, .. } => matches!(
                builtin.name,
                Name::GetGlobalId | Name::GetLocalId | Name::GetGroupId
            ),
            _ => false,
        }
    }
}
