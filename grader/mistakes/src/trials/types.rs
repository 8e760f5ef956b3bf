//! A variable whose type does not hold its values.

use super::{Look, Trial};
use crate::analysis::walk;
use launch::MistakeId;
use opencl_c::program::{FunctionId, StmtKind, Var};
use opencl_c::source::{ExpansionId, Span};
use opencl_c::types::{AddressSpace, Scalar};

const MISTAKE: MistakeId = MistakeId::IntegerOverflowInIndex;

/// A type to try, and what the declared one does not hold.
type Exchange = (&'static str, &'static str);

/// What is tried for a type that is narrower than most values of a kernel.
fn wider(of: Scalar) -> &'static [Exchange] {
    match of {
        Scalar::Char => &[("int", "more than 127")],
        Scalar::UChar => &[("int", "more than 255")],
        Scalar::Short => &[("int", "more than 32767")],
        Scalar::UShort => &[("uint", "more than 65535")],
        _ => &[],
    }
}

/// What is tried for a type of 32 bits.
fn others(of: Scalar) -> &'static [Exchange] {
    match of {
        Scalar::UInt => &[("int", "negative numbers")],
        Scalar::Int => &[
            ("float", "fractions"),
            ("uint", "more than 2147483647"),
            ("long", "more than 2147483647"),
        ],
        Scalar::Float => &[("int", "every whole number beyond 16777216")],
        _ => &[],
    }
}

impl Look<'_> {
    /// Each variable of 8 or 16 bits with a type of 32.
    pub(super) fn wider_types(&self) -> Vec<Trial> {
        self.retyped(wider)
    }

    /// Each scalar variable of 32 bits with another type.
    pub(super) fn other_types(&self) -> Vec<Trial> {
        self.retyped(others)
    }

    fn retyped(&self, exchanges: fn(Scalar) -> &'static [Exchange]) -> Vec<Trial> {
        let mut trials = Vec::new();
        for index in 0..self.program.functions.len() {
            let function = self.program.function(FunctionId(index as u32));
            walk::statements(&function.body, &mut |stmt| {
                if let StmtKind::Declare { var, .. } = stmt.kind {
                    let var = &function.vars[var.0 as usize];
                    trials.extend(self.declared_as_others(var, exchanges));
                }
            });
        }
        trials
    }

    fn declared_as_others(
        &self,
        var: &Var,
        exchanges: fn(Scalar) -> &'static [Exchange],
    ) -> Vec<Trial> {
        let scalar = var
            .ty
            .as_scalar()
            .filter(|_| var.space == AddressSpace::Private);
        let Some((scalar, span)) = scalar.zip(self.type_before(var)) else {
            return Vec::new();
        };
        let was = self.program.sources.text(span);
        let of = exchanges(scalar).iter().map(|(now, beyond)| {
            let name = &var.name;
            let message = format!("`{name}` is declared `{was}`, which does not hold {beyond}");
            let label = format!("`{now}` holds what `{name}` needs");
            let place = self.program.sources.place_of_span(span, label, true);
            let help = format!("declare `{name}` as `{now}`");
            self.trial(
                MISTAKE,
                vec![(span, (*now).to_owned())],
                place,
                message,
                help,
            )
        });
        of.collect()
    }

    /// The one word that stands before the variable's name, where it is the name of its type.
    fn type_before(&self, var: &Var) -> Option<Span> {
        let name = var.origin.spelling;
        if var.origin.expansion != ExpansionId::NONE {
            return None;
        }
        let before = self.program.sources.text(Span {
            start: 0,
            end: name.start,
            ..name
        });
        let trimmed = before.trim_end();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let rest = trimmed.trim_end_matches(is_word);
        let word = &trimmed[rest.len()..];
        let is_whole = !["unsigned", "signed", "long", "short"]
            .iter()
            .any(|part| rest.trim_end().ends_with(part));
        (is_whole && word == var.ty.as_scalar()?.name()).then_some(Span {
            start: rest.len() as u32,
            end: trimmed.len() as u32,
            ..name
        })
    }
}
