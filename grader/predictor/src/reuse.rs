//! What rounds find again that nobody has read: a loop's round that stands for many says what one of them
//! asks. How much of that is asked for the first time follows from all the rounds together.

use crate::reader::{Access, Turn};
use crate::traffic::SECTOR;
use opencl_c::source::Origin;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Rounds at a loop's beginning that say nothing of how it goes on: all is asked for the first time then.
const BEGINNING: usize = 8;

/// What an access that stands for many says of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    /// The share of what it finds fresh that each of them finds fresh, on average.
    pub(crate) of_fresh: f64,
    /// The same number for the same access in other rounds.
    pub(crate) series: usize,
    /// Does it stand for many? Then what the same access has brought in other rounds is fresh, too: it is
    /// among what the share is of.
    pub(crate) many: bool,
}

/// For each of some accesses, what it says of the rounds for which it or the same access elsewhere stands; none
/// where each stands for itself. `lanes` are those whose sectors are looked at.
pub(crate) fn shares(
    accesses: &[Access],
    live: &[usize],
    lanes: &Range<usize>,
) -> Vec<Option<Share>> {
    let mut shares = vec![None; live.len()];
    let turns = |number: usize| accesses[number].turns.iter();
    let cut: HashSet<u32> = live
        .iter()
        .flat_map(|&number| turns(number))
        .filter(|turn| turn.stands > 1)
        .map(|turn| turn.lap)
        .collect();
    if cut.is_empty() {
        return shares;
    }
    // The same access in each round of a run of a loop: the nth at its place in the text.
    let mut nth: HashMap<(u32, i64, Origin), u32> = HashMap::new();
    let mut found: HashMap<(u32, Origin, u32), usize> = HashMap::new();
    let mut series: Vec<Vec<(usize, Turn)>> = Vec::new();
    for (place, &number) in live.iter().enumerate() {
        let origin = accesses[number].origin;
        // The outermost loop first: the innermost one's series stays.
        for &turn in turns(number).filter(|turn| cut.contains(&turn.lap)) {
            let nth = nth.entry((turn.lap, turn.round, origin)).or_default();
            let of = *found
                .entry((turn.lap, origin, *nth))
                .or_insert(series.len());
            *nth += 1;
            if of == series.len() {
                series.push(Vec::new());
            }
            series[of].push((place, turn));
            shares[place] = Some(Share {
                of_fresh: 1.0,
                series: of,
                many: false,
            });
        }
    }
    for of in &series {
        if of.iter().all(|(_, turn)| turn.stands == 1) {
            continue;
        }
        let rounds: Vec<(&Access, Turn)> = of
            .iter()
            .map(|&(place, turn)| (&accesses[live[place]], turn))
            .collect();
        let share = share(&rounds, lanes);
        for (place, _) in of.iter().filter(|(_, turn)| turn.stands > 1) {
            if let Some(told) = &mut shares[*place] {
                told.of_fresh *= share;
                told.many = true;
            }
        }
    }
    shares
}

/// The sectors that some lanes of an access touch, each once. None where data decides.
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

/// The share of an access in rounds of which some stand for many.
fn share(rounds: &[(&Access, Turn)], lanes: &Range<usize>) -> f64 {
    let (many, read): (Vec<_>, Vec<_>) = rounds.iter().partition(|(_, turn)| turn.stands > 1);
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
    let mut asked = 0.0;
    let mut stands = 0.0;
    for (access, turn) in &many {
        let Some(sectors) = sectors_of(access, lanes.clone()) else {
            return 1.0;
        };
        asked += turn.stands as f64 * sectors.len() as f64;
        stands += turn.stands as f64;
    }
    if asked <= 0.0 {
        return 1.0;
    }
    // No more than what lies between the first place and the last of each work-item.
    let between = (between(rounds, lanes) - seen.len() as f64).max(0.0);
    let steps = if read.len() > 1 { &read } else { &many };
    let left = if goes_in_small_steps(steps, lanes) {
        between
    } else if read.len() > BEGINNING {
        let each = later as f64 / (read.len() - BEGINNING) as f64;
        between.min(each * stands)
    } else {
        between
    };
    (left / asked).min(1.0)
}

/// Does each work-item go so slowly that it comes by every sector on its way?
fn goes_in_small_steps(rounds: &[(&Access, Turn)], lanes: &Range<usize>) -> bool {
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

/// The sectors between the first place and the last of each lane over all rounds, each once.
fn between(rounds: &[(&Access, Turn)], lanes: &Range<usize>) -> f64 {
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
