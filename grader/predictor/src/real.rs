//! Kernels as people write them, to test predictions on: one program a kind, in `real/`, launched over sizes from one
//! work-group to much of a device's memory and in several work-group shapes.
//!
//! A kind belongs to one [`Half`], by a hash of its name: the model is developed on one half and evaluated on the
//! other.

mod plans;
mod score;

use crate::model::{Caches, Prediction, predict};
use crate::profile::Profile;
use crate::refusal::{Refusal, Why};
use crate::shape::{Given, Shape};
use crate::trips::Trip;
use crate::work::read_with;
use launch::{NdRange, noise};
use opencl_c::preprocessor::{NoIncludes, Options};

/// A program and how it is launched.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    /// Its kernel is [`KERNEL`].
    pub text: &'static str,
    plan: fn(&mut Draw) -> Plan,
}

pub use plans::KINDS;
pub use score::{RealScore, RealTrial, table, texts};

pub const KERNEL: &str = "real";

/// What a kind is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// The model may be changed after a look at it.
    Development,
    /// Only its scores are looked at.
    Evaluation,
}

impl Half {
    pub const ALL: [Half; 2] = [Half::Development, Half::Evaluation];

    pub fn name(self) -> &'static str {
        match self {
            Half::Development => "development",
            Half::Evaluation => "evaluation",
        }
    }
}

impl Kind {
    /// Every second kind in the order of their names' hashes (FNV-1a).
    pub fn half(&self) -> Half {
        let hash = |name: &str| {
            name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
        };
        let before = KINDS.iter();
        let before = before.filter(|kind| hash(kind.name) < hash(self.name));
        if before.count() % 2 == 0 {
            Half::Development
        } else {
            Half::Evaluation
        }
    }
}

/// An argument of a launch, with what its buffer holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Floats between 1 and 2.
    Floats(usize),
    /// Random bytes.
    Bytes(usize),
    /// Bytes of zero.
    Zeros(usize),
    /// Random integers from 0 on, below a bound.
    Below {
        count: usize,
        below: usize,
    },
    /// Integers a constant step apart, from 0.
    Ramp {
        count: usize,
        step: usize,
    },
    /// Each element's successor in a cycle through all of them: their number is a power of two.
    Cycle(usize),
    Int(i32),
    Float(f32),
    /// Bytes of local memory.
    Local(usize),
}

impl Content {
    /// The bytes of a buffer; none for other arguments.
    pub fn bytes(&self) -> Option<usize> {
        match *self {
            Content::Floats(count)
            | Content::Below { count, .. }
            | Content::Ramp { count, .. }
            | Content::Cycle(count) => Some(4 * count),
            Content::Bytes(bytes) | Content::Zeros(bytes) => Some(bytes),
            Content::Int(_) | Content::Float(_) | Content::Local(_) => None,
        }
    }

    /// The integers of a buffer of integers.
    pub fn integers(&self, seed: u64) -> Option<Vec<i32>> {
        let of = |count: usize, each: &dyn Fn(usize) -> usize| {
            Some((0..count).map(|index| each(index) as i32).collect())
        };
        match *self {
            Content::Below { count, below } => of(count, &|index| {
                (noise::bits(seed, index as u64) % below.max(1) as u64) as usize
            }),
            Content::Ramp { count, step } => of(count, &|index| index * step),
            // A linear congruential generator of full period.
            Content::Cycle(count) => of(count, &|index| {
                index
                    .wrapping_mul(1_664_525)
                    .wrapping_add(1_013_904_223)
                    .wrapping_rem(count)
            }),
            _ => None,
        }
    }
}

/// A launch of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub global: Vec<usize>,
    pub local: Vec<usize>,
    pub arguments: Vec<Content>,
    /// The trip count of the loop that data decides, which the text marks.
    pub rounds: Option<u64>,
}

impl Plan {
    fn new(global: &[usize], local: &[usize]) -> Plan {
        Plan {
            global: global.to_vec(),
            local: local.to_vec(),
            arguments: Vec::new(),
            rounds: None,
        }
    }

    fn with(mut self, content: Content) -> Plan {
        self.arguments.push(content);
        self
    }

    fn floats(self, count: usize) -> Plan {
        self.with(Content::Floats(count))
    }

    fn zeros(self, count: usize) -> Plan {
        self.with(Content::Zeros(4 * count))
    }

    fn below(self, count: usize, below: usize) -> Plan {
        self.with(Content::Below { count, below })
    }

    fn int(self, value: usize) -> Plan {
        self.with(Content::Int(value as i32))
    }

    fn float(self, value: f32) -> Plan {
        self.with(Content::Float(value))
    }

    fn local(self, bytes: usize) -> Plan {
        self.with(Content::Local(bytes))
    }

    fn rounds(mut self, rounds: usize) -> Plan {
        self.rounds = Some(rounds as u64);
        self
    }
}

/// A drawn launch of a kind.
#[derive(Clone, Debug)]
pub struct RealKernel {
    pub kind: &'static Kind,
    /// The only source of its randomness.
    pub seed: u64,
    pub plan: Plan,
}

/// The mark of a line whose loop's trip count depends on data.
const ROUNDS: &str = "// rounds";

impl RealKernel {
    pub fn new(kind: &'static Kind, seed: u64) -> RealKernel {
        let mut draw = Draw { seed, drawn: 0 };
        RealKernel {
            kind,
            seed,
            plan: (kind.plan)(&mut draw),
        }
    }

    /// Launch `number` of an evaluation: each kind in turn.
    pub fn of(seed: u64, number: u64) -> RealKernel {
        let kind = &KINDS[number as usize % KINDS.len()];
        RealKernel::new(kind, noise::bits(seed, number))
    }

    pub fn shape(&self) -> Shape {
        let given = |content: &Content| match *content {
            Content::Int(value) => Given::Value(value.to_le_bytes().to_vec()),
            Content::Float(value) => Given::Value(value.to_le_bytes().to_vec()),
            Content::Local(bytes) => Given::Local(bytes as u64),
            _ => Given::Buffer(content.bytes().unwrap_or(0) as u64),
        };
        Shape {
            kernel: KERNEL.to_owned(),
            arguments: self.plan.arguments.iter().map(given).collect(),
            range: NdRange {
                offset: None,
                global: self.plan.global.clone(),
                local: Some(self.plan.local.clone()),
                sub_group: None,
            },
        }
    }

    /// Its prediction, from its text.
    pub fn predict(&self, profile: &Profile) -> Result<Prediction, Refusal> {
        let (options, name) = (Options::default(), self.kind.name);
        let compiled = opencl_c::compile(name, self.kind.text, &options, &mut NoIncludes);
        let compiled = compiled.map_err(|_| Refusal {
            at: None,
            why: Why::NoSuchKernel(KERNEL.to_owned()),
        })?;
        let warp = profile.warp as usize;
        let work = read_with(&compiled.program, &self.shape(), warp, &self.trips())?;
        predict(&work, profile, Caches::Aware)
    }

    /// The trip counts that the text does not decide.
    pub fn trips(&self) -> Vec<Trip> {
        let Some(rounds) = self.plan.rounds else {
            return Vec::new();
        };
        let lines = self.kind.text.lines().zip(1..);
        let marked = lines.filter(|(line, _)| line.contains(ROUNDS));
        let trips = marked.map(|(_, line)| Trip {
            file: None,
            line,
            column: None,
            rounds,
        });
        trips.collect()
    }

    /// Bytes of all its buffers.
    pub fn bytes(&self) -> usize {
        let buffers = self.plan.arguments.iter().filter_map(Content::bytes);
        buffers.sum()
    }
}

/// A sequence of random choices.
struct Draw {
    seed: u64,
    drawn: u64,
}

impl Draw {
    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        self.drawn += 1;
        choices[(noise::bits(self.seed, self.drawn) % choices.len() as u64) as usize]
    }

    /// A power of two between two others.
    fn power(&mut self, least: u32, most: u32) -> usize {
        self.drawn += 1;
        let range = u64::from(most - least + 1);
        1 << (least as u64 + noise::bits(self.seed, self.drawn) % range)
    }

    /// A work-group along a line.
    fn line(&mut self) -> usize {
        self.of(&[32, 64, 128, 256, 256, 512])
    }

    /// A work-group over a plane.
    fn plane(&mut self) -> [usize; 2] {
        self.of(&[[16, 16], [32, 8], [32, 4], [8, 8], [64, 4], [32, 32]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_compiles_and_takes_the_arguments_of_its_plan() {
        for kind in KINDS {
            let compiled =
                opencl_c::compile(kind.name, kind.text, &Options::default(), &mut NoIncludes);
            let Ok(compiled) = compiled else {
                panic!("{} does not compile", kind.name);
            };
            let (_, kernel) = compiled.program.kernels().next().expect("a kernel");
            for seed in 0..8 {
                let real = RealKernel::new(kind, seed);
                assert_eq!(
                    kernel.parameters,
                    real.plan.arguments.len(),
                    "{}",
                    kind.name
                );
                assert_eq!(real.shape().range.validate(), Ok(()), "{}", kind.name);
                assert_eq!(
                    real.trips().is_empty(),
                    !kind.text.contains(ROUNDS),
                    "{}",
                    kind.name
                );
            }
        }
    }

    #[test]
    fn kinds_are_at_least_forty_and_half_of_them_are_kept_for_evaluation() {
        let kept = KINDS.iter().filter(|kind| kind.half() == Half::Evaluation);
        assert!(KINDS.len() >= 40);
        assert_eq!(kept.count(), KINDS.len() / 2);
    }

    #[test]
    fn a_cycle_reaches_every_element() {
        let next = Content::Cycle(1024).integers(0).expect("integers");
        let mut at = 0;
        for _ in 0..1023 {
            at = next[at] as usize;
            assert_ne!(at, 0);
        }
        assert_eq!(next[at], 0);
    }
}
