//! # An index whose computation overflows before it is used
//!
//! The index itself would fit, but a value on the way to it does not: a product that is divided
//! afterwards, as in `i * (i + 1) / 2`; a product of two `int` that becomes a `long` only
//! afterwards; an id in a `short`, which holds 32767 at most, or a local id in a `uchar`.
//!
//! A plain `row * width + column` in 32 bits is fine: it overflows only where the buffer has more
//! than two thousand million elements.
//!
//! ## Why it hurts
//!
//! All hardware wraps around silently, and the kernel reads and writes elsewhere, but never with
//! small inputs. `i * (i + 1)` exceeds an `int` at `i` = 46341, and a laptop's GPU easily holds a
//! matrix of that size. A 64-bit multiplication takes a GPU several instructions, so widen one
//! factor only where it matters.
//!
//! ## Wrong
//! ```opencl
//! kernel void fill_rows(global float *triangle)
//! {
//!     int row = get_global_id(0);
//!     int first = row * (row + 1) / 2;
//!     for (int k = 0; k <= row; k++) {
//!         triangle[first + k] = k;
//!     }
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void fill_rows(global float *triangle)
//! {
//!     int row = get_global_id(0);
//!     long first = (long)row * (row + 1) / 2;
//!     for (int k = 0; k <= row; k++) {
//!         triangle[first + k] = k;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, sections 6.1.1 and 6.2.6: `int` has 32 bits on every device, and an
//! operator works in the wider type of its own operands, whatever becomes of its result.

use crate::analysis::assignments::Assignments;
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, ExprId, ExprKind, Function, Program, VarId};
use opencl_c::types::Scalar;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::IntegerOverflowInIndex,
    level: Level::Warning,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 9,
    launch: "global: 3\nbuffer: triangle float 6 uninit write",
    file: page_in!("integer_overflow_in_index.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for (function, assignments) in analyses.functions() {
        let sizes = Sizes {
            program,
            function,
            assignments,
        };
        let (exprs, vars) = sizes.of_indices();
        let mut findings: Vec<(ExprId, String, &str, String)> = Vec::new();
        for &expr in &exprs {
            let ExprKind::Binary {
                op: BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftRight,
                left,
                ..
            } = program.expr(expr).kind
            else {
                continue;
            };
            if let Some(product) = sizes.product(left) {
                let most = match scalar(program, product) {
                    Some(Scalar::Int) => "2147483647",
                    _ => "4294967295",
                };
                findings.push((
                    product,
                    format!(
                        "`{}` may pass {most} before it is divided",
                        shortened(&analyses.text(product))
                    ),
                    "32 bits wide",
                    widen(program, product),
                ));
            }
        }
        for &var in &vars {
            let declared = &function.vars[var.0 as usize];
            let Some(to) = declared.ty.as_scalar() else {
                continue;
            };
            for &value in &sizes.assignments.to(var).values {
                let ExprKind::Convert {
                    value: inner,
                    explicit: false,
                    ..
                } = program.expr(value).kind
                else {
                    continue;
                };
                if matches!(to, Scalar::Long | Scalar::ULong) {
                    if let Some(product) = sizes.product(inner) {
                        findings.push((
                            product,
                            format!(
                                "`{}` is computed in 32 bits and made a `{}` too late",
                                shortened(&analyses.text(product)),
                                to.name()
                            ),
                            "32 bits wide",
                            widen(program, product),
                        ));
                    }
                } else if let Some(most) = most(to)
                    && sizes.exceeds(inner, most)
                {
                    findings.push((
                        value,
                        format!(
                            "`{}` holds at most {most}, and `{}` can be more",
                            declared.name,
                            shortened(&analyses.text(inner))
                        ),
                        "what does not fit is cut off",
                        format!("make `{}` an `int` or a `size_t`", declared.name),
                    ));
                }
            }
        }
        for (expr, message, label, help) in findings {
            let found = reporter
                .at(Evidence::Likely, expr, message)
                .label(label)
                .help(help);
            if function.kernel.is_some() {
                found.kernel(function);
            }
        }
    }
}

/// How far values are followed.
const DEEP: usize = 6;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(36) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

fn widen(program: &Program, product: ExprId) -> String {
    let wide = match scalar(program, product) {
        Some(Scalar::UInt) => "ulong",
        _ => "long",
    };
    format!("cast the first factor to `{wide}`, so that the product is as wide")
}

fn scalar(program: &Program, expr: ExprId) -> Option<Scalar> {
    program.expr(expr).ty.as_scalar()
}

/// The most that a narrow type holds.
fn most(scalar: Scalar) -> Option<u64> {
    Some(match scalar {
        Scalar::Char => 127,
        Scalar::UChar => 255,
        Scalar::Short => 32767,
        Scalar::UShort => 65535,
        _ => return None,
    })
}

struct Sizes<'a> {
    program: &'a Program,
    function: &'a Function,
    assignments: &'a Assignments,
}

impl Sizes<'_> {
    /// The expressions that indices are computed from, and the variables.
    fn of_indices(&self) -> (Vec<ExprId>, Vec<VarId>) {
        let (mut exprs, mut vars) = (Vec::new(), Vec::new());
        let (mut seen, mut known) = (HashSet::new(), HashSet::new());
        let mut waiting = Vec::new();
        walk::each_expression(self.program, &self.function.body, &mut |expr| {
            if let ExprKind::PointerOffset { index, .. } = self.program.expr(expr).kind {
                waiting.push(index);
            }
        });
        waiting.reverse();
        while let Some(expr) = waiting.pop() {
            if !seen.insert(expr) {
                continue;
            }
            exprs.push(expr);
            let kind = &self.program.expr(expr).kind;
            match kind {
                ExprKind::Variable(var) if known.insert(*var) => {
                    vars.push(*var);
                    waiting.extend(&self.assignments.to(*var).values);
                }
                // What is read from memory, and what is asked, is no part of the index.
                ExprKind::Deref(_) | ExprKind::Call { .. } => {}
                ExprKind::Binary { op, .. } if op.is_comparison() => {}
                ExprKind::Conditional {
                    then, otherwise, ..
                } => waiting.extend([*then, *otherwise]),
                _ => waiting.extend(walk::operands(kind)),
            }
        }
        (exprs, vars)
    }

    /// The product of two large factors in 32 bits that a value is, or is a sum with.
    fn product(&self, value: ExprId) -> Option<ExprId> {
        let mut waiting = vec![value];
        while let Some(expr) = waiting.pop() {
            if !matches!(scalar(self.program, expr), Some(Scalar::Int | Scalar::UInt)) {
                continue;
            }
            match self.program.expr(expr).kind {
                ExprKind::Binary {
                    op: BinaryOp::Multiply,
                    left,
                    right,
                } if self.is_large(left, DEEP) && self.is_large(right, DEEP) => return Some(expr),
                ExprKind::Binary {
                    op: BinaryOp::Add | BinaryOp::Subtract,
                    left,
                    right,
                } => waiting.extend([right, left]),
                _ => {}
            }
        }
        None
    }

    /// Can it be more than this by what a launch asks for?
    fn exceeds(&self, value: ExprId, most: u64) -> bool {
        // A work-group has at most some thousand work-items.
        if most < 1024 && self.is_local(value, DEEP) {
            return true;
        }
        self.is_large(value, DEEP)
    }

    /// Does it grow with the problem: a global id, or a number that the host passes?
    fn is_large(&self, expr: ExprId, deep: usize) -> bool {
        if deep == 0 {
            return false;
        }
        let is_large = |expr| self.is_large(expr, deep - 1);
        match &self.program.expr(expr).kind {
            ExprKind::Convert { value, .. } => is_large(*value),
            ExprKind::Load(place) => match self.program.expr(*place).kind {
                ExprKind::Variable(var) if (var.0 as usize) < self.function.parameters => {
                    let wide = self.function.vars[var.0 as usize].ty.as_scalar();
                    self.function.kernel.is_some() && wide.is_some_and(|scalar| scalar.size() >= 4)
                }
                ExprKind::Variable(var) => self.assignments.to(var).only().is_some_and(is_large),
                _ => false,
            },
            ExprKind::Builtin { builtin, .. } => {
                matches!(builtin.name, Name::GetGlobalId | Name::GetGlobalSize)
            }
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply,
                left,
                right,
            } => is_large(*left) || is_large(*right),
            _ => false,
        }
    }

    /// Is it the id of a work-item in its group?
    fn is_local(&self, expr: ExprId, deep: usize) -> bool {
        if deep == 0 {
            return false;
        }
        match &self.program.expr(expr).kind {
            ExprKind::Convert { value, .. } => self.is_local(*value, deep - 1),
            ExprKind::Load(place) => match self.program.expr(*place).kind {
                ExprKind::Variable(var) => self
                    .assignments
                    .to(var)
                    .only()
                    .is_some_and(|value| self.is_local(value, deep - 1)),
                _ => false,
            },
            ExprKind::Builtin { builtin, .. } => {
                matches!(builtin.name, Name::GetLocalId | Name::GetLocalSize)
            }
            _ => false,
        }
    }
}
