//! The model: the work of a launch and the profile of a device give a time.

use crate::graph::{Number, Operation};
use crate::profile::{Profile, Vectors, between, key};
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

/// A prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Each kind of cost.
    pub rows: Vec<Row>,
    /// Seconds that a launch takes that does nothing, and until its first read is there.
    pub launch: f64,
    /// Seconds of the kernel.
    pub seconds: f64,
}

/// Does the model know of caches?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caches {
    /// Accesses cost by how their addresses lie.
    Aware,
    /// Every access to global memory costs the same: a coalesced one that finds nothing in a cache, as
    /// models before that of the source had it.
    Unaware,
}

/// Predicts the time of a launch's work.
pub fn predict(work: &Work, profile: &Profile, caches: Caches) -> Result<Prediction, Refusal> {
    let mut rows = Vec::new();
    let reads = work
        .traffic
        .asked
        .iter()
        .any(|asked| !asked.local && asked.kind == Kind::Load);
    let first = if reads { profile.first } else { 0.0 };
    let fixed = profile
        .base
        .iter()
        .map(|base| base.seconds)
        .fold(f64::INFINITY, f64::min);
    let base = between(
        profile.base.iter().map(|base| (base.items, base.seconds)),
        work.items,
    )
    .unwrap_or(0.0);
    let beyond = profile.base.last().filter(|last| work.items > last.items);
    let base = match beyond {
        Some(last) => base * work.items / last.items,
        None => base,
    };
    rows.push(Row {
        what: "base cost".to_owned(),
        count: 1.0,
        seconds: base - fixed,
        part: Part::Base,
    });
    let factor = |of: &[crate::profile::Group], size: f64| {
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
    // Of few work-groups, some units of the device have none.
    let groups = work.items / work.group;
    let idle = profile.units.map_or(1.0, |units| (units / groups).max(1.0));
    let slow = slow * idle;
    let mut pipes: BTreeMap<Pipe, f64> = BTreeMap::new();
    for (&operation, &count) in &work.operations {
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
            rows.push(Row {
                what: operation.kind.to_owned(),
                count,
                seconds: each * count * work.items * idle,
                part: Part::Near,
            });
            continue;
        }
        let Some(cost) = profile.cost(operation) else {
            return Err(refused(Why::NoCost(key(operation))));
        };
        let seconds = match cost.rolled.filter(|_| rolled) {
            Some(each) => {
                let wide = work.wide.get(&operation).copied().unwrap_or(0.0).min(count);
                (each * (count - wide) + cost.seconds * wide) * work.items * slow
            }
            // Few work-items do not keep a device busy: then one after the other counts.
            None => (cost.seconds * work.items * slow).max(cost.alone) * count,
        };
        *pipes.entry(Pipe::of(operation)).or_default() += seconds;
        rows.push(Row {
            what: key(operation),
            count,
            seconds,
            part: Part::Operations,
        });
    }
    for (what, count, each) in [
        ("work-item without vectors", 1.0, profile.item),
        ("round of a loop", work.rounds, profile.round),
    ] {
        if let Some(each) = each.filter(|_| rolled && count > 0.0) {
            let seconds = each * count * work.items * slow;
            *pipes.entry(Pipe::Rounds).or_default() += seconds;
            rows.push(Row {
                what: what.to_owned(),
                count,
                seconds,
                part: Part::Operations,
            });
        }
    }
    let pipes: Vec<f64> = pipes.into_values().collect();
    let mut computing = norm(&pipes, profile.pipes);
    if rolled {
        // Those that wait for one another take as long as each takes by itself, but for what of the next work-item is
        // near enough to be begun meanwhile; and while they wait, the rest is done.
        let all: f64 = work.operations.values().sum();
        let points = profile.chain.iter();
        let stretch = between(points.map(|chain| (chain.operations, chain.factor)), all);
        // What is as long as a call has steps of its own that wait for one another, and was measured with them.
        let on_path = |(&operation, count): (&Operation, &f64)| {
            let each = profile.cost(operation).and_then(|cost| cost.rolled);
            let stretch = if profile.is_long(operation) {
                1.0
            } else {
                stretch.unwrap_or(1.0)
            };
            each.unwrap_or(0.0) * count * stretch
        };
        let waiting = work.path.iter().map(on_path).sum::<f64>() * work.items * slow;
        let more = (waiting - computing).max(0.0);
        computing += more;
        rows.push(Row {
            what: "operations that wait for one another".to_owned(),
            count: work.path.values().sum(),
            seconds: more,
            part: Part::Operations,
        });
    }
    if work.barriers > 0.0 {
        rows.push(Row {
            what: "barrier".to_owned(),
            count: work.barriers,
            seconds: profile.barrier * work.barriers * work.items,
            part: Part::Near,
        });
    }
    let touched = work.traffic.read + work.traffic.written;
    let far = |touched: f64, of: &dyn Fn(&crate::profile::Far) -> f64| {
        let points = profile.far.iter().map(|far| (far.bytes, of(far)));
        between(points, touched.max(1.0)).unwrap_or(0.0)
    };
    let (column, read, write, sector) = (
        far(touched, &|far| far.column.unwrap_or(far.read)),
        far(touched, &|far| far.read),
        far(touched, &|far| far.write),
        far(work.traffic.read, &|far| far.sector),
    );
    let mut near: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    let mut bringing: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for asked in &work.traffic.asked {
        let what = name(asked);
        let add = |rows: &mut BTreeMap<String, (f64, f64)>, seconds: f64| {
            let row = rows.entry(what.clone()).or_default();
            row.0 += asked.count;
            row.1 += seconds * work.items;
        };
        if caches == Caches::Unaware && !asked.local {
            let bytes = 4.0 * asked.count;
            let seconds = bytes
                * if asked.kind == Kind::Load {
                    read
                } else {
                    write
                };
            add(&mut bringing, seconds);
            continue;
        }
        let by_degree = |points: &[crate::profile::Apart]| {
            let points = points.iter().map(|point| (point.degree, point.seconds));
            between(points, asked.degree).unwrap_or(0.0)
        };
        let seconds = match (asked.local, asked.kind) {
            (true, _) => by_degree(&profile.near.local),
            (_, Kind::Atomic) => profile.atomic,
            // A row costs what memory takes, of vectors as well.
            (_, Kind::Store) if asked.is_row() => 0.0,
            (_, Kind::Store) => by_degree(&profile.near.write),
            (_, Kind::Load) if rolled && profile.near.rolled.is_some() => {
                profile.near.rolled.unwrap_or(0.0)
            }
            (_, Kind::Load) if asked.pattern == Pattern::Constant => profile.near.same,
            (_, Kind::Load)
                if asked.is_row() && asked.bytes > 4 && !profile.near.vector.is_empty() =>
            {
                let points = profile.near.vector.iter();
                let points = points.map(|point| (point.bytes, point.seconds));
                between(points, f64::from(asked.bytes)).unwrap_or(0.0)
            }
            (_, Kind::Load) if asked.plain && asked.is_row() => profile.near.plain,
            _ => by_degree(&profile.near.apart),
        };
        add(&mut near, seconds * asked.count * idle);
        let fresh = if profile.is_processor() {
            asked.new
        } else {
            asked.fresh
        };
        if !asked.local && fresh > 0.0 {
            let seconds = match asked.kind {
                _ if !asked.is_row() && fresh > 16.0 * asked.count => fresh / 32.0 * sector,
                Kind::Load if asked.degree >= 0.75 * f64::from(profile.warp) => {
                    fresh * column.max(read)
                }
                Kind::Load => fresh * read,
                Kind::Store | Kind::Atomic => fresh * write,
            };
            add(&mut bringing, seconds);
        }
    }
    // The same accesses: once for asking, once for what has to be fetched for them.
    let bringing = bringing
        .into_iter()
        .map(|(what, row)| (format!("{what}, fetched"), row))
        .collect();
    for (part, of) in [(Part::Near, near), (Part::Far, bringing)] {
        rows.extend(of.into_iter().map(|(what, (count, seconds))| Row {
            what,
            count,
            seconds,
            part,
        }));
    }
    let launch = fixed + first;
    let seconds = launch + joined(&rows, computing, profile);
    Ok(Prediction {
        rows,
        launch,
        seconds,
    })
}

/// Does a compiler that makes vectors of work-items make none of these?
fn is_rolled(work: &Work, vectors: Vectors, profile: &Profile) -> bool {
    let too_large = |most: f64| work.values > most;
    work.rolled
        || work.looped && !vectors.over_loops
        || work.branched && !vectors.over_branches
        || work.columns && vectors.over_columns == Some(false)
        || work.row_starts && vectors.over_row_starts.is_some_and(too_large)
        || work.operations.keys().any(|&of| profile.is_for_one(of))
}

/// Seconds from the begin of the first of some launches to the end of the last, which a host enqueues in a
/// row: none begins before the one in front of it has ended, nor before the host has come to it.
pub fn in_a_row(seconds: &[f64], profile: &Profile) -> f64 {
    let mut end = 0.0_f64;
    for (before, seconds) in seconds.iter().enumerate() {
        end = end.max(before as f64 * profile.in_a_row) + seconds;
    }
    end
}

/// What costs of the parts take together, of which arithmetic takes so many seconds.
fn joined(rows: &[Row], computing: f64, profile: &Profile) -> f64 {
    let of = |part: Part| {
        let of = rows.iter().filter(|row| row.part == part);
        of.map(|row| row.seconds.max(0.0)).sum::<f64>()
    };
    if profile.is_processor() {
        // Nothing is done before a core begins; it computes and asks its nearest cache by the same steps; and what
        // comes from further comes meanwhile, if it can.
        let done = of(Part::Near) + computing;
        return of(Part::Base) + norm(&[done, of(Part::Far)], profile.hidden);
    }
    let moved = norm(
        &[of(Part::Base), of(Part::Near), of(Part::Far)],
        profile.overlap,
    );
    norm(&[moved, computing], profile.hidden)
}

/// Operations that are done by one part of a device, while others may be at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pipe {
    /// Sums, bits and comparisons of integers.
    Integers,
    /// Products of integers, and their divisions.
    Products,
    /// The same, made of products by the compiler.
    Reciprocals,
    /// Sums and products of floats.
    Floats,
    /// Roots, functions, divisions of floats, conversions.
    Functions,
    /// Counters and jumps, of loops and from one work-item to the next.
    Rounds,
}

impl Pipe {
    fn of(operation: Operation) -> Pipe {
        let is_whole = operation.number < Number::Float;
        match operation.kind {
            "*" | "/" | "%" | "mul24" | "mad24" if is_whole => Pipe::Products,
            "/ constant" | "% constant" if is_whole => Pipe::Reciprocals,
            _ if is_whole => Pipe::Integers,
            "+" | "-" | "*" | "fma" | "mad" => Pipe::Floats,
            _ => Pipe::Functions,
        }
    }
}

/// From the sum of times, for an exponent of 1, to the longest of them, for a large one.
fn norm(times: &[f64], exponent: f64) -> f64 {
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

impl Prediction {
    /// Seconds of a part alone.
    pub fn of(&self, part: Part) -> f64 {
        let rows = self.rows.iter().filter(|row| row.part == part);
        rows.map(|row| row.seconds).sum()
    }

    /// The part that takes longest.
    pub fn bound(&self) -> Part {
        Part::ALL
            .into_iter()
            .max_by(|&a, &b| self.of(a).total_cmp(&self.of(b)))
            .unwrap_or(Part::Base)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Number;
    use crate::profile::{Base, Chain, Cost, Private, Wide};
    use crate::refusal::At;
    use crate::traffic::Traffic;

    const SUM: Operation = Operation {
        number: Number::Int,
        kind: "+",
    };
    const PRODUCT: Operation = Operation {
        number: Number::Float,
        kind: "*",
    };

    /// A thousand work-items with three sums and four products each, a row of as many.
    fn work() -> Work {
        let operations = BTreeMap::from([(SUM, 3.0), (PRODUCT, 4.0)]);
        Work {
            items: 1000.0,
            group: 256.0,
            width: 16.0,
            path: operations.clone(),
            operations,
            wide: BTreeMap::new(),
            rolled: false,
            looped: false,
            branched: false,
            columns: false,
            row_starts: false,
            values: 7.0,
            rounds: 0.0,
            first: BTreeMap::new(),
            traffic: Traffic::default(),
            barriers: 0.0,
            guessed: false,
            said: Vec::new(),
        }
    }

    /// A sum takes a second and a product as long; ten times that without vectors.
    fn profile(pipes: f64) -> Profile {
        let cost = Cost {
            seconds: 1e-3,
            rolled: Some(1e-2),
            ..Cost::default()
        };
        Profile {
            pipes,
            overlap: 1.0,
            hidden: 1.0,
            base: vec![Base {
                items: 1.0,
                seconds: 0.0,
            }],
            operation: [SUM, PRODUCT].map(|of| (key(of), cost)).into(),
            ..Profile::default()
        }
    }

    /// A read of a row, of so many bytes for each work-item, of which a work-group has not touched so many, and no
    /// other so many.
    fn row(bytes: u32, fresh: f64, new: f64) -> Asked {
        Asked {
            at: At {
                file: "k.cl".to_owned(),
                line: 1,
                column: 1,
            },
            local: false,
            kind: Kind::Load,
            pattern: Pattern::Coalesced,
            plain: true,
            stride: Some(i64::from(bytes)),
            bytes,
            count: 1.0,
            degree: 4.0,
            fresh,
            new,
        }
    }

    fn seconds(work: &Work, profile: &Profile) -> f64 {
        let predicted = predict(work, profile, Caches::Aware).expect("a prediction");
        predicted.seconds
    }

    #[test]
    fn a_function_that_is_computed_one_by_one_keeps_the_rest_from_being_vectors() {
        let sine = Operation {
            number: Number::Float,
            kind: "sin",
        };
        let sum = Operation {
            number: Number::Float,
            kind: "+",
        };
        let work = Work {
            operations: BTreeMap::from([(sum, 5.0), (sine, 1.0)]),
            path: BTreeMap::from([(sum, 5.0), (sine, 1.0)]),
            ..work()
        };
        let with = |wide: f64| {
            let mut profile = Profile {
                vectors: Some(Vectors {
                    over_loops: true,
                    over_branches: true,
                    over_columns: None,
                    over_row_starts: None,
                }),
                chain: vec![Chain {
                    operations: 6.0,
                    factor: 3.0,
                }],
                ..profile(1.0)
            };
            let cost = |seconds, rolled| Cost {
                seconds,
                rolled: Some(rolled),
                ..Cost::default()
            };
            profile.operation.insert(key(sum), cost(1e-3, 1e-2));
            profile.operation.insert(key(sine), cost(wide, 1.0));
            profile
        };
        // Five sums and a sine, all of them vectors.
        assert!((seconds(&work, &with(0.1)) - 105.0).abs() < 1e-9);
        // One by one: sums ten times as long, which wait for as long again twice; a sine waits within itself.
        assert!((seconds(&work, &with(0.9)) - (50.0 + 1000.0 + 100.0)).abs() < 1e-9);
    }

    #[test]
    fn rounds_of_loops_cost_where_there_are_no_vectors() {
        let work = Work {
            operations: BTreeMap::new(),
            path: BTreeMap::new(),
            looped: true,
            rounds: 8.0,
            ..work()
        };
        let with = |over_loops| Profile {
            vectors: Some(Vectors {
                over_loops,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
            }),
            round: Some(1e-3),
            ..profile(1.0)
        };
        assert!((seconds(&work, &with(false)) - 8.0).abs() < 1e-9);
        assert!(seconds(&work, &with(true)) < 1e-9);
    }

    /// The same for a processor that makes vectors of all.
    fn processor(pipes: f64) -> Profile {
        Profile {
            vectors: Some(Vectors {
                over_loops: true,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
            }),
            ..profile(pipes)
        }
    }

    #[test]
    fn few_work_groups_leave_units_of_the_device_without_work() {
        // A thousand work-items are not quite four work-groups.
        let with = |units| Profile {
            units: Some(units),
            ..profile(1.0)
        };
        assert!((seconds(&work(), &with(16.0)) - 7.0 * 16.0 / (1000.0 / 256.0)).abs() < 1e-9);
        assert!((seconds(&work(), &with(2.0)) - 7.0).abs() < 1e-9);
    }

    #[test]
    fn a_work_item_without_vectors_costs_something_by_itself() {
        let item = |profile| Profile {
            item: Some(1e-3),
            ..profile
        };
        let rolled = Work {
            rolled: true,
            ..work()
        };
        let more = seconds(&rolled, &item(processor(1.0))) - seconds(&rolled, &processor(1.0));
        assert!((more - 1.0).abs() < 1e-9);
        let none = seconds(&work(), &item(processor(1.0))) - seconds(&work(), &processor(1.0));
        assert!(none.abs() < 1e-9);
    }

    #[test]
    fn operations_wait_while_others_are_done() {
        let waits = Profile {
            chain: vec![Chain {
                operations: 7.0,
                factor: 3.0,
            }],
            ..processor(1.0)
        };
        let rolled = |path: f64| Work {
            rolled: true,
            path: BTreeMap::from([(PRODUCT, path)]),
            ..work()
        };
        // Seven take 70; two that wait, 3 times as long as each takes, 60; four 120.
        assert!((seconds(&rolled(2.0), &waits) - 70.0).abs() < 1e-9);
        assert!((seconds(&rolled(4.0), &waits) - 120.0).abs() < 1e-9);
    }

    #[test]
    fn a_processor_finds_near_what_the_work_group_before_has_touched() {
        let far = vec![crate::profile::Far {
            bytes: 1.0,
            read: 1e-3,
            ..crate::profile::Far::default()
        }];
        let reads = Work {
            operations: BTreeMap::new(),
            path: BTreeMap::new(),
            traffic: Traffic {
                asked: vec![row(4, 6.0, 4.0)],
                ..Traffic::default()
            },
            ..work()
        };
        let with = |profile| Profile {
            far: far.clone(),
            ..profile
        };
        assert!((seconds(&reads, &with(profile(1.0))) - 6.0).abs() < 1e-9);
        assert!((seconds(&reads, &with(processor(1.0))) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_processor_computes_while_data_comes_but_not_before_it_begins() {
        let far = vec![crate::profile::Far {
            bytes: 1.0,
            read: 7e-3,
            ..crate::profile::Far::default()
        }];
        let starting = Base {
            items: 1000.0,
            seconds: 2.0,
        };
        let fetches = |profile| Profile {
            far: far.clone(),
            hidden: 100.0,
            base: vec![
                Base {
                    items: 1.0,
                    seconds: 1.0,
                },
                starting,
            ],
            ..profile
        };
        let work = Work {
            traffic: Traffic {
                asked: vec![row(4, 1.0, 1.0)],
                ..Traffic::default()
            },
            ..work()
        };
        // 1 for the launch, 1 to start a thousand, and 7 to compute and to fetch.
        let taken = seconds(&work, &fetches(processor(1.0)));
        assert!((taken - 9.0).abs() < 0.1, "{taken}");
    }

    #[test]
    fn pipelines_add_up_or_the_busiest_counts() {
        assert!((seconds(&work(), &profile(1.0)) - 7.0).abs() < 1e-9);
        assert!((seconds(&work(), &profile(2.0)) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn private_arrays_cost_what_was_measured_or_there_is_no_prediction() {
        let work = Work {
            operations: BTreeMap::from([(Operation::PRIVATE_READ, 2.0)]),
            ..work()
        };
        let refused = predict(&work, &profile(1.0), Caches::Aware).expect_err("no cost");
        assert_eq!(refused.why, Why::OlderProfile("private read"));
        let mut measured = profile(1.0);
        measured.near.private = Some(Private {
            read: 1e-3,
            write: 0.0,
        });
        let predicted = predict(&work, &measured, Caches::Aware).expect("a prediction");
        assert_eq!(predicted.bound(), Part::Near);
        assert!((predicted.of(Part::Near) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn rows_of_vectors_cost_by_their_width() {
        let of = |bytes: u32| Work {
            traffic: Traffic {
                asked: vec![row(bytes, 0.0, 0.0)],
                ..Traffic::default()
            },
            operations: BTreeMap::new(),
            ..work()
        };
        let mut measured = profile(1.0);
        measured.near.plain = 1e-3;
        measured.near.vector = vec![
            Wide {
                bytes: 4.0,
                seconds: 1e-3,
            },
            Wide {
                bytes: 16.0,
                seconds: 4e-3,
            },
        ];
        assert!((seconds(&of(4), &measured) - 1.0).abs() < 1e-9);
        assert!((seconds(&of(8), &measured) - 2.0).abs() < 1e-9);
        assert!((seconds(&of(16), &measured) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn without_vectors_operations_cost_more_and_wait_for_one_another() {
        let vectors = |over_loops| Profile {
            vectors: Some(Vectors {
                over_loops,
                over_branches: true,
                over_columns: None,
                over_row_starts: None,
            }),
            chain: vec![Chain {
                operations: 7.0,
                factor: 3.0,
            }],
            ..profile(1.0)
        };
        let looped = Work {
            looped: true,
            ..work()
        };
        assert!((seconds(&looped, &vectors(true)) - 7.0).abs() < 1e-9);
        // Ten times as long, and all seven wait for twice as long again.
        assert!((seconds(&looped, &vectors(false)) - 210.0).abs() < 1e-9);
        let rolled = Work {
            rolled: true,
            ..looped
        };
        assert!((seconds(&rolled, &vectors(true)) - 210.0).abs() < 1e-9);
        let columns = Work {
            columns: true,
            ..work()
        };
        let starts = Work {
            row_starts: true,
            ..work()
        };
        let guessed = Profile {
            vectors: Some(Vectors {
                over_loops: true,
                over_branches: true,
                over_columns: Some(false),
                over_row_starts: Some(6.5),
            }),
            ..vectors(true)
        };
        // Where the compiler guesses an argument to be 1: for a column always, for the start of a row where the
        // kernel's seven values are too many.
        for work in [&columns, &starts] {
            assert!((seconds(work, &vectors(true)) - 7.0).abs() < 1e-9);
            assert!((seconds(work, &guessed) - 210.0).abs() < 1e-9);
        }
        let small = Work {
            values: 6.0,
            ..starts
        };
        assert!((seconds(&small, &guessed) - 7.0).abs() < 1e-9);
        // What the text makes a vector of is one in any case.
        let wide = Work {
            wide: work().operations,
            path: BTreeMap::new(),
            ..rolled
        };
        assert!((seconds(&wide, &vectors(true)) - 7.0).abs() < 1e-9);
    }
}
