//! Vectors: components by name, literals.

use super::convert::Why;
use super::{Checker, Operand, Place};
use crate::diagnostic::Diagnostic;
use crate::program::{ExprId, ExprKind, Lanes};
use crate::syntax::{self, Name};
use crate::types::{Scalar, TypeId};

/// Why a name selects no components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BadComponents {
    /// A letter that names no component, or not in this kind of name.
    Letter(char),
    /// A component that a vector of this width does not have.
    Beyond(char),
    /// So many components make no vector.
    Count(usize),
}

/// The components that a name selects from a vector of a width (OpenCL C 1.2, 6.1.7).
pub(super) fn components(name: &str, width: u8) -> Result<Lanes, BadComponents> {
    let half = width.div_ceil(2);
    let chosen: Vec<u8> = match name {
        "lo" => (0..half).collect(),
        "hi" => (half..half * 2).collect(),
        "even" => (0..half).map(|lane| lane * 2).collect(),
        "odd" => (0..half).map(|lane| lane * 2 + 1).collect(),
        _ => {
            let numbered = name
                .strip_prefix(['s', 'S'])
                .filter(|digits| !digits.is_empty());
            let lane = |letter: char| match numbered {
                Some(_) => letter.to_digit(16),
                None => "xyzw"
                    .find(letter)
                    .or_else(|| "rgba".find(letter))
                    .map(|lane| lane as u32),
            };
            let letters = numbered.unwrap_or(name);
            let colours = letters.starts_with(['r', 'g', 'b', 'a']);
            let mut chosen = Vec::new();
            for letter in letters.chars() {
                let mixed = numbered.is_none() && colours != "rgba".contains(letter);
                match lane(letter) {
                    Some(lane) if !mixed && lane < u32::from(width) => chosen.push(lane as u8),
                    Some(_) if !mixed => return Err(BadComponents::Beyond(letter)),
                    _ => return Err(BadComponents::Letter(letter)),
                }
            }
            chosen
        }
    };
    if !matches!(chosen.len(), 1 | 2 | 3 | 4 | 8 | 16) {
        return Err(BadComponents::Count(chosen.len()));
    }
    Lanes::new(&chosen).ok_or(BadComponents::Count(chosen.len()))
}

/// Does a swizzle name a component twice?
pub(super) fn repeats(lanes: &Lanes) -> bool {
    let mut seen = 0u32;
    lanes.lanes().iter().any(|&lane| {
        let again = seen & (1 << lane) != 0;
        seen |= 1 << lane;
        again
    })
}

impl Checker<'_> {
    /// `vector.xy`
    pub(super) fn swizzle(
        &mut self,
        at: &syntax::Expr,
        base: Operand,
        scalar: Scalar,
        width: u8,
        name: Name,
    ) -> Operand {
        let text = self.text(name.symbol);
        let lanes = match components(text, width) {
            Ok(lanes) => lanes,
            Err(why) => {
                let error = self.bad_components(base, name, width, &why);
                self.report(error);
                return self.error_operand(at);
            }
        };
        if scalar == Scalar::Half && !self.half && base.place.is_none() {
            return self.error_operand(at);
        }
        let ty = TypeId::vector(scalar, lanes.lanes().len() as u8).unwrap_or(TypeId::ERROR);
        let kind = ExprKind::Swizzle {
            base: base.id,
            lanes,
        };
        Operand {
            id: self.push(at, kind, ty),
            ty,
            place: base.place,
        }
    }

    fn bad_components(
        &self,
        base: Operand,
        name: Name,
        width: u8,
        why: &BadComponents,
    ) -> Diagnostic {
        let ty = self.name_of(base.ty);
        let last = ["", "", "y", "z", "w"].get(usize::from(width)).copied();
        let names = match last {
            Some(letter) => format!("`x` to `{letter}`, or `s0` to `s{:x}`", width - 1),
            None => format!("`s0` to `s{:x}`", width - 1),
        };
        match why {
            BadComponents::Letter(letter) => Diagnostic::error(
                name.origin,
                format!("`{letter}` names no component of `{ty}`"),
            )
            .help(format!(
                "its components are {names}; `.lo`, `.hi`, `.even` and `.odd` are halves"
            )),
            BadComponents::Beyond(letter) => Diagnostic::error(
                name.origin,
                format!("`{ty}` has only {width} components, so there is no `{letter}`"),
            )
            .help(format!("its components are {names}")),
            BadComponents::Count(count) => {
                Diagnostic::error(name.origin, format!("{count} components make no vector"))
                    .help("vectors have 2, 3, 4, 8 or 16 components")
            }
        }
    }

    /// `(float4)(a, b)` or `{a, b}`: parts that together have as many components as the vector. A
    /// single scalar in a literal goes to every component, which is the caller's business.
    pub(super) fn vector_parts(
        &mut self,
        at: (crate::source::Origin, crate::source::Origin),
        ty: TypeId,
        parts: &[Operand],
    ) -> Option<Vec<ExprId>> {
        let (component, width) = ty.as_vector()?;
        if parts.iter().any(|part| part.is_error()) {
            return None;
        }
        let mut count = 0usize;
        let mut values = Vec::with_capacity(parts.len());
        let errors = self.diagnostics.len();
        for &part in parts {
            let own = match part.ty.as_vector() {
                Some((_, own)) => own,
                None => 1,
            };
            count += usize::from(own);
            let wanted = TypeId::vector(component, own)?;
            values.push(self.assign_convert(part, wanted, Why::Initialize));
        }
        if self.diagnostics[errors.min(self.diagnostics.len())..]
            .iter()
            .any(|d| d.severity == crate::diagnostic::Severity::Error)
        {
            return None;
        }
        if count != usize::from(width) {
            let error = Diagnostic::error(
                at.0,
                format!(
                    "`{}` needs {width} components, but {count} {} given",
                    self.name_of(ty),
                    if count == 1 { "is" } else { "are" }
                ),
            )
            .to(at.1);
            let error = if count == 1 {
                error.help(format!(
                    "to put one value in every component, write `({})(value)`",
                    self.name_of(ty)
                ))
            } else {
                error
            };
            self.report(error);
            return None;
        }
        Some(values)
    }

    /// Two vectors that no operator combines.
    pub(super) fn vector_mismatch(
        &self,
        at: &syntax::Expr,
        op: syntax::BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Diagnostic {
        let error = Diagnostic::error(
            at.at,
            format!(
                "`{}` cannot combine `{}` and `{}`: vectors are never converted by themselves",
                op.text(),
                self.name_of(left.ty),
                self.name_of(right.ty)
            ),
        );
        match (left.ty.as_vector(), right.ty.as_vector()) {
            (Some((scalar, a)), Some((_, b))) if a == b => error.help(format!(
                "convert one of them, as in `convert_{}{a}(...)`",
                scalar.name()
            )),
            _ => error.help("both must have the same number of components"),
        }
    }

    /// `vector[index]`, which clang takes as an extension.
    pub(super) fn vector_index(
        &mut self,
        at: &syntax::Expr,
        base: Operand,
        scalar: Scalar,
        width: u8,
        index: Operand,
    ) -> Operand {
        let component = TypeId::scalar(scalar);
        if let Some(lane) = self.evaluate_integer(index.id) {
            // What lies beyond is wrong only where it is reached: code made by macros may stand where
            // it never is.
            let lanes = u8::try_from(lane).ok().filter(|&lane| lane < width);
            if let Some(lanes) = lanes.and_then(|lane| Lanes::new(&[lane])) {
                let kind = ExprKind::Swizzle {
                    base: base.id,
                    lanes,
                };
                return Operand {
                    id: self.push(at, kind, component),
                    ty: component,
                    place: base.place,
                };
            }
            let expr = &self.exprs[index.id.0 as usize];
            let warning = Diagnostic::warning(
                expr.origin,
                format!(
                    "`{}` has only {width} components, numbered from 0",
                    self.name_of(base.ty)
                ),
            )
            .to(expr.end);
            self.report(warning);
        }
        let swizzled = matches!(
            self.exprs[base.id.0 as usize].kind,
            ExprKind::Swizzle { .. }
        );
        let Some(Place { qualifiers, space }) = base.place.filter(|_| !swizzled) else {
            self.unsupported(
                at.first,
                at.last,
                "choosing a component of a computed vector by a variable is not analysed",
            );
            return self.error_operand(at);
        };
        let whole = self.types.pointer(base.ty, qualifiers, space);
        let part = self.types.pointer(component, qualifiers, space);
        let address = self.wrap(base.id, ExprKind::AddressOf(base.id), whole);
        let pointer = self.wrap(base.id, ExprKind::PointerCast(address), part);
        let offset = self.push(
            at,
            ExprKind::PointerOffset {
                pointer,
                index: index.id,
                subtract: false,
            },
            part,
        );
        self.place_operand(at, ExprKind::Deref(offset), component, qualifiers, space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(name: &str, width: u8) -> Result<Vec<u8>, BadComponents> {
        components(name, width).map(|lanes| lanes.lanes().to_vec())
    }

    #[test]
    fn components_have_letters_and_numbers() {
        assert_eq!(lanes("xzw", 4), Ok(vec![0, 2, 3]));
        assert_eq!(lanes("s0aF", 16), Ok(vec![0, 10, 15]));
        assert_eq!(lanes("S01", 4), Ok(vec![0, 1]));
        assert_eq!(lanes("rg", 4), Ok(vec![0, 1]));
    }

    #[test]
    fn halves_of_three_components_are_those_of_four() {
        assert_eq!(lanes("lo", 3), Ok(vec![0, 1]));
        assert_eq!(lanes("hi", 3), Ok(vec![2, 3]));
        assert_eq!(lanes("odd", 3), Ok(vec![1, 3]));
        assert_eq!(lanes("even", 2), Ok(vec![0]));
    }

    #[test]
    fn names_are_not_mixed_and_do_not_go_beyond_the_vector() {
        assert_eq!(lanes("xs0", 4), Err(BadComponents::Letter('s')));
        assert_eq!(lanes("xg", 4), Err(BadComponents::Letter('g')));
        assert_eq!(lanes("z", 2), Err(BadComponents::Beyond('z')));
        assert_eq!(lanes("s4", 4), Err(BadComponents::Beyond('4')));
        assert_eq!(lanes("xxxxx", 4), Err(BadComponents::Count(5)));
        assert_eq!(lanes("sg", 16), Err(BadComponents::Letter('g')));
    }
}
