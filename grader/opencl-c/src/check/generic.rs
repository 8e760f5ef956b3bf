//! Functions of the generic address space (6.13.9 of OpenCL C 2.0).

use super::{Checker, Operand};
use crate::builtin::{Called, Name};
use crate::program::ExprKind;
use crate::syntax;
use crate::token::Symbol;
use crate::types::{AddressSpace, Scalar, TypeId};

impl Checker<'_> {
    /// `to_global(p)` and its like, `get_fence(p)`.
    pub(super) fn address_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        values: &[Operand],
    ) -> Operand {
        let &[value] = values else {
            self.wrong_count(at, symbol, values.len(), 1, None);
            return self.error_operand(at);
        };
        let pointer = self.types.as_pointer(value.ty);
        let Some((pointee, qualifiers, _)) =
            pointer.filter(|(_, _, space)| *space != AddressSpace::Constant)
        else {
            let error = self.error_at(
                value.id,
                format!(
                    "`{}` takes a pointer that may point into private, local or global memory, but this is \
                     `{}`",
                    self.text(symbol),
                    self.name_of(value.ty)
                ),
            );
            self.report(error);
            return self.error_operand(at);
        };
        let space = match called.builtin.name {
            Name::ToGlobal => Some(AddressSpace::Global),
            Name::ToLocal => Some(AddressSpace::Local),
            Name::ToPrivate => Some(AddressSpace::Private),
            _ => None,
        };
        let ty = match space {
            Some(space) => self.types.pointer(pointee, qualifiers, space),
            None => TypeId::scalar(Scalar::UInt),
        };
        let kind = ExprKind::Builtin {
            builtin: called.builtin,
            arguments: vec![value.id],
        };
        self.value_operand(at, kind, ty)
    }
}
