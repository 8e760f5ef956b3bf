//! The cost of each part of a launch if nothing overlapped: work times the profile's costs.

use crate::access::{Kind, SECTOR};
use crate::graph::{Number, Operation};
use crate::profile::{Far, Profile, Vectorisation, between, key};
use crate::refusal::{Refusal, Why};
use crate::traffic::{Pattern, Request};
use crate::waiting::{cycle, lookups};
use crate::work::Work;
use std::collections::BTreeMap;

/// A row of the cost breakdown.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The cost's name, such as `float *` or `coalesced global read`.
    pub what: String,
    /// Operations or accesses of a work-item.
    pub count: f64,
    /// Seconds of the whole launch if nothing overlapped.
    pub seconds: f64,
    pub part: Part,
}

/// The part of a device that a cost keeps busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Starting work-items.
    Base,
    /// Arithmetic.
    Operations,
    /// The nearest cache, local memory, barriers.
    Near,
    /// Memory and the caches before it.
    Far,
}

impl Part {
    pub const ALL: [Part; 4] = [Part::Base, Part::Operations, Part::Near, Part::Far];

    pub fn name(self) -> &'static str {
        match self {
            Part::Base => "starting work-items",
            Part::Operations => "arithmetic",
            Part::Near => "the nearest cache",
            Part::Far => "memory",
        }
    }
}

/// Seconds of arithmetic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    /// Float divisions and roots, if the device has a separate divider.
    float_divisions: f64,
    /// All other operations.
    others: f64,
}

impl Arithmetic {
    /// Seconds of the arithmetic together with `seconds` of other work of the core.
    pub(crate) fn with(self, seconds: f64, profile: &Profile) -> f64 {
        let exponent = profile.float_division_overlap.unwrap_or(1.0);
        norm(&[self.others + seconds, self.float_divisions], exponent)
    }
}

/// The costs of a launch, as they are found.
pub(crate) struct Prices<'a> {
    work: &'a Work,
    profile: &'a Profile,
    /// Whether the compiler leaves the work-items scalar.
    is_scalar: bool,
    /// Slowdown because some compute units have no work-group.
    idle_factor: f64,
    pub(crate) rows: Vec<Row>,
}

impl<'a> Prices<'a> {
    pub(crate) fn is_scalar(&self) -> bool {
        self.is_scalar
    }

    /// Starts with the cost of launching the work-items.
    pub(crate) fn of(work: &'a Work, profile: &'a Profile) -> Prices<'a> {
        let is_scalar = profile
            .vectorisation
            .is_some_and(|vectorisation| is_scalar(work, vectorisation, profile));
        let groups = work.items / work.group;
        let idle_factor = profile
            .compute_units
            .or(profile.latency.as_ref().map(|latency| latency.units))
            .map_or(1.0, |units| (units / groups).max(1.0));
        let mut prices = Prices {
            work,
            profile,
            is_scalar,
            idle_factor,
            rows: Vec::new(),
        };
        // A small work-group takes as long to start as a large one.
        let usual = profile.probed.iter().product::<usize>() as f64;
        let smaller = if profile.latency.is_some() && !profile.is_cpu() {
            (usual / work.group).max(1.0)
        } else {
            1.0
        };
        let items = work.items * smaller;
        let base = profile.base.iter().map(|base| (base.items, base.seconds));
        let base = between(base, items).unwrap_or(0.0);
        let beyond = profile.base.last().filter(|last| items > last.items);
        let base = beyond.map_or(base, |last| base * items / last.items);
        prices.add("base cost", 1.0, base - prices.empty_launch(), Part::Base);
        prices
    }

    /// Adds the time lost to cores that are still waking up, for a launch that would take `awake_seconds` on
    /// awake cores. Returns it.
    pub(crate) fn wake_up(&mut self, awake_seconds: f64) -> f64 {
        let groups = self.work.items / self.work.group;
        let asleep = self.profile.with_wake_up(awake_seconds, groups) - awake_seconds;
        if asleep > 0.0 {
            self.add("core wake-up", 1.0, asleep, Part::Base);
        }
        asleep
    }

    fn add(&mut self, what: impl Into<String>, count: f64, seconds: f64, part: Part) {
        self.rows.push(Row {
            what: what.into(),
            count,
            seconds,
            part,
        });
    }

    /// Seconds of an empty launch.
    fn empty_launch(&self) -> f64 {
        let base = self.profile.base.iter().map(|base| base.seconds);
        base.fold(f64::INFINITY, f64::min)
    }

    /// Seconds of an empty launch, and of the first read's latency if the launch reads.
    pub(crate) fn launch(&self) -> f64 {
        let mut requests = self.work.traffic.requests.iter();
        let reads = requests.any(|request| !request.local && request.kind == Kind::Load);
        self.empty_launch() + if reads { self.profile.first_read } else { 0.0 }
    }

    /// Adds the cost of each operation. Returns their time together.
    pub(crate) fn arithmetic(&mut self) -> Result<Arithmetic, Refusal> {
        let (work, profile) = (self.work, self.profile);
        let mut operations = 0.0;
        let mut pipes: BTreeMap<Pipe, f64> = BTreeMap::new();
        for (&operation, &count) in &work.operations {
            let count = per_item(work, operation, count, profile);
            operations += count;
            let refused = |why| Refusal {
                at: work.first.get(&operation).cloned(),
                why,
            };
            if matches!(
                operation,
                Operation::PRIVATE_READ | Operation::PRIVATE_WRITE
            ) {
                let Some(private) = profile.near.private else {
                    return Err(refused(Why::OlderProfile(operation.kind)));
                };
                let each = if operation == Operation::PRIVATE_READ {
                    private.read
                } else {
                    private.write
                };
                let each = match &profile.latency {
                    // The cost was measured on a busy device, whose caches do not hold all arrays. On an idle one
                    // they do, and look up a line for each element.
                    Some(latency) => {
                        let lookups = PRIVATE_LINES * cycle(profile) / f64::from(profile.warp);
                        each.max(lookups / latency.units * self.idle_factor)
                    }
                    None => each * self.idle_factor,
                };
                let seconds = each * count * work.items;
                self.add(operation.kind, count, seconds, Part::Near);
                continue;
            }
            let Some(cost) = profile.cost(operation) else {
                return Err(refused(Why::NoCost(key(operation))));
            };
            let seconds = match cost.scalar.filter(|_| self.is_scalar) {
                Some(each) => each * count * work.items * self.idle_factor,
                // On a device that is not busy, latencies add up.
                None if profile.latency.is_none() => {
                    (cost.seconds * work.items * self.idle_factor).max(cost.alone) * count
                }
                None => cost.seconds * work.items * self.idle_factor * count,
            };
            *pipes.entry(Pipe::of(operation, profile)).or_default() += seconds;
            self.add(key(operation), count, seconds, Part::Operations);
        }
        for (what, count, each) in [
            ("scalar work-item", 1.0, profile.scalar_item),
            ("loop iteration", work.rounds, profile.loop_iteration),
        ] {
            if let Some(each) = each.filter(|_| self.is_scalar && count > 0.0) {
                let seconds = each * count * work.items * self.idle_factor;
                *pipes.entry(Pipe::Rounds).or_default() += seconds;
                self.add(what, count, seconds, Part::Operations);
            }
        }
        let int_divisions = pipes.remove(&Pipe::Divisions).unwrap_or(0.0);
        let float_divisions = pipes.remove(&Pipe::Quotients).unwrap_or(0.0);
        let pipes: Vec<f64> = pipes.into_values().collect();
        let others = norm(
            &[norm(&pipes, profile.pipe_overlap), int_divisions],
            profile.int_division_overlap.unwrap_or(profile.pipe_overlap),
        );
        let computing = Arithmetic {
            others,
            float_divisions,
        };
        if !self.is_scalar {
            return Ok(computing);
        }
        let critical_path_seconds = self.critical_path_seconds(operations);
        let more = (critical_path_seconds - others - float_divisions).max(0.0);
        let count = work.critical_path.values().sum();
        self.add("dependency chain", count, more, Part::Operations);
        Ok(Arithmetic {
            others: others + more,
            float_divisions,
        })
    }

    /// Seconds of the critical path of a work-item with `operations` in all. A core overlaps it with the next
    /// work-item's as far as its out-of-order window reaches.
    fn critical_path_seconds(&self, operations: f64) -> f64 {
        let points = self.profile.chain.iter();
        let points = points.map(|chain| (chain.operations, chain.factor));
        let stretch = between(points, operations).unwrap_or(1.0);
        let of_one = |(&operation, count): (&Operation, &f64)| {
            let each = self.profile.cost(operation).and_then(|cost| cost.scalar);
            // A call-like operation contains a dependency chain of its own, and was measured with it.
            let stretch = if self.profile.is_call_like(operation) {
                1.0
            } else {
                stretch
            };
            each.unwrap_or(0.0) * count * stretch
        };
        self.work.critical_path.iter().map(of_one).sum::<f64>() * self.work.items * self.idle_factor
    }

    /// Adds the cost of requests that the nearest memories answer, and of barriers. Returns the seconds of the
    /// requests.
    pub(crate) fn request_costs(&mut self) -> f64 {
        self.barriers();
        let mut near = Breakdown::default();
        for request in &self.work.traffic.requests {
            let seconds = self.request_seconds(request) * request.count * self.idle_factor;
            near.add(request, seconds * self.work.items);
        }
        near.append_to(&mut self.rows, Part::Near, "")
    }

    /// The same without caches: every global access is a coalesced cache miss.
    pub(crate) fn request_costs_uncached(&mut self) -> f64 {
        self.barriers();
        let (mut near, mut far) = (Breakdown::default(), Breakdown::default());
        for request in &self.work.traffic.requests {
            if request.local {
                let seconds = self.request_seconds(request) * request.count * self.idle_factor;
                near.add(request, seconds * self.work.items);
                continue;
            }
            let each = match request.kind {
                Kind::Load => self.far(|far| far.read),
                Kind::Store | Kind::Atomic => self.far(|far| far.write),
            };
            far.add(request, 4.0 * request.count * each * self.work.items);
        }
        let seconds = near.append_to(&mut self.rows, Part::Near, "");
        far.append_to(&mut self.rows, Part::Far, ", fetched");
        seconds
    }

    fn barriers(&mut self) {
        let (work, profile) = (self.work, self.profile);
        if work.barriers > 0.0 {
            let seconds = profile.barrier * work.barriers * work.items;
            self.add("barrier", work.barriers, seconds, Part::Near);
        }
    }

    /// Seconds of a request that the nearest memory answers, for each work-item.
    fn request_seconds(&self, request: &Request) -> f64 {
        let near = &self.profile.near;
        let by_degree = |points: &[crate::profile::ByDegree]| {
            let points = points.iter().map(|point| (point.degree, point.seconds));
            between(points, request.degree).unwrap_or(0.0)
        };
        match (request.local, request.kind) {
            (true, Kind::Atomic) => self.local_atomic(request, by_degree(&near.local)),
            (true, _) => by_degree(&near.local),
            (_, Kind::Atomic) => self.atomic(request),
            // The cost of a coalesced store is that of writing to memory.
            (_, Kind::Store) if request.is_row() => 0.0,
            (_, Kind::Store) => by_degree(&near.write),
            (_, Kind::Load) => match near.scalar.filter(|_| self.is_scalar) {
                Some(each) => each,
                None if request.pattern == Pattern::Constant => near.uniform,
                None if request.is_affine && request.is_row() => match near.affine_without_argument
                {
                    Some(each) if !request.uses_argument => each,
                    _ => near.affine,
                },
                None => by_degree(&near.by_sectors).max(self.lookups(request)),
            },
        }
    }

    /// Seconds in which the nearest caches look up the lines of a load, for each work-item.
    fn lookups(&self, request: &Request) -> f64 {
        self.profile.latency.as_ref().map_or(0.0, |latency| {
            lookups(request) * cycle(self.profile) / f64::from(self.profile.warp) / latency.units
        })
    }

    /// Seconds of an atomic operation on global memory, for each work-item.
    fn atomic(&self, request: &Request) -> f64 {
        let each = self.profile.atomic;
        match &self.profile.latency {
            Some(latency) if request.pattern == Pattern::Constant => latency.atomic_one,
            // Places that data decides are met as often as there are few of them.
            Some(latency) if request.pattern == Pattern::Unknown => {
                // Each has a sector of its own, and those of one sector wait for each other.
                let row = f64::from(self.profile.warp * request.bytes) / SECTOR as f64;
                let places = (request.object / SECTOR as f64).max(1.0);
                each * (request.degree / row).max(1.0) + latency.atomic_data / places
            }
            _ => each,
        }
    }

    /// The same in local memory, where an access without conflicts takes `each`.
    fn local_atomic(&self, request: &Request, each: f64) -> f64 {
        match &self.profile.latency {
            Some(latency) if request.pattern == Pattern::Constant => latency.local_atomic_data,
            Some(latency) => each.max(latency.local_atomic),
            None => each,
        }
    }

    /// Adds the cost of fetching what misses the nearest cache. `compute` is the time of everything else that
    /// the launch does. Returns the part that no prefetcher hides.
    pub(crate) fn fetch_costs(&mut self, compute: f64) -> f64 {
        let (work, profile) = (self.work, self.profile);
        let brings = |request: &Request| {
            if profile.is_cpu() {
                request.launch_cold
            } else {
                request.group_cold
            }
        };
        let is_scattered =
            |request: &Request| !request.is_row() && brings(request) > 16.0 * request.count;
        let is_column = |request: &Request| {
            request.kind == Kind::Load
                && !request.is_row()
                && request.degree >= 0.75 * f64::from(profile.warp)
        };
        let requests = work.traffic.requests.iter();
        let fetched: Vec<&Request> = requests
            .filter(|request| !request.local && brings(request) > 0.0)
            .collect();
        let apart = fetched.iter().filter(|request| is_scattered(request));
        let apart: f64 = apart.map(|request| request.count).sum();
        let sector = self.sector(compute / work.items / apart);
        let sector_of = |request: &Request| match &profile.latency {
            // A small buffer stays in a cache, whatever else the launch touches.
            Some(_) if request.kind == Kind::Load && request.object < work.traffic.read => {
                self.far_of(request.object, |far| far.sector).min(sector)
            }
            _ => sector,
        };
        let (read, write) = (self.far(|far| far.read), self.far(|far| far.write));
        let mut rows = fetched.iter();
        let has_rows = rows.any(|request| request.kind == Kind::Load && request.is_row());
        let column = self.far(|far| {
            let beside_rows = far.column_beside_rows.filter(|_| has_rows);
            beside_rows.or(far.column).unwrap_or(far.read)
        });
        let column = column.max(read);
        let mut exposed = 0.0;
        let mut far = Breakdown::default();
        for request in fetched {
            let bytes = brings(request);
            let seconds = match request.kind {
                _ if is_scattered(request) => bytes / 32.0 * sector_of(request),
                Kind::Load if is_column(request) => bytes * column,
                Kind::Load => bytes * read,
                Kind::Store | Kind::Atomic => bytes * write,
            };
            if is_scattered(request) || is_column(request) {
                exposed += seconds * work.items;
            }
            far.add(request, seconds * work.items);
        }
        // Each access has two rows: the request, and the fetch.
        far.append_to(&mut self.rows, Part::Far, ", fetched");
        exposed
    }

    /// Seconds for each work-item of a sector at a random place, with `compute` seconds of other work between
    /// two of them.
    fn sector(&self, compute: f64) -> f64 {
        let read = self.work.traffic.read;
        let random_read = Some(compute).filter(|compute| self.is_scalar && compute.is_finite());
        let random_read = random_read.and_then(|compute| self.profile.random_read(compute, read));
        random_read.unwrap_or_else(|| self.far_of(read, |far| far.sector))
    }

    /// A cost at the number of bytes that this launch touches.
    fn far(&self, of: impl Fn(&Far) -> f64) -> f64 {
        self.far_of(self.work.traffic.read + self.work.traffic.written, of)
    }

    fn far_of(&self, touched: f64, of: impl Fn(&Far) -> f64) -> f64 {
        let points = self.profile.far.iter().map(|far| (far.bytes, of(far)));
        between(points, touched.max(1.0)).unwrap_or(0.0)
    }
}

/// Lines of a warp's access to a private array whose index differs between its work-items.
const PRIVATE_LINES: f64 = 16.0;

/// The cost breakdown of accesses: count and seconds by name.
#[derive(Default)]
struct Breakdown(BTreeMap<String, (f64, f64)>);

impl Breakdown {
    fn add(&mut self, request: &Request, seconds: f64) {
        let row = self.0.entry(name(request)).or_default();
        row.0 += request.count;
        row.1 += seconds;
    }

    /// Appends the rows to others. Returns the sum of their seconds.
    fn append_to(self, rows: &mut Vec<Row>, part: Part, more: &str) -> f64 {
        let all = self.0.values().map(|row| row.1).sum();
        rows.extend(self.0.into_iter().map(|(what, (count, seconds))| Row {
            what: what + more,
            count,
            seconds,
            part,
        }));
        all
    }
}

/// Operations that a work-item computes. On a CPU, a hoisted operation is computed once for a row of the
/// work-group.
fn per_item(work: &Work, operation: Operation, count: f64, profile: &Profile) -> f64 {
    let hoisted = work.hoisted.get(&operation);
    let hoisted = hoisted.filter(|_| profile.is_cpu());
    count - hoisted.map_or(0.0, |common| common * (1.0 - 1.0 / work.width))
}

/// Whether a compiler that vectorises over work-items cannot vectorise these.
fn is_scalar(work: &Work, vectorisation: Vectorisation, profile: &Profile) -> bool {
    let too_large = |most: f64| work.code_size > most;
    work.unknown_trip_count
        || work.has_loop && !vectorisation.known_loops
        || work.diverges && !vectorisation.divergence
        || work.argument_stride && vectorisation.argument_strides == Some(false)
        || work.row_start_loads && vectorisation.row_start_limit.is_some_and(too_large)
        || work.operations.iter().any(|(of, &count)| {
            let hoisted = work.hoisted.get(of).copied().unwrap_or(0.0);
            hoisted < count && profile.is_scalar_only(*of)
        })
}

/// Operations that share a pipeline. Different pipelines overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pipe {
    /// Sums, bits and comparisons of integers.
    Integers,
    /// Products of integers, and divisions that a device makes of products.
    Products,
    /// Divisions of integers by a unit for them.
    Divisions,
    /// Float divisions and roots, if the device has a separate divider.
    Quotients,
    /// Integer divisions by a constant, which the compiler turns into multiplications.
    Reciprocals,
    /// Sums and products of floats.
    Floats,
    /// Roots, functions and conversions; divisions of floats, unless the device has a separate divider.
    Functions,
    /// Loop control, and the step to the next work-item in scalar code.
    Rounds,
}

impl Pipe {
    fn of(operation: Operation, profile: &Profile) -> Pipe {
        let is_whole = operation.number < Number::Float;
        match operation.kind {
            "/" | "%" if is_whole && profile.is_cpu() => Pipe::Divisions,
            "*" | "/" | "%" | "mul24" | "mad24" if is_whole => Pipe::Products,
            "/ constant" | "% constant" if is_whole => Pipe::Reciprocals,
            _ if is_whole => Pipe::Integers,
            "/" | "native_divide" | "sqrt" | "native_sqrt"
                if profile.float_division_overlap.is_some() =>
            {
                Pipe::Quotients
            }
            "+" | "-" | "*" | "fma" | "mad" => Pipe::Floats,
            _ => Pipe::Functions,
        }
    }
}

fn name(request: &Request) -> String {
    let space = if request.local { "local" } else { "global" };
    let kind = match request.kind {
        Kind::Load => "read",
        Kind::Store => "write",
        Kind::Atomic => "atomic",
    };
    if request.local {
        format!("{space} {kind}")
    } else {
        format!("{} {space} {kind}", request.pattern.name())
    }
}

/// The p-norm of times, which models their overlap: their sum for an exponent of 1, the longest of them for a
/// large one.
pub fn norm(times: &[f64], exponent: f64) -> f64 {
    let longest = times.iter().copied().fold(0.0, f64::max);
    if longest <= 0.0 {
        return 0.0;
    }
    let exponent = exponent.max(1.0);
    let sum: f64 = times
        .iter()
        // A part that a noisy calibration has made negative takes no time.
        .map(|time| (time / longest).max(0.0).powf(exponent))
        .sum();
    longest * sum.powf(1.0 / exponent)
}
