//! The model: the work of a launch and the profile of a device give a time.

use crate::profile::{Profile, between, key};
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
    let rolled = profile.vectors.is_some_and(|vectors| {
        work.rolled || work.looped && !vectors.over_loops || work.branched && !vectors.over_branches
    });
    // What a compiler makes no vectors of is as slow in any work-group.
    let slow = factor(&profile.group, work.group)
        * if rolled {
            1.0
        } else {
            factor(&profile.width, work.width)
        };
    for (&operation, &count) in &work.operations {
        let Some(cost) = profile.cost(operation) else {
            return Err(Refusal {
                at: work.first.get(&operation).cloned(),
                why: Why::NoCost(key(operation)),
            });
        };
        rows.push(Row {
            what: key(operation),
            count,
            // Few work-items do not keep a device busy: then one after the other counts.
            seconds: match cost.rolled.filter(|_| rolled) {
                Some(each) => {
                    let wide = work.wide.get(&operation).copied().unwrap_or(0.0).min(count);
                    (each * (count - wide) + cost.seconds * wide) * work.items * slow
                }
                None => (cost.seconds * work.items * slow).max(cost.alone) * count,
            },
            part: Part::Operations,
        });
    }
    if rolled {
        // Those that wait for one another take longer, by as much as the next work-item is too far away to
        // be begun meanwhile.
        let all: f64 = work.operations.values().sum();
        let points = profile.chain.iter();
        let stretch = between(points.map(|chain| (chain.operations, chain.factor)), all);
        let more = (stretch.unwrap_or(1.0) - 1.0).max(0.0);
        let on_path = |(operation, count): (&crate::graph::Operation, &f64)| {
            let each = profile.cost(*operation).and_then(|cost| cost.rolled);
            each.unwrap_or(0.0) * count
        };
        rows.push(Row {
            what: "operations that wait for one another".to_owned(),
            count: work.path.values().sum(),
            seconds: work.path.iter().map(on_path).sum::<f64>() * more * work.items * slow,
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
            (_, Kind::Store) => by_degree(&profile.near.write),
            (_, Kind::Load) if rolled && profile.near.rolled.is_some() => {
                profile.near.rolled.unwrap_or(0.0)
            }
            (_, Kind::Load) if asked.pattern == Pattern::Constant => profile.near.same,
            (_, Kind::Load) if asked.plain && asked.is_row() => profile.near.plain,
            _ => by_degree(&profile.near.apart),
        };
        add(&mut near, seconds * asked.count);
        if !asked.local && asked.fresh > 0.0 {
            let seconds = match asked.kind {
                _ if !asked.is_row() && asked.fresh > 16.0 * asked.count => {
                    asked.fresh / 32.0 * sector
                }
                Kind::Load if asked.degree >= 0.75 * f64::from(profile.warp) => {
                    asked.fresh * column.max(read)
                }
                Kind::Load => asked.fresh * read,
                Kind::Store | Kind::Atomic => asked.fresh * write,
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
    let seconds = launch + joined(&rows, profile);
    Ok(Prediction {
        rows,
        launch,
        seconds,
    })
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

/// What costs of the parts take together.
fn joined(rows: &[Row], profile: &Profile) -> f64 {
    let of = |part: Part| {
        let of = rows.iter().filter(|row| row.part == part);
        of.map(|row| row.seconds.max(0.0)).sum::<f64>()
    };
    let moved = norm(
        &[of(Part::Base), of(Part::Near), of(Part::Far)],
        profile.overlap,
    );
    let mut pipes: BTreeMap<Pipe, f64> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.part == Part::Operations) {
        *pipes.entry(Pipe::of(&row.what)).or_default() += row.seconds.max(0.0);
    }
    let pipes: Vec<f64> = pipes.into_values().collect();
    norm(&[moved, norm(&pipes, profile.pipes)], profile.hidden)
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
}

impl Pipe {
    /// Of an operation by its name in a profile.
    fn of(key: &str) -> Pipe {
        let (number, kind) = key.split_once(' ').unwrap_or(("", key));
        match (number, kind) {
            ("int" | "uint" | "long", "*" | "/" | "%" | "mul24" | "mad24") => Pipe::Products,
            ("int" | "uint" | "long", "/ constant" | "% constant") => Pipe::Reciprocals,
            ("int" | "uint" | "long", _) => Pipe::Integers,
            ("float" | "double", "+" | "-" | "*" | "fma" | "mad") => Pipe::Floats,
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
