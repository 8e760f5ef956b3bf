//! Calls: of the program's functions, of built-in functions, of conversions.

use super::convert::Why;
use super::foreign::Use;
use super::overload::{Rank, Resolution};
use super::scope::Entity;
use super::{Checker, Operand};
use crate::builtin::{Called, Candidate, Known, Name, ParameterType, signatures};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, ExprId, ExprKind, FunctionId};
use crate::syntax;
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, Scalar, Type, TypeId};

impl Checker<'_> {
    /// `callee(arguments)`
    pub(super) fn call(
        &mut self,
        at: &syntax::Expr,
        callee: syntax::ExprId,
        arguments: &[syntax::ExprId],
    ) -> Operand {
        let tree = self.tree;
        let mut callee = tree.expr(callee);
        while let syntax::ExprKind::Paren(inner) = callee.kind {
            callee = tree.expr(inner);
        }
        let syntax::ExprKind::Name(symbol) = callee.kind else {
            if !matches!(callee.kind, syntax::ExprKind::Error) {
                let error = Diagnostic::error(callee.first, "only a function can be called")
                    .to(callee.last)
                    .help("OpenCL C has no function pointers; a call is `name(arguments)`");
                self.report(error);
            }
            for &argument in arguments {
                self.value(argument);
            }
            return self.error_operand(at);
        };
        // The call is pointed at by its name.
        let at = &syntax::Expr {
            kind: syntax::ExprKind::Error,
            at: callee.at,
            ..*at
        };
        match self
            .names
            .find(symbol)
            .map(|binding| (binding.entity, binding.origin))
        {
            Some((Entity::Functions(set), origin)) => {
                self.used(at.at, origin);
                self.user_call(at, symbol, set, arguments)
            }
            Some((Entity::Error, origin)) => {
                self.used(at.at, origin);
                for &argument in arguments {
                    self.value(argument);
                }
                self.error_operand(at)
            }
            Some((_, origin)) => {
                self.used(at.at, origin);
                let error = self
                    .error_on(
                        at,
                        format!(
                            "`{}` is not a function, so it cannot be called",
                            self.text(symbol)
                        ),
                    )
                    .with(origin, "declared here");
                self.report(error);
                for &argument in arguments {
                    self.value(argument);
                }
                self.error_operand(at)
            }
            None => self.builtin_call(at, symbol, arguments),
        }
    }

    fn arguments(&mut self, arguments: &[syntax::ExprId]) -> Option<Vec<Operand>> {
        let values: Vec<Operand> = arguments.iter().map(|&id| self.value(id)).collect();
        (!values.iter().any(|value| value.is_error())).then_some(values)
    }

    fn user_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        set: u32,
        arguments: &[syntax::ExprId],
    ) -> Operand {
        let Some(values) = self.arguments(arguments) else {
            let set = &self.sets[set as usize];
            return match *set.as_slice() {
                // The type of the call is known even where an argument is in error.
                [only] => {
                    let ty = self.declarations[only].result;
                    self.value_operand(at, ExprKind::NullPointer, ty)
                }
                _ => self.error_operand(at),
            };
        };
        let declarations = self.sets[set as usize].clone();
        let built_in = match self.known(symbol) {
            Some(Known::Function(called)) if !signatures(called).is_empty() => Some(called),
            _ => None,
        };
        let chosen = match (declarations.as_slice(), built_in) {
            ([only], None) => *only,
            (several, built_in) => {
                let mut candidates: Vec<_> = several
                    .iter()
                    .map(|&declaration| {
                        let parameters: Vec<_> = self.declarations[declaration]
                            .parameters
                            .iter()
                            .map(|&ty| self.parameter_type(ty))
                            .collect();
                        self.ranks(&values, &parameters)
                    })
                    .collect();
                // A function of the program joins the built-in ones of its name, and takes the place
                // of one with the same parameters.
                let mut others = Vec::new();
                if let Some(called) = built_in {
                    others = self.candidates(called, &values);
                    others.retain(|candidate| {
                        !several.iter().any(|&declaration| {
                            self.has_parameters(
                                candidate,
                                &self.declarations[declaration].parameters,
                            )
                        })
                    });
                    candidates.extend(
                        others
                            .iter()
                            .map(|candidate| self.ranks(&values, candidate.parameters())),
                    );
                }
                match (Self::resolve(&candidates), built_in) {
                    (Resolution::Best(index), Some(called)) if index >= several.len() => {
                        let candidate = &others[index - several.len()];
                        return self.builtin(at, symbol, called, candidate, &values);
                    }
                    (Resolution::Best(index), _) => several[index],
                    (other, _) => {
                        return self.unresolved(at, symbol, &values, &other, &candidates);
                    }
                }
            }
        };
        let declaration = &self.declarations[chosen];
        let (result, wanted, origin) = (
            declaration.result,
            declaration.parameters.clone(),
            declaration.origin,
        );
        if wanted.len() != values.len() {
            self.wrong_count(at, symbol, values.len(), wanted.len(), Some(origin));
            return self.value_operand(at, ExprKind::NullPointer, TypeId::ERROR);
        }
        let name = self.text(symbol);
        let arguments = values
            .iter()
            .zip(&wanted)
            .enumerate()
            .map(|(index, (&value, &ty))| {
                let before = self.diagnostics.len();
                let argument = self.assign_convert(value, ty, Why::Argument(name, index + 1));
                self.blame_parameter(before, (chosen, index), (value.ty, ty));
                argument
            })
            .collect();
        self.note_call(chosen, at.at);
        let function = FunctionId(chosen as u32);
        self.value_operand(
            at,
            ExprKind::Call {
                function,
                arguments,
            },
            result,
        )
    }

    /// Points at the function whose parameter lacks an address space, in the diagnostic from `before` on, and says
    /// it once: in every call the cause is the parameter.
    fn blame_parameter(
        &mut self,
        before: usize,
        (function, position): (usize, usize),
        (from, to): (TypeId, TypeId),
    ) {
        let space = |ty| self.types.as_pointer(ty).map(|(_, _, space)| space);
        let (Some(from), Some(AddressSpace::Private)) = (space(from), space(to)) else {
            return;
        };
        if from == AddressSpace::Private || self.diagnostics.len() <= before {
            return;
        }
        if self.misplaced.insert((function, position, from)) {
            let declared = self.declarations[function].origin;
            let error = self.diagnostics.remove(before);
            let label = format!("parameter {} has no address space", position + 1);
            self.diagnostics.insert(before, error.with(declared, label));
        } else {
            for error in self.diagnostics.drain(before..) {
                self.kept[error.severity as usize] -= 1;
            }
        }
    }

    fn has_parameters(&self, candidate: &Candidate, types: &[TypeId]) -> bool {
        types.len() == candidate.parameters().len()
            && types
                .iter()
                .zip(candidate.parameters())
                .all(|(&own, &other)| self.parameter_type(own) == other)
    }

    /// Is there a built-in function of this name with exactly these parameters?
    pub(super) fn is_built_in(&mut self, symbol: Symbol, parameters: &[TypeId]) -> bool {
        let Some(Known::Function(called)) = self.known(symbol) else {
            return false;
        };
        signatures(called)
            .iter()
            .filter(|signature| signature.arity() == parameters.len())
            .flat_map(|signature| signature.candidates(called, self.half, false))
            .any(|candidate| self.has_parameters(&candidate, parameters))
    }

    pub(super) fn wrong_count(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        given: usize,
        wanted: usize,
        declared: Option<crate::source::Origin>,
    ) {
        let plural = if wanted == 1 { "" } else { "s" };
        let mut error = Diagnostic::error(
            at.at,
            format!(
                "`{}` takes {wanted} argument{plural}, but {given} {} given",
                self.text(symbol),
                if given == 1 { "is" } else { "are" }
            ),
        )
        .to(at.last);
        if let Some(origin) = declared {
            error = error.with(origin, "declared here");
        }
        self.report(error);
    }

    pub(super) fn ranks(
        &self,
        values: &[Operand],
        parameters: &[ParameterType],
    ) -> Option<Vec<Rank>> {
        if values.len() != parameters.len() {
            return None;
        }
        values
            .iter()
            .zip(parameters)
            .map(|(&value, &parameter)| self.rank(value, parameter))
            .collect()
    }

    fn builtin_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        arguments: &[syntax::ExprId],
    ) -> Operand {
        let known = self.known(symbol);
        let Some(known) = known else {
            return self.special_call(at, symbol, arguments);
        };
        let Some(values) = self.arguments(arguments) else {
            return self.error_operand(at);
        };
        match known {
            Known::Function(called) if called.builtin.name == Name::Printf => {
                self.printf(at, symbol, called, &values)
            }
            Known::Function(called) => {
                let name = called.builtin.name;
                if let Some(what) = name.of_image() {
                    self.image_call(at, symbol, (called, what), &values)
                } else if let Some(rule) = name.of_group() {
                    self.group_call(at, symbol, (called, rule), &values)
                } else if name.is_c11_atomic() {
                    self.atomic_call(at, symbol, called, &values)
                } else if name.is_of_address() {
                    self.address_call(at, symbol, called, &values)
                } else if name.of_block().is_some()
                    && values
                        .first()
                        .is_some_and(|first| self.is_image_or_sampler(first.ty))
                {
                    self.unsupported(at.first, at.last, "blocks of images are not analysed");
                    self.error_operand(at)
                } else {
                    self.overloaded(at, symbol, called, &values)
                }
            }
            Known::Convert {
                to,
                width,
                saturate,
                rounding,
            } => {
                let [value] = values.as_slice() else {
                    self.wrong_count(at, symbol, values.len(), 1, None);
                    return self.error_operand(at);
                };
                let shape = value.ty.shape();
                let ty = TypeId::vector(to, width);
                match (shape, ty) {
                    (Some((_, own)), Some(ty)) if own == width => {
                        if (to == Scalar::Half || shape.is_some_and(|s| s.0 == Scalar::Half))
                            && !self.half
                        {
                            self.report_half_type(at.first, at.last);
                            return self.error_operand(at);
                        }
                        let kind = ExprKind::Convert {
                            value: value.id,
                            saturate,
                            rounding,
                            explicit: true,
                        };
                        self.value_operand(at, kind, ty)
                    }
                    _ => self.wrong_conversion(at, symbol, *value, width),
                }
            }
            Known::Reinterpret { to, width } => {
                let [value] = values.as_slice() else {
                    self.wrong_count(at, symbol, values.len(), 1, None);
                    return self.error_operand(at);
                };
                match TypeId::vector(to, width) {
                    Some(ty) => self.reinterpret(at, *value, ty),
                    None => self.error_operand(at),
                }
            }
        }
    }

    fn wrong_conversion(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        value: Operand,
        width: u8,
    ) -> Operand {
        let given = self.name_of(value.ty);
        let wanted = match width {
            1 => "a scalar".to_owned(),
            width => format!("a vector of {width}"),
        };
        let mut error = self.error_at(
            value.id,
            format!(
                "`{}` converts {wanted}, but this is `{given}`",
                self.text(symbol)
            ),
        );
        if value.ty.as_scalar().is_some() && width > 1 {
            error = error.help("to put a scalar in every component, write a cast: `(float4)x`");
        }
        self.report(error);
        self.error_operand(at)
    }

    /// `as_type(value)`: the same bits as another type.
    pub(super) fn reinterpret(&mut self, at: &syntax::Expr, value: Operand, ty: TypeId) -> Operand {
        if value.is_error() || ty == TypeId::ERROR {
            return self.error_operand(at);
        }
        let (from, to) = (self.types.size(value.ty), self.types.size(ty));
        if from.is_none() || from != to {
            let bytes = |size: Option<u64>| match size {
                Some(size) => format!("{size} bytes"),
                None => "no size".to_owned(),
            };
            let error = Diagnostic::error(
                at.at,
                format!(
                    "`{}` and `{}` have different sizes, so the bits of one cannot be the other",
                    self.name_of(value.ty),
                    self.name_of(ty)
                ),
            )
            .to(at.last)
            .labelled(format!("{}, but {} are needed", bytes(from), bytes(to)));
            self.report(error);
            return self.error_operand(at);
        }
        let pointer = |checker: &Self, ty| checker.types.as_pointer(ty).is_some();
        let kind = match (value.ty.shape(), ty.shape()) {
            (Some(_), Some(_)) => ExprKind::Reinterpret(value.id),
            (None, Some((Scalar::ULong | Scalar::Long, 1))) if pointer(self, value.ty) => {
                ExprKind::PointerCast(value.id)
            }
            (Some((Scalar::ULong | Scalar::Long, 1)), None) if pointer(self, ty) => {
                ExprKind::PointerCast(value.id)
            }
            _ if value.ty == ty => return value,
            _ => {
                self.unsupported(
                    at.first,
                    at.last,
                    format!(
                        "reading the bits of `{}` as `{}` is not analysed",
                        self.name_of(value.ty),
                        self.name_of(ty)
                    ),
                );
                return self.error_operand(at);
            }
        };
        self.value_operand(at, kind, ty)
    }

    /// Compiler built-ins that stand behind the macros of the standard, or a name nobody knows.
    fn special_call(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        arguments: &[syntax::ExprId],
    ) -> Operand {
        let float = TypeId::scalar(Scalar::Float);
        let double = TypeId::scalar(Scalar::Double);
        let constant = match self.text(symbol) {
            "__builtin_inff" | "__builtin_huge_valf" => Some((f64::INFINITY, float)),
            "__builtin_inf" | "__builtin_huge_val" => Some((f64::INFINITY, double)),
            "__builtin_nanf" => Some((f64::NAN, float)),
            "__builtin_nan" => Some((f64::NAN, double)),
            _ => None,
        };
        match constant {
            Some((value, ty)) => {
                self.value_operand(at, ExprKind::Constant(Constant::Float(value)), ty)
            }
            None if self.text(symbol) == "__builtin_expect" && arguments.len() == 2 => {
                // Only a hint: the value is that of the first argument.
                let value = self.value(arguments[0]);
                let long = TypeId::scalar(Scalar::Long);
                let id = self.assign_convert(value, long, Why::Argument("__builtin_expect", 1));
                Operand {
                    id,
                    ty: self.type_of(id),
                    place: None,
                }
            }
            // A promise to the compiler, which changes nothing.
            None if self.text(symbol) == "__builtin_unreachable" && arguments.is_empty() => {
                self.nothing(at)
            }
            None if self.text(symbol) == "__builtin_assume" && arguments.len() == 1 => {
                // The argument is not evaluated.
                let condition = self.value(arguments[0]);
                if condition.is_error() {
                    return condition;
                }
                self.nothing(at)
            }
            None if let Some(operand) = self.compiler_builtin(at, symbol, arguments) => operand,
            None => {
                let text = self.written_after(at.at, at.last);
                self.unknown_name(symbol, at.at, Use::Call(arguments.len(), text), at.last);
                for &argument in arguments {
                    self.value(argument);
                }
                self.error_operand(at)
            }
        }
    }

    /// A value of type `void`.
    fn nothing(&mut self, at: &syntax::Expr) -> Operand {
        let zero = ExprKind::Constant(Constant::Int(0));
        let zero = self.push(at, zero, TypeId::INT);
        self.value_operand(at, ExprKind::Discard(zero), TypeId::VOID)
    }

    fn overloaded(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        values: &[Operand],
    ) -> Operand {
        let table = signatures(called);
        if let Some(candidate) = self.exact_candidate(called, values) {
            return self.builtin(at, symbol, called, &candidate, values);
        }
        let half = values.iter().any(|value| self.mentions_half(value.ty)) && self.half;
        let generic = self.any_generic(values);
        let mut candidates = table
            .iter()
            .flat_map(|signature| signature.candidates(called, half, generic));
        // A function with one signature is called as C calls functions.
        if let (Some(only), None) = (candidates.next(), candidates.next()) {
            let wanted = only.parameters().len();
            if wanted != values.len() {
                self.wrong_count(at, symbol, values.len(), wanted, None);
                return self.error_operand(at);
            }
            return self.builtin(at, symbol, called, &only, values);
        }
        if table
            .iter()
            .all(|signature| signature.arity() != values.len())
        {
            let wanted = table.first().map_or(0, |signature| signature.arity());
            self.wrong_count(at, symbol, values.len(), wanted, None);
            return self.error_operand(at);
        }
        let candidates = self.candidates(called, values);
        self.best_of(at, symbol, called, values, &candidates)
    }

    /// The call of the overload that fits best, or the error that none or several do.
    pub(super) fn best_of(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        values: &[Operand],
        candidates: &[Candidate],
    ) -> Operand {
        let ranks: Vec<_> = candidates
            .iter()
            .map(|candidate| self.ranks(values, candidate.parameters()))
            .collect();
        match Self::resolve(&ranks) {
            Resolution::Best(index) => self.builtin(at, symbol, called, &candidates[index], values),
            other => self.unresolved(at, symbol, values, &other, &ranks),
        }
    }

    /// Every overload that takes so many arguments.
    pub(super) fn candidates(&self, called: Called, values: &[Operand]) -> Vec<Candidate> {
        if let Some(what) = called.builtin.name.of_image() {
            return self.image_candidates(called.builtin.name, what, values);
        }
        let half = values.iter().any(|value| self.mentions_half(value.ty)) && self.half;
        let generic = self.any_generic(values);
        signatures(called)
            .iter()
            .filter(|signature| signature.arity() == values.len())
            .flat_map(|signature| signature.candidates(called, half, generic))
            .collect()
    }

    /// The candidate that takes the arguments as they are, if there is one: nothing can be better.
    fn exact_candidate(&self, called: Called, values: &[Operand]) -> Option<Candidate> {
        for signature in signatures(called) {
            if signature.arity() != values.len() {
                continue;
            }
            for value in values {
                let pointer = self.types.as_pointer(value.ty);
                let shape = match pointer {
                    Some((pointee, ..)) => pointee.shape(),
                    None => value.ty.shape(),
                };
                let Some((component, width)) = shape else {
                    continue;
                };
                if component == Scalar::Half && !self.half {
                    continue;
                }
                let space = values
                    .iter()
                    .find_map(|value| self.types.as_pointer(value.ty))
                    .map_or(AddressSpace::Private, |(_, _, space)| space);
                for width in [width, 1] {
                    let Some(candidate) = signature.at(component, width, space, called) else {
                        continue;
                    };
                    let exact = values
                        .iter()
                        .zip(candidate.parameters())
                        .all(|(value, &parameter)| self.is_exact(value.ty, parameter));
                    if exact {
                        return Some(candidate);
                    }
                }
            }
        }
        None
    }

    /// Does any value point into the generic address space?
    fn any_generic(&self, values: &[Operand]) -> bool {
        values.iter().any(|value| {
            let pointer = self.types.as_pointer(value.ty);
            pointer.is_some_and(|(_, _, space)| space == AddressSpace::Generic)
        })
    }

    fn mentions_half(&self, ty: TypeId) -> bool {
        let ty = match self.types.as_pointer(ty) {
            Some((pointee, ..)) => pointee,
            None => ty,
        };
        matches!(ty.shape(), Some((Scalar::Half, _)))
    }

    pub(super) fn builtin(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        candidate: &Candidate,
        values: &[Operand],
    ) -> Operand {
        let name = self.text(symbol);
        if matches!(
            called.builtin.name,
            Name::Mix | Name::Mad | Name::Fma | Name::Dot
        ) {
            for &value in values {
                self.mask_as_argument(value);
            }
        }
        let before = self.diagnostics.len();
        let arguments = values
            .iter()
            .zip(candidate.parameters())
            .enumerate()
            .map(|(index, (&value, parameter))| {
                let ty = match parameter.pointer {
                    None => parameter.ty,
                    // A pointer that only gains qualifiers stays as it is.
                    Some(_) if self.is_exact(value.ty, *parameter) => value.ty,
                    Some((qualifiers, space)) => {
                        self.types.pointer(parameter.ty, qualifiers, space)
                    }
                };
                self.assign_convert(value, ty, Why::Argument(name, index + 1))
            })
            .collect();
        if self.diagnostics.len() > before
            && let Some(advice) = self.advice_for_atomic(called, values)
        {
            for diagnostic in &mut self.diagnostics[before..] {
                diagnostic.help.clone_from(&advice);
            }
        }
        let kind = ExprKind::Builtin {
            builtin: called.builtin,
            arguments,
        };
        self.value_operand(at, kind, candidate.result)
    }

    /// The string literal that a pointer is, or is cast from.
    fn literal_behind_casts(&self, pointer: ExprId) -> Option<ExprId> {
        let mut at = pointer;
        loop {
            match self.exprs[at.0 as usize].kind {
                ExprKind::PointerCast(inner) => at = inner,
                ExprKind::Decay(place) => {
                    let kind = &self.exprs[place.0 as usize].kind;
                    return matches!(kind, ExprKind::String(_)).then_some(at);
                }
                _ => return None,
            }
        }
    }

    fn printf(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        called: Called,
        values: &[Operand],
    ) -> Operand {
        let [format, rest @ ..] = values else {
            let error = self
                .error_on(at, "`printf` needs a format string")
                .help("as in `printf(\"%d\\n\", i)`");
            self.report(error);
            return self.error_operand(at);
        };
        let qualifiers = Qualifiers {
            constant: true,
            ..Qualifiers::default()
        };
        let wanted = self
            .types
            .pointer(TypeId::CHAR, qualifiers, AddressSpace::Constant);
        let name = self.text(symbol);
        let Some(literal) = self.literal_behind_casts(format.id) else {
            let before = self.diagnostics.len();
            self.assign_convert(*format, wanted, Why::Argument(name, 1));
            if self.diagnostics.len() == before {
                let expr = &self.exprs[format.id.0 as usize];
                let (origin, end) = (expr.origin, expr.end);
                self.report(
                    Diagnostic::unsupported(
                        origin,
                        "a format of `printf` that is not a string literal is not analysed",
                    )
                    .to(end),
                );
            }
            return self.error_operand(at);
        };
        let format = Operand {
            id: literal,
            ty: self.type_of(literal),
            place: None,
        };
        self.printf_format(format, rest);
        let mut arguments = vec![format.id];
        for &value in rest {
            let opaque = matches!(
                self.types.get(value.ty),
                Type::Void
                    | Type::Atomic(_)
                    | Type::Record(_)
                    | Type::Event
                    | Type::Sampler
                    | Type::Image(_)
                    | Type::Unsupported(_)
            );
            if opaque {
                let error = self.error_at(
                    value.id,
                    format!("`printf` cannot print `{}`", self.name_of(value.ty)),
                );
                self.report(error);
                continue;
            }
            arguments.push(self.promote_variadic(value));
        }
        let kind = ExprKind::Builtin {
            builtin: called.builtin,
            arguments,
        };
        self.value_operand(at, kind, TypeId::INT)
    }

    /// The default argument promotions; vectors stay as they are.
    fn promote_variadic(&mut self, value: Operand) -> ExprId {
        match value.ty.as_scalar() {
            Some(scalar) if scalar.is_floating() => {
                self.component_convert(value.id, TypeId::scalar(Scalar::Double), false)
            }
            _ => self.promote(value).id,
        }
    }
}
