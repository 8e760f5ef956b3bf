//! Ranges of values: between which numbers an expression lies.
//!
//! Promise: where a range is given, the value lies in it, rounding aside, for every launch.
//! Followed are constants, integers of 8 and 16 bits, variables that are assigned once, arithmetic,
//! and the built-in functions that bound what they give. Anything else has no range.

use super::assignments::Assignments;
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, Program, UnaryOp};
use opencl_c::types::Scalar;

/// How far values are followed; each step may ask for two operands.
const DEEP: usize = 24;

/// Finds ranges in one function.
pub(crate) struct Ranges<'a> {
    program: &'a Program,
    assignments: &'a Assignments,
}

type Range = (f64, f64);

impl<'a> Ranges<'a> {
    pub(crate) fn new(program: &'a Program, assignments: &'a Assignments) -> Self {
        Ranges {
            program,
            assignments,
        }
    }

    /// The least and the greatest that a value can be.
    pub(crate) fn of(&self, expr: ExprId) -> Option<Range> {
        let mut steps = 400;
        self.follow(expr, DEEP, &mut steps)
    }

    fn follow(&self, expr: ExprId, deep: usize, steps: &mut usize) -> Option<Range> {
        if deep == 0 || *steps == 0 {
            return None;
        }
        *steps -= 1;
        let node = self.program.expr(expr);
        let mut of = |expr| self.follow(expr, deep - 1, steps);
        let range = match &node.kind {
            ExprKind::Constant(Constant::Float(value)) => Some((*value, *value)),
            ExprKind::Constant(Constant::Int(bits)) => {
                let value = match node.ty.as_scalar() {
                    Some(scalar) if scalar.is_signed() => *bits as i64 as f64,
                    _ => *bits as f64,
                };
                Some((value, value))
            }
            ExprKind::Load(place) => match self.program.expr(*place).kind {
                ExprKind::Variable(var) => self.assignments.to(var).only().and_then(of),
                _ => None,
            },
            ExprKind::Convert { value, .. } | ExprKind::Splat(value) => of(*value),
            ExprKind::VectorLiteral(parts) => {
                let mut all: Option<Range> = None;
                for &part in parts {
                    let (low, high) = of(part)?;
                    all = Some(all.map_or((low, high), |all| (all.0.min(low), all.1.max(high))));
                }
                all
            }
            ExprKind::Unary {
                op: UnaryOp::Negate,
                value,
            } => of(*value).map(|(low, high)| (-high, -low)),
            ExprKind::Binary { op, left, right } => {
                if op.is_comparison() {
                    Some((-1.0, 1.0))
                } else {
                    // An integer operator may wrap.
                    arithmetic(*op, of(*left)?, of(*right)?)
                }
            }
            ExprKind::Conditional {
                then, otherwise, ..
            }
            | ExprKind::VectorConditional {
                then, otherwise, ..
            } => {
                let (then, otherwise) = (of(*then)?, of(*otherwise)?);
                Some((then.0.min(otherwise.0), then.1.max(otherwise.1)))
            }
            ExprKind::Builtin { builtin, arguments } => self.builtin(builtin.name, arguments, of),
            _ => None,
        };
        let range = range.filter(|range| range.0.is_finite() && range.1.is_finite());
        let scalar = node.ty.shape().map(|(scalar, _)| scalar);
        let within = |limits: Range| range.filter(|it| it.0 >= limits.0 && it.1 <= limits.1);
        match scalar {
            // What a small integer holds is a range by itself; a wide one may have wrapped around.
            Some(Scalar::Int) => within((-2147483648.0, 2147483647.0)),
            Some(Scalar::UInt) => within((0.0, 4294967295.0)),
            Some(Scalar::Long) => within((-9e18, 9e18)),
            Some(Scalar::ULong) => within((0.0, 1.8e19)),
            _ => match type_range(scalar) {
                Some(limits) => Some(within(limits).unwrap_or(limits)),
                None => range,
            },
        }
    }

    fn builtin(
        &self,
        name: Name,
        arguments: &[ExprId],
        mut of: impl FnMut(ExprId) -> Option<Range>,
    ) -> Option<Range> {
        let argument = |index: usize| arguments.get(index).copied();
        match name {
            Name::Clamp => {
                let (low, high) = (of(argument(1)?)?, of(argument(2)?)?);
                Some((low.0, high.1))
            }
            Name::Min | Name::Max | Name::Fmin | Name::Fmax => {
                let least = matches!(name, Name::Min | Name::Fmin);
                let (left, right) = (of(argument(0)?), of(argument(1)?));
                // One bound is enough for half of the range; the other half stays open.
                let pick = |left: Option<f64>, right: Option<f64>, sure: bool| match (left, right) {
                    (Some(left), Some(right)) if least => Some(left.min(right)),
                    (Some(left), Some(right)) => Some(left.max(right)),
                    (one, other) if sure => one.or(other),
                    _ => None,
                };
                let ends = |range: Option<Range>| (range.map(|r| r.0), range.map(|r| r.1));
                let ((left_low, left_high), (right_low, right_high)) = (ends(left), ends(right));
                let low = pick(left_low, right_low, !least).unwrap_or(f64::MIN);
                let high = pick(left_high, right_high, least).unwrap_or(f64::MAX);
                Some((low, high))
            }
            Name::Floor | Name::Ceil | Name::Rint | Name::Round | Name::Trunc => {
                of(argument(0)?).map(|(low, high)| (low.floor(), high.ceil()))
            }
            Name::Fabs => of(argument(0)?).map(|(low, high)| {
                let most = low.abs().max(high.abs());
                (if low > 0.0 { low } else { 0.0 }, most)
            }),
            Name::Sqrt => of(argument(0)?).map(|(_, high)| (0.0, high.max(0.0).sqrt())),
            Name::Sin | Name::Cos | Name::Tanh | Name::NativeSin | Name::NativeCos => {
                Some((-1.0, 1.0))
            }
            Name::Smoothstep | Name::Step => Some((0.0, 1.0)),
            _ => None,
        }
    }
}

fn arithmetic(op: BinaryOp, left: Range, right: Range) -> Option<Range> {
    let corners = |of: fn(f64, f64) -> f64| {
        let all = [
            of(left.0, right.0),
            of(left.0, right.1),
            of(left.1, right.0),
            of(left.1, right.1),
        ];
        let low = all.into_iter().fold(f64::INFINITY, f64::min);
        let high = all.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Some((low, high))
    };
    match op {
        BinaryOp::Add => corners(|left, right| left + right),
        BinaryOp::Subtract => corners(|left, right| left - right),
        BinaryOp::Multiply => corners(|left, right| left * right),
        BinaryOp::Divide if right.0 > 0.0 || right.1 < 0.0 => corners(|left, right| left / right),
        _ => None,
    }
}

/// The range of a small integer type.
fn type_range(scalar: Option<Scalar>) -> Option<Range> {
    Some(match scalar? {
        Scalar::Bool => (0.0, 1.0),
        Scalar::Char => (-128.0, 127.0),
        Scalar::UChar => (0.0, 255.0),
        Scalar::Short => (-32768.0, 32767.0),
        Scalar::UShort => (0.0, 65535.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};
    use opencl_c::program::{StmtKind, VarId};

    /// The range of what is assigned to `v` last.
    fn range(body: &str) -> Option<Range> {
        let text = format!("kernel void k(global uchar *b, global float *f, int n) {{ {body} }}");
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
        let program = checked.expect("a program").program;
        let function = &program.functions[0];
        let assignments = Assignments::of(&program, function);
        let var = function.vars.iter().position(|var| &*var.name == "v");
        let var = VarId(var.expect("v") as u32);
        assert!(matches!(function.body.kind, StmtKind::Block(_)));
        let value = *assignments.to(var).values.last().expect("a value");
        Ranges::new(&program, &assignments).of(value)
    }

    #[test]
    fn a_weighted_mean_of_bytes_lies_between_them() {
        assert_eq!(range("float v = 0.5f * (b[0] + b[1]);"), Some((0.0, 255.0)));
        assert_eq!(
            range("float v = b[0] - b[1] * 2.0f;"),
            Some((-510.0, 255.0))
        );
    }

    #[test]
    fn what_is_clamped_lies_between_its_bounds() {
        assert_eq!(
            range("float v = clamp(f[0], 0.0f, 255.0f);"),
            Some((0.0, 255.0))
        );
        let both = "float v = fmin(fmax(f[0], 1.0f), 9.0f);";
        assert_eq!(range(both), Some((1.0, 9.0)));
        assert_eq!(
            range("float v = fmin(f[0], 9.0f) + 1.0f;").map(|r| r.1),
            Some(10.0)
        );
    }

    #[test]
    fn a_variable_is_followed_where_nothing_else_is_assigned() {
        assert_eq!(
            range("float a = b[0]; float v = a / 5.0f;"),
            Some((0.0, 51.0))
        );
        assert_eq!(range("float a = b[0]; a += n; float v = a / 5.0f;"), None);
    }

    #[test]
    fn what_an_integer_may_have_wrapped_has_no_range() {
        assert_eq!(range("uint a = b[0]; uint v = a - 1u;"), None);
        assert_eq!(range("uchar a = b[0]; int v = a - 1;"), Some((-1.0, 254.0)));
    }

    #[test]
    fn what_comes_from_memory_as_a_float_has_no_range() {
        assert_eq!(range("float v = f[0] * 255.0f;"), None);
        assert_eq!(range("float v = n;"), None);
    }
}
