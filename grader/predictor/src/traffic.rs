//! What the accesses of a reading ask of the memories: how many sectors each warp touches at once, what a
//! work-group brings from beyond its own cache, and how much of the buffers a launch touches in all.

use crate::crowd::Crowd;
use crate::reader::{Access, Base, Kind};
use crate::refusal::At;
use crate::reuse::{Share, sectors_of, shares};
use crate::shape::Shape;
use opencl_c::program::Program;
use opencl_c::types::AddressSpace;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Bytes that a memory moves at least.
pub(crate) const SECTOR: i64 = 32;

/// Bytes of an access whose sectors are looked at one by one: a vector of 16 doubles. A struct may have as
/// many as a text cares to say.
const WIDEST: u32 = 128;

/// Banks of local memory, of four bytes each.
const BANKS: i64 = 32;

/// How an access's addresses lie, in the words of the five patterns of Pöppel and Herz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Every work-item reads the same place.
    Constant,
    /// What the launch touches is little, and stays in a cache.
    Interval,
    /// Neighbouring work-items, neighbouring places.
    Coalesced,
    /// What the work-group has touched before.
    Repeated,
    /// Places apart: a sector, or nearly one, for each work-item.
    Uncoalesced,
    /// Between coalesced and uncoalesced.
    Strided,
    /// Where is decided by data.
    Unknown,
}

impl Pattern {
    /// Its name.
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

/// An access and what it asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Where it stands.
    pub at: At,
    /// In local memory, rather than global or constant?
    pub local: bool,
    /// What it does.
    pub kind: Kind,
    /// How its addresses lie.
    pub pattern: Pattern,
    /// Does the compiler see by how much its address differs from one work-item to the next?
    pub plain: bool,
    /// Has an argument, or data, a part in its address, beside the work-item's place?
    pub is_moved: bool,
    /// Bytes from one work-item's place to its neighbour's, where it is the same for all.
    pub stride: Option<i64>,
    /// Bytes that a work-item reads or writes at once.
    pub bytes: u32,
    /// How often for each work-item.
    pub count: f64,
    /// Sectors of a warp's request; for local memory the rounds that the banks need for one.
    pub degree: f64,
    /// Bytes for each work-item that its work-group had not touched.
    pub fresh: f64,
    /// Bytes for each work-item that no other work-group touches.
    pub new: f64,
}

impl Asked {
    /// Do neighbours along the first dimension touch neighbours?
    pub fn is_row(&self) -> bool {
        self.stride == Some(i64::from(self.bytes))
    }
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Each access, in the order of reading.
    pub asked: Vec<Asked>,
    /// Bytes of the buffers that the launch reads, each once.
    pub read: f64,
    /// Bytes of the buffers that it writes, each once.
    pub written: f64,
}

/// What the work-group that is looked at has touched; and which series of accesses did first, where one stands
/// for many.
type Own = HashMap<(Base, i64), Option<usize>, Quick>;

/// Hashes of places: quicker than what withstands an adversary, whose kernel would but be slower to read.
type Quick = BuildHasherDefault<Mixed>;

#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

/// The traffic of the accesses with these numbers.
pub(crate) fn traffic(
    program: &Program,
    shape: &Shape,
    crowd: &Crowd,
    accesses: &[Access],
    live: &[usize],
) -> Traffic {
    let mut around: HashSet<(Base, i64), Quick> = HashSet::default();
    let last = crowd.neighbours.last().cloned().unwrap_or(0..0);
    for &number in live {
        let access = &accesses[number];
        let Some(base) = access.base.filter(|_| is_global(access)) else {
            continue;
        };
        for group in &crowd.neighbours[..crowd.neighbours.len().saturating_sub(1)] {
            let sectors = sectors_of(access, group.clone());
            around.extend(sectors.into_iter().flatten().map(|sector| (base, sector)));
        }
    }
    let shares = shares(accesses, live, &last);
    let mut own = Own::default();
    let mut traffic = Traffic::default();
    // New bytes by buffer and by whether they are written.
    let mut brought: BTreeMap<(Base, bool), f64> = BTreeMap::new();
    for (&number, share) in live.iter().zip(shares) {
        let access = &accesses[number];
        let asked = ask(
            program,
            crowd,
            access,
            share,
            last.clone(),
            &around,
            &mut own,
        );
        if let Some(base) = access.base
            && is_global(access)
        {
            *brought
                .entry((base, access.kind != Kind::Load))
                .or_default() += asked.new * shape.items();
        }
        traffic.asked.push(asked);
    }
    let of = brought.into_iter().map(|((base, written), bytes)| {
        let whole = match base {
            Base::Buffer(number) => shape.bytes_of(number),
            _ => f64::INFINITY,
        };
        (written, bytes.min(whole))
    });
    (traffic.read, traffic.written) = touched(of);
    traffic
}

/// Bytes read and bytes written, of those that are one or the other.
pub(crate) fn touched(bytes: impl Iterator<Item = (bool, f64)>) -> (f64, f64) {
    bytes.fold((0.0, 0.0), |(read, write), (written, bytes)| {
        if written {
            (read, write + bytes)
        } else {
            (read + bytes, write)
        }
    })
}

/// A warp's request.
pub(crate) struct Request {
    pub(crate) local: bool,
    /// Bytes of each work-item's access.
    pub(crate) bytes: u32,
}

impl Request {
    /// Sectors that it touches, or the rounds that the banks of local memory need for it. Keeps its list in
    /// `sectors`.
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

/// The rounds that the banks need for these words.
fn rounds(words: &[i64]) -> u64 {
    let mut banks = [0_u64; BANKS as usize];
    for word in words {
        banks[word.rem_euclid(BANKS) as usize] += 1;
    }
    banks.iter().max().copied().unwrap_or(1)
}

/// How an access lies.
pub(crate) struct Laid {
    pub(crate) local: bool,
    /// Is it told where?
    pub(crate) known: bool,
    /// One place for all work-items?
    pub(crate) same: bool,
    pub(crate) bytes: u32,
    /// Sectors of a warp's request, or rounds.
    pub(crate) degree: f64,
    /// Sectors that the work-group had not touched, and that no other does.
    pub(crate) fresh: f64,
    pub(crate) new: f64,
    /// Work-items of a warp.
    pub(crate) warp: f64,
}

impl Laid {
    pub(crate) fn pattern(&self) -> Pattern {
        let row = self.warp * f64::from(self.bytes) / SECTOR as f64;
        if !self.known {
            Pattern::Unknown
        } else if self.same {
            Pattern::Constant
        } else if self.fresh == 0.0 && !self.local {
            Pattern::Repeated
        } else if self.new == 0.0 && !self.local {
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

fn ask(
    program: &Program,
    crowd: &Crowd,
    access: &Access,
    share: Option<Share>,
    last: std::ops::Range<usize>,
    around: &HashSet<(Base, i64), Quick>,
    own: &mut Own,
) -> Asked {
    let mut requests = 0.0;
    let mut degrees = 0.0;
    let mut sectors: Vec<i64> = Vec::new();
    let is_known = access.base.is_some() && access.offset.at(0).is_some();
    for warp in &crowd.warps {
        let mut active = warp
            .clone()
            .filter(|&lane| access.active.has(lane))
            .peekable();
        if active.peek().is_none() {
            continue;
        }
        requests += 1.0;
        // Where nobody knows the place, a sector, or a bank, of its own for each.
        let apart = if is_global(access) { SECTOR } else { 4 };
        let addresses = active.map(|lane| {
            let at = access.offset.at(lane).filter(|_| is_known);
            at.unwrap_or(lane as i64 * apart)
        });
        let request = Request {
            local: !is_global(access),
            bytes: if is_known { access.bytes } else { 1 },
        };
        degrees += request.degree(addresses, &mut sectors) as f64;
    }
    let degree = if requests > 0.0 {
        degrees / requests
    } else {
        0.0
    };
    let count = access.weight * access.active.share(&crowd.places);
    let lanes = last.len().max(1) as f64;
    let (mut fresh, mut new) = (0.0, 0.0);
    if is_global(access) {
        match (access.base, sectors_of(access, last.clone())) {
            (Some(base), Some(sectors)) => {
                let series = share.map(|share| share.series);
                let is_many = share.is_some_and(|share| share.many);
                for sector in sectors {
                    let known = own.entry((base, sector));
                    let is_fresh = match &known {
                        Entry::Vacant(_) => true,
                        Entry::Occupied(by) => is_many && *by.get() == series,
                    };
                    known.or_insert(series);
                    if is_fresh {
                        fresh += 1.0;
                        if !around.contains(&(base, sector)) {
                            new += 1.0;
                        }
                    }
                }
            }
            _ => {
                let active = last.filter(|&lane| access.active.has(lane)).count();
                fresh = active as f64;
                new = fresh;
            }
        }
    }
    let weight = access.weight * share.map_or(1.0, |share| share.of_fresh);
    let of_an_item = |sectors: f64| sectors * SECTOR as f64 / lanes * weight;
    let laid = Laid {
        local: !is_global(access),
        known: is_known,
        same: access.offset.is_same(),
        bytes: access.bytes,
        degree,
        fresh,
        new,
        warp: crowd.warps.first().map_or(1, std::ops::Range::len) as f64,
    };
    Asked {
        at: At::of(program, access.origin),
        local: access.space == AddressSpace::Local,
        kind: access.kind,
        pattern: laid.pattern(),
        plain: access.steps.is_some(),
        is_moved: access.steps.is_some_and(|steps| steps.is_moved),
        stride: stride(crowd, access),
        bytes: access.bytes,
        count,
        degree,
        fresh: of_an_item(fresh),
        new: of_an_item(new),
    }
}

/// By how many bytes an access moves from one work-item to the next along the first dimension.
fn stride(crowd: &Crowd, access: &Access) -> Option<i64> {
    let mut found = None;
    for warp in &crowd.warps {
        for lane in warp.start + 1..warp.end {
            let is_next = crowd.global[0][lane] == crowd.global[0][lane - 1] + 1;
            if !is_next || !access.active.has(lane) || !access.active.has(lane - 1) {
                continue;
            }
            let before = access.offset.at(lane - 1)?;
            let by = access.offset.at(lane)?.checked_sub(before)?;
            if *found.get_or_insert(by) != by {
                return None;
            }
        }
    }
    found
}
