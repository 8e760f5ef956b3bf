//! Atomic types and functions of OpenCL C 2.0 (6.13.11 there).

use super::convert::Why;
use super::{Checker, Operand};
use crate::builtin::{Called, Name};
use crate::program::{ExprId, ExprKind};
use crate::syntax;
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId};

impl Checker<'_> {
    /// Says that an atomic object is for atomic functions.
    pub(super) fn plain_use_of_atomic(&mut self, id: ExprId) {
        let expr = &self.exprs[id.0 as usize];
        let (origin, end) = (expr.origin, expr.end);
        self.unsupported(
            origin,
            end,
            "an atomic object that is used without an atomic function is not analysed: read it with \
             `atomic_load`, write it with `atomic_store`",
        );
    }

    pub(super) fn atomic_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        values: &[Operand],
    ) -> Operand {
        let name = called.builtin.name;
        let operands = match name {
            Name::AtomicLoad | Name::AtomicFlagTestAndSet | Name::AtomicFlagClear => 0,
            Name::AtomicCompareExchangeStrong | Name::AtomicCompareExchangeWeak => 2,
            _ => 1,
        };
        let orders = match (called.explicit, operands) {
            (false, _) => 0..=0,
            // An order where it succeeds, one where it fails.
            (true, 2) => 2..=3,
            (true, _) => 1..=2,
        };
        let fixed = 1 + operands;
        if !orders.contains(&values.len().wrapping_sub(fixed)) {
            self.wrong_count(at, symbol, values.len(), fixed + orders.start(), None);
            return self.error_operand(at);
        }
        let Some(scalar) = self.atomic_object(symbol, values[0]) else {
            return self.error_operand(at);
        };
        if scalar.is_floating() && called.builtin.combine.is_some_and(|it| it.is_bitwise()) {
            let error = self.error_at(
                values[0].id,
                format!("`{}` works on whole numbers alone", self.text(symbol)),
            );
            self.report(error);
            return self.error_operand(at);
        }
        let value = TypeId::scalar(scalar);
        let text = self.text(symbol);
        let mut arguments = vec![values[0].id];
        for (index, &given) in values.iter().enumerate().skip(1) {
            let ty = match index {
                1 if operands == 2 => match self.types.as_pointer(given.ty) {
                    Some((_, _, space)) => self.types.pointer(value, Qualifiers::default(), space),
                    None => self
                        .types
                        .pointer(value, Qualifiers::default(), AddressSpace::Generic),
                },
                _ if index < fixed => value,
                _ => TypeId::INT,
            };
            arguments.push(self.assign_convert(given, ty, Why::Argument(text, index + 1)));
        }
        let result = match name {
            Name::AtomicInit | Name::AtomicStore | Name::AtomicFlagClear => TypeId::VOID,
            Name::AtomicCompareExchangeStrong
            | Name::AtomicCompareExchangeWeak
            | Name::AtomicFlagTestAndSet => TypeId::scalar(Scalar::Bool),
            _ => value,
        };
        let kind = ExprKind::Builtin {
            builtin: called.builtin,
            arguments,
        };
        self.value_operand(at, kind, result)
    }

    /// What the atomic object holds that a pointer points to.
    fn atomic_object(&mut self, symbol: Symbol, pointer: Operand) -> Option<Scalar> {
        let pointee = match self.types.as_pointer(pointer.ty) {
            Some((pointee, _, space)) if space != AddressSpace::Constant => Some(pointee),
            _ => None,
        };
        if let Some(Type::Atomic(scalar)) = pointee.map(|pointee| self.types.get(pointee)) {
            return Some(*scalar);
        }
        let error = self
            .error_at(
                pointer.id,
                format!(
                    "`{}` takes a pointer to an atomic object, but this is `{}`",
                    self.text(symbol),
                    self.name_of(pointer.ty)
                ),
            )
            .help(
                "declare the memory with an atomic type, such as `atomic_int`; or cast the pointer: \
                 `(volatile __global atomic_int *)p`",
            );
        self.report(error);
        None
    }
}
