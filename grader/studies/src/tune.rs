//! The best shape of a work-group and the best parameters of a kernel, found by trying.

use crate::tunable::{Choice, Parameter, Trial, Tunable};
use crate::{MeasurementSession, Outcome, Point, Stop};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The order in which choices are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Each legal choice.
    Exhaustive,
    /// Legal choices at random.
    Random,
    /// From choices at random to the best neighbour, again and again.
    #[default]
    Climb,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// No choice is begun after this time.
    pub time: Duration,
    /// The seed of random choices.
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    pub choice: Choice,
    /// The median time in seconds; none if it did not run.
    pub seconds: Option<f64>,
    /// Joules of one run, where they were measured.
    pub joules: Option<f64>,
    /// The reason why it did not run.
    pub why_not: Option<String>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// In the order of trying.
    pub tried: Vec<Tried>,
    /// Legal choices.
    pub legal: usize,
    /// Were they all tried?
    pub complete: bool,
}

impl Tuning {
    /// The quickest.
    pub fn best(&self) -> Option<&Tried> {
        self.tried
            .iter()
            .filter(|tried| tried.seconds.is_some())
            .min_by(|a, b| {
                let seconds = |tried: &Tried| tried.seconds.unwrap_or(f64::INFINITY);
                seconds(a).total_cmp(&seconds(b))
            })
    }
}

/// Every choice of some parameters, the last one changing first.
fn choices(parameters: &[Parameter]) -> impl Iterator<Item = Choice> {
    let count: usize = parameters
        .iter()
        .map(|parameter| parameter.values.len())
        .product();
    (0..count).map(move |mut number| {
        let mut values: Vec<u64> = parameters
            .iter()
            .rev()
            .map(|parameter| {
                let value = parameter.values[number % parameter.values.len()];
                number /= parameter.values.len();
                value
            })
            .collect();
        values.reverse();
        Choice(values)
    })
}

/// The choices that differ from one by a step of one parameter.
fn neighbours(parameters: &[Parameter], choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for (number, parameter) in parameters.iter().enumerate() {
        let Some(place) = parameter
            .values
            .iter()
            .position(|value| *value == choice.0[number])
        else {
            continue;
        };
        let beside = [place.checked_sub(1), place.checked_add(1)];
        for value in beside
            .into_iter()
            .flatten()
            .filter_map(|place| parameter.values.get(place))
        {
            let mut other = choice.clone();
            other.0[number] = *value;
            found.push(other);
        }
    }
    found
}

/// Tries choices until the search or the budget ends, or `on_tried` says so, and reports each. A wrong result ends the
/// search: it is a defect of the kernel, not a slow choice.
pub fn tune(
    tunable: &dyn Tunable,
    session: &mut MeasurementSession<'_>,
    search: Search,
    budget: Budget,
    on_tried: &mut dyn FnMut(&Tried, usize) -> ControlFlow<()>,
) -> Result<Tuning, Stop> {
    let parameters = tunable.parameters();
    let device = session.device().clone();
    let mut legal: Vec<Choice> = choices(parameters)
        .filter(|choice| tunable.legal(choice, &device).is_ok())
        .collect();
    let count = legal.len();
    let trial = tunable.prepare(session)?;
    let mut progress = Progress {
        tunable,
        session,
        trial,
        known: HashMap::new(),
        tried: Vec::new(),
        until: Instant::now() + budget.time,
        on_tried,
        legal: count,
    };
    // The usual choice comes first, so that a search never ends with a worse one.
    progress.attempt(&tunable.usual(&device))?;
    match search {
        Search::Exhaustive => {
            for choice in &legal {
                progress.attempt(choice)?;
            }
        }
        Search::Random => {
            shuffle(&mut legal, budget.seed);
            for choice in &legal {
                progress.attempt(choice)?;
            }
        }
        Search::Climb => {
            shuffle(&mut legal, budget.seed);
            let allowed: HashSet<Choice> = legal.iter().cloned().collect();
            let mut starts = std::iter::once(tunable.usual(&device)).chain(legal.iter().cloned());
            while let Some(start) = starts.next().filter(|_| progress.has_time()) {
                let mut here = start;
                let mut best = progress.attempt(&here)?.unwrap_or(f64::INFINITY);
                loop {
                    let mut next = None;
                    for beside in neighbours(parameters, &here) {
                        if !allowed.contains(&beside) {
                            continue;
                        }
                        if let Some(seconds) = progress.attempt(&beside)?
                            && seconds < best
                        {
                            best = seconds;
                            next = Some(beside);
                        }
                    }
                    match next {
                        Some(better) => here = better,
                        None => break,
                    }
                }
            }
        }
    }
    let complete = legal
        .iter()
        .all(|choice| progress.known.contains_key(choice));
    Ok(Tuning {
        tried: progress.tried,
        legal: count,
        complete,
    })
}

/// Fisher and Yates's shuffle.
fn shuffle(choices: &mut [Choice], seed: u64) {
    for last in (1..choices.len()).rev() {
        let drawn = launch::noise::bits(seed, last as u64) % (last as u64 + 1);
        choices.swap(last, drawn as usize);
    }
}

/// A search under way.
struct Progress<'a, 'd> {
    tunable: &'a dyn Tunable,
    session: &'a mut MeasurementSession<'d>,
    trial: Box<dyn Trial>,
    known: HashMap<Choice, Option<f64>>,
    tried: Vec<Tried>,
    until: Instant,
    on_tried: &'a mut dyn FnMut(&Tried, usize) -> ControlFlow<()>,
    legal: usize,
}

impl Progress<'_, '_> {
    fn has_time(&self) -> bool {
        Instant::now() < self.until
    }

    /// The time of a choice, tried now or before; none where it does not run or no time is left.
    fn attempt(&mut self, choice: &Choice) -> Result<Option<f64>, Stop> {
        if let Some(known) = self.known.get(choice) {
            return Ok(*known);
        }
        if !self.has_time() && !self.tried.is_empty() {
            return Ok(None);
        }
        let outcome = match self.trial.attempt(self.session, choice) {
            Ok(outcome) => outcome,
            Err(stop @ Stop::Wrong { .. }) => return Err(stop),
            Err(stop) if stop.lost_the_process() => {
                self.session.recover(&stop)?;
                self.trial = self.tunable.prepare(self.session)?;
                Outcome::Skipped {
                    reason: stop.reason(),
                }
            }
            Err(stop) => Outcome::Skipped {
                reason: stop.reason(),
            },
        };
        let seconds = outcome.seconds().map(|summary| summary.median);
        let tried = Tried {
            choice: choice.clone(),
            seconds,
            joules: match &outcome {
                Outcome::Timed { energy, .. } => energy.as_ref().map(|energy| energy.joules()),
                Outcome::Skipped { .. } => None,
            },
            why_not: match &outcome {
                Outcome::Skipped { reason } => Some(reason.clone()),
                Outcome::Timed { .. } => None,
            },
        };
        self.session.record(Point {
            task: String::new(),
            series: self.tunable.name().to_owned(),
            at: choice
                .named(self.tunable.parameters())
                .into_iter()
                .map(|(name, value)| (name, value as f64))
                .collect(),
            outcome,
        });
        if (self.on_tried)(&tried, self.legal).is_break() {
            self.until = Instant::now();
        }
        self.tried.push(tried);
        self.known.insert(choice.clone(), seconds);
        Ok(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: [Parameter; 2] = [
        Parameter {
            name: "WIDTH",
            what: "work-items of a row",
            values: &[1, 2, 4],
        },
        Parameter {
            name: "HEIGHT",
            what: "rows",
            values: &[1, 2],
        },
    ];

    #[test]
    fn every_choice_is_listed_once() {
        let all: Vec<Choice> = choices(&SHAPE).collect();
        assert_eq!(all.len(), 6);
        assert_eq!(all[0], Choice(vec![1, 1]));
        assert_eq!(all[1], Choice(vec![1, 2]));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 6);
    }

    #[test]
    fn neighbours_differ_by_one_step_of_one_parameter() {
        let mut found = neighbours(&SHAPE, &Choice(vec![2, 1]));
        found.sort_by_key(|choice| choice.0.clone());
        let expected = [vec![1, 1], vec![2, 2], vec![4, 1]].map(Choice);
        assert_eq!(found, expected);
    }

    #[test]
    fn a_shuffle_keeps_every_choice_and_differs_by_seed() {
        let sorted: Vec<Choice> = choices(&SHAPE).collect();
        let mut one = sorted.clone();
        shuffle(&mut one, 1);
        let mut two = sorted.clone();
        shuffle(&mut two, 2);
        assert_ne!(one, two);
        one.sort_by_key(|choice| choice.0.clone());
        assert_eq!(one, sorted);
    }
}
