//! Calls that mean no function, or no single one: what to say, and what to write instead.

use super::overload::{Rank, Resolution};
use super::{Checker, Operand};
use crate::builtin::{Called, Candidate, Known, Name, OfImage};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, ExprKind};
use crate::syntax;
use crate::token::Symbol;
use crate::types::{AddressSpace, Scalar, TypeId};

impl Checker<'_> {
    /// Reports a call that means no function, or no single one. `ranks` are those of its candidates.
    pub(super) fn unresolved(
        &mut self,
        at: &syntax::Expr,
        symbol: Symbol,
        values: &[Operand],
        resolution: &Resolution,
        ranks: &[Option<Vec<Rank>>],
    ) -> Operand {
        let name = self.text(symbol);
        let types: Vec<String> = values
            .iter()
            .map(|value| format!("`{}`", self.name_of(value.ty)))
            .collect();
        let given = match types.as_slice() {
            [] => "without arguments".to_owned(),
            [one] => format!("with {one}"),
            [rest @ .., last] => format!("with {} and {last}", rest.join(", ")),
        };
        // A pointer to another type is taken as if it were cast: that is no overload that fits.
        let fits = ranks
            .iter()
            .flatten()
            .any(|ranks| !ranks.contains(&Rank::OtherPointer));
        let error = if *resolution == Resolution::Ambiguous && fits {
            Diagnostic::error(
                at.at,
                format!("this call of `{name}` {given} could mean several functions"),
            )
            .to(at.last)
            .help(match self.advice_for_coordinate(values) {
                Some(advice) => advice,
                None => self.advice_for_ambiguity(name, values),
            })
        } else {
            let error = Diagnostic::error(
                at.at,
                format!("there is no `{name}` that can be called {given}"),
            )
            .to(at.last);
            let misfit = self.misfit_of(symbol, values);
            let error = match misfit.and_then(|index| values.get(index)) {
                Some(misfit) => {
                    let expr = &self.exprs[misfit.id.0 as usize];
                    let text = format!("no `{name}` takes `{}` here", self.name_of(misfit.ty));
                    error.with_end(expr.origin, expr.end, text)
                }
                None => error,
            };
            error.help(self.advice_for_mismatch(symbol, values, misfit))
        };
        self.report(error);
        self.error_operand(at)
    }

    fn advice_for_ambiguity(&self, name: &str, values: &[Operand]) -> String {
        let scalars: Vec<Scalar> = values
            .iter()
            .filter_map(|value| value.ty.shape())
            .map(|(scalar, _)| scalar)
            .collect();
        let all_integers = scalars.iter().all(|scalar| scalar.is_integer());
        let one_type = scalars.windows(2).all(|pair| pair[0] == pair[1]);
        let double_constant = values.iter().any(|value| {
            value.ty.as_scalar() == Some(Scalar::Double)
                && matches!(
                    self.exprs[value.id.0 as usize].kind,
                    ExprKind::Constant(Constant::Float(_))
                )
        });
        if double_constant && scalars.contains(&Scalar::Float) {
            return "a constant without `f` is a `double`: write it like `0.5f`".to_owned();
        }
        if all_integers && one_type {
            return format!(
                "`{name}` works on floating types: convert the argument, as in `(float)x`"
            );
        }
        "give its arguments one type, with a cast or a suffix such as `1.0f` or `1u`".to_owned()
    }

    /// The first argument that no overload takes, whatever the others.
    fn misfit_of(&mut self, symbol: Symbol, values: &[Operand]) -> Option<usize> {
        let candidates = self.candidates_of(symbol, values);
        (0..values.len()).find(|&index| {
            candidates.iter().all(|candidate| {
                let parameter = candidate.parameters().get(index);
                let rank = parameter.and_then(|parameter| self.rank(values[index], *parameter));
                rank.is_none_or(|rank| rank == Rank::OtherPointer)
            })
        })
    }

    fn candidates_of(&mut self, symbol: Symbol, values: &[Operand]) -> Vec<Candidate> {
        match self.known(symbol) {
            Some(Known::Function(called)) => self.candidates(called, values),
            _ => Vec::new(),
        }
    }

    fn advice_for_mismatch(
        &mut self,
        symbol: Symbol,
        values: &[Operand],
        misfit: Option<usize>,
    ) -> String {
        let known = self.known(symbol);
        if let (Some(Known::Function(called)), Some(index)) = (known, misfit)
            && values[index].ty.shape().is_some()
            && let Some(what) = called.builtin.name.of_image()
        {
            let is_coordinate = match what {
                OfImage::Read(_) => index + 1 == values.len(),
                OfImage::Write(_) => index == 1,
                OfImage::Ask => false,
            };
            let advice = self.advice_for_coordinate(values).filter(|_| is_coordinate);
            if let Some(advice) = advice {
                return advice;
            }
        }
        if let Some(Known::Function(called)) = known
            && let Some(advice) = self.advice_for_atomic(called, values)
        {
            return advice;
        }
        let pointer = values
            .iter()
            .filter_map(|value| self.types.as_pointer(value.ty))
            .find(|(_, _, space)| matches!(space, AddressSpace::Private | AddressSpace::Constant));
        if let Some((_, _, space)) = pointer
            && misfit.is_none_or(|index| self.types.as_pointer(values[index].ty).is_some())
        {
            return format!(
                "no overload takes a pointer into {} memory with these other arguments",
                super::convert::space_name(space)
            );
        }
        let Some(index) = misfit else {
            return "look at the number and the types of its arguments".to_owned();
        };
        let mut taken: Vec<String> = Vec::new();
        for candidate in self.candidates_of(symbol, values) {
            let Some(parameter) = candidate.parameters().get(index) else {
                continue;
            };
            let name = match parameter.pointer {
                Some(_) => format!("`{} *`", self.name_of(parameter.ty)),
                None => format!("`{}`", self.name_of(parameter.ty)),
            };
            let own_width = |ty: TypeId| ty.shape().map(|(_, width)| width);
            let given = match self.types.as_pointer(values[index].ty) {
                Some((pointee, ..)) => pointee,
                None => values[index].ty,
            };
            if own_width(parameter.ty) == own_width(given) && !taken.contains(&name) {
                taken.push(name);
            }
        }
        match &taken[..] {
            [] => "look at the number and the types of its arguments".to_owned(),
            [only] => format!("it takes {only} there"),
            [rest @ .., last] => format!("it takes {} or {last} there", rest.join(", ")),
        }
    }

    /// What people do instead of an atomic on a type that has none.
    pub(super) fn advice_for_atomic(&self, called: Called, values: &[Operand]) -> Option<String> {
        let name = called.builtin.name;
        let (pointee, _, space) = self.types.as_pointer(values.first()?.ty)?;
        if !name.is_atomic() || !matches!(space, AddressSpace::Global | AddressSpace::Local) {
            return None;
        }
        let scalar = pointee.as_scalar();
        let types = match name {
            Name::AtomicXchg => "`int`, `uint` and `float`",
            _ => "`int` and `uint`",
        };
        let instead = match scalar {
            Some(Scalar::Int | Scalar::UInt) => return None,
            Some(Scalar::Float | Scalar::Double | Scalar::Half) => {
                "for a floating sum reduce within the work-group first, or repeat `atomic_cmpxchg` on \
                 the bits (`as_uint`) until no other work-item came between"
            }
            Some(Scalar::Long | Scalar::ULong) => {
                "for 64 bits there are `atom_add` and its like, with \
                 `#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable`"
            }
            Some(scalar) if scalar.size() < 4 => "make the elements `int` or `uint`",
            _ => "use it on each component, as an `int` or `uint` of its own",
        };
        Some(format!("atomics work on {types}; {instead}"))
    }
}
