//! Data reuse across loop iterations that were not read. A sampled iteration represents many; how much of their
//! data is cold follows from all the iterations together.

use crate::access::{Access, Iteration, SECTOR};
use opencl_c::source::Origin;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The first iterations of a loop, in which everything is cold, do not show how the loop continues.
const BEGINNING: usize = 8;

/// Data reuse of an access that represents many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    /// The fraction of its cold sectors that is cold in each represented iteration, on average.
    pub(crate) cold_share: f64,
    /// The same number for the same access in other iterations.
    pub(crate) series: usize,
    /// Whether it represents many iterations. Then sectors that the same access touched in other iterations
    /// count as cold too: `cold_share` covers them.
    pub(crate) represents_many: bool,
}

/// The data reuse of each access in a loop of which some iterations were sampled; none for other accesses.
/// `lanes` are those whose sectors are counted.
pub(crate) fn shares(
    accesses: &[Access],
    live: &[usize],
    lanes: &Range<usize>,
) -> Vec<Option<Share>> {
    let mut shares = vec![None; live.len()];
    let iterations = |number: usize| accesses[number].iterations.iter();
    let cut: HashSet<u32> = live
        .iter()
        .flat_map(|&number| iterations(number))
        .filter(|iteration| iteration.represents > 1)
        .map(|iteration| iteration.loop_entry)
        .collect();
    if cut.is_empty() {
        return shares;
    }
    // Identifies the same access in each iteration of a loop: the nth at its place in the text.
    let mut nth: HashMap<(u32, i64, Origin), u32> = HashMap::new();
    let mut found: HashMap<(u32, Origin, u32), usize> = HashMap::new();
    let mut series: Vec<Vec<(usize, Iteration)>> = Vec::new();
    for (place, &number) in live.iter().enumerate() {
        let origin = accesses[number].origin;
        // Outermost loop first: the series of the innermost one remains.
        for &iteration in iterations(number).filter(|iteration| cut.contains(&iteration.loop_entry))
        {
            let nth = nth
                .entry((iteration.loop_entry, iteration.round, origin))
                .or_default();
            let of = *found
                .entry((iteration.loop_entry, origin, *nth))
                .or_insert(series.len());
            *nth += 1;
            if of == series.len() {
                series.push(Vec::new());
            }
            series[of].push((place, iteration));
            shares[place] = Some(Share {
                cold_share: 1.0,
                series: of,
                represents_many: false,
            });
        }
    }
    for of in &series {
        if of.iter().all(|(_, iteration)| iteration.represents == 1) {
            continue;
        }
        let rounds: Vec<(&Access, Iteration)> = of
            .iter()
            .map(|&(place, iteration)| (&accesses[live[place]], iteration))
            .collect();
        let share = share(&rounds, lanes);
        for (place, _) in of.iter().filter(|(_, iteration)| iteration.represents > 1) {
            if let Some(share_of) = &mut shares[*place] {
                share_of.cold_share *= share;
                share_of.represents_many = true;
            }
        }
    }
    shares
}

/// The distinct sectors that some lanes of an access touch. None if the address depends on data.
pub(crate) fn sectors_of(access: &Access, lanes: Range<usize>) -> Option<Vec<i64>> {
    let mut sectors = Vec::new();
    for lane in lanes.filter(|&lane| access.active.has(lane)) {
        let sector = access.offset.at(lane)?.div_euclid(SECTOR);
        if sectors.last() != Some(&sector) {
            sectors.push(sector);
        }
    }
    sectors.sort_unstable();
    sectors.dedup();
    Some(sectors)
}

/// The number of distinct sectors that a warp touches, wherever it is.
pub(crate) fn sectors_in_warp(access: &Access, warp: Range<usize>) -> usize {
    let lanes = warp.filter(|&lane| access.active.has(lane));
    let places = lanes.filter_map(|lane| access.offset.in_warp(lane));
    let sectors: HashSet<i64> = places.map(|at| at.div_euclid(SECTOR)).collect();
    sectors.len()
}

/// The cold share of an access in a loop with sampled iterations.
fn share(rounds: &[(&Access, Iteration)], lanes: &Range<usize>) -> f64 {
    let (many, read): (Vec<_>, Vec<_>) = rounds
        .iter()
        .partition(|(_, iteration)| iteration.represents > 1);
    let mut seen: HashSet<i64> = HashSet::new();
    let mut later = 0;
    for (index, (access, _)) in read.iter().enumerate() {
        let Some(sectors) = sectors_of(access, lanes.clone()) else {
            return 1.0;
        };
        let before = seen.len();
        seen.extend(sectors);
        if index >= BEGINNING {
            later += seen.len() - before;
        }
    }
    let mut requested = 0.0;
    let mut represents = 0.0;
    for (access, iteration) in &many {
        let Some(sectors) = sectors_of(access, lanes.clone()) else {
            return 1.0;
        };
        requested += iteration.represents as f64 * sectors.len() as f64;
        represents += iteration.represents as f64;
    }
    if requested <= 0.0 {
        return 1.0;
    }
    // At most what lies between each work-item's first and last address.
    let between = (between(rounds, lanes) - seen.len() as f64).max(0.0);
    let steps = if read.len() > 1 { &read } else { &many };
    let left = if goes_in_small_steps(steps, lanes) {
        between
    } else if read.len() > BEGINNING {
        let each = later as f64 / (read.len() - BEGINNING) as f64;
        between.min(each * represents)
    } else {
        between
    };
    (left / requested).min(1.0)
}

/// Whether each work-item moves in steps of at most a sector, so that it touches every sector on its way.
fn goes_in_small_steps(rounds: &[(&Access, Iteration)], lanes: &Range<usize>) -> bool {
    let [.., (before, first), (after, last)] = rounds else {
        return false;
    };
    let apart = (last.round - first.round).max(1);
    lanes
        .clone()
        .filter_map(|lane| before.offset.at(lane).zip(after.offset.at(lane)))
        .all(|(before, after)| {
            after.abs_diff(before) <= SECTOR.saturating_mul(apart).unsigned_abs()
        })
}

/// The distinct sectors between the first and the last address of each lane.
fn between(rounds: &[(&Access, Iteration)], lanes: &Range<usize>) -> f64 {
    let mut ways: Vec<(i64, i64)> = Vec::new();
    for lane in lanes.clone() {
        let places = rounds
            .iter()
            .filter(|(access, _)| access.active.has(lane))
            .filter_map(|(access, _)| access.offset.at(lane))
            .map(|at| at.div_euclid(SECTOR));
        let way = places.fold(None, |way: Option<(i64, i64)>, at| {
            Some(way.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
        });
        if way.is_some() && ways.last().copied() != way {
            ways.extend(way);
        }
    }
    ways.sort_unstable();
    let mut sectors = 0.0;
    let mut passed = None;
    for (low, high) in ways {
        let from = passed.map_or(low, |passed: i64| low.max(passed.saturating_add(1)));
        if high >= from {
            sectors += (i128::from(high) - i128::from(from) + 1) as f64;
            passed = Some(high);
        }
    }
    sectors
}
