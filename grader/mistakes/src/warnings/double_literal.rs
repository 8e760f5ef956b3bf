//! # A double where a float was meant
//!
//! A number with a point and no suffix, such as `0.5`, is a `double`. With a `float` it makes the
//! whole operation double: `x * 0.5` converts `x`, multiplies in 64 bits and converts back. With
//! the suffix, `0.5f`, the operation stays single. The same holds for constants such as `M_PI`,
//! whose single form is `M_PI_F`.
//!
//! A kernel that computes in `double` on purpose is right.
//!
//! ## Why it hurts
//!
//! `double` is optional in OpenCL 1.2: a device without it need not build the program. Consumer
//! GPUs that have it compute it 16 to 64 times slower than `float`, and every conversion costs
//! extra. A CPU is hardly slower in scalar code, but half as many doubles fit in its vectors.
//!
//! ## Wrong
//! ```opencl
//! kernel void average(global const float *x, global float *y)
//! {
//!     size_t i = get_global_id(0);
//!     y[i] = (x[i] + x[i + 1]) * 0.5;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void average(global const float *x, global float *y)
//! {
//!     size_t i = get_global_id(0);
//!     y[i] = (x[i] + x[i + 1]) * 0.5f;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.1.1: `double` is an optional type.
//! Tompson and Schlachter (2012) write `float x = 0.0` in their kernels of the matrix product.

use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, Function, Program, UnaryOp};
use opencl_c::source::ExpansionId;
use opencl_c::types::{Scalar, TypeId};
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::DoubleLiteral,
    level: Level::Warning,
    family: Family::Numbers,
    symptom: Symptom::Varies,
    chapter: 28,
    launch: "global: 7\nbuffer: x float 8 iota read\nbuffer: y float 7 uninit write",
    file: page_in!("double_literal.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let mut told = HashSet::new();
    for function in &program.functions {
        if is_double_on_purpose(program, function) {
            continue;
        }
        walk::each_expression(program, &function.body, &mut |expr| {
            for (literal, computed) in literals(program, expr) {
                let node = program.expr(literal);
                let place = program.sources.use_site(node.origin);
                let mut text = analyses.text(literal);
                if !text.starts_with("M_") {
                    // Inside a macro the number is what is to be mended, not the macro's name.
                    text = program.sources.text(node.origin.spelling).to_owned();
                }
                let Some(single) = single(&text) else {
                    continue;
                };
                if !told.insert(place) {
                    continue;
                }
                let message = if computed {
                    format!("`{text}` is a double, so this is computed in double precision")
                } else {
                    format!("`{text}` is a double where a float is wanted")
                };
                let mut found = reporter
                    .at(Evidence::Proven, literal, message)
                    .label("64 bits wide")
                    .help(format!("write `{single}`"));
                if node.origin.expansion == ExpansionId::NONE && is_same(program, expr, literal) {
                    found = found.fix(node.origin.spelling, single);
                }
                if function.kernel.is_some() {
                    found.kernel(function);
                }
            }
        });
    }
}

/// Does a function hold a variable of type double, or one that points to doubles?
fn is_double_on_purpose(program: &Program, function: &Function) -> bool {
    function.vars.iter().any(|var| {
        let pointee = program
            .types
            .as_pointer(var.ty)
            .map(|(pointee, ..)| pointee);
        has_component(pointee.unwrap_or(var.ty), Scalar::Double)
    })
}

fn has_component(ty: TypeId, scalar: Scalar) -> bool {
    ty.shape().is_some_and(|(component, _)| component == scalar)
}

/// The double literals whose value an expression brings down to `float`, or compares with one; and is
/// something computed with them?
fn literals(program: &Program, expr: ExprId) -> Vec<(ExprId, bool)> {
    let node = program.expr(expr);
    let is_single =
        |ty: TypeId| has_component(ty, Scalar::Float) || has_component(ty, Scalar::Half);
    let mut found = Found::default();
    match &node.kind {
        ExprKind::Convert {
            value,
            explicit: false,
            ..
        } if is_single(node.ty) => found.search(program, *value),
        ExprKind::Binary { op, left, right } if op.is_comparison() => {
            found.search(program, *left);
            found.search(program, *right);
            found.from_single |= !found.literals.is_empty();
            if found.singles == 0 {
                return Vec::new();
            }
        }
        ExprKind::CompoundAssign {
            place,
            value,
            computed,
            ..
        } if has_component(*computed, Scalar::Double) && is_single(program.expr(*place).ty) => {
            found.search(program, *value);
            found.from_single = true;
        }
        _ => return Vec::new(),
    }
    if found.on_purpose {
        return Vec::new();
    }
    let computed = found.from_single || found.singles > 0;
    let literals = found.literals.into_iter();
    literals.map(|literal| (literal, computed)).collect()
}

/// What a double value is computed from.
#[derive(Default)]
struct Found {
    literals: Vec<ExprId>,
    /// Floats that were made doubles.
    singles: usize,
    from_single: bool,
    on_purpose: bool,
}

impl Found {
    fn search(&mut self, program: &Program, expr: ExprId) {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let node = program.expr(expr);
            if !has_component(node.ty, Scalar::Double) {
                continue;
            }
            match &node.kind {
                ExprKind::Constant(Constant::Float(_)) => self.literals.push(expr),
                ExprKind::Binary { left, right, .. } => waiting.extend([*right, *left]),
                ExprKind::Unary { value, .. } | ExprKind::Splat(value) => waiting.push(*value),
                ExprKind::Conditional {
                    then, otherwise, ..
                } => waiting.extend([*otherwise, *then]),
                ExprKind::Convert {
                    value,
                    explicit: false,
                    ..
                } => match program.expr(*value).ty.shape() {
                    Some((Scalar::Float | Scalar::Half, _)) => self.singles += 1,
                    Some((Scalar::Double, _)) => waiting.push(*value),
                    // An integer in double precision loses nothing: that may be why.
                    _ => {}
                },
                _ => self.on_purpose = true,
            }
        }
    }
}

/// Is the result of an expression the same to the last bit when its one double literal is a float?
///
/// It is where the literal alone is made a float. It is where a float has the literal's value and is
/// compared with another, added to it, taken from it or multiplied with it, and the result made a float:
/// 53 bits are more than twice 24 and 2, so rounding twice is rounding once (Figueroa, 1995). Longer
/// expressions round their parts otherwise, and a division of floats need not be exact in OpenCL.
fn is_same(program: &Program, expr: ExprId, literal: ExprId) -> bool {
    let ExprKind::Constant(Constant::Float(value)) = program.expr(literal).kind else {
        return false;
    };
    let exact = f64::from(value as f32) == value;
    let is_literal = |side| bare(program, side) == literal;
    let is_float = |side| {
        matches!(program.expr(side).kind, ExprKind::Convert { value, explicit: false, .. }
            if is_one_float(program.expr(value).ty))
    };
    let beside = |left, right| {
        exact && (is_literal(left) && is_float(right) || is_float(left) && is_literal(right))
    };
    match program.expr(expr).kind {
        ExprKind::Convert { value: inner, .. } if is_one_float(program.expr(expr).ty) => {
            match program.expr(inner).kind {
                ExprKind::Binary { op, left, right } => keeps(op) && beside(left, right),
                _ => is_literal(inner) && rounds_once(program, literal, value),
            }
        }
        ExprKind::Binary { op, left, right } => op.is_comparison() && beside(left, right),
        ExprKind::CompoundAssign {
            op, place, value, ..
        } => exact && keeps(op) && is_one_float(program.expr(place).ty) && is_literal(value),
        _ => false,
    }
}

fn is_one_float(ty: TypeId) -> bool {
    ty.shape() == Some((Scalar::Float, 1))
}

/// Does one operation give the same float in double precision as in single?
fn keeps(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply)
}

/// The literal below a sign.
fn bare(program: &Program, expr: ExprId) -> ExprId {
    match program.expr(expr).kind {
        ExprKind::Unary {
            op: UnaryOp::Negate,
            value,
        } => value,
        _ => expr,
    }
}

/// Is the float nearest to what is written the one nearest to the double nearest to it? And is there
/// one?
fn rounds_once(program: &Program, literal: ExprId, value: f64) -> bool {
    let text = program.sources.text(program.expr(literal).origin.spelling);
    let narrowed = value as f32;
    let written = text.trim_end_matches(['l', 'L']).parse::<f32>();
    narrowed.is_finite() && (f64::from(narrowed) == value || written == Ok(narrowed))
}

/// How a literal or a constant of the language is written in single precision.
fn single(text: &str) -> Option<String> {
    if text.starts_with("M_") && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Some(format!("{text}_F"));
    }
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let text = text.trim_end_matches(['l', 'L']);
    (is_number && !text.ends_with(['f', 'F', 'h', 'H'])).then(|| format!("{text}f"))
}
