//! `?:`: with a scalar condition one side is evaluated, with a vector one both (6.3.i).

use super::operators::{Usual, value};
use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::preprocessor::Standard;
use crate::program::ExprKind;
use crate::syntax;
use crate::types::{AddressSpace, Qualifiers, Scalar, TypeId};

impl Checker<'_> {
    /// `condition ? then : otherwise`
    pub(super) fn conditional(
        &mut self,
        at: &syntax::Expr,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        if condition.is_error() || then.is_error() || otherwise.is_error() {
            return self.error_operand(at);
        }
        match condition.ty.shape() {
            Some((scalar, _)) if scalar.is_floating() => {
                let error = self
                    .error_at(
                        condition.id,
                        format!(
                            "the condition of `?:` is `{}`, but it must be an integer",
                            self.name_of(condition.ty)
                        ),
                    )
                    .help("compare it, as in `x != 0.0f`");
                self.report(error);
                return self.error_operand(at);
            }
            Some((_, width)) if width > 1 => {
                return self.vector_conditional(at, condition, then, otherwise);
            }
            Some(_) => {}
            None if self.types.as_pointer(condition.ty).is_some() => {}
            None => {
                if !self.is_opaque(condition.ty) {
                    let error = self.error_at(
                        condition.id,
                        format!("`{}` cannot be a condition", self.name_of(condition.ty)),
                    );
                    self.report(error);
                }
                return self.error_operand(at);
            }
        }
        let Some((then, otherwise, ty)) = self.branches(at, then, otherwise) else {
            return self.error_operand(at);
        };
        let kind = ExprKind::Conditional {
            condition: condition.id,
            then: then.id,
            otherwise: otherwise.id,
        };
        self.value_operand(at, kind, ty)
    }

    /// The two sides of `?:` under a scalar condition, in one type.
    fn branches(
        &mut self,
        at: &syntax::Expr,
        then: Operand,
        otherwise: Operand,
    ) -> Option<(Operand, Operand, TypeId)> {
        if then.ty.shape().is_some() && otherwise.ty.shape().is_some() {
            let usual = self.usual_of_branches(at, then, otherwise)?;
            return Some((usual.left, usual.right, usual.ty));
        }
        if then.ty == TypeId::VOID || otherwise.ty == TypeId::VOID {
            let discard = |checker: &mut Self, operand: Operand| {
                if operand.ty == TypeId::VOID {
                    return operand;
                }
                let id = checker.wrap(operand.id, ExprKind::Discard(operand.id), TypeId::VOID);
                value(id, TypeId::VOID)
            };
            let then = discard(self, then);
            let otherwise = discard(self, otherwise);
            return Some((then, otherwise, TypeId::VOID));
        }
        let pointers = (
            self.types.as_pointer(then.ty),
            self.types.as_pointer(otherwise.ty),
        );
        match pointers {
            (Some(_), _) if self.is_null_constant(otherwise) => {
                let id = self.wrap(otherwise.id, ExprKind::NullPointer, then.ty);
                return Some((then, value(id, then.ty), then.ty));
            }
            (_, Some(_)) if self.is_null_constant(then) => {
                let id = self.wrap(then.id, ExprKind::NullPointer, otherwise.ty);
                return Some((value(id, otherwise.ty), otherwise, otherwise.ty));
            }
            (Some((a, a_qualifiers, a_space)), Some((b, b_qualifiers, b_space))) => {
                let space = if self.standard >= Standard::V2_0
                    && a_space != b_space
                    && a_space.converts_to(AddressSpace::Generic)
                    && b_space.converts_to(AddressSpace::Generic)
                {
                    AddressSpace::Generic
                } else {
                    a_space
                };
                if a_space != b_space && space != AddressSpace::Generic {
                    let error = Diagnostic::error(
                        at.at,
                        format!(
                            "the two values of `?:` point into different address spaces: `{}` and \
                             `{}`",
                            self.name_of(then.ty),
                            self.name_of(otherwise.ty)
                        ),
                    );
                    self.report(error);
                    return None;
                }
                if a != b && a != TypeId::VOID && b != TypeId::VOID {
                    let warning = Diagnostic::warning(
                        at.at,
                        format!(
                            "the two values of `?:` point to different types: `{}` and `{}`",
                            self.name_of(then.ty),
                            self.name_of(otherwise.ty)
                        ),
                    );
                    self.report(warning);
                }
                let pointee = if a == b { a } else { TypeId::VOID };
                let qualifiers = Qualifiers {
                    constant: a_qualifiers.constant || b_qualifiers.constant,
                    volatile: a_qualifiers.volatile || b_qualifiers.volatile,
                    restrict: false,
                };
                let ty = self.types.pointer(pointee, qualifiers, space);
                let cast = |checker: &mut Self, operand: Operand| {
                    if operand.ty == ty {
                        return operand;
                    }
                    let id = checker.wrap(operand.id, ExprKind::PointerCast(operand.id), ty);
                    value(id, ty)
                };
                let then = cast(self, then);
                let otherwise = cast(self, otherwise);
                return Some((then, otherwise, ty));
            }
            _ => {}
        }
        if then.ty == otherwise.ty && self.is_image_or_sampler(then.ty) {
            let error = Diagnostic::error(
                at.at,
                format!(
                    "`?:` cannot choose between values of `{}`",
                    self.name_of(then.ty)
                ),
            )
            .help("choose with `if` which of the two to read with");
            self.report(error);
            return None;
        }
        if then.ty == otherwise.ty {
            return Some((then, otherwise, then.ty));
        }
        let integer = |operand: Operand| operand.ty.as_scalar().is_some_and(Scalar::is_integer);
        if pointers.0.is_some() && integer(otherwise) {
            let otherwise = self.number_as_pointer(at, otherwise, then.ty);
            return Some((then, otherwise, then.ty));
        }
        if pointers.1.is_some() && integer(then) {
            let then = self.number_as_pointer(at, then, otherwise.ty);
            return Some((then, otherwise, otherwise.ty));
        }
        if !self.is_opaque(then.ty) && !self.is_opaque(otherwise.ty) {
            let error = Diagnostic::error(
                at.at,
                format!(
                    "the two values of `?:` have types that do not go together: `{}` and `{}`",
                    self.name_of(then.ty),
                    self.name_of(otherwise.ty)
                ),
            );
            self.report(error);
        }
        None
    }

    fn usual_of_branches(
        &mut self,
        at: &syntax::Expr,
        then: Operand,
        otherwise: Operand,
    ) -> Option<Usual> {
        match (then.ty.as_vector(), otherwise.ty.as_vector()) {
            (Some(_), Some(_)) if then.ty != otherwise.ty => {
                let error = Diagnostic::error(
                    at.at,
                    format!(
                        "the two values of `?:` are `{}` and `{}`: vectors are never converted by \
                         themselves",
                        self.name_of(then.ty),
                        self.name_of(otherwise.ty)
                    ),
                );
                self.report(error);
                None
            }
            _ => self.usual(at, syntax::BinaryOp::Add, then, otherwise),
        }
    }

    fn vector_conditional(
        &mut self,
        at: &syntax::Expr,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        let Some((selector, width)) = condition.ty.as_vector() else {
            return self.error_operand(at);
        };
        if then.ty.shape().is_none() || otherwise.ty.shape().is_none() {
            let error = Diagnostic::error(
                at.at,
                format!(
                    "under a vector condition both values must be numbers or vectors, not `{}` and \
                     `{}`",
                    self.name_of(then.ty),
                    self.name_of(otherwise.ty)
                ),
            );
            self.report(error);
            return self.error_operand(at);
        }
        let Some(mut usual) = self.usual_of_branches(at, then, otherwise) else {
            return self.error_operand(at);
        };
        if let Some(scalar) = usual.ty.as_scalar() {
            let ty = TypeId::vector(scalar, width).unwrap_or(TypeId::ERROR);
            let left = self.splat(usual.left.id, ty, false);
            let right = self.splat(usual.right.id, ty, false);
            usual = Usual {
                left: value(left, ty),
                right: value(right, ty),
                ty,
            };
        }
        let fits = usual
            .ty
            .as_vector()
            .is_some_and(|(scalar, own)| own == width && scalar.size() == selector.size());
        if !fits {
            let error = Diagnostic::error(
                at.at,
                format!(
                    "the condition is `{}`, so the values must be vectors of {width} components of \
                     {} bytes, not `{}`",
                    self.name_of(condition.ty),
                    selector.size(),
                    self.name_of(usual.ty)
                ),
            );
            self.report(error);
            return self.error_operand(at);
        }
        let kind = ExprKind::VectorConditional {
            condition: condition.id,
            then: usual.left.id,
            otherwise: usual.right.id,
        };
        self.value_operand(at, kind, usual.ty)
    }
}
