//! The memory traffic of a launch: sectors of each warp's request, bytes that a work-group fetches from beyond
//! its own cache, and bytes that the launch touches in all.

use crate::access::{Access, Base, Kind, SECTOR};
use crate::refusal::At;
use crate::reuse::{Share, sectors_in_warp, sectors_of, shares};
use crate::sample::Sample;
use crate::shape::Shape;
use opencl_c::program::Program;
use opencl_c::types::AddressSpace;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

/// The widest access whose sectors are counted exactly: a vector of 16 doubles. A struct may be larger.
const WIDEST: u32 = 128;

/// The bytes of a line of the nearest cache of a GPU, which looks up one of them in a cycle.
pub(crate) const LINE: i64 = 128;

/// Banks of local memory, each four bytes wide.
const BANKS: i64 = 32;

/// How the addresses of an access lie: the five patterns of Pöppel and Herz, and two more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Every work-item reads one address.
    Constant,
    /// The launch touches few bytes, which stay in a cache.
    Interval,
    /// Neighbouring work-items access neighbouring addresses.
    Coalesced,
    /// The work-group has touched the data before.
    Repeated,
    /// About one sector for each work-item.
    Uncoalesced,
    /// Between coalesced and uncoalesced.
    Strided,
    /// The address depends on data.
    Unknown,
}

impl Pattern {
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Constant => "constant",
            Pattern::Interval => "interval",
            Pattern::Coalesced => "coalesced",
            Pattern::Repeated => "repeated",
            Pattern::Uncoalesced => "uncoalesced",
            Pattern::Strided => "strided",
            Pattern::Unknown => "unknown",
        }
    }
}

/// An access and its requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub at: At,
    /// In local memory, rather than global or constant.
    pub local: bool,
    pub kind: Kind,
    pub pattern: Pattern,
    /// Whether the address is affine in the work-item ids.
    pub is_affine: bool,
    /// Whether an argument, or data, is part of the address.
    pub uses_argument: bool,
    /// Bytes between neighbouring work-items' addresses, if constant.
    pub stride: Option<i64>,
    /// Bytes that a work-item reads or writes at once.
    pub bytes: u32,
    /// Accesses of a work-item.
    pub count: f64,
    /// Sectors of a warp's request; in local memory, accesses to the busiest bank.
    pub degree: f64,
    /// Bytes for each work-item that are cold for its work-group: the group has not touched them before.
    pub group_cold: f64,
    /// Bytes for each work-item that are cold for the launch: no other work-group touches them.
    pub launch_cold: f64,
    /// The fraction of its sectors that are cold for the work-group when they are requested.
    pub misses: f64,
    /// Bytes of the buffer; infinite if it is unknown.
    pub object: f64,
    /// Lines of a warp's request, of 128 bytes.
    pub lines: f64,
}

impl Request {
    /// Whether neighbours along the first dimension touch neighbouring elements.
    pub fn is_row(&self) -> bool {
        self.stride == Some(i64::from(self.bytes))
    }
}

/// The memory traffic of a launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Each access, in program order.
    pub requests: Vec<Request>,
    /// Bytes of the buffers that the launch reads, each counted once.
    pub read: f64,
    /// Bytes of the buffers that the launch writes, each counted once.
    pub written: f64,
}

/// The sectors that the sampled work-group has touched, each with the access series that touched it first, if a
/// loop was sampled.
type Touched = FxHashMap<(Base, i64), Option<usize>>;

/// The traffic of the accesses with these indices.
pub(crate) fn traffic(
    program: &Program,
    shape: &Shape,
    sample: &Sample,
    accesses: &[Access],
    live: &[usize],
) -> Traffic {
    let mut surrounding: FxHashSet<(Base, i64)> = FxHashSet::default();
    let last = sample.neighbours.last().cloned().unwrap_or(0..0);
    for &number in live {
        let access = &accesses[number];
        let Some(base) = access.base.filter(|_| is_global(access)) else {
            continue;
        };
        for group in &sample.neighbours[..sample.neighbours.len().saturating_sub(1)] {
            let sectors = sectors_of(access, group.clone());
            surrounding.extend(sectors.into_iter().flatten().map(|sector| (base, sector)));
        }
    }
    let shares = shares(accesses, live, &last);
    let mut own = Touched::default();
    let mut traffic = Traffic::default();
    // Launch-cold bytes by buffer and by whether they are written.
    let mut fetched: BTreeMap<(Base, bool), f64> = BTreeMap::new();
    for (&number, share) in live.iter().zip(shares) {
        let access = &accesses[number];
        let mut request = request_of(
            program,
            sample,
            access,
            share,
            last.clone(),
            &surrounding,
            &mut own,
        );
        if let Some(Base::Buffer(number)) = access.base {
            request.object = shape.bytes_of(number);
        }
        if let Some(base) = access.base
            && is_global(access)
        {
            *fetched
                .entry((base, access.kind != Kind::Load))
                .or_default() += request.launch_cold * shape.items();
        }
        traffic.requests.push(request);
    }
    let of = fetched.into_iter().map(|((base, written), bytes)| {
        let whole = match base {
            Base::Buffer(number) => shape.bytes_of(number),
            _ => f64::INFINITY,
        };
        (written, bytes.min(whole))
    });
    (traffic.read, traffic.written) = touched(of);
    traffic
}

/// Sums bytes that are read and bytes that are written.
pub(crate) fn touched(bytes: impl Iterator<Item = (bool, f64)>) -> (f64, f64) {
    bytes.fold((0.0, 0.0), |(read, write), (written, bytes)| {
        if written {
            (read, write + bytes)
        } else {
            (read + bytes, write)
        }
    })
}

pub(crate) struct WarpRequest {
    pub(crate) local: bool,
    /// Bytes of each work-item's access.
    pub(crate) bytes: u32,
}

impl WarpRequest {
    /// Its sectors; in local memory, the accesses to its busiest bank. `sectors` is scratch space.
    pub(crate) fn degree(
        &self,
        addresses: impl Iterator<Item = i64>,
        sectors: &mut Vec<i64>,
    ) -> u64 {
        sectors.clear();
        for at in addresses {
            if self.local {
                sectors.push(at.div_euclid(4));
            } else {
                let end = at.saturating_add(i64::from(self.bytes.clamp(1, WIDEST)) - 1);
                sectors.extend(at.div_euclid(SECTOR)..=end.div_euclid(SECTOR));
            }
        }
        if !sectors.is_sorted() {
            sectors.sort_unstable();
        }
        sectors.dedup();
        if self.local {
            rounds(sectors)
        } else {
            sectors.len() as u64
        }
    }
}

/// The accesses to the busiest bank.
fn rounds(words: &[i64]) -> u64 {
    let mut banks = [0_u64; BANKS as usize];
    for word in words {
        banks[word.rem_euclid(BANKS) as usize] += 1;
    }
    banks.iter().max().copied().unwrap_or(1)
}

/// The layout of an access's addresses.
pub(crate) struct Layout {
    pub(crate) local: bool,
    /// Whether the address is known.
    pub(crate) known: bool,
    /// Whether the address is uniform.
    pub(crate) same: bool,
    pub(crate) bytes: u32,
    /// Sectors of a warp's request, or accesses to the busiest bank.
    pub(crate) degree: f64,
    /// Sectors that are cold for the work-group, and for the launch.
    pub(crate) group_cold: f64,
    pub(crate) launch_cold: f64,
    /// Work-items of a warp.
    pub(crate) warp: f64,
}

impl Layout {
    pub(crate) fn pattern(&self) -> Pattern {
        let row = self.warp * f64::from(self.bytes) / SECTOR as f64;
        if !self.known {
            Pattern::Unknown
        } else if self.same {
            Pattern::Constant
        } else if self.group_cold == 0.0 && !self.local {
            Pattern::Repeated
        } else if self.launch_cold == 0.0 && !self.local {
            Pattern::Interval
        } else if self.degree <= row.max(1.0) * 1.5 + 1.0 {
            Pattern::Coalesced
        } else if self.degree >= self.warp * 0.75 {
            Pattern::Uncoalesced
        } else {
            Pattern::Strided
        }
    }
}

fn is_global(access: &Access) -> bool {
    matches!(access.space, AddressSpace::Global | AddressSpace::Constant)
}

fn request_of(
    program: &Program,
    sample: &Sample,
    access: &Access,
    share: Option<Share>,
    last: Range<usize>,
    surrounding: &FxHashSet<(Base, i64)>,
    own: &mut Touched,
) -> Request {
    let mut requests = 0.0;
    let mut degrees = 0.0;
    let mut lines = 0.0;
    let mut sectors: Vec<i64> = Vec::new();
    let is_known = access.base.is_some() && access.offset.in_warp(0).is_some();
    for warp in &sample.warps {
        let mut active = warp
            .clone()
            .filter(|&lane| access.active.has(lane))
            .peekable();
        if active.peek().is_none() {
            continue;
        }
        requests += 1.0;
        // An unknown address is assumed to be in a sector, or bank, of its own.
        let apart = if is_global(access) { LINE } else { 4 };
        let addresses = active.map(|lane| {
            let at = access.offset.in_warp(lane).filter(|_| is_known);
            at.unwrap_or(lane as i64 * apart)
        });
        let request = WarpRequest {
            local: !is_global(access),
            bytes: if is_known { access.bytes } else { 1 },
        };
        degrees += request.degree(addresses, &mut sectors) as f64;
        let of_a_line = LINE / SECTOR;
        let starts = sectors.iter().map(|sector| sector.div_euclid(of_a_line));
        let mut before = None;
        lines += starts
            .filter(|line| before.replace(*line) != Some(*line))
            .count() as f64;
    }
    let requests_or_one = f64::max(requests, 1.0);
    let degree = if requests > 0.0 {
        degrees / requests
    } else {
        0.0
    };
    let count = access.weight * access.active.share(&sample.scattered);
    let lanes = last.len().max(1) as f64;
    let (mut group_cold, mut launch_cold) = (0.0, 0.0);
    let mut touched = lanes;
    if is_global(access) {
        match (access.base, sectors_of(access, last.clone())) {
            (Some(base), Some(sectors)) => {
                let series = share.map(|share| share.series);
                let represents_many = share.is_some_and(|share| share.represents_many);
                touched = sectors.len() as f64;
                for sector in sectors {
                    let known = own.entry((base, sector));
                    let is_cold = match &known {
                        Entry::Vacant(_) => true,
                        Entry::Occupied(by) => represents_many && *by.get() == series,
                    };
                    known.or_insert(series);
                    if is_cold {
                        group_cold += 1.0;
                        if !surrounding.contains(&(base, sector)) {
                            launch_cold += 1.0;
                        }
                    }
                }
            }
            _ if is_known => {
                // Each warp is somewhere else.
                let within =
                    |warp: &&Range<usize>| last.start <= warp.start && warp.end <= last.end;
                let warps = sample.warps.iter().filter(within);
                let sectors = warps.map(|warp| sectors_in_warp(access, warp.clone()));
                touched = sectors.sum::<usize>() as f64;
                (group_cold, launch_cold) = (touched, touched);
            }
            _ => {
                let active = last.filter(|&lane| access.active.has(lane)).count();
                group_cold = active as f64;
                // A work-item that walks reads all elements of a sector before the next sector.
                if access.walks {
                    group_cold *= (f64::from(access.bytes) / SECTOR as f64).min(1.0);
                }
                launch_cold = group_cold;
            }
        }
    }
    let weight = access.weight * share.map_or(1.0, |share| share.cold_share);
    let of_an_item = |sectors: f64| sectors * SECTOR as f64 / lanes * weight;
    let layout = Layout {
        local: !is_global(access),
        known: is_known,
        same: access.offset.is_same(),
        bytes: access.bytes,
        degree,
        group_cold,
        launch_cold,
        warp: sample.warps.first().map_or(1, Range::len) as f64,
    };
    Request {
        at: At::of(program, access.origin),
        local: access.space == AddressSpace::Local,
        kind: access.kind,
        pattern: layout.pattern(),
        is_affine: access.steps.is_some(),
        uses_argument: access.steps.is_some_and(|steps| steps.uses_argument),
        stride: stride(sample, access),
        bytes: access.bytes,
        count,
        degree,
        group_cold: of_an_item(group_cold),
        launch_cold: of_an_item(launch_cold),
        misses: group_cold / touched.max(1.0) * share.map_or(1.0, |share| share.cold_share),
        object: f64::INFINITY,
        lines: lines / requests_or_one,
    }
}

/// Bytes between neighbouring work-items' addresses along the first dimension, if constant.
fn stride(sample: &Sample, access: &Access) -> Option<i64> {
    let mut found = None;
    for warp in &sample.warps {
        for lane in warp.start + 1..warp.end {
            let is_next = sample.global[0][lane] == sample.global[0][lane - 1] + 1;
            if !is_next || !access.active.has(lane) || !access.active.has(lane - 1) {
                continue;
            }
            let before = access.offset.in_warp(lane - 1)?;
            let by = access.offset.in_warp(lane)?.checked_sub(before)?;
            if *found.get_or_insert(by) != by {
                return None;
            }
        }
    }
    found
}
