//! Combines the work of a launch and the profile of a device into a time.

use crate::price::{Arithmetic, Part, Prices, Row, norm};
use crate::profile::Profile;
use crate::refusal::Refusal;
use crate::waiting::{Waiting, waiting};
use crate::work::Work;
use launch::{Bottleneck, Warps};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    pub rows: Vec<Row>,
    /// Seconds of an empty launch and of the latency of its first read.
    pub launch: f64,
    /// Seconds of the whole launch.
    pub seconds: f64,
    /// Bytes that the launch touches.
    pub(crate) touched: f64,
    /// What it waits for, on a GPU whose latencies were measured.
    pub(crate) waiting: Option<Waiting>,
}

/// Overlap of waiting and of work that keeps a part of the device busy.
const LATENCY_OVERLAP: f64 = 2.5;

/// The bytes that a launch finds in the cache before a GPU's memory when it is repeated.
const IN_A_CACHE: f64 = (32 << 20) as f64;

/// The fraction of a compute unit's work-items below which too few wait at once.
const FEW: f64 = 0.5;

/// Whether the model accounts for caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caches {
    /// The cost of an access depends on how its addresses lie.
    Aware,
    /// Every access to global memory costs as much as a coalesced cache miss, as in models before the source's.
    Unaware,
}

/// Predicts the time of a launch.
pub fn predict(work: &Work, profile: &Profile, caches: Caches) -> Result<Prediction, Refusal> {
    let mut prices = Prices::of(work, profile);
    let computing = prices.arithmetic()?;
    let near = match caches {
        Caches::Aware => prices.request_costs(),
        Caches::Unaware => prices.request_costs_uncached(),
    };
    let exposed = match caches {
        Caches::Aware => prices.fetch_costs(computing.with(near, profile)),
        Caches::Unaware => 0.0,
    };
    let waiting = profile
        .latency
        .as_ref()
        .filter(|_| !profile.is_cpu() && caches == Caches::Aware)
        .map(|latency| waiting(work, profile, latency));
    let launch = prices.launch();
    let is_scalar = prices.is_scalar();
    let compute_overlap = profile.compute_overlap_at(work.traffic.read + work.traffic.written);
    let seconds = total(
        &prices.rows,
        (computing, exposed),
        (compute_overlap, is_scalar),
        profile,
    );
    let seconds = match &waiting {
        Some(waiting) => {
            let waits = waiting.of_a_warp * waiting.waves;
            norm(&[seconds, waits, waiting.issue], LATENCY_OVERLAP)
        }
        None => seconds,
    };
    let seconds = launch + seconds + prices.wake_up(seconds);
    Ok(Prediction {
        rows: prices.rows,
        launch,
        seconds,
        touched: work.traffic.read + work.traffic.written,
        waiting,
    })
}

/// Seconds of several launches that the host enqueues back to back. A launch starts after the one before has
/// ended and the host has enqueued it.
pub fn back_to_back(seconds: &[f64], profile: &Profile) -> f64 {
    let mut end = 0.0_f64;
    for (before, seconds) in seconds.iter().enumerate() {
        end = end.max(before as f64 * profile.enqueue_interval) + seconds;
    }
    end
}

/// Total time of all costs, given how far compute and memory time overlap. `exposed` is fetch time that the
/// prefetcher cannot hide.
fn total(
    rows: &[Row],
    (computing, exposed): (Arithmetic, f64),
    (compute_overlap, is_scalar): (f64, bool),
    profile: &Profile,
) -> f64 {
    let of = |part: Part| {
        let of = rows.iter().filter(|row| row.part == part);
        of.map(|row| row.seconds.max(0.0)).sum::<f64>()
    };
    if profile.is_cpu() {
        // A core starts a work-item before anything overlaps. Fetches from far overlap with computing. Vector
        // requests keep the nearest cache too busy to take in other data at the same time; scalar requests do
        // not.
        let (near, far) = (of(Part::Near), of(Part::Far) - exposed);
        let (done, moved) = if is_scalar {
            (computing.with(near, profile), far)
        } else {
            (computing.with(0.0, profile), near + far)
        };
        return of(Part::Base) + norm(&[done + exposed, moved], compute_overlap);
    }
    // A store goes on to the cache before memory and holds no load up.
    let near = rows.iter().filter(|row| row.part == Part::Near);
    let (stores, others): (Vec<&Row>, Vec<&Row>) = near.partition(|row| is_store(row));
    let sum = |rows: Vec<&Row>| rows.iter().map(|row| row.seconds.max(0.0)).sum::<f64>();
    let moved = norm(
        &[of(Part::Base), sum(stores), sum(others), of(Part::Far)],
        profile.overlap,
    );
    norm(&[moved, computing.with(0.0, profile)], compute_overlap)
}

fn is_store(row: &Row) -> bool {
    row.what.ends_with("global write")
}

impl Prediction {
    /// Seconds of a part if nothing overlapped.
    pub fn of(&self, part: Part) -> f64 {
        let rows = self.rows.iter().filter(|row| row.part == part);
        rows.map(|row| row.seconds).sum()
    }

    /// What it waits for, as text.
    pub fn waits(&self) -> String {
        self.waiting.as_ref().map_or_else(String::new, |waiting| {
            format!(
                "a warp waits {:.3e} s ({:.3e} s of it at barriers), {:.2} waves, occupancy {:.2}, issue {:.3e} s",
                waiting.of_a_warp,
                waiting.barriers,
                waiting.waves,
                waiting.occupancy,
                waiting.issue
            )
        })
    }

    /// What bounds the launch: what takes longest by itself.
    pub fn bottleneck(&self) -> Bottleneck {
        let mut seconds = self.by_bottleneck();
        if let Some(waiting) = &self.waiting {
            let bottleneck = if waiting.barriers > waiting.of_a_warp / 2.0 {
                Bottleneck::Barriers
            } else if waiting.occupancy < FEW {
                Bottleneck::Occupancy
            } else {
                Bottleneck::Latency
            };
            let of = seconds.entry(bottleneck).or_default();
            *of = of.max(waiting.of_a_warp * waiting.waves);
        }
        let longest = seconds.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        longest.map_or(Bottleneck::Launch, |(bottleneck, _)| bottleneck)
    }

    /// The warps of a compute unit that has work, and those that it needs: by Little's law the latency of a warp times
    /// the warps a second that the launch's next bottleneck lets through. None where latencies were not measured.
    pub fn warps(&self) -> Option<Warps> {
        // A run counts operations and does not show their order.
        let waiting = self.waiting.as_ref().filter(|it| it.of_a_warp > 0.0)?;
        let seconds = self.by_bottleneck().into_iter();
        let others = seconds.filter(|(bottleneck, _)| *bottleneck != Bottleneck::Launch);
        let next = others.map(|(_, seconds)| seconds).fold(0.0, f64::max);
        let needed = waiting.in_flight * waiting.of_a_warp * waiting.waves / next;
        // More than any device holds; also where nothing else takes time.
        let needed = needed.ceil().clamp(1.0, f64::from(u32::MAX));
        Some(Warps {
            in_flight: waiting.in_flight.min(waiting.most).ceil() as u64,
            needed: needed as u64,
        })
    }

    /// Seconds of each bottleneck by itself, without waiting.
    fn by_bottleneck(&self) -> BTreeMap<Bottleneck, f64> {
        let mut seconds: BTreeMap<Bottleneck, f64> = BTreeMap::new();
        seconds.insert(Bottleneck::Launch, self.launch);
        let mut pipe = 0.0_f64;
        for row in &self.rows {
            let what = row.what.as_str();
            let bottleneck = match row.part {
                Part::Base => Bottleneck::Launch,
                Part::Operations => {
                    pipe = pipe.max(row.seconds);
                    Bottleneck::Issue
                }
                _ if what.contains("atomic") => Bottleneck::Atomics,
                Part::Near if what == "barrier" => Bottleneck::Barriers,
                Part::Near if what.starts_with("local") => Bottleneck::LocalMemory,
                Part::Near if !is_store(row) => Bottleneck::L1,
                Part::Near | Part::Far if self.touched < IN_A_CACHE => Bottleneck::L2,
                Part::Near | Part::Far => Bottleneck::Memory,
            };
            *seconds.entry(bottleneck).or_default() += row.seconds;
        }
        // Where one operation takes most of the arithmetic, its pipeline is busy rather than the issue.
        if let Some(issue) = seconds.get_mut(&Bottleneck::Issue)
            && pipe > *issue / 2.0
        {
            let all = std::mem::take(issue);
            seconds.insert(Bottleneck::Pipe, all);
        }
        if let Some(waiting) = &self.waiting {
            let of = seconds.entry(Bottleneck::Issue).or_default();
            *of = of.max(waiting.issue);
        }
        seconds
    }

    /// The part that takes longest.
    pub fn bound(&self) -> Part {
        Part::ALL
            .into_iter()
            .max_by(|&a, &b| self.of(a).total_cmp(&self.of(b)))
            .unwrap_or(Part::Base)
    }
}
