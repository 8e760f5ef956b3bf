//! # Two computed floats compared with `==`
//!
//! A computed float seldom equals the number that algebra gives, because each operation rounds. Ten
//! times `0.1f`, added up, is not `1.0f`, and `a * b / c` need not equal `a / c * b`. A condition
//! `==` on that value holds by luck, and a loop that waits for it may never end.
//!
//! Exact comparisons are fine: a search for a value that was stored, a guard against a division by
//! zero, `x != x` for a NaN, `floor(x) == x` for a whole number.
//!
//! ## Why it hurts
//!
//! A GPU may fuse a multiplication and an addition into one operation with one rounding, a CPU may
//! not, and a built-in function may differ by some units in the last place between devices. So the
//! same comparison holds on one device and fails on the next.
//!
//! ## Wrong
//! ```opencl
//! kernel void count_steps(global int *steps, float width)
//! {
//!     float x = 0.0f;
//!     int n = 0;
//!     while (x != 1.0f && n < 1000) {
//!         x += width;
//!         n++;
//!     }
//!     steps[get_global_id(0)] = n;
//! }
//! ```
//!
//! ## Right
//!
//! Count with an integer, or compare within a tolerance that fits the size of the numbers:
//!
//! ```opencl
//! kernel void count_steps(global int *steps, float width)
//! {
//!     float x = 0.0f;
//!     int n = 0;
//!     while (x < 1.0f - 0.5f * width && n < 1000) {
//!         x += width;
//!         n++;
//!     }
//!     steps[get_global_id(0)] = n;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 7.4: the error that each operation and function may have, in
//! units in the last place; section 6.12.2 on contraction, `FP_CONTRACT`.

use crate::analysis::assignments::{Assignments, loaded};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{
    BinaryOp, Constant, ExprId, ExprKind, Function, Program, StmtKind, UnaryOp,
};
use opencl_c::types::TypeId;
use std::cell::Cell;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::FloatEquality,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 23,
    launch: "global: 4\nbuffer: steps int 4 uninit write\nvalue: width float 0.1",
    file: page_in!("float_equality.rs"),
    read: Some(read),
    measure: None,
};

/// How far values are followed through variables and operators.
const DEEP: usize = 12;
/// How many values are looked at for one comparison; variables that are assigned to each other in
/// circles would never end.
const MOST: usize = 2000;
/// Longer operands are not compared letter by letter.
const LONGEST: u32 = 200;

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    for (function, assignments) in analyses.functions() {
        let values = Values {
            program,
            assignments,
            steps: Cell::new(0),
        };
        let waited_for = loop_conditions(program, function);
        walk::each_expression(program, &function.body, &mut |expr| {
            let ExprKind::Binary { op, left, right } = program.expr(expr).kind else {
                return;
            };
            if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
                || !is_floating(program.expr(left).ty)
            {
                return;
            }
            values.steps.set(MOST);
            let computed = [(left, right), (right, left)]
                .into_iter()
                .find(|&(value, other)| {
                    values.is_rounded(value, DEEP)
                        && (!values.is_zero(other)
                            || waited_for.contains(&expr) && values.is_summed(value))
                });
            let Some((value, _)) = computed.filter(|_| !is_same(analyses, left, right)) else {
                return;
            };
            let sign = if op == BinaryOp::Equal { "==" } else { "!=" };
            let message = format!(
                "`{}` was rounded when it was computed, and `{sign}` asks for all of its bits",
                shortened(&analyses.text(value))
            );
            let at = program.expr(expr).at;
            let found = reporter
                .find(Evidence::Likely, at, at, message)
                .label("holds by luck")
                .with_expr(value, "a rounded value")
                .help("compare the distance with a tolerance, or count with an integer");
            if function.kernel.is_some() {
                found.kernel(function);
            }
        });
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(30) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

/// What the conditions of loops ask: a guard against zero is no condition of a loop.
fn loop_conditions(program: &Program, function: &Function) -> HashSet<ExprId> {
    let mut asked = HashSet::new();
    walk::statements(&function.body, &mut |stmt| {
        let (StmtKind::While { condition, .. }
        | StmtKind::DoWhile { condition, .. }
        | StmtKind::For {
            condition: Some(condition),
            ..
        }) = stmt.kind
        else {
            return;
        };
        walk::below(program, condition, &mut |expr| {
            asked.insert(expr);
        });
    });
    asked
}

/// Are both sides written alike? `x != x` asks for a NaN.
fn is_same(analyses: &Analyses<'_>, left: ExprId, right: ExprId) -> bool {
    let sources = &analyses.program.sources;
    let is_short = |expr: ExprId| {
        let node = analyses.expr(expr);
        let (first, last) = (sources.use_site(node.origin), sources.use_site(node.end));
        last.end.saturating_sub(first.start) <= LONGEST
    };
    is_short(left) && is_short(right) && analyses.text(left) == analyses.text(right)
}

fn is_floating(ty: TypeId) -> bool {
    ty.shape().is_some_and(|(scalar, _)| scalar.is_floating())
}

struct Values<'a> {
    program: &'a Program,
    assignments: &'a Assignments,
    /// How many more values are followed for this comparison.
    steps: Cell<usize>,
}

impl Values<'_> {
    /// May another value be followed for this comparison?
    fn goes_on(&self) -> bool {
        let steps = self.steps.get();
        self.steps.set(steps.saturating_sub(1));
        steps > 0
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        self.constant(expr) == Some(0.0)
    }

    fn constant(&self, expr: ExprId) -> Option<f64> {
        let mut at = expr;
        loop {
            match self.program.expr(at).kind {
                ExprKind::Constant(Constant::Float(value)) => return Some(value),
                ExprKind::Constant(Constant::Int(value)) => return Some(value as i64 as f64),
                ExprKind::Convert { value, .. }
                | ExprKind::Splat(value)
                | ExprKind::Unary {
                    op: UnaryOp::Negate,
                    value,
                } => at = value,
                _ => return None,
            }
        }
    }

    /// Does a variable gather rounded values, such as `x += 0.1f`?
    fn is_summed(&self, expr: ExprId) -> bool {
        loaded(self.program, expr).is_some_and(|var| {
            let assigned = self.assignments.to(var);
            let mut combined = assigned.combined.iter().take_while(|_| self.goes_on());
            combined.any(|&(op, value)| self.rounds(op, value, value, DEEP))
        })
    }

    /// Does an operator round? Sums of whole numbers and products with powers of two are exact.
    fn rounds(&self, op: BinaryOp, left: ExprId, right: ExprId, deep: usize) -> bool {
        let power = |expr| {
            self.constant(expr).is_some_and(|number| {
                let exponent = number.abs().log2();
                number != 0.0 && exponent.fract() == 0.0
            })
        };
        let whole = |expr| {
            self.constant(expr)
                .is_some_and(|number| number.fract() == 0.0)
        };
        let exact = match op {
            BinaryOp::Add | BinaryOp::Subtract => whole(left) || whole(right),
            BinaryOp::Multiply => power(left) || power(right),
            BinaryOp::Divide => power(right),
            _ => true,
        };
        let rounded = |expr| deep > 0 && self.is_rounded(expr, deep - 1);
        !exact || rounded(left) || rounded(right)
    }

    /// Was a value computed by something that rounds?
    fn is_rounded(&self, expr: ExprId, deep: usize) -> bool {
        if deep == 0 || !self.goes_on() || !is_floating(self.program.expr(expr).ty) {
            return false;
        }
        match &self.program.expr(expr).kind {
            ExprKind::Load(place) => match self.program.expr(*place).kind {
                ExprKind::Variable(var) => {
                    let assigned = self.assignments.to(var);
                    // None of them counts once as many have been looked at.
                    let mut values = assigned.values.iter().take_while(|_| self.goes_on());
                    let mut combined = assigned.combined.iter().take_while(|_| self.goes_on());
                    !assigned.otherwise
                        && (values.any(|&value| self.is_rounded(value, deep - 1))
                            || combined.any(|&(op, value)| self.rounds(op, value, value, deep - 1)))
                }
                _ => false,
            },
            ExprKind::Binary { op, left, right } => self.rounds(*op, *left, *right, deep - 1),
            ExprKind::Unary { value, .. } | ExprKind::Splat(value) => {
                self.is_rounded(*value, deep - 1)
            }
            ExprKind::Builtin { builtin, .. } => matches!(
                builtin.name,
                Name::Sin
                    | Name::Cos
                    | Name::Tan
                    | Name::Exp
                    | Name::Exp2
                    | Name::Log
                    | Name::Log2
                    | Name::Pow
                    | Name::Powr
                    | Name::Sqrt
                    | Name::Rsqrt
                    | Name::Length
                    | Name::Distance
                    | Name::Dot
                    | Name::Normalize
                    | Name::NativeSin
                    | Name::NativeCos
                    | Name::NativeExp
                    | Name::NativeSqrt
            ),
            _ => false,
        }
    }
}
