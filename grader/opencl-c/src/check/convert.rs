//! Conversions: from places to values, the implicit ones of 6.2 and 6.3, and casts.

use super::{Checker, Operand, Place};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, ExprId, ExprKind, UnaryOp};
use crate::syntax;
use crate::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId};

/// Why a value must have a certain type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why<'t> {
    /// It is assigned.
    Assign,
    /// It initialises an object.
    Initialize,
    /// It is an argument: of which function, at which position from 1.
    Argument(&'t str, usize),
    /// It is returned.
    Return,
}

/// How one pointer type relates to another that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointerFit {
    /// The same, or to `void`, or with qualifiers added.
    Fits,
    /// A qualifier of what is pointed to would be lost.
    LosesQualifiers,
    /// The types pointed to differ.
    OtherPointee,
    /// The address spaces differ.
    OtherSpace,
    /// The address spaces differ behind a second pointer.
    OtherNestedSpace,
}

impl<'a> Checker<'a> {
    /// The value of an operand: a place is loaded, an array decays to a pointer.
    pub(super) fn load(&mut self, operand: Operand) -> Operand {
        let Some(place) = operand.place else {
            return operand;
        };
        let (kind, ty) = match *self.types.get(operand.ty) {
            Type::Array { element, .. } => (
                ExprKind::Decay(operand.id),
                self.types.pointer(element, place.qualifiers, place.space),
            ),
            Type::Scalar(Scalar::Half) if !self.half => {
                self.half_disabled(operand.id, "read", "vload_half");
                (ExprKind::Load(operand.id), TypeId::ERROR)
            }
            Type::Atomic(_) => {
                self.plain_use_of_atomic(operand.id);
                (ExprKind::Load(operand.id), TypeId::ERROR)
            }
            _ => (ExprKind::Load(operand.id), operand.ty),
        };
        Operand {
            id: self.wrap(operand.id, kind, ty),
            ty,
            place: None,
        }
    }

    /// Says that arithmetic on `half` is an extension.
    pub(super) fn half_disabled(&mut self, id: ExprId, verb: &str, function: &str) {
        let error = self
            .error_at(
                id,
                format!("a `half` cannot be {verb} directly: OpenCL C 1.2 only stores it"),
            )
            .help(format!(
                "use `{function}`, or `#pragma OPENCL EXTENSION cl_khr_fp16 : enable` on a device \
                 that has it"
            ));
        self.report(error);
    }

    /// The checked value of an expression of the tree.
    pub(super) fn value(&mut self, id: syntax::ExprId) -> Operand {
        let operand = self.expr(id);
        self.load(operand)
    }

    /// A scalar or vector value with other components, of the same width.
    pub(super) fn component_convert(
        &mut self,
        value: ExprId,
        to: TypeId,
        explicit: bool,
    ) -> ExprId {
        if self.type_of(value) == to {
            return value;
        }
        self.wrap(
            value,
            ExprKind::Convert {
                value,
                saturate: false,
                rounding: None,
                explicit,
            },
            to,
        )
    }

    /// A scalar in every component of a vector. `true` becomes all ones, as every truth in a vector.
    pub(super) fn splat(&mut self, value: ExprId, to: TypeId, explicit: bool) -> ExprId {
        let Some((component, _)) = to.as_vector() else {
            return value;
        };
        let component = TypeId::scalar(component);
        let scalar = if self.type_of(value).as_scalar() == Some(Scalar::Bool) {
            let int = self.component_convert(value, TypeId::INT, explicit);
            let negated = ExprKind::Unary {
                op: UnaryOp::Negate,
                value: int,
            };
            self.wrap(value, negated, TypeId::INT)
        } else {
            value
        };
        let scalar = self.component_convert(scalar, component, explicit);
        self.wrap(value, ExprKind::Splat(scalar), to)
    }

    /// Integer promotion of a scalar; vectors stay.
    pub(super) fn promote(&mut self, operand: Operand) -> Operand {
        match operand.ty.as_scalar() {
            Some(scalar) if scalar.promoted() != scalar => {
                let ty = TypeId::scalar(scalar.promoted());
                Operand {
                    id: self.component_convert(operand.id, ty, false),
                    ty,
                    place: None,
                }
            }
            _ => operand,
        }
    }

    /// Is it a null pointer constant: an integer constant 0, or that cast to `void *`?
    pub(super) fn is_null_constant(&self, value: Operand) -> bool {
        if value.ty.as_scalar().is_some_and(Scalar::is_integer) {
            return self.is_literal_constant(value.id)
                && matches!(self.evaluate(value.id), Some(Constant::Int(0)));
        }
        match self.exprs[value.id.0 as usize].kind {
            ExprKind::NullPointer => matches!(
                self.types.as_pointer(value.ty),
                Some((
                    TypeId::VOID,
                    _,
                    AddressSpace::Private | AddressSpace::Generic
                ))
            ),
            _ => false,
        }
    }

    /// Is no object read in it?
    fn is_literal_constant(&self, id: ExprId) -> bool {
        match &self.exprs[id.0 as usize].kind {
            ExprKind::Constant(_) => true,
            ExprKind::Convert { value, .. } | ExprKind::Unary { value, .. } => {
                self.is_literal_constant(*value)
            }
            ExprKind::Binary { left, right, .. } => {
                self.is_literal_constant(*left) && self.is_literal_constant(*right)
            }
            _ => false,
        }
    }

    /// How a pointer type fits where another is wanted.
    pub(super) fn pointer_fit(&self, from: TypeId, to: TypeId) -> PointerFit {
        let (Some((from_ty, from_q, from_space)), Some((to_ty, to_q, to_space))) =
            (self.types.as_pointer(from), self.types.as_pointer(to))
        else {
            return PointerFit::OtherPointee;
        };
        if !from_space.converts_to(to_space) {
            return PointerFit::OtherSpace;
        }
        if from_ty == to_ty || from_ty == TypeId::VOID || to_ty == TypeId::VOID {
            return if loses(from_q, to_q) {
                PointerFit::LosesQualifiers
            } else {
                PointerFit::Fits
            };
        }
        let (mut a, mut b) = (from_ty, to_ty);
        while let (Some((inner_a, _, space_a)), Some((inner_b, _, space_b))) =
            (self.types.as_pointer(a), self.types.as_pointer(b))
        {
            if space_a != space_b {
                return PointerFit::OtherNestedSpace;
            }
            (a, b) = (inner_a, inner_b);
        }
        if a == b {
            PointerFit::LosesQualifiers
        } else {
            PointerFit::OtherPointee
        }
    }

    /// Converts a value to the type its context wants, by the rules of assignment. The result has that
    /// type even after an error, which has then been reported.
    pub(super) fn assign_convert(&mut self, value: Operand, to: TypeId, why: Why<'_>) -> ExprId {
        let from = value.ty;
        if from == to || from == TypeId::ERROR || to == TypeId::ERROR {
            return value.id;
        }
        match (from.shape(), to.shape()) {
            (Some((_, 1)), Some((_, 1))) => {
                self.warn_of_lost_value(value.id, to);
                return self.component_convert(value.id, to, false);
            }
            (Some((_, 1)), Some(_)) => return self.splat(value.id, to, false),
            _ => {}
        }
        if self.is_opaque(from) || self.is_opaque(to) {
            return value.id;
        }
        match (self.types.get(from), self.types.get(to)) {
            (_, Type::Pointer { .. }) if self.is_null_constant(value) => {
                return self.wrap(value.id, ExprKind::NullPointer, to);
            }
            (Type::Pointer { .. }, Type::Scalar(Scalar::Bool)) => {
                let null = self.wrap(value.id, ExprKind::NullPointer, from);
                let kind = ExprKind::Binary {
                    op: crate::program::BinaryOp::NotEqual,
                    left: value.id,
                    right: null,
                };
                let truth = self.wrap(value.id, kind, TypeId::INT);
                return self.component_convert(truth, to, false);
            }
            (Type::Scalar(_), Type::Event)
                if matches!(self.evaluate(value.id), Some(Constant::Int(0))) =>
            {
                return self.wrap(value.id, ExprKind::Constant(Constant::Int(0)), to);
            }
            (Type::Pointer { .. }, Type::Pointer { .. }) => {
                return self.pointer_convert(value, to, why);
            }
            (Type::Scalar(scalar), Type::Sampler) if scalar.is_integer() => {
                return self.sampler_of(value);
            }
            (Type::Scalar(_), &Type::Atomic(scalar)) if matches!(why, Why::Initialize) => {
                return self.component_convert(value.id, TypeId::scalar(scalar), false);
            }
            _ => {}
        }
        let error = self.mismatch(value, to, why);
        self.report(error);
        self.wrap(value.id, ExprKind::NullPointer, TypeId::ERROR)
    }

    fn pointer_convert(&mut self, value: Operand, to: TypeId, why: Why<'_>) -> ExprId {
        match self.pointer_fit(value.ty, to) {
            PointerFit::Fits => {}
            PointerFit::LosesQualifiers => {
                let what = "which loses a qualifier of";
                let help = "write a cast if this is meant";
                let warning = self.pointer_warning(value, to, why, what, help);
                self.report(warning);
            }
            PointerFit::OtherPointee => {
                let what = "which points to another type than";
                let help = "the bytes stay as they are and are read as the other type: give both one \
                            type, or convert the values";
                let warning = self.pointer_warning(value, to, why, what, help);
                self.report(warning);
            }
            PointerFit::OtherSpace | PointerFit::OtherNestedSpace => {
                let error = self.space_mismatch(value, to, why);
                self.report(error);
                return self.wrap(value.id, ExprKind::NullPointer, TypeId::ERROR);
            }
        }
        self.wrap(value.id, ExprKind::PointerCast(value.id), to)
    }

    fn pointer_warning(
        &self,
        value: Operand,
        to: TypeId,
        why: Why<'_>,
        what: &str,
        help: &str,
    ) -> Diagnostic {
        let (from, to) = (self.name_of(value.ty), self.name_of(to));
        let mut warning = self.error_at(
            value.id,
            format!("{} `{from}`, {what} `{to}`", subject(why)),
        );
        warning.severity = crate::diagnostic::Severity::Warning;
        warning.help(help)
    }

    fn space_mismatch(&self, value: Operand, to: TypeId, why: Why<'_>) -> Diagnostic {
        let (from_name, to_name) = (self.name_of(value.ty), self.name_of(to));
        let space = |ty| match self.types.as_pointer(ty) {
            Some((_, _, space)) => space,
            None => AddressSpace::Private,
        };
        let (from, to) = (space(value.ty), space(to));
        let error = self
            .error_at(
                value.id,
                format!(
                    "{} `{from_name}`, but `{to_name}` is needed: a pointer cannot change its \
                     address space",
                    subject(why)
                ),
            )
            .labelled(format!("points into {} memory", space_name(from)));
        if to == AddressSpace::Private {
            error.help(format!(
                "a pointer without an address space points to private memory: declare it \
                 `__{} ...*`",
                space_name(from)
            ))
        } else {
            error.help(format!(
                "use a pointer into {} memory, or copy the data",
                space_name(to)
            ))
        }
    }

    fn mismatch(&self, value: Operand, to: TypeId, why: Why<'_>) -> Diagnostic {
        let (from_name, to_name) = (self.name_of(value.ty), self.name_of(to));
        let error = self.error_at(
            value.id,
            format!("{} `{from_name}`, but `{to_name}` is needed", subject(why)),
        );
        match (value.ty.as_vector(), to.as_vector(), to.as_scalar()) {
            (Some((_, from_width)), Some((component, width)), _) if from_width == width => error
                .help(format!(
                    "vectors are never converted by themselves: write `convert_{}{width}(...)`, or \
                     `as_{}{width}(...)` to keep the bits",
                    component.name(),
                    component.name(),
                )),
            (Some((_, from)), Some((_, width)), _) => error.help(format!(
                "a vector of {from} is not a vector of {width}: choose components with `.xy`, \
                 `.lo`, `.s0123` and so on"
            )),
            (Some(_), None, Some(_)) => {
                error.help("take one component with `.x`, `.y` ..., or `.s0` to `.sF`")
            }
            _ => match (self.types.get(value.ty), self.types.get(to)) {
                (Type::Pointer { .. }, Type::Scalar(_)) => error
                    .help("did you mean what it points to? Put a `*` before it, or `[i]` after it"),
                (Type::Scalar(_), Type::Pointer { .. }) => {
                    error.help("a number is not an address; did you mean `&` before a variable?")
                }
                (Type::Void, _) => error.help("a `void` function gives no value"),
                _ => error,
            },
        }
    }

    /// Warns where a constant does not survive its implicit conversion.
    fn warn_of_lost_value(&mut self, value: ExprId, to: TypeId) {
        let (Some(from), Some(to_scalar)) = (self.type_of(value).as_scalar(), to.as_scalar())
        else {
            return;
        };
        if !from.is_floating() || to_scalar.is_floating() || to_scalar == Scalar::Bool {
            return;
        }
        let ExprKind::Constant(Constant::Float(number)) = self.exprs[value.0 as usize].kind else {
            return;
        };
        let converted = super::constant::convert(Constant::Float(number), from, to_scalar);
        let Constant::Int(bits) = converted else {
            return;
        };
        let back = super::constant::convert(converted, to_scalar, Scalar::Double);
        if back != Constant::Float(number) {
            let kept = if to_scalar.is_signed() {
                (bits as i64).to_string()
            } else {
                bits.to_string()
            };
            let mut warning = self.error_at(
                value,
                format!(
                    "{number} becomes {kept} here: `{}` has no fractions",
                    to_scalar.name()
                ),
            );
            warning.severity = crate::diagnostic::Severity::Warning;
            self.report(warning);
        }
    }

    /// `(type)value`.
    pub(super) fn cast(&mut self, at: &syntax::Expr, value: Operand, to: TypeId) -> Operand {
        let from = value.ty;
        if from == TypeId::ERROR || to == TypeId::ERROR {
            return self.error_operand(at);
        }
        if to == TypeId::VOID {
            return self.value_operand(at, ExprKind::Discard(value.id), to);
        }
        if to.shape().is_some_and(|(scalar, _)| scalar == Scalar::Half) && !self.half {
            self.report_half_type(at.first, at.first);
            return self.error_operand(at);
        }
        match (from.shape(), to.shape()) {
            (Some((_, 1)), Some((_, 1))) => {
                let id = self.recast(at, value.id, to);
                return Operand {
                    id,
                    ty: to,
                    place: None,
                };
            }
            (Some((_, 1)), Some(_)) => {
                let id = self.splat(value.id, to, true);
                return Operand {
                    id,
                    ty: to,
                    place: None,
                };
            }
            (Some(_), Some(_)) if from == to => return value,
            _ => {}
        }
        if self.is_opaque(from) || self.is_opaque(to) {
            return self.error_operand(at);
        }
        match (self.types.get(from).clone(), self.types.get(to).clone()) {
            (Type::Scalar(scalar), Type::Pointer { pointee, .. }) if scalar.is_integer() => {
                let null = self.is_null_constant(value) && pointee == TypeId::VOID;
                let kind = if null || self.is_null_constant(value) {
                    ExprKind::NullPointer
                } else {
                    let wide = self.component_convert(value.id, TypeId::SIZE, true);
                    ExprKind::PointerCast(wide)
                };
                self.value_operand(at, kind, to)
            }
            (Type::Pointer { .. }, Type::Scalar(scalar)) if scalar.is_integer() => {
                if scalar == Scalar::Bool {
                    let id = self.assign_convert(value, to, Why::Assign);
                    return Operand {
                        id,
                        ty: to,
                        place: None,
                    };
                }
                let wide = self.push(at, ExprKind::PointerCast(value.id), TypeId::SIZE);
                let id = self.component_convert(wide, to, true);
                Operand {
                    id,
                    ty: to,
                    place: None,
                }
            }
            (Type::Pointer { space: a, .. }, Type::Pointer { space: b, .. }) => {
                if !a.casts_to(b) && !self.is_null_constant(value) {
                    let error = self.space_cast(at, from, to, a, b);
                    self.report(error);
                    return self.error_operand(at);
                }
                let kind = match self.exprs[value.id.0 as usize].kind {
                    ExprKind::NullPointer => ExprKind::NullPointer,
                    _ => ExprKind::PointerCast(value.id),
                };
                self.value_operand(at, kind, to)
            }
            (Type::Record(a), Type::Record(b)) if a == b => value,
            (Type::Event, Type::Event) => value,
            (Type::Scalar(_), Type::Event)
                if matches!(self.evaluate(value.id), Some(Constant::Int(0))) =>
            {
                self.value_operand(at, ExprKind::Constant(Constant::Int(0)), to)
            }
            _ => {
                let error = self.bad_cast(at, from, to);
                self.report(error);
                self.error_operand(at)
            }
        }
    }

    /// A scalar cast, at the place of the cast rather than of its operand.
    fn recast(&mut self, at: &syntax::Expr, value: ExprId, to: TypeId) -> ExprId {
        let kind = ExprKind::Convert {
            value,
            saturate: false,
            rounding: None,
            explicit: true,
        };
        self.push(at, kind, to)
    }

    fn space_cast(
        &self,
        at: &syntax::Expr,
        from: TypeId,
        to: TypeId,
        a: AddressSpace,
        b: AddressSpace,
    ) -> Diagnostic {
        let error = Diagnostic::error(
            at.first,
            format!(
                "a cast cannot turn `{}` into `{}`: a pointer cannot change its address space",
                self.name_of(from),
                self.name_of(to)
            ),
        )
        .to(at.last)
        .labelled(format!("points into {} memory", space_name(a)));
        if b == AddressSpace::Private {
            error.help(format!(
                "name the address space in the cast: `(__{} ...*)`",
                space_name(a)
            ))
        } else {
            error
        }
    }

    fn bad_cast(&self, at: &syntax::Expr, from: TypeId, to: TypeId) -> Diagnostic {
        let error = Diagnostic::error(
            at.first,
            format!(
                "a cast cannot turn `{}` into `{}`",
                self.name_of(from),
                self.name_of(to)
            ),
        )
        .to(at.last);
        match (from.as_vector(), to.shape()) {
            (Some((_, a)), Some((scalar, b))) if a == b => error.help(format!(
                "write `convert_{name}{b}(...)` to convert each component, or `as_{name}{b}(...)` to \
                 keep the bits",
                name = scalar.name()
            )),
            (Some(_), Some((_, 1))) => {
                error.help("take one component with `.x`, `.y` ..., or `.s0` to `.sF`")
            }
            _ => error,
        }
    }

    /// Says that no object may be a `half`.
    pub(super) fn report_half_type(
        &mut self,
        origin: crate::source::Origin,
        end: crate::source::Origin,
    ) {
        let error = Diagnostic::error(
            origin,
            "OpenCL C 1.2 only stores `half` in memory: there are no values of this type",
        )
        .to(end)
        .help(
            "use `float` with `vload_half` and `vstore_half`, or \
             `#pragma OPENCL EXTENSION cl_khr_fp16 : enable` on a device that has it",
        );
        self.report(error);
    }

    /// An object that `id` denotes.
    pub(super) fn place_operand(
        &mut self,
        at: &syntax::Expr,
        kind: ExprKind,
        ty: TypeId,
        qualifiers: Qualifiers,
        space: AddressSpace,
    ) -> Operand {
        Operand {
            id: self.push(at, kind, ty),
            ty,
            place: Some(Place { qualifiers, space }),
        }
    }
}

/// Would a pointer to `from`-qualified objects lose a qualifier as one to `to`-qualified ones?
pub(super) fn loses(from: Qualifiers, to: Qualifiers) -> bool {
    from.constant && !to.constant || from.volatile && !to.volatile
}

fn subject(why: Why<'_>) -> String {
    match why {
        Why::Assign => "this value is".to_owned(),
        Why::Initialize => "this initialiser is".to_owned(),
        Why::Argument(function, position) => {
            format!("argument {position} of `{function}` is")
        }
        Why::Return => "the returned value is".to_owned(),
    }
}

pub(super) const fn space_name(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Private => "private",
        AddressSpace::Local => "local",
        AddressSpace::Global => "global",
        AddressSpace::Constant => "constant",
        AddressSpace::Generic => "generic",
    }
}
