//! # Work-groups that run together use one partition of the memory
//!
//! Global memory is split into partitions (channels, memory controllers) in pieces of some hundred
//! bytes: the first piece in the first partition, the next in the second, and so on in turn.
//! Work-groups run at the same time. If their accesses are a multiple of the whole turn apart, they
//! all wait for one partition while the others are idle.
//!
//! This is a strided access of work-groups instead of work-items: each group's own accesses may be
//! perfectly coalesced. The classic case is a matrix whose rows are a power of two long, written
//! column of tiles by column of tiles.
//!
//! ## Why it hurts
//!
//! With all groups at one of eight partitions, an eighth of the bandwidth is left. That was so on the
//! NVIDIA GPUs that the source describes; many later devices scatter addresses over the partitions,
//! which hides most of it. The finding assumes a memory of eight partitions of 256 bytes, in turn.
//!
//! ## Wrong
//! ```opencl
//! kernel void copy_columns(global const float *in, global float *out, int width)
//! {
//!     int row = get_group_id(0);
//!     int column = get_group_id(1) * 32 + get_local_id(0);
//!     out[row * width + column] = in[row * width + column];
//! }
//! ```
//!
//! ## Right
//!
//! With 64 floats more in each row, each row begins in another partition:
//!
//! ```opencl
//! kernel void copy_columns(global const float *in, global float *out, int width)
//! {
//!     int pitch = width + 64;
//!     int row = get_group_id(0);
//!     int column = get_group_id(1) * 32 + get_local_id(0);
//!     out[row * pitch + column] = in[row * pitch + column];
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis, *GPGPU Training Supporting Document* (2014), section 1.5.1: work-groups whose requests go
//! to one partition at the same time are serialized.

use crate::analysis::counted::{self, ENOUGH_REQUESTS, each_round, rounds};
use crate::analysis::form::{Form, Point, Symbol, Values};
use crate::analysis::index::Access;
use crate::analysis::trips::Loops;
use crate::entry::{Family, Mistake};
use crate::simulated_run::{RunReporter, SimulatedRun};
use launch::{Level, MistakeId, Place, Symptom};
use opencl_c::types::AddressSpace;
use std::collections::HashSet;

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::PartitionCamping,
    level: Level::Performance,
    family: Family::Throughput,
    symptom: Symptom::Varies,
    chapter: 13,
    launch: "global: 1024 4\nlocal: 32 1\nbuffer: in float 18432 iota read\n\
             buffer: out float 18432 uninit write\nvalue: width int 512",
    file: page_in!("partition_camping.rs"),
    read: None,
    measure: Some(measure),
};

const PARTITIONS: usize = 8;
/// Bytes in a row that lie in one partition.
const PIECE: i64 = 256;
const SECTOR: i64 = 32;

/// Work-groups looked at, those that begin together: two for each partition.
const GROUPS: i64 = 16;

/// Rounds of each loop that are looked at: a group that walks through all partitions in as many does
/// not stay at one.
const ROUNDS: u64 = 8;

/// Accesses of work-items looked at in all, so that a huge launch costs no more than a large one.
const MOST_LOOKS: i64 = 1 << 16;

/// Share of the sectors that must lie in one partition.
const LEAST_SHARE: f64 = 0.75;

fn measure(run: &SimulatedRun<'_>, reporter: &mut RunReporter<'_>) {
    let Some(values) = Values::of(run.kernel, run.launch) else {
        return;
    };
    if !counted::is_worth_measuring(run) || values.group_count() < GROUPS {
        return;
    }
    let loops = reporter.loops();
    let indices = &loops.indices;
    let items: u64 = values.global.iter().product::<i64>().unsigned_abs();
    let mut told = HashSet::new();
    let mut budget = MOST_LOOKS;
    for found in counted::counted(run, indices) {
        let (counters, access) = (found.counters, found.access);
        // An access that only some work-items make has little to queue for.
        let few =
            counters.global.accesses < items / 2 || counters.global.requests < ENOUGH_REQUESTS;
        if access.space != AddressSpace::Global || few {
            continue;
        }
        let Some(busiest) =
            busiest(&loops, access, &values, &mut budget).filter(|share| *share >= LEAST_SHARE)
        else {
            continue;
        };
        // A read and a write of one object on one line are one mistake.
        if !told.insert((access.object, counters.place.line)) {
            continue;
        }
        reporter.add(
            Place {
                label: format!("{:.0} % of it in one partition of {PARTITIONS}", 100.0 * busiest),
                ..counters.place.clone()
            },
            format!(
                "the first {GROUPS} work-groups access {} in one partition of the memory at a time",
                counted::name(run, access)
            ),
            "make rows longer than a power of two by a piece of 256 bytes, or number the groups otherwise",
        );
    }
}

/// The share of the busiest partition among the sectors that the first work-groups access, if each
/// group has a piece of its own there.
fn busiest(
    loops: &Loops<'_>,
    access: &Access<'_>,
    values: &Values,
    budget: &mut i64,
) -> Option<f64> {
    let offset = access.offset.as_ref()?;
    let by_group = |symbol: &Symbol| matches!(symbol, Symbol::GlobalId(_) | Symbol::GroupId(_));
    if !offset.holds(&by_group) {
        return None;
    }
    if !begins_in_one(offset, values) {
        return None;
    }
    let mut sectors: HashSet<i64> = HashSet::new();
    for number in 0..GROUPS {
        let group = values.group(number);
        let before = sectors.len();
        let mut own: HashSet<i64> = HashSet::new();
        let rounds = rounds(loops, access, offset, values, group, ROUNDS)?;
        let product = |product: i64, count: &u64| product.saturating_mul(*count as i64);
        let looks = rounds
            .iter()
            .map(|(_, count)| count)
            .fold(values.group_size(), product);
        *budget -= looks;
        if *budget < 0 {
            return None;
        }
        let mut known = Some(());
        each_round(&rounds, &mut |round| {
            for lane in 0..values.group_size() {
                let point = Point {
                    values,
                    group,
                    lane: values.lane(lane),
                    rounds: round,
                };
                match offset.at(&point) {
                    Some(at) => own.insert(at.div_euclid(SECTOR)),
                    None => return known = None,
                };
            }
        });
        known?;
        // Lanes that are far apart themselves are the matter of uncoalesced-access.
        let lanes = i64::try_from(access.size.max(1)).ok()?;
        let lanes = lanes.saturating_mul(values.group_size()).max(SECTOR);
        let scattered = rounds.is_empty() && own.len() as i64 * SECTOR / 4 > lanes;
        sectors.extend(own.iter().copied());
        if scattered || sectors.len() == before {
            return None;
        }
    }
    let mut counts = [0_usize; PARTITIONS];
    let mut pieces: [HashSet<i64>; PARTITIONS] = Default::default();
    for sector in &sectors {
        let piece = (sector * SECTOR).div_euclid(PIECE);
        let partition = piece.rem_euclid(PARTITIONS as i64) as usize;
        counts[partition] += 1;
        pieces[partition].insert(piece);
    }
    let (partition, most) = (0..).zip(counts).max_by_key(|(_, count)| *count)?;
    // Groups so small that they share a piece lie side by side, not a round apart.
    let apart = pieces.get::<usize>(partition)?.len() as i64 >= GROUPS;
    apart.then(|| most as f64 / sectors.len().max(1) as f64)
}

/// Do the first work-items of most of the first work-groups begin in one partition? A look that costs
/// little, before all of their work-items are looked at.
fn begins_in_one(offset: &Form, values: &Values) -> bool {
    let mut counts = [0_i64; PARTITIONS];
    for number in 0..GROUPS {
        let point = Point {
            values,
            group: values.group(number),
            lane: [0; 3],
            rounds: &[],
        };
        if let Some(at) = offset.at(&point) {
            let piece = at.div_euclid(PIECE).rem_euclid(PARTITIONS as i64);
            counts[piece as usize] += 1;
        }
    }
    counts.iter().any(|count| count * 4 >= GROUPS * 3)
}
