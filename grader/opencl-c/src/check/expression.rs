//! Expressions: names, members, indices, casts, `sizeof`; operators and calls have files of their own.

use super::convert::Why;
use super::foreign::Use;
use super::scope::Entity;
use super::{Checker, Operand, Place};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, ExprId, ExprKind};
use crate::syntax::{self, FloatSuffix, OffsetStep, TypeOrExpr};
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, RecordId, Scalar, Type, TypeId};
use std::sync::Arc;

impl Checker<'_> {
    /// Checks an expression: an object as a place, anything else as a value.
    pub(super) fn expr(&mut self, id: syntax::ExprId) -> Operand {
        let tree = self.tree;
        let at = tree.expr(id);
        match &at.kind {
            syntax::ExprKind::Integer { value, ty } => {
                let constant = ExprKind::Constant(Constant::Int(*value));
                self.value_operand(at, constant, TypeId::scalar(*ty))
            }
            syntax::ExprKind::Floating { value, suffix } => self.floating(at, *value, *suffix),
            syntax::ExprKind::Character(value) => {
                let constant = ExprKind::Constant(Constant::Int(*value as i64 as u64));
                self.value_operand(at, constant, TypeId::INT)
            }
            syntax::ExprKind::String(bytes) => self.string(at, bytes),
            syntax::ExprKind::Name(symbol) => self.name(at, *symbol),
            syntax::ExprKind::Paren(inner) => self.expr(*inner),
            syntax::ExprKind::Unary { op, operand } => self.prefix(at, *op, *operand),
            syntax::ExprKind::Postfix { op, operand } => {
                let operand = self.expr(*operand);
                self.increment(at, operand, *op == syntax::PostfixOp::Decrement, true)
            }
            syntax::ExprKind::Binary { .. } => self.binary_chain(id),
            syntax::ExprKind::Assign { op, left, right } => {
                let place = self.expr(*left);
                let right = self.value(*right);
                self.assign(at, *op, place, right)
            }
            syntax::ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => self.conditional_expr(at, *condition, *then, *otherwise),
            syntax::ExprKind::Cast { ty, operand } => {
                let to = self.cast_type(*ty);
                let value = self.value(*operand);
                self.cast(at, value, to)
            }
            syntax::ExprKind::CastList { ty, elements } => self.cast_list(at, *ty, elements),
            syntax::ExprKind::CompoundLiteral { ty, initializer } => {
                self.compound_literal(at, *ty, *initializer)
            }
            syntax::ExprKind::Call { callee, arguments } => self.call(at, *callee, arguments),
            syntax::ExprKind::Index { base, index } => self.index(at, *base, *index),
            syntax::ExprKind::Member { base, name, arrow } => self.member(at, *base, *name, *arrow),
            syntax::ExprKind::Sizeof(of) => self.size_of(at, *of),
            syntax::ExprKind::Alignof(of) => self.align_of(at, *of),
            syntax::ExprKind::VecStep(of) => self.vec_step(at, *of),
            syntax::ExprKind::Offsetof { ty, path } => self.offset_of(at, *ty, path),
            syntax::ExprKind::AsType { value, ty } => {
                let value = self.value(*value);
                let ty = self.cast_type(*ty);
                self.reinterpret(at, value, ty)
            }
            syntax::ExprKind::ConvertVector { value, ty } => {
                let value = self.value(*value);
                let ty = self.cast_type(*ty);
                self.convert_vector(at, value, ty)
            }
            syntax::ExprKind::Generic {
                control,
                associations,
            } => self.generic(at, *control, associations),
            syntax::ExprKind::StatementExpr(block) => self.block_value(at, *block),
            syntax::ExprKind::Error => self.error_operand(at),
        }
    }

    /// A chain of binary operators leans to the left, and may be long: it is walked, not descended.
    fn binary_chain(&mut self, id: syntax::ExprId) -> Operand {
        let tree = self.tree;
        let (mut at, mut chain) = (id, Vec::new());
        while let syntax::ExprKind::Binary { op, left, right } = tree.expr(at).kind {
            chain.push((at, op, right));
            at = left;
        }
        let mut left = self.expr(at);
        for (at, op, right) in chain.into_iter().rev() {
            let at = tree.expr(at);
            left = self.load(left);
            let right = match op {
                syntax::BinaryOp::LogicalAnd
                | syntax::BinaryOp::LogicalOr
                | syntax::BinaryOp::Comma => self.in_place(|checker| checker.value(right)),
                _ => self.value(right),
            };
            left = self.binary(at, op, left, right);
        }
        left
    }

    fn floating(&mut self, at: &syntax::Expr, value: f64, suffix: FloatSuffix) -> Operand {
        let scalar = match suffix {
            FloatSuffix::None if self.single_precision => Scalar::Float,
            FloatSuffix::None => Scalar::Double,
            FloatSuffix::Float => Scalar::Float,
            FloatSuffix::Half => {
                if !self.half {
                    self.report_half_type(at.first, at.last);
                    return self.error_operand(at);
                }
                Scalar::Half
            }
        };
        let value = super::constant::round(value, scalar);
        let constant = ExprKind::Constant(Constant::Float(value));
        self.value_operand(at, constant, TypeId::scalar(scalar))
    }

    fn string(&mut self, at: &syntax::Expr, bytes: &Arc<[u8]>) -> Operand {
        let ty = self.types.intern(Type::Array {
            element: TypeId::CHAR,
            length: bytes.len() as u64 + 1,
        });
        let kind = ExprKind::String(bytes.clone());
        self.place_operand(at, kind, ty, Qualifiers::default(), AddressSpace::Constant)
    }

    fn name(&mut self, at: &syntax::Expr, symbol: Symbol) -> Operand {
        let Some(binding) = self.names.find(symbol).copied() else {
            if self.known(symbol).is_some() {
                self.function_as_value(at, symbol);
            } else {
                self.unknown_name(symbol, at.first, Use::Value, at.last);
            }
            return self.error_operand(at);
        };
        self.used(at.at, binding.origin);
        match binding.entity {
            Entity::Variable(var) => {
                let declared = &self.body.vars[var.0 as usize];
                let (ty, qualifiers, space) = (declared.ty, declared.qualifiers, declared.space);
                self.place_operand(at, ExprKind::Variable(var), ty, qualifiers, space)
            }
            Entity::Global(global) => {
                let ty = self.globals[global.0 as usize].ty;
                let Place { qualifiers, space } = self.global_places[global.0 as usize];
                self.place_operand(at, ExprKind::Global(global), ty, qualifiers, space)
            }
            Entity::Enumerator(bits, ty) => {
                let constant = ExprKind::Constant(Constant::Int(bits));
                self.value_operand(at, constant, ty)
            }
            Entity::Functions(_) => {
                self.function_as_value(at, symbol);
                self.error_operand(at)
            }
            Entity::Typedef(_) => {
                let error = self.error_on(
                    at,
                    format!("`{}` is a type, so it has no value", self.text(symbol)),
                );
                self.report(error);
                self.error_operand(at)
            }
            Entity::Error => self.error_operand(at),
        }
    }

    fn function_as_value(&mut self, at: &syntax::Expr, symbol: Symbol) {
        let name = self.text(symbol);
        let error = self
            .error_on(
                at,
                format!("`{name}` is a function, and it is not called here"),
            )
            .help(format!(
                "call it, `{name}(...)`: OpenCL C has no pointers to functions"
            ));
        self.report(error);
    }

    fn prefix(
        &mut self,
        at: &syntax::Expr,
        op: syntax::UnaryOp,
        operand: syntax::ExprId,
    ) -> Operand {
        match op {
            syntax::UnaryOp::Deref => {
                let pointer = self.value(operand);
                self.deref(at, pointer)
            }
            syntax::UnaryOp::AddressOf => {
                let operand = self.expr(operand);
                self.address_of(at, operand)
            }
            syntax::UnaryOp::Increment | syntax::UnaryOp::Decrement => {
                let place = self.expr(operand);
                self.increment(at, place, op == syntax::UnaryOp::Decrement, false)
            }
            _ => {
                let value = self.value(operand);
                self.unary(at, op, value)
            }
        }
    }

    fn deref(&mut self, at: &syntax::Expr, pointer: Operand) -> Operand {
        if pointer.is_error() {
            return self.error_operand(at);
        }
        let Some((pointee, qualifiers, space)) = self.types.as_pointer(pointer.ty) else {
            if !self.is_opaque(pointer.ty) {
                let error = Diagnostic::error(
                    at.at,
                    format!(
                        "this is `{}`, not a pointer, so there is nothing it points to",
                        self.name_of(pointer.ty)
                    ),
                );
                self.report(error);
            }
            return self.error_operand(at);
        };
        self.place_operand(at, ExprKind::Deref(pointer.id), pointee, qualifiers, space)
    }

    fn address_of(&mut self, at: &syntax::Expr, operand: Operand) -> Operand {
        if operand.is_error() {
            return self.error_operand(at);
        }
        let Some(Place { qualifiers, space }) = operand.place else {
            let error = self.error_at(
                operand.id,
                "this is a value, not an object, so it has no address",
            );
            self.report(error);
            return self.error_operand(at);
        };
        let kind = &self.exprs[operand.id.0 as usize].kind;
        if matches!(kind, ExprKind::Swizzle { .. }) {
            let error = self
                .error_at(
                    operand.id,
                    "the address of a vector's component cannot be taken",
                )
                .help("copy it to a variable, or use an array");
            self.report(error);
            return self.error_operand(at);
        }
        if self.is_image_or_sampler(operand.ty) {
            self.no_pointer_to(operand.ty, at.first, at.last);
            return self.error_operand(at);
        }
        // `&*p` is `p`.
        if let ExprKind::Deref(pointer) = *kind {
            let ty = self.type_of(pointer);
            return Operand {
                id: pointer,
                ty,
                place: None,
            };
        }
        let ty = self.types.pointer(operand.ty, qualifiers, space);
        self.value_operand(at, ExprKind::AddressOf(operand.id), ty)
    }

    fn conditional_expr(
        &mut self,
        at: &syntax::Expr,
        condition: syntax::ExprId,
        then: Option<syntax::ExprId>,
        otherwise: syntax::ExprId,
    ) -> Operand {
        let condition = self.value(condition);
        let then = match then {
            Some(then) => self.in_place(|checker| checker.value(then)),
            None if self.has_effect(condition.id) => {
                self.unsupported(
                    at.first,
                    at.last,
                    "`a ?: b` whose `a` changes something is not analysed",
                );
                return self.error_operand(at);
            }
            None => condition,
        };
        let otherwise = self.in_place(|checker| checker.value(otherwise));
        self.conditional(at, condition, then, otherwise)
    }

    fn cast_type(&mut self, ty: syntax::TypeNameId) -> TypeId {
        self.type_name(ty).ty
    }

    fn cast_list(
        &mut self,
        at: &syntax::Expr,
        ty: syntax::TypeNameId,
        elements: &[syntax::ExprId],
    ) -> Operand {
        let to = self.cast_type(ty);
        let is_vector = to.as_vector().is_some();
        let mut values = Vec::with_capacity(elements.len());
        for &element in elements {
            let value = match is_vector || values.is_empty() {
                true => self.value(element),
                false => self.in_place(|checker| checker.value(element)),
            };
            values.push(value);
        }
        if let [one] = values.as_slice() {
            return self.cast(at, *one, to);
        }
        if to == TypeId::ERROR || values.iter().any(|value| value.is_error()) {
            return self.error_operand(at);
        }
        if let Some((scalar, _)) = to.as_vector() {
            if scalar == Scalar::Half && !self.half {
                self.report_half_type(at.first, at.last);
                return self.error_operand(at);
            }
            let first = self.exprs[values[0].id.0 as usize].origin;
            return match self.vector_parts((first, at.last), to, &values) {
                Some(parts) => self.value_operand(at, ExprKind::VectorLiteral(parts), to),
                None => self.error_operand(at),
            };
        }
        let Some(value) = values.into_iter().reduce(|left, right| {
            let kind = ExprKind::Comma {
                left: left.id,
                right: right.id,
            };
            self.value_operand(at, kind, right.ty)
        }) else {
            return self.error_operand(at);
        };
        self.cast(at, value, to)
    }

    fn index(&mut self, at: &syntax::Expr, base: syntax::ExprId, index: syntax::ExprId) -> Operand {
        let base = self.expr(base);
        let index = self.value(index);
        if base.is_error() || index.is_error() {
            return self.error_operand(at);
        }
        if let Some((scalar, width)) = base.ty.as_vector() {
            if !index.ty.as_scalar().is_some_and(Scalar::is_integer) {
                self.bad_index(index);
                return self.error_operand(at);
            }
            return self.vector_index(at, base, scalar, width, index);
        }
        let base = self.load(base);
        // `i[p]` is `p[i]`.
        let (pointer, index) = if self.types.as_pointer(base.ty).is_none()
            && self.types.as_pointer(index.ty).is_some()
        {
            (index, base)
        } else {
            (base, index)
        };
        let Some((pointee, qualifiers, space)) = self.types.as_pointer(pointer.ty) else {
            if !pointer.is_error() && !self.is_opaque(pointer.ty) {
                let error = self.error_at(
                    pointer.id,
                    format!(
                        "this is `{}`, not an array or a pointer, so it has no elements",
                        self.name_of(pointer.ty)
                    ),
                );
                self.report(error);
            }
            return self.error_operand(at);
        };
        if !index.ty.as_scalar().is_some_and(Scalar::is_integer) {
            self.bad_index(index);
            return self.error_operand(at);
        }
        if pointee == TypeId::VOID {
            let error = self
                .error_at(
                    pointer.id,
                    "a `void` pointer points to nothing that has a size",
                )
                .help("cast it to a pointer to the type that is stored there");
            self.report(error);
            return self.error_operand(at);
        }
        let moved = self.pointer_offset(at, pointer, index, false);
        if moved.is_error() {
            return self.error_operand(at);
        }
        self.place_operand(at, ExprKind::Deref(moved.id), pointee, qualifiers, space)
    }

    fn bad_index(&mut self, index: Operand) {
        let mut error = self.error_at(
            index.id,
            format!(
                "an index must be an integer, but this is `{}`",
                self.name_of(index.ty)
            ),
        );
        if index.ty.as_scalar().is_some() {
            error = error.help("convert it: `(int)x`");
        }
        self.report(error);
    }

    fn member(
        &mut self,
        at: &syntax::Expr,
        base: syntax::ExprId,
        name: syntax::Name,
        arrow: bool,
    ) -> Operand {
        if let syntax::ExprKind::Name(symbol) = self.tree.expr(base).kind
            && self.names.find(symbol).is_none()
            && self.known(symbol).is_none()
        {
            let field = if arrow { "" } else { self.text(name.symbol) };
            let origin = self.tree.expr(base).first;
            self.unknown_name(symbol, origin, Use::Member(field), name.origin);
            return self.error_operand(at);
        }
        let base = if arrow {
            let pointer = self.value(base);
            match self.types.as_pointer(pointer.ty) {
                Some((pointee, qualifiers, space)) => {
                    let id = self.wrap(pointer.id, ExprKind::Deref(pointer.id), pointee);
                    Operand {
                        id,
                        ty: pointee,
                        place: Some(Place { qualifiers, space }),
                    }
                }
                None => {
                    if !pointer.is_error() && !self.is_opaque(pointer.ty) {
                        let error = Diagnostic::error(
                            at.at,
                            format!(
                                "`->` needs a pointer, but this is `{}`",
                                self.name_of(pointer.ty)
                            ),
                        )
                        .help("use `.`");
                        self.report(error);
                    }
                    return self.error_operand(at);
                }
            }
        } else {
            self.expr(base)
        };
        if base.is_error() {
            return self.error_operand(at);
        }
        self.member_named(name.origin, base.ty);
        if let Some((scalar, width)) = base.ty.as_vector() {
            return self.swizzle(at, base, scalar, width, name);
        }
        let Type::Record(record) = *self.types.get(base.ty) else {
            self.no_member(base, name);
            return self.error_operand(at);
        };
        if self.types.record(record).size.is_none() {
            let error = Diagnostic::error(
                name.origin,
                format!(
                    "`{}` is declared, but its fields are not known here",
                    self.name_of(base.ty)
                ),
            );
            self.report(error);
            return self.error_operand(at);
        }
        let text = self.text(name.symbol);
        let Some(path) = self.field_path(record, text) else {
            if self.mutilated.contains(&record) {
                return self.error_operand(at);
            }
            let ty = self.name_of(base.ty);
            let mut error = Diagnostic::error(name.origin, format!("`{ty}` has no field `{text}`"));
            if let Some(meant) = self.similar_field(base.ty, text) {
                error = error
                    .help(format!("did you mean `{meant}`?"))
                    .guess(name.origin, meant);
            }
            self.report(error);
            return self.error_operand(at);
        };
        self.field_used(name.origin, record, &path);
        self.follow(at, base, &path)
    }

    fn no_member(&mut self, base: Operand, name: syntax::Name) {
        if self.is_opaque(base.ty) {
            return;
        }
        let ty = self.name_of(base.ty);
        let text = self.text(name.symbol);
        let error = Diagnostic::error(
            name.origin,
            format!("`{ty}` is neither a struct nor a vector, so it has no `{text}`"),
        );
        let error = match self.types.as_pointer(base.ty) {
            Some((pointee, ..))
                if pointee.as_vector().is_some()
                    || matches!(self.types.get(pointee), Type::Record(_)) =>
            {
                error.help(format!(
                    "this is a pointer: write `->{text}`, or `[i].{text}`"
                ))
            }
            _ => error,
        };
        self.report(error);
    }

    /// The fields to go through to reach a name: several where it stands in anonymous records.
    pub(super) fn field_path(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let record = self.types.record(record);
        for (index, field) in record.fields.iter().enumerate() {
            if field.name.as_deref() == Some(name) {
                return Some(vec![index as u32]);
            }
        }
        for (index, field) in record.fields.iter().enumerate() {
            if field.name.is_none()
                && let Type::Record(inner) = *self.types.get(field.ty)
                && let Some(rest) = self.field_path(inner, name)
            {
                let mut path = vec![index as u32];
                path.extend(rest);
                return Some(path);
            }
        }
        None
    }

    fn follow(&mut self, at: &syntax::Expr, base: Operand, path: &[u32]) -> Operand {
        let mut operand = base;
        for &index in path {
            let Type::Record(record) = *self.types.get(operand.ty) else {
                return self.error_operand(at);
            };
            let field = &self.types.record(record).fields[index as usize];
            let (ty, own) = (field.ty, field.qualifiers);
            let kind = ExprKind::Member {
                base: operand.id,
                field: index,
            };
            let place = operand.place.map(|place| Place {
                qualifiers: Qualifiers {
                    constant: place.qualifiers.constant || own.constant,
                    volatile: place.qualifiers.volatile || own.volatile,
                    restrict: own.restrict,
                },
                space: place.space,
            });
            // An array in a value has no object to point into: the value is one, by C's rule for
            // temporaries, which only clang's extension reads.
            if place.is_none() && matches!(self.types.get(ty), Type::Array { .. }) {
                self.unsupported(
                    at.first,
                    at.last,
                    "an array inside a returned struct is not analysed: copy the struct first",
                );
                return self.error_operand(at);
            }
            operand = Operand {
                id: self.push(at, kind, ty),
                ty,
                place,
            };
        }
        operand
    }

    /// The type of what `sizeof` and its like are applied to; an expression there is not evaluated.
    fn type_or_expr(&mut self, of: TypeOrExpr) -> TypeId {
        match of {
            TypeOrExpr::Type(ty) => self.cast_type(ty),
            TypeOrExpr::Expr(id) => self.in_place(|checker| checker.expr(id)).ty,
        }
    }

    /// The type of what `__typeof__` is applied to.
    pub(super) fn typeof_type(&mut self, of: TypeOrExpr) -> TypeId {
        self.type_or_expr(of)
    }

    fn size_constant(&mut self, at: &syntax::Expr, value: u64) -> Operand {
        self.value_operand(at, ExprKind::Constant(Constant::Int(value)), TypeId::SIZE)
    }

    fn size_of(&mut self, at: &syntax::Expr, of: TypeOrExpr) -> Operand {
        let ty = self.type_or_expr(of);
        match self.types.size(ty) {
            Some(size) => self.size_constant(at, size),
            None => self.no_size(at, ty),
        }
    }

    fn no_size(&mut self, at: &syntax::Expr, ty: TypeId) -> Operand {
        if !self.is_opaque(ty) {
            let error = self.error_on(
                at,
                format!("the size of `{}` is not known here", self.name_of(ty)),
            );
            self.report(error);
        }
        self.error_operand(at)
    }

    fn align_of(&mut self, at: &syntax::Expr, of: TypeOrExpr) -> Operand {
        let ty = self.type_or_expr(of);
        match self.types.align(ty) {
            Some(align) => self.size_constant(at, align),
            None => self.no_size(at, ty),
        }
    }

    fn vec_step(&mut self, at: &syntax::Expr, of: TypeOrExpr) -> Operand {
        let ty = self.type_or_expr(of);
        let step = match ty.shape() {
            Some((_, 3)) => 4,
            Some((_, width)) => u64::from(width),
            None if ty == TypeId::VOID => 1,
            None => {
                if !self.is_opaque(ty) {
                    let error = self.error_on(
                        at,
                        format!(
                            "`vec_step` is for scalars and vectors, not `{}`",
                            self.name_of(ty)
                        ),
                    );
                    self.report(error);
                }
                return self.error_operand(at);
            }
        };
        self.value_operand(at, ExprKind::Constant(Constant::Int(step)), TypeId::SIZE)
    }

    fn offset_of(
        &mut self,
        at: &syntax::Expr,
        ty: syntax::TypeNameId,
        path: &[OffsetStep],
    ) -> Operand {
        let (mut ty, mut offset) = (self.cast_type(ty), 0u64);
        for step in path {
            match step {
                OffsetStep::Field(name) => {
                    let text = self.text(name.symbol);
                    let path = match *self.types.get(ty) {
                        Type::Record(record) => self.field_path(record, text),
                        Type::Error => return self.error_operand(at),
                        _ => None,
                    };
                    let Some(path) = path else {
                        let error = Diagnostic::error(
                            name.origin,
                            format!("`{}` has no field `{text}`", self.name_of(ty)),
                        );
                        self.report(error);
                        return self.error_operand(at);
                    };
                    for index in path {
                        let Type::Record(record) = *self.types.get(ty) else {
                            return self.error_operand(at);
                        };
                        let field = &self.types.record(record).fields[index as usize];
                        offset = offset.wrapping_add(field.offset);
                        ty = field.ty;
                    }
                }
                OffsetStep::Index(index) => {
                    let index = self.value(*index);
                    let Type::Array { element, .. } = *self.types.get(ty) else {
                        let error = self.error_at(index.id, "this is not an array");
                        self.report(error);
                        return self.error_operand(at);
                    };
                    let Some(number) = self.evaluate_integer(index.id) else {
                        if !index.is_error() {
                            self.not_constant(index.id, "this index");
                        }
                        return self.error_operand(at);
                    };
                    let size = self.types.size(element).unwrap_or_default();
                    offset = offset.wrapping_add(number.wrapping_mul(size));
                    ty = element;
                }
            }
        }
        self.size_constant(at, offset)
    }

    fn convert_vector(&mut self, at: &syntax::Expr, value: Operand, ty: TypeId) -> Operand {
        if value.is_error() || ty == TypeId::ERROR {
            return self.error_operand(at);
        }
        match (value.ty.as_vector(), ty.as_vector()) {
            (Some((_, a)), Some((_, b))) if a == b => {
                let kind = ExprKind::Convert {
                    value: value.id,
                    saturate: false,
                    rounding: None,
                    explicit: true,
                };
                self.value_operand(at, kind, ty)
            }
            _ => {
                let error = self.error_on(
                    at,
                    "both types must be vectors with the same number of components",
                );
                self.report(error);
                self.error_operand(at)
            }
        }
    }

    fn generic(
        &mut self,
        at: &syntax::Expr,
        control: syntax::ExprId,
        associations: &[syntax::GenericAssociation],
    ) -> Operand {
        let control = self.in_place(|checker| checker.value(control));
        if control.is_error() {
            return self.error_operand(at);
        }
        let mut default = None;
        for association in associations {
            match association.ty {
                Some(ty) if self.cast_type(ty) == control.ty => {
                    return self.expr(association.value);
                }
                Some(_) => {}
                None => default = Some(association.value),
            }
        }
        match default {
            Some(value) => self.expr(value),
            None => {
                let error = self.error_on(
                    at,
                    format!(
                        "no choice of this `_Generic` is for `{}`",
                        self.name_of(control.ty)
                    ),
                );
                self.report(error);
                self.error_operand(at)
            }
        }
    }

    /// A scalar condition of `if` and loops, of an `and` or an `or`.
    pub(super) fn condition(&mut self, id: syntax::ExprId) -> ExprId {
        let value = self.value(id);
        if !value.is_error() {
            self.assigned_in_condition(id);
        }
        if !value.is_error() && !self.is_scalar(value.ty) && !self.is_opaque(value.ty) {
            let error = self.error_at(
                value.id,
                format!("`{}` cannot be a condition", self.name_of(value.ty)),
            );
            let error = if value.ty.as_vector().is_some() {
                error.help("make one truth of its components with `any(...)` or `all(...)`")
            } else {
                error
            };
            self.report(error);
        }
        value.id
    }

    /// A value converted to what an object of this type wants, at its initialisation.
    pub(super) fn initial_value(&mut self, value: Operand, ty: TypeId) -> ExprId {
        self.assign_convert(value, ty, Why::Initialize)
    }
}
