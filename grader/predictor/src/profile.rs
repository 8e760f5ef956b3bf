//! A device's profile: the measured costs of its operations and accesses, kept as TOML that a person can read.
//!
//! Times are in seconds. The aliases are the names in profiles of older versions, whose costs that the model no longer
//! uses are skipped.

use crate::graph::{Number, Operation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The measured costs of a device. An *overlap* is the exponent that [`norm`](crate::norm) takes: 1 where one part waits for the
/// other; the larger, the nearer the whole comes to the longest part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    pub device: About,
    /// Work-items that issue a memory request together: a warp, or the lanes of a vector register.
    pub warp: u32,
    /// The work-group of the probes.
    #[serde(default = "default_group")]
    pub probed: [usize; 2],
    /// Overlap of different arithmetic pipelines, such as integer sums and float products.
    #[serde(default = "no_overlap", alias = "pipes")]
    pub pipe_overlap: f64,
    /// Overlap of a CPU core's integer divider with its other operations. `pipe_overlap` where absent.
    #[serde(alias = "divisions")]
    pub int_division_overlap: Option<f64>,
    /// Overlap of a CPU core's float divider with everything else the core does, requests to its nearest cache
    /// included. Where absent, float divisions and roots share a pipeline with other functions.
    #[serde(alias = "quotients")]
    pub float_division_overlap: Option<f64>,
    /// Overlap of starting work-items and moving data. A CPU moves nothing before it starts: 1.
    pub overlap: f64,
    /// Overlap of arithmetic and everything else.
    #[serde(alias = "hidden")]
    pub compute_overlap: f64,
    /// Overlap of a CPU core's work and its fetches from memory, by bytes touched: data from the next cache level
    /// arrives too soon to hide much. `compute_overlap` where empty.
    #[serde(default, alias = "hiding", skip_serializing_if = "Vec::is_empty")]
    pub compute_overlap_by_bytes: Vec<Overlap>,
    /// Latency of a launch's first read.
    #[serde(alias = "first")]
    pub first_read: f64,
    /// Host time between two launches that are enqueued back to back. 0 in older profiles.
    #[serde(default, alias = "in_a_row")]
    pub enqueue_interval: f64,
    /// A barrier, for each work-item.
    pub barrier: f64,
    /// An atomic operation without contention, for each work-item.
    pub atomic: f64,
    /// Overhead of a loop iteration in scalar code, for each work-item.
    #[serde(alias = "round")]
    pub loop_iteration: Option<f64>,
    /// Overhead of a work-item in scalar code.
    #[serde(alias = "item")]
    pub scalar_item: Option<f64>,
    /// Work-groups that run at once.
    #[serde(alias = "units")]
    pub compute_units: Option<f64>,
    /// Time until the other cores of a CPU join the first in a launch. 0 where even an empty launch waits for all
    /// of them.
    #[serde(alias = "waking")]
    pub wake_up: Option<f64>,
    /// Time of the reference kernel, which evaluations measure repeatedly, among the calibration's kernels: it may
    /// be longer among others.
    pub reference: Option<f64>,
    /// Copies to the device, and from it.
    pub transfer: [Transfer; 2],
    /// An empty kernel, by work-items.
    pub base: Vec<Base>,
    /// Which kernels the compiler vectorises over work-items; none on a GPU.
    #[serde(alias = "vectors")]
    pub vectorisation: Option<Vectorisation>,
    /// Slowdown of dependent operations, by their number in a work-item. Empty where the device switches to other
    /// work-items while one waits.
    #[serde(default)]
    pub chain: Vec<Chain>,
    /// Cost by type and operation, such as `float +`.
    pub operation: BTreeMap<String, Cost>,
    /// Requests that the nearest cache answers.
    pub near: Near,
    /// Fetches from beyond that cache, by bytes touched.
    pub far: Vec<Far>,
    /// Latency of a random read in scalar code. As other scattered reads where empty.
    #[serde(default, alias = "lone", skip_serializing_if = "Vec::is_empty")]
    pub random_read: Vec<RandomRead>,
    /// Latencies, and what a compute unit holds. Where absent, the model knows throughput alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
}

/// What a launch waits for, and how many of its work-items wait at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Latency {
    /// Compute units.
    pub units: f64,
    /// Work-items that a compute unit holds.
    pub resident: f64,
    /// A load from local memory.
    pub local: f64,
    /// A barrier of a work-group that is alone.
    pub barrier: f64,
    /// An atomic operation on one place for the whole launch, for each work-item.
    pub atomic_one: f64,
    /// The same where data decides the place, which the compiler cannot know to be one.
    pub atomic_data: f64,
    /// An atomic operation in local memory, for each work-item.
    pub local_atomic: f64,
    /// The same on one place of each work-group that data decides.
    pub local_atomic_data: f64,
    /// A load by the bytes that a launch touches.
    pub levels: Vec<Level>,
}

/// The latency of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub bytes: f64,
    pub seconds: f64,
}

/// The device of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub name: String,
    pub platform: String,
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
    /// The largest relative error of the line through the points.
    pub error: f64,
}

/// The time of an empty kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Work-items of the launch.
    pub items: f64,
    pub seconds: f64,
}

/// The probed work-group of profiles that do not record it.
fn default_group() -> [usize; 2] {
    crate::random::GROUP
}

fn no_overlap() -> f64 {
    1.0
}

/// Which kernels a CPU's compiler vectorises over work-items. Loops with an unknown trip count always prevent it. An
/// absent field was not probed: the obstacle is assumed to be none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vectorisation {
    /// Kernels with a loop whose trip count is a compile-time constant.
    #[serde(alias = "over_loops")]
    pub known_loops: bool,
    /// Kernels with a divergent branch (if-conversion).
    #[serde(alias = "over_branches")]
    pub divergence: bool,
    /// Kernels with an access whose stride between work-items is a kernel argument. LLVM's loop access analysis
    /// (LAA) speculates that the stride is 1; other strides run the scalar loop.
    #[serde(alias = "over_columns")]
    pub argument_strides: Option<bool>,
    /// The largest kernel, in weighted values, that is still vectorised although it loads from the start of a row
    /// whose pitch is an argument: its work-item loop is unrolled over rows.
    #[serde(alias = "over_row_starts")]
    pub row_start_limit: Option<f64>,
}

/// The slowdown of dependent operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Operations of a work-item. A core starts the next work-item meanwhile only where they are few.
    pub operations: f64,
    /// Time of each relative to an independent one.
    pub factor: f64,
}

/// The cost of an operation: W of the source's equation 5, times t.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Seconds of one more, for each work-item, on a busy device.
    pub seconds: f64,
    /// The same in scalar code, where that differs.
    #[serde(alias = "rolled")]
    pub scalar: Option<f64>,
    /// Seconds of one more where too few work-items run to hide its latency.
    pub alone: f64,
    /// Operations of a work-item from which on each adds its cost; fewer are hidden by the rest.
    pub saturation: f64,
    /// The relative standard error of the line through the points.
    pub error: f64,
}

/// The overlap of computing and fetching in a launch that touches a number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overlap {
    pub bytes: f64,
    pub exponent: f64,
}

/// Seconds of a request that the nearest cache answers, for each work-item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// A load of one address by all work-items.
    #[serde(alias = "same")]
    pub uniform: f64,
    /// A coalesced load whose address the compiler sees to be affine in the work-item ids.
    #[serde(alias = "plain")]
    pub affine: f64,
    /// The same where no argument is part of the address, if it differs: a compiler may then compute each
    /// work-item's address and load by itself.
    #[serde(alias = "unmoved")]
    pub affine_without_argument: Option<f64>,
    /// Any other load, by sectors of a warp's request.
    #[serde(alias = "apart")]
    pub by_sectors: Vec<ByDegree>,
    /// Stores, by sectors of a warp's request.
    pub write: Vec<ByDegree>,
    /// Local memory, by bank conflicts.
    pub local: Vec<ByDegree>,
    /// Private arrays that are indexed at run time.
    pub private: Option<Private>,
    /// A load in scalar code, where that differs.
    #[serde(alias = "rolled")]
    pub scalar: Option<f64>,
}

/// Seconds of an access to a private array, for each work-item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Private {
    pub read: f64,
    pub write: f64,
}

/// A cost by degree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDegree {
    /// Sectors of a warp's request, or accesses to its busiest bank.
    pub degree: f64,
    /// Seconds for each work-item.
    pub seconds: f64,
}

/// The latency of a random read in scalar code. A core's out-of-order window holds a fixed number of operations: the
/// more work lies between two reads, the fewer of them are in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomRead {
    /// Seconds of other work between two such reads.
    #[serde(alias = "beside")]
    pub compute: f64,
    /// Bytes that the launch touches.
    pub bytes: f64,
    /// Seconds that the read adds, for each work-item.
    pub seconds: f64,
}

/// The cost of fetching data in a launch that touches a number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Far {
    /// Bytes that the launch touches.
    pub bytes: f64,
    /// Seconds of a byte read in rows.
    pub read: f64,
    /// Seconds of a byte written in rows.
    pub write: f64,
    /// Seconds of a sector at a random place.
    pub sector: f64,
    /// Seconds of a byte read down a column, of sectors that the work-group uses whole. As `read` where absent.
    pub column: Option<f64>,
    /// The same in a kernel that also reads rows, which evict columns from the cache. As `column` where absent.
    pub column_beside_rows: Option<f64>,
}

impl Profile {
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    pub fn from_toml(text: &str) -> Result<Profile, toml::de::Error> {
        toml::from_str(text)
    }

    /// The overlap of computing and fetching in a launch that touches `bytes`.
    pub fn compute_overlap_at(&self, bytes: f64) -> f64 {
        let points = self.compute_overlap_by_bytes.iter();
        let points = points.map(|point| (point.bytes, point.exponent));
        between(points, bytes.max(1.0)).unwrap_or(self.compute_overlap)
    }

    /// Whether the device is a CPU. A core runs neighbouring work-groups one after the other, so that one finds in
    /// the cache what the one before has touched; a GPU spreads neighbours over its compute units.
    pub fn is_cpu(&self) -> bool {
        self.vectorisation.is_some()
    }

    /// Whether an operation takes as long as a function call: a built-in function, or an integer division.
    pub(crate) fn is_call_like(&self, operation: Operation) -> bool {
        let is_function = if operation.number >= Number::Float {
            operation
                .kind
                .starts_with(|first: char| first.is_ascii_lowercase())
                && !matches!(operation.kind, "compare" | "select" | "convert")
        } else {
            matches!(operation.kind, "/" | "%")
        };
        let scalar = |operation| self.cost(operation).and_then(|cost| cost.scalar);
        let sum = Operation {
            number: match operation.number {
                Number::UInt => Number::Int,
                number => number,
            },
            kind: "+",
        };
        let is_longer = |(one, sum): (f64, f64)| one > CALL_IN_SUMS * sum;
        is_function && scalar(operation).zip(scalar(sum)).is_some_and(is_longer)
    }

    /// Whether an operation is computed for one work-item at a time even in vectorised code. A kernel that has one
    /// is not vectorised.
    pub(crate) fn is_scalar_only(&self, operation: Operation) -> bool {
        let cost = self.cost(operation);
        let is_as_slow = |cost: Cost| cost.scalar.is_some_and(|one| cost.seconds > 0.4 * one);
        self.is_call_like(operation) && cost.is_some_and(is_as_slow)
    }

    /// Latency in seconds of one random read from a working set of `bytes`, when `compute` seconds of other work lie
    /// between two reads. None where it was not measured.
    pub(crate) fn random_read(&self, compute: f64, bytes: f64) -> Option<f64> {
        let mut by_compute: Vec<(f64, f64)> = Vec::new();
        for read in &self.random_read {
            if by_compute.iter().all(|(of, _)| *of != read.compute) {
                let alike = self.random_read.iter();
                let alike = alike.filter(|other| other.compute == read.compute);
                let seconds = between(alike.map(|read| (read.bytes, read.seconds)), bytes)?;
                by_compute.push((read.compute, seconds));
            }
        }
        between(by_compute.into_iter(), compute)
    }

    pub fn cost(&self, operation: Operation) -> Option<Cost> {
        self.operation.get(&key(operation)).copied()
    }
}

/// The cost of a function call, in sums.
const CALL_IN_SUMS: f64 = 8.0;

/// The name of an operation in a profile.
pub fn key(operation: Operation) -> String {
    format!("{} {}", operation.number.name(), operation.kind)
}

/// Log-log interpolation between points; the nearest point's value beyond them.
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
