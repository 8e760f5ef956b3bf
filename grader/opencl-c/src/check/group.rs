//! Calls of the functions that a work-group or sub-group computes together.

use super::convert::Why;
use super::{Checker, Operand};
use crate::builtin::{Called, Given, GroupKind, Rule, Scope};
use crate::program::{ExprId, ExprKind};
use crate::syntax;
use crate::token::Symbol;
use crate::types::{Scalar, TypeId};

impl Checker<'_> {
    pub(super) fn group_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        (called, rule): (Called, Rule),
        values: &[Operand],
    ) -> Operand {
        let wanted = rule.takes.len();
        let most = match (rule.scope, rule.kind) {
            // A work-item is named by as many ids as the NDRange has dimensions.
            (Scope::WorkGroup, GroupKind::Broadcast) => wanted + 2,
            // A scope may follow the flags.
            (_, GroupKind::Barrier) => wanted + 1,
            _ => wanted,
        };
        if !(wanted..=most).contains(&values.len()) {
            self.wrong_count(at, symbol, values.len(), wanted, None);
            return self.error_operand(at);
        }
        let of_value = match rule.takes.iter().position(|&given| given == Given::Value) {
            None => TypeId::INT,
            Some(index) => match self.group_value(at, symbol, (called, rule), values[index]) {
                Some(ty) => ty,
                None => return self.error_operand(at),
            },
        };
        let name = self.text(symbol);
        let arguments: Vec<ExprId> = values
            .iter()
            .enumerate()
            .map(|(index, &value)| {
                let given = rule.takes[index.min(wanted.saturating_sub(1))];
                let ty = given_type(given, of_value);
                self.assign_convert(value, ty, Why::Argument(name, index + 1))
            })
            .collect();
        let ty = match rule.kind {
            GroupKind::Barrier => TypeId::VOID,
            _ => given_type(rule.gives, of_value),
        };
        let kind = ExprKind::Builtin {
            builtin: called.builtin,
            arguments,
        };
        self.value_operand(at, kind, ty)
    }

    /// The type in which a value is taken and given.
    fn group_value(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        (called, rule): (Called, Rule),
        value: Operand,
    ) -> Option<TypeId> {
        let combine = called.builtin.combine;
        let exchanges = !matches!(
            rule.kind,
            GroupKind::Reduce | GroupKind::Inclusive | GroupKind::Exclusive
        );
        let shape = value.ty.shape();
        let (scalar, width) = match shape {
            Some((scalar, width)) if width == 1 || exchanges && rule.scope == Scope::SubGroup => {
                (scalar, width)
            }
            _ => {
                let help = match shape {
                    Some(_) => "call it for each component",
                    None => "it takes a number",
                };
                let error = self
                    .error_at(
                        value.id,
                        format!(
                            "`{}` does not take `{}`",
                            self.text(symbol),
                            self.name_of(value.ty)
                        ),
                    )
                    .help(help);
                self.report(error);
                return None;
            }
        };
        if combine.is_some_and(|combine| combine.is_logical()) {
            return Some(TypeId::INT);
        }
        if scalar.is_floating() && combine.is_some_and(|combine| combine.is_bitwise()) {
            let error = self.error_at(
                value.id,
                format!("`{}` works on whole numbers alone", self.text(symbol)),
            );
            self.report(error);
            return None;
        }
        if scalar == Scalar::Half && !self.half {
            self.report_half_type(at.first, at.last);
            return None;
        }
        // Types below `int` come with extensions of sub-groups.
        let scalar = match rule.scope {
            Scope::WorkGroup => scalar.promoted(),
            Scope::SubGroup if scalar == Scalar::Bool => Scalar::Int,
            Scope::SubGroup => scalar,
        };
        TypeId::vector(scalar, width)
    }
}

fn given_type(given: Given, of_value: TypeId) -> TypeId {
    match given {
        Given::Value => of_value,
        Given::Int => TypeId::INT,
        Given::UInt => TypeId::scalar(Scalar::UInt),
        Given::Ballot => TypeId::vector(Scalar::UInt, 4).unwrap_or(TypeId::ERROR),
        Given::Size => TypeId::SIZE,
    }
}
