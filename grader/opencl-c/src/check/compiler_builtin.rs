//! `__builtin_popcount` and other functions of GCC and Clang that are functions of OpenCL C by another name.

use super::convert::Why;
use super::{Checker, Operand};
use crate::builtin::{Builtin, Name};
use crate::program::{BinaryOp, Constant, ExprKind};
use crate::syntax;
use crate::token::Symbol;
use crate::types::{Scalar, TypeId};

/// Name, function, the type of its arguments, and that of its result.
const FUNCTIONS: &[(&str, Name, Scalar, Scalar)] = &[
    ("popcount", Name::Popcount, Scalar::UInt, Scalar::Int),
    ("popcountl", Name::Popcount, Scalar::ULong, Scalar::Int),
    ("popcountll", Name::Popcount, Scalar::ULong, Scalar::Int),
    ("clz", Name::Clz, Scalar::UInt, Scalar::Int),
    ("clzl", Name::Clz, Scalar::ULong, Scalar::Int),
    ("clzll", Name::Clz, Scalar::ULong, Scalar::Int),
    ("ctz", Name::Ctz, Scalar::UInt, Scalar::Int),
    ("ctzl", Name::Ctz, Scalar::ULong, Scalar::Int),
    ("ctzll", Name::Ctz, Scalar::ULong, Scalar::Int),
    ("fabsf", Name::Fabs, Scalar::Float, Scalar::Float),
    ("fabs", Name::Fabs, Scalar::Double, Scalar::Double),
    ("sqrtf", Name::Sqrt, Scalar::Float, Scalar::Float),
    ("sqrt", Name::Sqrt, Scalar::Double, Scalar::Double),
    ("fmaf", Name::Fma, Scalar::Float, Scalar::Float),
    ("fma", Name::Fma, Scalar::Double, Scalar::Double),
    ("fminf", Name::Fmin, Scalar::Float, Scalar::Float),
    ("fmaxf", Name::Fmax, Scalar::Float, Scalar::Float),
    ("floorf", Name::Floor, Scalar::Float, Scalar::Float),
    ("ceilf", Name::Ceil, Scalar::Float, Scalar::Float),
    ("truncf", Name::Trunc, Scalar::Float, Scalar::Float),
    ("rintf", Name::Rint, Scalar::Float, Scalar::Float),
];

impl Checker<'_> {
    /// A call of such a function; `None` where the name is none of them.
    pub(super) fn compiler_builtin(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        arguments: &[syntax::ExprId],
    ) -> Option<Operand> {
        let text = self.text(symbol);
        let name = text.strip_prefix("__builtin_")?;
        if name == "assume_aligned" && matches!(arguments.len(), 2 | 3) {
            // A promise to the compiler: the pointer is the result.
            return Some(self.value(arguments[0]));
        }
        if name == "constant_p" && arguments.len() == 1 {
            let value = self.in_place(|checker| checker.value(arguments[0]));
            let known = self.evaluate(value.id).is_some();
            let kind = ExprKind::Constant(Constant::Int(u64::from(known)));
            return Some(self.value_operand(at, kind, TypeId::INT));
        }
        if name == "prefetch" && matches!(arguments.len(), 1..=3) {
            let address = self.value(arguments[0]);
            let kind = ExprKind::Discard(address.id);
            return Some(self.value_operand(at, kind, TypeId::VOID));
        }
        let is_parity = matches!(name, "parity" | "parityl" | "parityll");
        let name = match name {
            "parity" => "popcount",
            "parityl" | "parityll" => "popcountl",
            name => name,
        };
        let &(_, function, takes, gives) = FUNCTIONS.iter().find(|(known, ..)| *known == name)?;
        let wanted = match function {
            Name::Fma => 3,
            Name::Fmin | Name::Fmax => 2,
            _ => 1,
        };
        if arguments.len() != wanted {
            self.wrong_count(at, symbol, arguments.len(), wanted, None);
            return Some(self.error_operand(at));
        }
        let mut values = Vec::new();
        for (index, &argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            if value.is_error() {
                return Some(self.error_operand(at));
            }
            let why = Why::Argument(text, index + 1);
            values.push(self.assign_convert(value, TypeId::scalar(takes), why));
        }
        let kind = ExprKind::Builtin {
            builtin: Builtin {
                name: function,
                rounding: None,
                combine: None,
            },
            arguments: values,
        };
        let result = self.value_operand(at, kind, TypeId::scalar(takes));
        let mut id = self.component_convert(result.id, TypeId::scalar(gives), false);
        if is_parity {
            let one = self.push(at, ExprKind::Constant(Constant::Int(1)), TypeId::INT);
            let kind = ExprKind::Binary {
                op: BinaryOp::And,
                left: id,
                right: one,
            };
            id = self.push(at, kind, TypeId::INT);
        }
        Some(Operand {
            id,
            ty: TypeId::scalar(gives),
            place: None,
        })
    }
}
