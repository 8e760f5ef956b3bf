//! What a device's operations and accesses cost, measured: a profile, kept as TOML that a person can read.

use crate::graph::{Number, Operation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was measured of a device. Times are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Of which device.
    pub device: About,
    /// Work-items that ask the memory at once: a warp, or the numbers of a vector.
    pub warp: u32,
    /// The work-group that was measured with, along two dimensions.
    #[serde(default = "first_group")]
    pub probed: [usize; 2],
    /// How much operations of different pipelines, such as sums of integers and products of floats, are
    /// done at the same time; as `overlap` says it.
    #[serde(default = "no_overlap")]
    pub pipes: f64,
    /// The same of a core's divisions of whole numbers, which have a unit of their own, and of all other operations;
    /// absent where `pipes` says that, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divisions: Option<f64>,
    /// The same of its divisions and roots of floats, and of all else that a core does, asking what is near included;
    /// where it was not measured, they are operations like others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quotients: Option<f64>,
    /// How much of starting work-items and of moving data is done at the same time: 1 where one waits for
    /// the other; the larger, the nearer a kernel comes to taking only as long as the longest. Nothing moves on a
    /// processor before it starts: there it stays 1.
    pub overlap: f64,
    /// The same of arithmetic and of all the rest.
    pub hidden: f64,
    /// The same of what a processor's core does and of what comes from far, by how much a launch touches: what comes
    /// from the next cache is there too soon to do much meanwhile. `hidden` where it was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hiding: Vec<Hiding>,
    /// Seconds until the first read of a launch is there.
    pub first: f64,
    /// Seconds that the host takes for each of many launches in a row; 0 in a profile that is older than
    /// this.
    #[serde(default)]
    pub in_a_row: f64,
    /// Seconds of a barrier, for each work-item.
    pub barrier: f64,
    /// Seconds of an atomic operation on a place of its own, for each work-item.
    pub atomic: f64,
    /// Seconds of a round of a loop for each work-item, beside what is done in it, in a kernel that a compiler makes
    /// no vectors of. None where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<f64>,
    /// Seconds of a work-item beside what it does, in such a kernel. None where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<f64>,
    /// Work-groups that run at once: of fewer, each takes as long as of so many. None where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<f64>,
    /// Seconds until further cores join the first that does a launch's work; 0 where the least launch waits for all of
    /// them by itself. None where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waking: Option<f64>,
    /// Seconds of the kernel that evaluations measure again and again, here among the kernels of the calibration: among
    /// others it may take longer, at the same pace of the device. None where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    /// Copies to the device, and from it.
    pub transfer: [Transfer; 2],
    /// A kernel that does nothing, by work-items.
    pub base: Vec<Base>,
    /// Times of a work-group's size, as a multiple of that which was measured with.
    pub group: Vec<Group>,
    /// The same by a work-group's extent along the first dimension, which is what a CPU's compiler makes
    /// vectors of. Empty where it makes no difference.
    #[serde(default)]
    pub width: Vec<Group>,
    /// Of which kernels the compiler makes vectors of work-items; none where the device does so itself, of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<Vectors>,
    /// What an operation that waits for the one before takes, by how many a work-item does: as a multiple
    /// of one that does not wait. Empty where work-items take turns while they wait.
    #[serde(default)]
    pub chain: Vec<Chain>,
    /// Seconds of an operation for each work-item, by number and kind, such as `float +`.
    pub operation: BTreeMap<String, Cost>,
    /// What an access costs that finds its data in the nearest cache.
    pub near: Near,
    /// What it costs to bring data there, by how much the launch touches.
    pub far: Vec<Far>,
    /// What a read at a place of its own costs a work-item that no vectors are made of. As others, where it was not
    /// measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lone: Vec<Lone>,
}

/// The device of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its platform.
    pub platform: String,
    /// Its driver.
    pub driver: String,
}

/// A direction of copying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// Seconds before the first byte.
    pub latency: f64,
    /// Bytes a second.
    pub bandwidth: f64,
    /// The largest error of the line through the points, as a share of a point.
    pub error: f64,
}

/// The base cost at a number of work-items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Work-items.
    pub items: f64,
    /// Seconds.
    pub seconds: f64,
}

/// How quick a work-group's size is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Work-items of a work-group.
    pub size: f64,
    /// Time, as a multiple of the best size's.
    pub factor: f64,
}

/// That of profiles from before it was written down.
fn first_group() -> [usize; 2] {
    crate::random::GROUP
}

/// The same.
fn no_overlap() -> f64 {
    1.0
}

/// What keeps a compiler from making vectors of work-items, beside loops of rounds that it cannot know.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vectors {
    /// Are there vectors where a loop has a few rounds that the text tells?
    pub over_loops: bool,
    /// And where work-items part at a condition?
    pub over_branches: bool,
    /// And where an access steps by an argument from one work-item to the next? Not asked of older profiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_columns: Option<bool>,
    /// Where a read is the same along a row of the work-group, and steps by an argument to the next: up to how many
    /// values of a work-item there are vectors, as the rows are written out one by one. Not asked of older
    /// profiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_row_starts: Option<f64>,
    /// And where four rows are read whose addresses the compiler may take for a vector? Not asked of older profiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_four_rows: Option<bool>,
    /// Values of the work-items of a row of the work-group, of their own, up to which the compiler writes them out one by
    /// one, before it looks for vectors. Not asked of older profiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_out: Option<f64>,
}

/// Waiting in a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Operations of a work-item. The next work-item's begin while it waits only where they are few.
    pub operations: f64,
    /// The time of each, as a multiple of one that waits for nothing.
    pub factor: f64,
}

/// The cost of an operation: W of the source's equation 5, times t.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Seconds of one more, for each work-item, where there are many.
    pub seconds: f64,
    /// The same in a kernel that a compiler makes no vectors of, where that makes a difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<f64>,
    /// Seconds of one more where there are so few work-items that each waits for nobody but itself.
    pub alone: f64,
    /// Operations of a work-item from which on each costs so much: what is below is hidden behind the rest.
    pub saturation: f64,
    /// The standard error of the line through the points, as a share.
    pub error: f64,
}

/// How far arithmetic is done while data comes, by how much a launch touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hiding {
    /// Bytes that a launch touches.
    pub bytes: f64,
    /// As [`Profile::hidden`] says it.
    pub exponent: f64,
}

/// Seconds of an access for each work-item, where the data is near.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// All work-items read one place.
    pub same: f64,
    /// Neighbours read neighbours, and the compiler sees it.
    pub plain: f64,
    /// The same where no argument has a part in the place, where that makes a difference: a compiler may compute each
    /// work-item's place by itself then, and ask for it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmoved: Option<f64>,
    /// Any other, by the sectors of a warp.
    pub apart: Vec<Apart>,
    /// Writes, by the sectors of a warp.
    pub write: Vec<Apart>,
    /// Local memory, by the rounds that the banks need.
    pub local: Vec<Apart>,
    /// Neighbours read neighbours, each a vector. As other accesses of so many sectors, where it was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vector: Vec<Wide>,
    /// Private arrays whose elements are chosen while the kernel runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Private>,
    /// A read in a kernel that a compiler makes no vectors of, where that makes a difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<f64>,
    /// The same where neighbours read one place: what is the same for a row needs no address of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_same: Option<f64>,
}

/// The cost of a read by its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wide {
    /// Bytes that a work-item reads at once.
    pub bytes: f64,
    /// Seconds for each work-item.
    pub seconds: f64,
}

/// Seconds of an access to a private array, for each work-item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Private {
    /// Of a read.
    pub read: f64,
    /// Of a write.
    pub write: f64,
}

/// A cost by degree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Apart {
    /// Sectors of a warp's request, or rounds of the banks.
    pub degree: f64,
    /// Seconds for each work-item.
    pub seconds: f64,
}

/// A read at a place of its own, in a kernel that a compiler makes no vectors of. A core looks ahead over so many
/// operations and no more: the longer those take for each read, the fewer reads it waits for at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lone {
    /// Seconds of all that a work-item does beside, for each such read.
    pub beside: f64,
    /// Bytes that the launch touches.
    pub bytes: f64,
    /// Seconds that the read adds, for each work-item.
    pub seconds: f64,
}

/// What data costs to bring, where a launch touches so much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Far {
    /// Bytes that the launch touches.
    pub bytes: f64,
    /// Seconds of a byte read, where whole rows are.
    pub read: f64,
    /// Seconds of a byte written, where whole rows are.
    pub write: f64,
    /// Seconds of a sector read at a place of its own.
    pub sector: f64,
    /// Seconds of a byte read where neighbours read down a column, and others of the work-group the rest of each
    /// sector. As `read`, where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<f64>,
    /// The same where rows are fetched as well, which take the places of columns in a cache. As `column`, where it was
    /// not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column_beside_rows: Option<f64>,
}

impl Profile {
    /// As text.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// From text.
    pub fn from_toml(text: &str) -> Result<Profile, toml::de::Error> {
        toml::from_str(text)
    }

    /// How far arithmetic is hidden behind what comes from far, where a launch touches so many bytes.
    pub fn hidden_at(&self, bytes: f64) -> f64 {
        let points = self.hiding.iter();
        let points = points.map(|point| (point.bytes, point.exponent));
        between(points, bytes.max(1.0)).unwrap_or(self.hidden)
    }

    /// Is it a processor, whose cores run work-groups one after the other? What the one before has touched is near
    /// for the next. On a GPU neighbours lie on different compute units.
    pub fn is_processor(&self) -> bool {
        self.vectors.is_some()
    }

    /// Is it a function, or a division of whole numbers, that takes as long as a call?
    pub(crate) fn is_long(&self, operation: Operation) -> bool {
        let is_function = if operation.number >= Number::Float {
            operation
                .kind
                .starts_with(|first: char| first.is_ascii_lowercase())
                && !matches!(operation.kind, "compare" | "select" | "convert")
        } else {
            matches!(operation.kind, "/" | "%")
        };
        let rolled = |operation| self.cost(operation).and_then(|cost| cost.rolled);
        let sum = Operation {
            number: match operation.number {
                Number::UInt => Number::Int,
                number => number,
            },
            kind: "+",
        };
        let is_longer = |(one, sum): (f64, f64)| one > LONG * sum;
        is_function && rolled(operation).zip(rolled(sum)).is_some_and(is_longer)
    }

    /// Is it computed for one work-item at a time, even where vectors are made of the rest? Then no vectors are.
    pub(crate) fn is_for_one(&self, operation: Operation) -> bool {
        let cost = self.cost(operation);
        let is_as_slow = |cost: Cost| cost.rolled.is_some_and(|one| cost.seconds > 0.4 * one);
        self.is_long(operation) && cost.is_some_and(is_as_slow)
    }

    /// Seconds of a read at a place of its own among so many bytes, where a work-item does for so many seconds something
    /// beside. None where it was not measured.
    pub(crate) fn lone(&self, beside: f64, bytes: f64) -> Option<f64> {
        let mut by_beside: Vec<(f64, f64)> = Vec::new();
        for lone in &self.lone {
            if by_beside.iter().all(|(of, _)| *of != lone.beside) {
                let alike = self.lone.iter();
                let alike = alike.filter(|other| other.beside == lone.beside);
                let seconds = between(alike.map(|lone| (lone.bytes, lone.seconds)), bytes)?;
                by_beside.push((lone.beside, seconds));
            }
        }
        between(by_beside.into_iter(), beside)
    }

    /// The cost of an operation.
    pub fn cost(&self, operation: Operation) -> Option<Cost> {
        self.operation.get(&key(operation)).copied()
    }
}

/// Sums that a call takes as long as.
const LONG: f64 = 8.0;

/// The name of an operation in a profile.
pub fn key(operation: Operation) -> String {
    format!("{} {}", operation.number.name(), operation.kind)
}

/// Between points, along a line through their logarithms; beyond them, as at the nearest.
pub fn between(points: impl Iterator<Item = (f64, f64)>, at: f64) -> Option<f64> {
    let mut points: Vec<(f64, f64)> = points.collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (first, last) = (*points.first()?, *points.last()?);
    if at <= first.0 {
        return Some(first.1);
    }
    if at >= last.0 {
        return Some(last.1);
    }
    let after = points.iter().position(|point| point.0 >= at)?;
    let (low, high) = (points[after - 1], points[after]);
    let share = (at / low.0).ln() / (high.0 / low.0).ln();
    if low.1 > 0.0 && high.1 > 0.0 {
        Some((low.1.ln() + share * (high.1.ln() - low.1.ln())).exp())
    } else {
        Some(low.1 + share * (high.1 - low.1))
    }
}
