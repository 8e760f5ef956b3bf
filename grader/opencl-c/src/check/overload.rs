//! Which of several functions a call means, as clang decides it: each argument's conversion has a
//! rank, and the best candidate is at least as good as any other in every argument and better in one.

use super::convert::{PointerFit, loses};
use super::{Checker, Operand};
use crate::builtin::ParameterType;
use crate::types::{Qualifiers, Scalar, Type, TypeId};

/// How far an argument is from a parameter, nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The same type, or a pointer that gains qualifiers: how many.
    Exact(u8),
    /// A small integer to `int`, `float` to `double`.
    Promotion,
    /// Another arithmetic conversion, or a pointer to `void`.
    Conversion,
    /// A scalar in every component of a vector.
    Splat,
    /// A pointer from `void`, which C allows.
    FromVoid,
    /// A pointer to another type, of which clang only warns.
    OtherPointer,
}

/// What a call resolves to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Resolution {
    /// This candidate.
    Best(usize),
    /// Several are equally good.
    Ambiguous,
    /// None takes these arguments.
    None,
}

impl Checker<'_> {
    /// The type of a parameter as candidates have it.
    pub(super) fn parameter_type(&self, ty: TypeId) -> ParameterType {
        match self.types.as_pointer(ty) {
            Some((pointee, qualifiers, space)) => ParameterType {
                ty: pointee,
                pointer: Some((qualifiers, space)),
            },
            None => ParameterType { ty, pointer: None },
        }
    }

    /// Does an argument have exactly the type of a parameter, qualifiers added aside?
    pub(super) fn is_exact(&self, argument: TypeId, parameter: ParameterType) -> bool {
        match parameter.pointer {
            None => argument == parameter.ty,
            Some((qualifiers, space)) => match self.types.as_pointer(argument) {
                Some((pointee, own, own_space)) => {
                    pointee == parameter.ty && own_space == space && !loses(own, qualifiers)
                }
                None => false,
            },
        }
    }

    /// The rank of passing an argument to a parameter; `None` where it cannot be passed.
    pub(super) fn rank(&self, argument: Operand, parameter: ParameterType) -> Option<Rank> {
        let from = argument.ty;
        let Some((to_qualifiers, to_space)) = parameter.pointer else {
            return self.value_rank(argument, parameter.ty);
        };
        if self.is_null_constant(argument) {
            return Some(Rank::Conversion);
        }
        let (pointee, qualifiers, space) = self.types.as_pointer(from)?;
        if !space.converts_to(to_space) {
            return None;
        }
        if space != to_space && pointee == parameter.ty && !loses(qualifiers, to_qualifiers) {
            return Some(Rank::Conversion);
        }
        let lost = loses(qualifiers, to_qualifiers);
        if pointee == parameter.ty {
            return Some(if lost {
                Rank::OtherPointer
            } else {
                Rank::Exact(gained(qualifiers, to_qualifiers))
            });
        }
        if parameter.ty == TypeId::VOID && !lost {
            return Some(Rank::Conversion);
        }
        if pointee == TypeId::VOID && !lost {
            return Some(Rank::FromVoid);
        }
        match self.pointer_fit_of_pointees(pointee, parameter.ty) {
            PointerFit::OtherNestedSpace => None,
            _ => Some(Rank::OtherPointer),
        }
    }

    fn value_rank(&self, argument: Operand, to: TypeId) -> Option<Rank> {
        let from = argument.ty;
        if from == to {
            return Some(Rank::Exact(0));
        }
        match (from.shape(), to.shape()) {
            (Some((from, 1)), Some((to, 1))) => Some(scalar_rank(from, to)),
            (Some((_, 1)), Some(_)) => Some(Rank::Splat),
            (Some(_), _) => None,
            (None, Some((Scalar::Bool, 1))) => {
                self.types.as_pointer(from).map(|_| Rank::Conversion)
            }
            (None, _) => None,
        }
        .or_else(|| {
            (to == TypeId::EVENT && self.is_null_constant(argument)).then_some(Rank::Exact(0))
        })
        .or_else(|| {
            let is_number = from.as_scalar().is_some_and(Scalar::is_integer);
            (to == TypeId::SAMPLER && is_number).then_some(Rank::Conversion)
        })
    }

    fn pointer_fit_of_pointees(&self, from: TypeId, to: TypeId) -> PointerFit {
        match (self.types.get(from), self.types.get(to)) {
            (Type::Pointer { .. }, Type::Pointer { .. }) => match self.pointer_fit(from, to) {
                PointerFit::OtherSpace => PointerFit::OtherNestedSpace,
                other => other,
            },
            _ => PointerFit::OtherPointee,
        }
    }

    /// The best of several candidates, each the ranks of its conversions or `None` where it cannot
    /// be called.
    pub(super) fn resolve(candidates: &[Option<Vec<Rank>>]) -> Resolution {
        let viable = || {
            candidates
                .iter()
                .enumerate()
                .filter_map(|(index, ranks)| Some((index, ranks.as_deref()?)))
        };
        let champion = viable().reduce(|best, other| {
            if is_better(other.1, best.1) {
                other
            } else {
                best
            }
        });
        match champion {
            None => Resolution::None,
            Some((index, ranks)) => {
                let beats_all = viable()
                    .filter(|&(other, _)| other != index)
                    .all(|(_, other)| is_better(ranks, other));
                if beats_all {
                    Resolution::Best(index)
                } else {
                    Resolution::Ambiguous
                }
            }
        }
    }
}

fn is_better(left: &[Rank], right: &[Rank]) -> bool {
    // What clang only warns of counts against a candidate before anything else.
    let wrong = |rank: &Rank| *rank == Rank::OtherPointer;
    let mut fewer_wrong = false;
    for (left, right) in left.iter().zip(right) {
        match (wrong(left), wrong(right)) {
            (true, false) => return false,
            (false, true) => fewer_wrong = true,
            _ => {}
        }
    }
    if fewer_wrong {
        return true;
    }
    let mut better = false;
    for (left, right) in left.iter().zip(right) {
        if left > right {
            return false;
        }
        better |= left < right;
    }
    better
}

fn gained(from: Qualifiers, to: Qualifiers) -> u8 {
    u8::from(!from.constant && to.constant) + u8::from(!from.volatile && to.volatile)
}

fn scalar_rank(from: Scalar, to: Scalar) -> Rank {
    let promotes = if from.is_floating() {
        matches!(
            (from, to),
            (Scalar::Half, Scalar::Float) | (Scalar::Float, Scalar::Double)
        )
    } else {
        from != to && from.promoted() == to
    };
    if promotes {
        Rank::Promotion
    } else {
        Rank::Conversion
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rank::{Conversion, Exact, Promotion, Splat};

    #[test]
    fn a_candidate_must_be_better_than_every_other() {
        let exact_first = Some(vec![Exact(0), Conversion]);
        let exact_second = Some(vec![Conversion, Exact(0)]);
        let both = Some(vec![Exact(0), Exact(0)]);
        let resolve = |all: &[Option<Vec<Rank>>]| Checker::resolve(all);
        assert_eq!(
            resolve(&[exact_first.clone(), exact_second.clone()]),
            Resolution::Ambiguous
        );
        assert_eq!(
            resolve(&[exact_first.clone(), exact_second, both]),
            Resolution::Best(2)
        );
        assert_eq!(resolve(&[None, exact_first]), Resolution::Best(1));
        assert_eq!(resolve(&[None]), Resolution::None);
    }

    #[test]
    fn promotion_beats_conversion_beats_a_splat() {
        assert!(is_better(&[Promotion], &[Conversion]));
        assert!(is_better(&[Conversion], &[Splat]));
        assert_eq!(scalar_rank(Scalar::Bool, Scalar::Int), Promotion);
        assert_eq!(scalar_rank(Scalar::Char, Scalar::Short), Conversion);
        assert_eq!(scalar_rank(Scalar::Int, Scalar::Long), Conversion);
        assert_eq!(scalar_rank(Scalar::Float, Scalar::Double), Promotion);
    }
}
