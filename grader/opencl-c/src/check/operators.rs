//! Operators: the rules of 6.3, for scalars, vectors and pointers.

use super::convert::{PointerFit, Why};
use super::everyday::CHOOSE;
use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::program::{BinaryOp, Constant, ExprKind, UnaryOp};
use crate::syntax;
use crate::types::{AddressSpace, Scalar, Type, TypeId};
use launch::MistakeId;

/// An operator of the tree that works on two values.
fn arithmetic(op: syntax::BinaryOp) -> Option<BinaryOp> {
    use syntax::BinaryOp as From;
    Some(match op {
        From::Add => BinaryOp::Add,
        From::Subtract => BinaryOp::Subtract,
        From::Multiply => BinaryOp::Multiply,
        From::Divide => BinaryOp::Divide,
        From::Remainder => BinaryOp::Remainder,
        From::ShiftLeft => BinaryOp::ShiftLeft,
        From::ShiftRight => BinaryOp::ShiftRight,
        From::And => BinaryOp::And,
        From::Or => BinaryOp::Or,
        From::Xor => BinaryOp::Xor,
        From::Less => BinaryOp::Less,
        From::LessEqual => BinaryOp::LessEqual,
        From::Greater => BinaryOp::Greater,
        From::GreaterEqual => BinaryOp::GreaterEqual,
        From::Equal => BinaryOp::Equal,
        From::NotEqual => BinaryOp::NotEqual,
        From::LogicalAnd | From::LogicalOr | From::Comma => return None,
    })
}

const fn wants_integers(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Remainder
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
    )
}

/// Two operands brought to one type.
pub(super) struct Usual {
    pub(super) left: Operand,
    pub(super) right: Operand,
    pub(super) ty: TypeId,
}

impl Checker<'_> {
    /// `left op right`, of values.
    pub(super) fn binary(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        if left.is_error() || right.is_error() {
            return self.error_operand(at);
        }
        let Some(arithmetic) = arithmetic(op) else {
            return match op {
                syntax::BinaryOp::Comma => {
                    let kind = ExprKind::Comma {
                        left: left.id,
                        right: right.id,
                    };
                    let comma = self.value_operand(at, kind, right.ty);
                    self.unused_before_comma(at, comma.id, left, right);
                    comma
                }
                _ => self.logical(at, op, left, right),
            };
        };
        let pointers = (
            self.types.as_pointer(left.ty).is_some(),
            self.types.as_pointer(right.ty).is_some(),
        );
        if pointers != (false, false) {
            return self.pointer_binary(at, op, arithmetic, left, right);
        }
        if matches!(arithmetic, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            return self.shift(at, op, arithmetic, left, right);
        }
        let Some(usual) = self.usual(at, op, left, right) else {
            return self.error_operand(at);
        };
        let Some((scalar, width)) = usual.ty.shape() else {
            return self.error_operand(at);
        };
        if wants_integers(arithmetic) && scalar.is_floating() {
            self.bad_operands(at, op, left, right);
            return self.error_operand(at);
        }
        if arithmetic == BinaryOp::Divide || arithmetic == BinaryOp::Remainder {
            self.warn_of_zero_divisor(at, usual.right, scalar);
        }
        self.mask_as_number(at, arithmetic, left, right);
        let ty = if !arithmetic.is_comparison() {
            usual.ty
        } else if width == 1 {
            TypeId::INT
        } else {
            TypeId::vector(scalar.to_signed(), width).unwrap_or(TypeId::ERROR)
        };
        let kind = ExprKind::Binary {
            op: arithmetic,
            left: usual.left.id,
            right: usual.right.id,
        };
        self.value_operand(at, kind, ty)
    }

    fn warn_of_zero_divisor(&mut self, at: &syntax::Expr, right: Operand, scalar: Scalar) {
        if scalar.is_integer()
            && matches!(
                self.exprs[right.id.0 as usize].kind,
                ExprKind::Constant(Constant::Int(0))
            )
        {
            self.report(Diagnostic::warning(at.at, "an integer is divided by zero"));
        }
    }

    /// The usual arithmetic conversions, with a scalar widened to the vector beside it (6.2.6).
    pub(super) fn usual(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Option<Usual> {
        let (Some((left_scalar, left_width)), Some((right_scalar, right_width))) =
            (left.ty.shape(), right.ty.shape())
        else {
            self.bad_operands(at, op, left, right);
            return None;
        };
        match (left_width, right_width) {
            (1, 1) => {
                let ty = TypeId::scalar(left_scalar.usual(right_scalar));
                let left = self.component_convert(left.id, ty, false);
                let right = self.component_convert(right.id, ty, false);
                Some(Usual {
                    left: value(left, ty),
                    right: value(right, ty),
                    ty,
                })
            }
            (1, _) => {
                let ty = right.ty;
                let left = self.widen(at, left, right)?;
                Some(Usual { left, right, ty })
            }
            (_, 1) => {
                let ty = left.ty;
                let right = self.widen(at, right, left)?;
                Some(Usual { left, right, ty })
            }
            _ if left.ty == right.ty => Some(Usual {
                left,
                right,
                ty: left.ty,
            }),
            _ => {
                let error = self.vector_mismatch(at, op, left, right);
                self.report(error);
                None
            }
        }
    }

    /// A scalar in every component of the vector beside it, if its type is not of a higher rank.
    fn widen(&mut self, at: &syntax::Expr, scalar: Operand, vector: Operand) -> Option<Operand> {
        let (component, _) = vector.ty.as_vector()?;
        let own = scalar.ty.as_scalar()?;
        let too_large = match (own.is_floating(), component.is_floating()) {
            (true, false) => true,
            (false, true) => false,
            (true, true) => own > component,
            // Among integers the enum's order is that of rank.
            (false, false) => own > component,
        };
        if too_large {
            let literal = matches!(self.exprs[scalar.id.0 as usize].kind, ExprKind::Constant(_));
            let error = self
                .error_at(
                    scalar.id,
                    format!(
                        "a `{}` does not fit the components of `{}`",
                        own.name(),
                        self.name_of(vector.ty)
                    ),
                )
                .with(at.at, "the scalar is widened to the vector's type here");
            let error = match (own, component) {
                _ if self.is_mask(vector.id) => error
                    .with_end(
                        self.exprs[vector.id.0 as usize].origin,
                        self.exprs[vector.id.0 as usize].end,
                        "-1 in each component where it is true",
                    )
                    .help(CHOOSE),
                (Scalar::Double, Scalar::Float) if literal => {
                    error.help("a constant without `f` is a `double`: write it like `2.0f`")
                }
                _ => error.help(format!("convert it first: `({})x`", component.name())),
            };
            self.report(error);
            return None;
        }
        let id = self.splat(scalar.id, vector.ty, false);
        Some(value(id, vector.ty))
    }

    fn shift(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        arithmetic: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let (Some((left_scalar, left_width)), Some((right_scalar, right_width))) =
            (left.ty.shape(), right.ty.shape())
        else {
            self.bad_operands(at, op, left, right);
            return self.error_operand(at);
        };
        if left_scalar.is_floating() || right_scalar.is_floating() {
            self.bad_operands(at, op, left, right);
            return self.error_operand(at);
        }
        let (left, right) = match (left_width, right_width) {
            (1, 1) => (self.promote(left), self.promote(right)),
            (_, 1) => {
                let ty = TypeId::vector(right_scalar, left_width).unwrap_or(TypeId::ERROR);
                let id = self.splat(right.id, ty, false);
                (left, value(id, ty))
            }
            (a, b) if a == b => (left, right),
            _ => {
                let error = Diagnostic::error(
                    at.at,
                    format!(
                        "`{}` cannot shift `{}` by `{}`",
                        op.text(),
                        self.name_of(left.ty),
                        self.name_of(right.ty)
                    ),
                )
                .help(
                    "both sides must have the same number of components, or the right be a scalar",
                );
                self.report(error);
                return self.error_operand(at);
            }
        };
        let kind = ExprKind::Binary {
            op: arithmetic,
            left: left.id,
            right: right.id,
        };
        self.value_operand(at, kind, left.ty)
    }

    fn logical(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let or = op == syntax::BinaryOp::LogicalOr;
        if left.ty.as_vector().is_some() || right.ty.as_vector().is_some() {
            let Some(usual) = self.usual(at, op, left, right) else {
                return self.error_operand(at);
            };
            let ty = usual
                .ty
                .as_vector()
                .and_then(|(scalar, width)| TypeId::vector(scalar.to_signed(), width))
                .unwrap_or(TypeId::ERROR);
            let kind = ExprKind::VectorLogical {
                or,
                left: usual.left.id,
                right: usual.right.id,
            };
            return self.value_operand(at, kind, ty);
        }
        if !self.is_scalar(left.ty) || !self.is_scalar(right.ty) {
            self.bad_operands(at, op, left, right);
            return self.error_operand(at);
        }
        let kind = ExprKind::ShortCircuit {
            or,
            left: left.id,
            right: right.id,
        };
        self.value_operand(at, kind, TypeId::INT)
    }

    /// An arithmetic scalar or a pointer?
    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        ty.as_scalar().is_some() || self.types.as_pointer(ty).is_some()
    }

    fn bad_operands(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) {
        if self.is_opaque(left.ty) || self.is_opaque(right.ty) {
            return;
        }
        let error = Diagnostic::error(
            at.at,
            format!(
                "`{}` cannot work on `{}` and `{}`",
                op.text(),
                self.name_of(left.ty),
                self.name_of(right.ty)
            ),
        );
        let floating = |operand: Operand| {
            operand
                .ty
                .shape()
                .is_some_and(|(scalar, _)| scalar.is_floating())
        };
        let error = if op == syntax::BinaryOp::Remainder && (floating(left) || floating(right)) {
            error.help("for floating numbers use `fmod(a, b)`")
        } else if arithmetic(op).is_some_and(wants_integers) && (floating(left) || floating(right))
        {
            error.help("this operator is for integers")
        } else {
            error
        };
        self.report(error);
    }

    fn pointer_binary(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        arithmetic: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let left_pointer = self.types.as_pointer(left.ty);
        let right_pointer = self.types.as_pointer(right.ty);
        let integer = |operand: Operand| operand.ty.as_scalar().is_some_and(Scalar::is_integer);
        match (arithmetic, left_pointer, right_pointer) {
            (BinaryOp::Add, Some(_), None) if integer(right) => {
                self.pointer_offset(at, left, right, false)
            }
            (BinaryOp::Add, None, Some(_)) if integer(left) => {
                self.pointer_offset(at, right, left, false)
            }
            (BinaryOp::Subtract, Some(_), None) if integer(right) => {
                self.pointer_offset(at, left, right, true)
            }
            (BinaryOp::Subtract, Some((a, ..)), Some((b, ..))) if a == b => {
                if !self.same_space(at, op, left, right) {
                    return self.error_operand(at);
                }
                let kind = ExprKind::PointerDifference {
                    left: left.id,
                    right: right.id,
                };
                self.value_operand(at, kind, TypeId::scalar(Scalar::Long))
            }
            (op_kind, ..) if op_kind.is_comparison() => {
                self.compare_pointers(at, op, arithmetic, left, right)
            }
            _ => {
                self.bad_operands(at, op, left, right);
                self.error_operand(at)
            }
        }
    }

    fn compare_pointers(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        arithmetic: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let (left, right) = if self.is_null_constant(right) {
            let null = self.wrap(right.id, ExprKind::NullPointer, left.ty);
            (left, value(null, left.ty))
        } else if self.is_null_constant(left) {
            let null = self.wrap(left.id, ExprKind::NullPointer, right.ty);
            (value(null, right.ty), right)
        } else if self.types.as_pointer(left.ty).is_none()
            || self.types.as_pointer(right.ty).is_none()
        {
            let integer = |ty: TypeId| ty.as_scalar().is_some_and(Scalar::is_integer);
            if !integer(left.ty) && !integer(right.ty) {
                self.bad_operands(at, op, left, right);
                return self.error_operand(at);
            }
            if self.types.as_pointer(left.ty).is_some() {
                let right = self.number_as_pointer(at, right, left.ty);
                (left, right)
            } else {
                let left = self.number_as_pointer(at, left, right.ty);
                (left, right)
            }
        } else {
            if !self.same_space(at, op, left, right) {
                return self.error_operand(at);
            }
            if self.pointer_fit(left.ty, right.ty) == PointerFit::OtherPointee {
                let warning = Diagnostic::warning(
                    at.at,
                    format!(
                        "pointers to different types are compared: `{}` and `{}`",
                        self.name_of(left.ty),
                        self.name_of(right.ty)
                    ),
                );
                self.report(warning);
            }
            let id = if left.ty == right.ty {
                right.id
            } else {
                self.wrap(right.id, ExprKind::PointerCast(right.id), left.ty)
            };
            (left, value(id, left.ty))
        };
        let kind = ExprKind::Binary {
            op: arithmetic,
            left: left.id,
            right: right.id,
        };
        self.value_operand(at, kind, TypeId::INT)
    }

    /// A number where a pointer stands beside it, which clang warns of.
    pub(super) fn number_as_pointer(
        &mut self,
        at: &syntax::Expr,
        number: Operand,
        ty: TypeId,
    ) -> Operand {
        let warning = Diagnostic::warning(
            at.at,
            format!(
                "a pointer and a number meet here: `{}` and `{}`",
                self.name_of(ty),
                self.name_of(number.ty)
            ),
        );
        self.report(warning);
        let wide = self.component_convert(number.id, TypeId::SIZE, false);
        value(self.wrap(number.id, ExprKind::PointerCast(wide), ty), ty)
    }

    fn same_space(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) -> bool {
        let space = |ty| self.types.as_pointer(ty).map(|(_, _, space)| space);
        let relate = match (space(left.ty), space(right.ty)) {
            (Some(left), Some(right)) => left.casts_to(right),
            (left, right) => left == right,
        };
        if relate {
            return true;
        }
        let error = Diagnostic::error(
            at.at,
            format!(
                "`{}` relates pointers into different address spaces: `{}` and `{}`",
                op.text(),
                self.name_of(left.ty),
                self.name_of(right.ty)
            ),
        )
        .help("no address of one space is an address of another");
        self.report(error);
        false
    }

    /// A pointer moved by a number of elements; `void *` moves by bytes, as in GNU C.
    pub(super) fn pointer_offset(
        &mut self,
        at: &syntax::Expr,
        pointer: Operand,
        index: Operand,
        subtract: bool,
    ) -> Operand {
        let Some((pointee, qualifiers, space)) = self.types.as_pointer(pointer.ty) else {
            return self.error_operand(at);
        };
        if pointee == TypeId::VOID {
            let bytes = self.types.pointer(TypeId::CHAR, qualifiers, space);
            let cast = self.wrap(pointer.id, ExprKind::PointerCast(pointer.id), bytes);
            let kind = ExprKind::PointerOffset {
                pointer: cast,
                index: index.id,
                subtract,
            };
            let moved = self.push(at, kind, bytes);
            return self.value_operand(at, ExprKind::PointerCast(moved), pointer.ty);
        }
        if self.types.size(pointee).is_none() {
            if !self.is_opaque(pointee) {
                let error = Diagnostic::error(
                    at.at,
                    format!(
                        "the size of `{}` is not known here, so this pointer cannot be moved",
                        self.name_of(pointee)
                    ),
                );
                self.report(error);
            }
            return self.error_operand(at);
        }
        let kind = ExprKind::PointerOffset {
            pointer: pointer.id,
            index: index.id,
            subtract,
        };
        self.value_operand(at, kind, pointer.ty)
    }

    /// `+x`, `-x`, `~x`, `!x`
    pub(super) fn unary(
        &mut self,
        at: &syntax::Expr,
        op: syntax::UnaryOp,
        operand: Operand,
    ) -> Operand {
        if operand.is_error() {
            return self.error_operand(at);
        }
        if op == syntax::UnaryOp::Not {
            return self.not(at, operand);
        }
        let operand = self.promote(operand);
        let shape = operand.ty.shape();
        let complement = op == syntax::UnaryOp::Complement;
        let Some((scalar, _)) = shape.filter(|(scalar, _)| !complement || scalar.is_integer())
        else {
            let sign = match op {
                syntax::UnaryOp::Plus => "+",
                syntax::UnaryOp::Minus => "-",
                _ => "~",
            };
            if !self.is_opaque(operand.ty) {
                let error = Diagnostic::error(
                    at.at,
                    format!("`{sign}` cannot work on `{}`", self.name_of(operand.ty)),
                );
                self.report(error);
            }
            return self.error_operand(at);
        };
        let op = match op {
            syntax::UnaryOp::Plus => return operand,
            syntax::UnaryOp::Minus => UnaryOp::Negate,
            _ => UnaryOp::Complement,
        };
        // A negative number is a constant, so that it is printed and shown as one.
        if op == UnaryOp::Negate
            && let ExprKind::Constant(number) = self.exprs[operand.id.0 as usize].kind
        {
            let negative = match number {
                Constant::Float(number) => Constant::Float(-number),
                Constant::Int(bits) => {
                    Constant::Int(super::constant::normalize(bits.wrapping_neg(), scalar))
                }
            };
            return self.value_operand(at, ExprKind::Constant(negative), operand.ty);
        }
        let kind = ExprKind::Unary {
            op,
            value: operand.id,
        };
        self.value_operand(at, kind, operand.ty)
    }

    fn not(&mut self, at: &syntax::Expr, operand: Operand) -> Operand {
        let ty = match operand.ty.as_vector() {
            Some((scalar, width)) => {
                TypeId::vector(scalar.to_signed(), width).unwrap_or(TypeId::ERROR)
            }
            None if self.is_scalar(operand.ty) => TypeId::INT,
            None => {
                if !self.is_opaque(operand.ty) {
                    let error = Diagnostic::error(
                        at.at,
                        format!("`!` cannot work on `{}`", self.name_of(operand.ty)),
                    );
                    self.report(error);
                }
                return self.error_operand(at);
            }
        };
        let kind = ExprKind::Unary {
            op: UnaryOp::Not,
            value: operand.id,
        };
        self.value_operand(at, kind, ty)
    }

    /// Is it an object that may be written? Reports it if not.
    fn writable(&mut self, operand: Operand) -> bool {
        if operand.is_error() {
            return false;
        }
        let Some(place) = operand.place else {
            let error = self.error_at(
                operand.id,
                "this is a value, not an object, so nothing can be stored in it",
            );
            self.report(error);
            return false;
        };
        if place.space == AddressSpace::Constant {
            let error = self
                .error_at(
                    operand.id,
                    "`__constant` memory cannot be written by a kernel",
                )
                .mistake(MistakeId::WriteToConstant)
                .help("write to a `__global` buffer instead");
            self.report(error);
            return false;
        }
        if place.qualifiers.constant {
            let mut error = self.error_at(
                operand.id,
                "this object is `const`, so it cannot be changed",
            );
            if let Some(origin) = self.declared_at(operand.id) {
                error = error.with(origin, "declared here");
            }
            self.report(error);
            return false;
        }
        if let ExprKind::Swizzle { lanes, .. } = &self.exprs[operand.id.0 as usize].kind
            && super::vector::repeats(lanes)
        {
            let error = self
                .error_at(
                    operand.id,
                    "a component is named twice, so this cannot be assigned",
                )
                .help("which of two values should it get?");
            self.report(error);
            return false;
        }
        match self.types.get(operand.ty) {
            Type::Array { .. } => {
                let error = self
                    .error_at(operand.id, "an array cannot be assigned as a whole")
                    .help("assign its elements, one by one");
                self.report(error);
                false
            }
            Type::Scalar(Scalar::Half) if !self.half => {
                self.half_disabled(operand.id, "written", "vstore_half");
                false
            }
            Type::Unsupported(_) => false,
            Type::Image(_) | Type::Sampler => {
                let error = self
                    .error_at(operand.id, "images and samplers cannot be assigned (6.9)")
                    .help("pass the one that is meant to a function, or choose with `if` which to use");
                self.report(error);
                false
            }
            Type::Record(record) if self.has_constant_field(*record) => {
                let error = self.error_at(
                    operand.id,
                    "this struct has a `const` field, so it cannot be assigned as a whole",
                );
                self.report(error);
                false
            }
            _ => true,
        }
    }

    fn has_constant_field(&self, record: crate::types::RecordId) -> bool {
        self.types
            .record(record)
            .fields
            .iter()
            .any(|field| field.qualifiers.constant)
    }

    fn declared_at(&self, id: crate::program::ExprId) -> Option<crate::source::Origin> {
        match &self.exprs[id.0 as usize].kind {
            ExprKind::Variable(var) => Some(self.body.vars.get(var.0 as usize)?.origin),
            ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => {
                self.declared_at(*base)
            }
            _ => None,
        }
    }

    /// `place = value` and `place op= value`
    pub(super) fn assign(
        &mut self,
        at: &syntax::Expr,
        op: Option<syntax::BinaryOp>,
        place: Operand,
        right: Operand,
    ) -> Operand {
        if !self.writable(place) || right.is_error() {
            return self.error_operand(at);
        }
        let Some(op) = op else {
            let converted = self.assign_convert(right, place.ty, Why::Assign);
            if self.type_of(converted) == TypeId::ERROR {
                return self.error_operand(at);
            }
            let kind = ExprKind::Assign {
                place: place.id,
                value: converted,
            };
            return self.value_operand(at, kind, place.ty);
        };
        let Some(arithmetic) = arithmetic(op) else {
            return self.error_operand(at);
        };
        if self.types.as_pointer(place.ty).is_some() {
            return self.move_pointer(at, op, arithmetic, place, right);
        }
        // The operator works on the loaded value: check it as such, then keep only its right side.
        let loaded = Operand {
            id: self.wrap(place.id, ExprKind::Load(place.id), place.ty),
            ty: place.ty,
            place: None,
        };
        let result = self.binary(at, op, loaded, right);
        if result.is_error() {
            return self.error_operand(at);
        }
        let ExprKind::Binary { left, right, .. } = self.exprs[result.id.0 as usize].kind else {
            // A number and a pointer made a pointer, which the number's place does not take.
            self.assign_convert(result, place.ty, Why::Assign);
            return self.error_operand(at);
        };
        let computed = self.type_of(left);
        let same_width = match (computed.shape(), place.ty.shape()) {
            (Some((_, a)), Some((_, b))) => a == b,
            _ => false,
        };
        if !same_width {
            let error = Diagnostic::error(
                at.at,
                format!(
                    "the result is `{}`, but `{}` is needed",
                    self.name_of(computed),
                    self.name_of(place.ty)
                ),
            );
            self.report(error);
            return self.error_operand(at);
        }
        let kind = ExprKind::CompoundAssign {
            op: arithmetic,
            place: place.id,
            value: right,
            computed,
        };
        self.value_operand(at, kind, place.ty)
    }

    fn move_pointer(
        &mut self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        arithmetic: BinaryOp,
        place: Operand,
        right: Operand,
    ) -> Operand {
        let moves = matches!(arithmetic, BinaryOp::Add | BinaryOp::Subtract)
            && right.ty.as_scalar().is_some_and(Scalar::is_integer);
        if !moves {
            self.bad_operands(at, op, place, right);
            return self.error_operand(at);
        }
        if !self.can_move(at, place.ty) {
            return self.error_operand(at);
        }
        let kind = ExprKind::CompoundAssign {
            op: arithmetic,
            place: place.id,
            value: right.id,
            computed: place.ty,
        };
        self.value_operand(at, kind, place.ty)
    }

    /// May a pointer of this type be moved in place? Reports it if not.
    fn can_move(&mut self, at: &syntax::Expr, ty: TypeId) -> bool {
        let Some((pointee, ..)) = self.types.as_pointer(ty) else {
            return false;
        };
        if self.types.size(pointee).is_some() {
            return true;
        }
        if pointee == TypeId::VOID {
            self.unsupported(
                at.first,
                at.last,
                "moving a `void` pointer in place is not analysed",
            );
        } else if !self.is_opaque(pointee) {
            let error = Diagnostic::error(
                at.at,
                format!("the size of `{}` is not known here", self.name_of(pointee)),
            );
            self.report(error);
        }
        false
    }

    /// `++` and `--`
    pub(super) fn increment(
        &mut self,
        at: &syntax::Expr,
        operand: Operand,
        decrement: bool,
        postfix: bool,
    ) -> Operand {
        if !self.writable(operand) {
            return self.error_operand(at);
        }
        let sign = if decrement { "--" } else { "++" };
        let allowed = match operand.ty.shape() {
            Some((_, 1)) => true,
            Some((scalar, _)) => scalar.is_integer(),
            None if self.types.as_pointer(operand.ty).is_some() => {
                if !self.can_move(at, operand.ty) {
                    return self.error_operand(at);
                }
                true
            }
            None => false,
        };
        if !allowed {
            let error = Diagnostic::error(
                at.at,
                format!("`{sign}` cannot work on `{}`", self.name_of(operand.ty)),
            );
            let error = if operand.ty.as_vector().is_some() {
                error.help(format!(
                    "write `{} 1.0f`",
                    if decrement { "-=" } else { "+=" }
                ))
            } else {
                error
            };
            self.report(error);
            return self.error_operand(at);
        }
        let kind = ExprKind::Increment {
            place: operand.id,
            decrement,
            postfix,
        };
        self.value_operand(at, kind, operand.ty)
    }
}

pub(super) fn value(id: crate::program::ExprId, ty: TypeId) -> Operand {
    Operand {
        id,
        ty,
        place: None,
    }
}
