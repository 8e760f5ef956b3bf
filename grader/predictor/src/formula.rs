//! Launches with data-dependent loops: their trip counts are symbols, and the cost is a formula in them.

use crate::model::{Caches, Prediction, predict};
use crate::price::Part;
use crate::profile::Profile;
use crate::refusal::{At, Refusal, Why};
use crate::shape::Shape;
use crate::trips::Trip;
use crate::work::{Work, read_with};
use opencl_c::program::Program;
use std::collections::BTreeMap;

/// The most data-dependent loops of a formula, which has a term for each set of them.
const MOST_OPEN: usize = 4;

/// Trip counts that determine the formula's terms, and one that tests them. All are multiples of a sector's
/// elements, so that no iteration ends within a sector.
const FOUND_AT: [u64; 2] = [32, 64];
const TRIED_AT: u64 = 128;

/// The largest relative error of a term that counts as exact.
const EXACT: f64 = 0.005;

/// A launch with data-dependent loops.
#[derive(Debug)]
pub struct Question<'a> {
    program: &'a Program,
    shape: &'a Shape,
    warp: usize,
    trips: Vec<Trip>,
    open: Vec<At>,
}

impl<'a> Question<'a> {
    /// Finds the loops whose trip counts are neither known nor given.
    pub fn of(
        program: &'a Program,
        shape: &'a Shape,
        warp: usize,
        trips: &[Trip],
    ) -> Result<Question<'a>, Refusal> {
        let mut question = Question {
            program,
            shape,
            warp,
            trips: trips.to_vec(),
            open: Vec::new(),
        };
        loop {
            let rounds = vec![2; question.open.len()];
            match question.work(&rounds) {
                Ok(_) => break,
                Err(Refusal {
                    at: Some(at),
                    why: Why::Rounds,
                }) if question.open.len() < MOST_OPEN && !question.open.contains(&at) => {
                    question.open.push(at);
                    question.open.sort();
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(question)
    }

    /// The loops whose trip counts are open, in the order of the text.
    pub fn open(&self) -> &[At] {
        &self.open
    }

    /// The trip counts that were given.
    pub fn trips(&self) -> &[Trip] {
        &self.trips
    }

    /// The work of the launch with these trip counts for the open loops.
    pub fn work(&self, rounds: &[u64]) -> Result<Work, Refusal> {
        let open = self.open.iter().zip(rounds);
        let more = open.map(|(at, &rounds)| Trip::at(at, rounds));
        let trips: Vec<Trip> = self.trips.iter().cloned().chain(more).collect();
        read_with(self.program, self.shape, self.warp, &trips)
    }

    /// The prediction with these trip counts for the open loops.
    pub fn predict(&self, rounds: &[u64], profile: &Profile) -> Result<Prediction, Refusal> {
        predict(&self.work(rounds)?, profile, Caches::Aware)
    }

    /// The cost of the launch as a formula in the trip counts of the open loops.
    pub fn formula(&self, profile: &Profile) -> Result<Formula, Refusal> {
        let symbols = self.open.len();
        let corners = 1_usize << symbols;
        let rounds = |corner: usize| -> Vec<u64> {
            (0..symbols)
                .map(|symbol| FOUND_AT[corner >> symbol & 1])
                .collect()
        };
        let mut rows: BTreeMap<(Part, String), Vec<[f64; 2]>> = BTreeMap::new();
        let mut launch = 0.0;
        for corner in 0..corners {
            let predicted = self.predict(&rounds(corner), profile)?;
            launch = predicted.launch;
            for row in predicted.rows {
                let of = rows
                    .entry((row.part, row.what))
                    .or_insert_with(|| vec![[0.0; 2]; corners]);
                of[corner] = [row.count, row.seconds];
            }
        }
        let tried = self.predict(&vec![TRIED_AT; symbols], profile)?;
        let terms = rows.into_iter().map(|((part, what), mut values)| {
            solve(&mut values, symbols);
            let row = tried
                .rows
                .iter()
                .find(|row| row.part == part && row.what == what);
            let came = row.map_or([0.0; 2], |row| [row.count, row.seconds]);
            Row {
                is_exact: [0, 1].into_iter().all(|of| {
                    let constant_value = at(&values, of, &vec![TRIED_AT as f64; symbols]);
                    (constant_value - came[of]).abs() <= EXACT * came[of].abs()
                }),
                what,
                part,
                values,
            }
        });
        let rows: Vec<Row> = terms.collect();
        Ok(Formula {
            launch,
            terms: rows.into_iter().map(Row::term).collect(),
        })
    }
}

/// A cost that depends on trip counts.
struct Row {
    what: String,
    part: Part,
    /// Count and seconds, by the set of symbols that they are multiplied with.
    values: Vec<[f64; 2]>,
    is_exact: bool,
}

impl Row {
    fn term(self) -> Term {
        Term {
            what: self.what,
            part: self.part,
            is_exact: self.is_exact,
            factors: self
                .values
                .into_iter()
                .enumerate()
                .filter(|(set, [count, seconds])| *set == 0 || *count != 0.0 || *seconds != 0.0)
                .map(|(set, [count, seconds])| Factor {
                    symbols: (0..usize::BITS as usize)
                        .filter(|symbol| set >> symbol & 1 == 1)
                        .collect(),
                    count,
                    seconds,
                })
                .collect(),
        }
    }
}

/// The cost of a launch as a formula. The parts overlap, so that their sum is not the launch's time; see
/// [`Question::predict`].
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    pub terms: Vec<Term>,
    /// Seconds of an empty launch.
    pub launch: f64,
}

/// One kind of cost: the sum of its factors, each times the trip counts of its symbols.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The cost's name, such as `float *`.
    pub what: String,
    pub part: Part,
    /// The factors; the first is constant.
    pub factors: Vec<Factor>,
    /// Whether it holds for any trip count. Otherwise it bends, as fetches do where a cache is full.
    pub is_exact: bool,
}

/// An amount for each iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Factor {
    /// The symbols, as indices into the open loops; empty for a constant.
    pub symbols: Vec<usize>,
    /// Operations or accesses of a work-item.
    pub count: f64,
    /// Seconds of the launch if nothing overlapped.
    pub seconds: f64,
}

/// Solves for the factor of each set of symbols, given the values at each corner.
fn solve(values: &mut [[f64; 2]], symbols: usize) {
    let largest = |values: &[[f64; 2]], of: usize| {
        let all = values.iter().map(|value| value[of].abs());
        all.fold(0.0, f64::max)
    };
    let noise = [0, 1].map(|of| largest(values, of) * 1e-9);
    let [low, high] = FOUND_AT.map(|rounds| rounds as f64);
    for symbol in 0..symbols {
        for corner in (0..values.len()).filter(|corner| corner >> symbol & 1 == 0) {
            let other = corner | 1 << symbol;
            let (near, far) = (values[corner], values[other]);
            let slope = [0, 1].map(|of| (far[of] - near[of]) / (high - low));
            values[corner] = [0, 1].map(|of| near[of] - slope[of] * low);
            values[other] = slope;
        }
    }
    for value in values {
        for (amount, noise) in value.iter_mut().zip(noise) {
            if amount.abs() <= noise {
                *amount = 0.0;
            }
        }
    }
}

/// The value at these trip counts.
fn at(values: &[[f64; 2]], of: usize, rounds: &[f64]) -> f64 {
    let each = values.iter().enumerate().map(|(set, value)| {
        let times = rounds.iter().enumerate();
        let times = times.filter(|(symbol, _)| set >> symbol & 1 == 1);
        value[of] * times.map(|(_, rounds)| rounds).product::<f64>()
    });
    each.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_found_for_each_set_of_symbols() {
        let value = |a: f64, b: f64| 3.0 + 2.0 * a + 5.0 * a * b;
        let mut values = Vec::new();
        for b in FOUND_AT {
            for a in FOUND_AT {
                values.push([value(a as f64, b as f64), 0.0]);
            }
        }
        solve(&mut values, 2);
        let found: Vec<f64> = values.iter().map(|value| value[0]).collect();
        assert_eq!(found, [3.0, 2.0, 0.0, 5.0]);
        assert_eq!(at(&values, 0, &[7.0, 11.0]), value(7.0, 11.0));
    }
}
