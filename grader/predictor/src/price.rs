//! What each cost of a launch would take alone: work times what a profile says.

use crate::graph::{Number, Operation};
use crate::profile::{Far, Group, Profile, Vectors, between, key};
use crate::reader::Kind;
use crate::refusal::{Refusal, Why};
use crate::traffic::{Asked, Pattern};
use crate::work::Work;
use std::collections::BTreeMap;

/// One kind of cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is, such as `float *` or `coalesced global read`.
    pub what: String,
    /// How many for each work-item.
    pub count: f64,
    /// Seconds for the whole launch, were it alone.
    pub seconds: f64,
    /// What it waits for.
    pub part: Part,
}

/// What of a device a cost keeps busy.
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
    /// All of them.
    pub const ALL: [Part; 4] = [Part::Base, Part::Operations, Part::Near, Part::Far];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Part::Base => "starting work-items",
            Part::Operations => "arithmetic",
            Part::Near => "the nearest cache",
            Part::Far => "memory",
        }
    }
}

/// Seconds that arithmetic takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Computing {
    /// Divisions and roots of floats, where a unit of their own does them.
    quotients: f64,
    /// All other operations together.
    others: f64,
}

impl Computing {
    /// Seconds of it and of so many seconds of what else a core does.
    pub(crate) fn beside(self, seconds: f64, profile: &Profile) -> f64 {
        let exponent = profile.quotients.unwrap_or(1.0);
        norm(&[self.others + seconds, self.quotients], exponent)
    }
}

/// The costs of a launch, as they are found.
pub(crate) struct Prices<'a> {
    work: &'a Work,
    profile: &'a Profile,
    /// Does a compiler make no vectors of its work-items?
    rolled: bool,
    /// By how much what is computed takes longer in its work-groups than in those that were measured.
    slow: f64,
    /// By how much everything does because some units of the device have no work-group.
    idle: f64,
    pub(crate) rows: Vec<Row>,
}

impl<'a> Prices<'a> {
    /// Does a compiler make no vectors of its work-items?
    pub(crate) fn is_rolled(&self) -> bool {
        self.rolled
    }

    /// That of starting its work-items.
    pub(crate) fn of(work: &'a Work, profile: &'a Profile) -> Prices<'a> {
        let factor = |of: &[Group], size: f64| {
            between(of.iter().map(|group| (group.size, group.factor)), size).unwrap_or(1.0)
        };
        let rolled = profile
            .vectors
            .is_some_and(|vectors| is_rolled(work, vectors, profile));
        // What a compiler makes no vectors of is as slow in any work-group.
        let slow = factor(&profile.group, work.group)
            * if rolled {
                1.0
            } else {
                factor(&profile.width, work.width)
            };
        let groups = work.items / work.group;
        let idle = profile.units.map_or(1.0, |units| (units / groups).max(1.0));
        let mut prices = Prices {
            work,
            profile,
            rolled,
            slow: slow * idle,
            idle,
            rows: Vec::new(),
        };
        let base = profile.base.iter().map(|base| (base.items, base.seconds));
        let base = between(base, work.items).unwrap_or(0.0);
        let beyond = profile.base.last().filter(|last| work.items > last.items);
        let base = beyond.map_or(base, |last| base * work.items / last.items);
        prices.add("base cost", 1.0, base - prices.least(), Part::Base);
        prices
    }

    /// Adds the seconds for which cores sleep that would do a part of a launch that takes so many without; gives them.
    pub(crate) fn waking(&mut self, together: f64) -> f64 {
        let groups = self.work.items / self.work.group;
        let asleep = self.profile.one_by_one(together, groups) - together;
        if asleep > 0.0 {
            self.add("cores asleep", 1.0, asleep, Part::Base);
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

    /// Seconds of the least launch.
    fn least(&self) -> f64 {
        let base = self.profile.base.iter().map(|base| base.seconds);
        base.fold(f64::INFINITY, f64::min)
    }

    /// Seconds before the first read of the launch is there, if it reads.
    pub(crate) fn launch(&self) -> f64 {
        let mut asked = self.work.traffic.asked.iter();
        let reads = asked.any(|asked| !asked.local && asked.kind == Kind::Load);
        self.least() + if reads { self.profile.first } else { 0.0 }
    }

    /// Adds what its operations cost; gives the seconds that they take together.
    pub(crate) fn arithmetic(&mut self) -> Result<Computing, Refusal> {
        let (work, profile) = (self.work, self.profile);
        let mut operations = 0.0;
        let mut pipes: BTreeMap<Pipe, f64> = BTreeMap::new();
        for (&operation, &count) in &work.operations {
            let count = each_does(work, operation, count, profile);
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
                let seconds = each * count * work.items * self.idle;
                self.add(operation.kind, count, seconds, Part::Near);
                continue;
            }
            let Some(cost) = profile.cost(operation) else {
                return Err(refused(Why::NoCost(key(operation))));
            };
            let seconds = match cost.rolled.filter(|_| self.rolled) {
                Some(each) => {
                    let wide = work.wide.get(&operation).copied().unwrap_or(0.0).min(count);
                    (each * (count - wide) + cost.seconds * wide) * work.items * self.slow
                }
                // Few work-items do not keep a device busy: then one after the other counts.
                None => (cost.seconds * work.items * self.slow).max(cost.alone) * count,
            };
            *pipes.entry(Pipe::of(operation, profile)).or_default() += seconds;
            self.add(key(operation), count, seconds, Part::Operations);
        }
        for (what, count, each) in [
            ("work-item without vectors", 1.0, profile.item),
            ("round of a loop", work.rounds, profile.round),
        ] {
            if let Some(each) = each.filter(|_| self.rolled && count > 0.0) {
                let seconds = each * count * work.items * self.slow;
                *pipes.entry(Pipe::Rounds).or_default() += seconds;
                self.add(what, count, seconds, Part::Operations);
            }
        }
        let divisions = pipes.remove(&Pipe::Divisions).unwrap_or(0.0);
        let quotients = pipes.remove(&Pipe::Quotients).unwrap_or(0.0);
        let pipes: Vec<f64> = pipes.into_values().collect();
        let others = norm(
            &[norm(&pipes, profile.pipes), divisions],
            profile.divisions.unwrap_or(profile.pipes),
        );
        let computing = Computing { others, quotients };
        if !self.rolled {
            return Ok(computing);
        }
        let waiting = self.waiting(operations);
        let more = (waiting - others - quotients).max(0.0);
        let count = work.path.values().sum();
        self.add(
            "operations that wait for one another",
            count,
            more,
            Part::Operations,
        );
        Ok(Computing {
            others: others + more,
            quotients,
        })
    }

    /// Seconds of the longest row of operations that wait for one another, of so many of a work-item: each takes as
    /// long as it takes by itself, but for what of the next work-item is near enough to be begun meanwhile. While they
    /// wait, the rest is done.
    fn waiting(&self, operations: f64) -> f64 {
        let points = self.profile.chain.iter();
        let points = points.map(|chain| (chain.operations, chain.factor));
        let stretch = between(points, operations).unwrap_or(1.0);
        let of_one = |(&operation, count): (&Operation, &f64)| {
            let each = self.profile.cost(operation).and_then(|cost| cost.rolled);
            // What is as long as a call has steps of its own that wait for one another, and was measured with them.
            let stretch = if self.profile.is_long(operation) {
                1.0
            } else {
                stretch
            };
            each.unwrap_or(0.0) * count * stretch
        };
        self.work.path.iter().map(of_one).sum::<f64>() * self.work.items * self.slow
    }

    /// Adds what asking the nearest memories costs, and waiting for each other there; gives the seconds of the asking.
    pub(crate) fn asking(&mut self) -> f64 {
        self.barriers();
        let mut near = Bill::default();
        for asked in &self.work.traffic.asked {
            let seconds = self.asks(asked) * asked.count * self.idle;
            near.add(asked, seconds * self.work.items);
        }
        near.onto(&mut self.rows, Part::Near, "")
    }

    /// The same without caches: every access to global memory goes all the way, and lies in rows.
    pub(crate) fn asking_without_caches(&mut self) -> f64 {
        self.barriers();
        let (mut near, mut far) = (Bill::default(), Bill::default());
        for asked in &self.work.traffic.asked {
            if asked.local {
                let seconds = self.asks(asked) * asked.count * self.idle;
                near.add(asked, seconds * self.work.items);
                continue;
            }
            let each = match asked.kind {
                Kind::Load => self.far(|far| far.read),
                Kind::Store | Kind::Atomic => self.far(|far| far.write),
            };
            far.add(asked, 4.0 * asked.count * each * self.work.items);
        }
        let seconds = near.onto(&mut self.rows, Part::Near, "");
        far.onto(&mut self.rows, Part::Far, ", fetched");
        seconds
    }

    fn barriers(&mut self) {
        let (work, profile) = (self.work, self.profile);
        if work.barriers > 0.0 {
            let seconds = profile.barrier * work.barriers * work.items;
            self.add("barrier", work.barriers, seconds, Part::Near);
        }
    }

    /// Seconds for each work-item of asking once for what is near.
    fn asks(&self, asked: &Asked) -> f64 {
        let near = &self.profile.near;
        let by_degree = |points: &[crate::profile::Apart]| {
            let points = points.iter().map(|point| (point.degree, point.seconds));
            between(points, asked.degree).unwrap_or(0.0)
        };
        match (asked.local, asked.kind) {
            (true, _) => by_degree(&near.local),
            (_, Kind::Atomic) => self.profile.atomic,
            // A row costs what memory takes, of vectors as well.
            (_, Kind::Store) if asked.is_row() => 0.0,
            (_, Kind::Store) => by_degree(&near.write),
            (_, Kind::Load) => match near.rolled.filter(|_| self.rolled) {
                Some(each) if asked.stride == Some(0) => near.rolled_same.unwrap_or(each),
                Some(each) => each,
                None if asked.pattern == Pattern::Constant => near.same,
                None if asked.is_row() && asked.bytes > 4 && !near.vector.is_empty() => {
                    let points = near.vector.iter();
                    let points = points.map(|point| (point.bytes, point.seconds));
                    between(points, f64::from(asked.bytes)).unwrap_or(0.0)
                }
                None if asked.plain && asked.is_row() => match near.unmoved {
                    Some(each) if !asked.is_moved => each,
                    _ => near.plain,
                },
                None => by_degree(&near.apart),
            },
        }
    }

    /// Adds what it costs to fetch what was not near, where a launch does for so many seconds something else; gives the
    /// seconds of what no core fetches ahead, but waits for.
    pub(crate) fn fetching(&mut self, beside: f64) -> f64 {
        let (work, profile) = (self.work, self.profile);
        let brings = |asked: &Asked| {
            if profile.is_processor() {
                asked.new
            } else {
                asked.fresh
            }
        };
        let is_apart = |asked: &Asked| !asked.is_row() && brings(asked) > 16.0 * asked.count;
        let is_column = |asked: &Asked| {
            asked.kind == Kind::Load
                && !asked.is_row()
                && asked.degree >= 0.75 * f64::from(profile.warp)
        };
        let asked = work.traffic.asked.iter();
        let fetched: Vec<&Asked> = asked
            .filter(|asked| !asked.local && brings(asked) > 0.0)
            .collect();
        let apart = fetched.iter().filter(|asked| is_apart(asked));
        let apart: f64 = apart.map(|asked| asked.count).sum();
        let sector = self.sector(beside / work.items / apart);
        let (read, write) = (self.far(|far| far.read), self.far(|far| far.write));
        let mut rows = fetched.iter();
        let has_rows = rows.any(|asked| asked.kind == Kind::Load && asked.is_row());
        let column = self.far(|far| {
            let beside_rows = far.column_beside_rows.filter(|_| has_rows);
            beside_rows.or(far.column).unwrap_or(far.read)
        });
        let column = column.max(read);
        let mut waited = 0.0;
        let mut far = Bill::default();
        for asked in fetched {
            let bytes = brings(asked);
            let seconds = match asked.kind {
                _ if is_apart(asked) => bytes / 32.0 * sector,
                Kind::Load if is_column(asked) => bytes * column,
                Kind::Load => bytes * read,
                Kind::Store | Kind::Atomic => bytes * write,
            };
            if is_apart(asked) || is_column(asked) {
                waited += seconds * work.items;
            }
            far.add(asked, seconds * work.items);
        }
        // The same accesses again: once for asking, once for what has to be fetched for them.
        far.onto(&mut self.rows, Part::Far, ", fetched");
        waited
    }

    /// Seconds for each work-item of a sector at a place of its own, where a work-item does for so many seconds something
    /// else for each of them.
    fn sector(&self, beside: f64) -> f64 {
        let read = self.work.traffic.read;
        let lone = Some(beside).filter(|beside| self.rolled && beside.is_finite());
        let lone = lone.and_then(|beside| self.profile.lone(beside, read));
        lone.unwrap_or_else(|| self.far_of(read, |far| far.sector))
    }

    /// What something costs where a launch touches as much as this one.
    fn far(&self, of: impl Fn(&Far) -> f64) -> f64 {
        self.far_of(self.work.traffic.read + self.work.traffic.written, of)
    }

    fn far_of(&self, touched: f64, of: impl Fn(&Far) -> f64) -> f64 {
        let points = self.profile.far.iter().map(|far| (far.bytes, of(far)));
        between(points, touched.max(1.0)).unwrap_or(0.0)
    }
}

/// Accesses by name: how many, and seconds.
#[derive(Default)]
struct Bill(BTreeMap<String, (f64, f64)>);

impl Bill {
    fn add(&mut self, asked: &Asked, seconds: f64) {
        let row = self.0.entry(name(asked)).or_default();
        row.0 += asked.count;
        row.1 += seconds;
    }

    /// Puts it onto others; gives the seconds of all its rows.
    fn onto(self, rows: &mut Vec<Row>, part: Part, more: &str) -> f64 {
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

/// How many of so many operations a work-item does: a processor's core does those only once that a row of the
/// work-group has in common.
fn each_does(work: &Work, operation: Operation, count: f64, profile: &Profile) -> f64 {
    let in_common = work.in_common.get(&operation);
    let in_common = in_common.filter(|_| profile.is_processor());
    count - in_common.map_or(0.0, |common| common * (1.0 - 1.0 / work.width))
}

/// Does a compiler that makes vectors of work-items make none of these?
fn is_rolled(work: &Work, vectors: Vectors, profile: &Profile) -> bool {
    let too_large = |most: f64| work.values > most;
    let is_small = |most: f64| work.own_values * work.width <= most;
    work.rolled
        || work.looped && !vectors.over_loops
        || work.branched && !vectors.over_branches
        || work.columns && vectors.over_columns == Some(false)
        || work.row_starts && vectors.over_row_starts.is_some_and(too_large)
        || work.four_rows && vectors.over_four_rows == Some(false)
        || vectors.written_out.is_some_and(is_small)
        || work.operations.iter().any(|(of, &count)| {
            let in_common = work.in_common.get(of).copied().unwrap_or(0.0);
            in_common < count && profile.is_for_one(*of)
        })
}

/// Operations that are done by one part of a device, while others may be at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pipe {
    /// Sums, bits and comparisons of integers.
    Integers,
    /// Products of integers, and divisions that a device makes of products.
    Products,
    /// Divisions of integers by a unit for them.
    Divisions,
    /// Divisions and roots of floats by a unit for them.
    Quotients,
    /// Divisions of integers by what the text tells, made of products by the compiler.
    Reciprocals,
    /// Sums and products of floats.
    Floats,
    /// Roots, functions, divisions of floats, conversions.
    Functions,
    /// Counters and jumps, of loops and from one work-item to the next.
    Rounds,
}

impl Pipe {
    fn of(operation: Operation, profile: &Profile) -> Pipe {
        let is_whole = operation.number < Number::Float;
        match operation.kind {
            "/" | "%" if is_whole && profile.is_processor() => Pipe::Divisions,
            "*" | "/" | "%" | "mul24" | "mad24" if is_whole => Pipe::Products,
            "/ constant" | "% constant" if is_whole => Pipe::Reciprocals,
            _ if is_whole => Pipe::Integers,
            "/" | "native_divide" | "sqrt" | "native_sqrt" if profile.quotients.is_some() => {
                Pipe::Quotients
            }
            "+" | "-" | "*" | "fma" | "mad" => Pipe::Floats,
            _ => Pipe::Functions,
        }
    }
}

fn name(asked: &Asked) -> String {
    let space = if asked.local { "local" } else { "global" };
    let kind = match asked.kind {
        Kind::Load => "read",
        Kind::Store => "write",
        Kind::Atomic => "atomic",
    };
    if asked.local {
        format!("{space} {kind}")
    } else {
        format!("{} {space} {kind}", asked.pattern.name())
    }
}

/// What times take together, in the unit that they are in: from their sum, for an exponent of 1, to the longest of
/// them, for a large one.
pub fn norm(times: &[f64], exponent: f64) -> f64 {
    let longest = times.iter().copied().fold(0.0, f64::max);
    if longest <= 0.0 {
        return 0.0;
    }
    let exponent = exponent.max(1.0);
    let sum: f64 = times
        .iter()
        .map(|time| (time / longest).powf(exponent))
        .sum();
    longest * sum.powf(1.0 / exponent)
}
