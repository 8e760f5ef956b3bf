//! Integers of all sampled work-items at once, as far as the text and the launch determine them.

use std::ops::Range;
use std::rc::Rc;

/// A value in each lane.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Lanes {
    /// One number in every lane.
    Same(i64),
    Each(Rc<[i64]>),
    /// A number that data decides for each warp, and what each lane adds to it.
    Beside(Rc<[i64]>),
    /// Depends on data.
    Unknown {
        /// Whether it is uniform.
        same: bool,
    },
}

impl Lanes {
    pub(crate) const DATA: Lanes = Lanes::Unknown { same: false };

    /// Uniform numbers become `Same`.
    pub(crate) fn of(numbers: impl Into<Rc<[i64]>>) -> Lanes {
        let numbers = numbers.into();
        match numbers.first() {
            Some(&first) if numbers.iter().all(|&number| number == first) => Lanes::Same(first),
            _ => Lanes::Each(numbers),
        }
    }

    pub(crate) fn is_same(&self) -> bool {
        matches!(self, Lanes::Same(_) | Lanes::Unknown { same: true })
    }

    pub(crate) fn at(&self, lane: usize) -> Option<i64> {
        match self {
            Lanes::Same(number) => Some(*number),
            Lanes::Each(numbers) => numbers.get(lane).copied(),
            Lanes::Beside(_) | Lanes::Unknown { .. } => None,
        }
    }

    /// A lane's number relative to others of its warp.
    pub(crate) fn in_warp(&self, lane: usize) -> Option<i64> {
        match self {
            Lanes::Beside(numbers) => numbers.get(lane).copied(),
            _ => self.at(lane),
        }
    }

    /// What is loaded from this address: one number a warp, if the warp's lanes ask for one place.
    pub(crate) fn loaded(&self, warps: &[Range<usize>], lanes: usize) -> Lanes {
        let is_one = |warp: &Range<usize>| {
            let mut all = warp.clone().map(|lane| self.in_warp(lane));
            let first = all.next().flatten();
            first.is_some() && all.all(|at| at == first)
        };
        if self.is_same() {
            Lanes::Unknown { same: true }
        } else if warps.iter().all(is_one) {
            Lanes::Beside(vec![0; lanes].into())
        } else {
            Lanes::DATA
        }
    }

    /// Combines numbers with a sum, a difference, or a sum with a multiple, which keep how far lanes are apart.
    pub(crate) fn sum(&self, other: &Lanes, f: impl Fn(i64, i64) -> Option<i64>) -> Lanes {
        let numbers: Option<Rc<[i64]>> = match (self, other) {
            (Lanes::Beside(a), Lanes::Beside(b))
            | (Lanes::Beside(a), Lanes::Each(b))
            | (Lanes::Each(a), Lanes::Beside(b)) => {
                a.iter().zip(&**b).map(|(&a, &b)| f(a, b)).collect()
            }
            (Lanes::Beside(a), Lanes::Same(b)) => a.iter().map(|&a| f(a, *b)).collect(),
            (Lanes::Same(a), Lanes::Beside(b)) => b.iter().map(|&b| f(*a, b)).collect(),
            (Lanes::Beside(a) | Lanes::Each(a), Lanes::Unknown { same: true }) => {
                a.iter().map(|&a| f(a, 0)).collect()
            }
            (Lanes::Unknown { same: true }, Lanes::Beside(b) | Lanes::Each(b)) => {
                b.iter().map(|&b| f(0, b)).collect()
            }
            _ => return self.with(other, f),
        };
        numbers.map_or(Lanes::DATA, Lanes::Beside)
    }

    /// Applies a function of the form `a * n + b`.
    pub(crate) fn scaled(&self, f: impl Fn(i64) -> i64) -> Lanes {
        match self {
            Lanes::Beside(numbers) => Lanes::Beside(numbers.iter().map(|&n| f(n)).collect()),
            _ => self.map(f),
        }
    }

    pub(crate) fn map(&self, f: impl Fn(i64) -> i64) -> Lanes {
        match self {
            Lanes::Same(number) => Lanes::Same(f(*number)),
            Lanes::Each(numbers) => {
                Lanes::of(numbers.iter().map(|&number| f(number)).collect::<Rc<_>>())
            }
            Lanes::Beside(_) => Lanes::DATA,
            Lanes::Unknown { same } => Lanes::Unknown { same: *same },
        }
    }

    /// Combines lane by lane with a total function.
    pub(crate) fn joined(&self, other: &Lanes, f: impl Fn(i64, i64) -> i64) -> Lanes {
        let numbers: Rc<[i64]> = match (self, other) {
            (Lanes::Same(a), Lanes::Same(b)) => return Lanes::Same(f(*a, *b)),
            (Lanes::Each(a), Lanes::Same(b)) => a.iter().map(|&a| f(a, *b)).collect(),
            (Lanes::Same(a), Lanes::Each(b)) => b.iter().map(|&b| f(*a, b)).collect(),
            (Lanes::Each(a), Lanes::Each(b)) => {
                a.iter().zip(&**b).map(|(&a, &b)| f(a, b)).collect()
            }
            _ => {
                let same = self.is_same() && other.is_same();
                return Lanes::Unknown { same };
            }
        };
        Lanes::of(numbers)
    }

    /// Combines lane by lane. If `f` returns `None`, as for a division by zero, the whole result is unknown.
    pub(crate) fn with(&self, other: &Lanes, f: impl Fn(i64, i64) -> Option<i64>) -> Lanes {
        let joined: Option<Vec<i64>> = match (self, other) {
            (Lanes::Same(a), Lanes::Same(b)) => {
                return f(*a, *b).map_or(Lanes::Unknown { same: true }, Lanes::Same);
            }
            (Lanes::Each(a), Lanes::Same(b)) => a.iter().map(|&a| f(a, *b)).collect(),
            (Lanes::Same(a), Lanes::Each(b)) => b.iter().map(|&b| f(*a, b)).collect(),
            (Lanes::Each(a), Lanes::Each(b)) => {
                a.iter().zip(&**b).map(|(&a, &b)| f(a, b)).collect()
            }
            _ => None,
        };
        match joined {
            Some(numbers) => Lanes::of(numbers),
            None => Lanes::Unknown {
                same: self.is_same() && other.is_same(),
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mask(Rc<[bool]>);

impl Mask {
    pub(crate) fn all(lanes: usize) -> Mask {
        Mask(vec![true; lanes].into())
    }

    pub(crate) fn none(lanes: usize) -> Mask {
        Mask(vec![false; lanes].into())
    }

    pub(crate) fn has(&self, lane: usize) -> bool {
        self.0[lane]
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.0.iter().any(|&active| active)
    }

    fn zip(&self, other: &Mask, f: impl Fn(bool, bool) -> bool) -> Mask {
        Mask(
            self.0
                .iter()
                .zip(&*other.0)
                .map(|(&a, &b)| f(a, b))
                .collect(),
        )
    }

    pub(crate) fn and(&self, other: &Mask) -> Mask {
        self.zip(other, |a, b| a && b)
    }

    pub(crate) fn or(&self, other: &Mask) -> Mask {
        self.zip(other, |a, b| a || b)
    }

    pub(crate) fn without(&self, other: &Mask) -> Mask {
        self.zip(other, |a, b| a && !b)
    }

    /// The lanes in which a value is not zero, if it is known.
    pub(crate) fn where_true(lanes: &Lanes, count: usize) -> Option<Mask> {
        match lanes {
            Lanes::Same(number) => Some(Mask(vec![*number != 0; count].into())),
            Lanes::Each(numbers) => Some(Mask(numbers.iter().map(|&n| n != 0).collect())),
            Lanes::Beside(_) | Lanes::Unknown { .. } => None,
        }
    }

    pub(crate) fn select(&self, new: &Lanes, old: &Lanes) -> Lanes {
        if new == old || self.0.iter().all(|&active| active) {
            return new.clone();
        }
        let merged: Option<Vec<i64>> = (0..self.0.len())
            .map(|lane| if self.0[lane] { new } else { old }.at(lane))
            .collect();
        merged.map_or(Lanes::DATA, Lanes::of)
    }

    /// The fraction of `warps` with an active lane.
    pub(crate) fn share(&self, warps: &[Range<usize>]) -> f64 {
        let busy = warps
            .iter()
            .filter(|warp| self.0[(*warp).clone()].iter().any(|&active| active))
            .count();
        busy as f64 / warps.len().max(1) as f64
    }
}
