//! What a run of some whole work-groups of a launch counted: how often each stretch of the text was done, and
//! what its accesses asked of the memories. Whoever ran them tells it here; nothing runs here.

use crate::crowd::Groups;
use crate::reader::Kind;
use crate::refusal::{At, Refusal, Why};
use crate::shape::Shape;
use crate::traffic::{Asked, Laid, Request, SECTOR, Traffic, touched};
use opencl_c::program::{ExprId, Program};
use opencl_c::stretch::Stretch;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Work-groups of a launch that is counted whole.
const FEW: u64 = 20;

/// How often a stretch was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// By warps, each time that one did it.
    pub warps: u64,
    /// By work-items.
    pub items: u64,
}

impl Ran {
    /// Not at all.
    pub(crate) const NEVER: Ran = Ran { warps: 0, items: 0 };

    pub(crate) fn is_never(self) -> bool {
        self.items == 0
    }
}

/// An access of the active work-items of a work-group, all at once.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The place in memory, or the call of a built-in function, that the text has there.
    pub expr: ExprId,
    /// What it does.
    pub kind: Kind,
    /// In local memory, rather than global or constant?
    pub local: bool,
    /// Bytes of a work-item's access.
    pub bytes: u32,
    /// By work-item, in rising order of its number in the group: the object, which has the number of its
    /// argument if it is one, and bytes from its start.
    pub addresses: &'a [(usize, u32, i64)],
}

/// What a work-group stands for.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// For its place in the range.
    place: bool,
    /// For what neighbours share; the one that the others surround.
    neighbour: bool,
    surrounded: bool,
}

/// The counts of a run.
#[derive(Debug)]
pub struct Counts {
    warp: usize,
    local: [u64; 3],
    groups: Vec<(u64, Part)>,
    ran: HashMap<Stretch, Ran>,
    sites: HashMap<(ExprId, Kind), Site>,
    /// Sectors that the neighbours of the surrounded group touched; and itself.
    around: HashSet<(u32, i64)>,
    own: HashSet<(u32, i64)>,
    sectors: Vec<i64>,
}

/// What the accesses at one place of the text came to.
#[derive(Debug, Default)]
struct Site {
    local: bool,
    bytes: u32,
    requests: u64,
    degrees: u64,
    /// Bytes from a work-item's address to the next one's: none if it is not always the same.
    stride: Option<i64>,
    strides: u64,
    /// In the surrounded group: where work-items found what their group had touched, or what lies in rows;
    /// and where most of them brought a sector of their own.
    near: Brought,
    apart: Brought,
    /// New sectors by object.
    new: BTreeMap<u32, u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Brought {
    warps: u64,
    fresh: u64,
    new: u64,
}

impl Counts {
    /// Nothing is counted yet. `warp` work-items ask a memory at once.
    pub fn of(shape: &Shape, warp: usize) -> Counts {
        let sizes = shape.groups();
        let flat = |group: [u64; 3]| group[0] + sizes[0] * (group[1] + sizes[1] * group[2]);
        let chosen = Groups::of(shape);
        let mut parts: BTreeMap<u64, Part> = BTreeMap::new();
        let total: u64 = sizes.iter().product();
        if total <= FEW {
            for group in 0..total {
                parts.entry(group).or_default().place = true;
            }
        }
        for place in chosen.places.into_iter().filter(|_| total > FEW) {
            parts.entry(flat(place)).or_default().place = true;
        }
        for (index, neighbour) in chosen.neighbours.iter().enumerate() {
            let part = parts.entry(flat(*neighbour)).or_default();
            part.neighbour = true;
            part.surrounded = index + 1 == chosen.neighbours.len();
        }
        let mut groups: Vec<(u64, Part)> = parts.into_iter().collect();
        // What is new in a group is told against those around it: they come first.
        groups.sort_by_key(|(_, part)| part.surrounded);
        Counts {
            warp: warp.max(1),
            local: shape.local(),
            groups,
            ran: HashMap::new(),
            sites: HashMap::new(),
            around: HashSet::new(),
            own: HashSet::new(),
            sectors: Vec::new(),
        }
    }

    /// The work-groups to run, by their flat numbers with dimension 0 counting fastest, in this order.
    pub fn groups(&self) -> Vec<usize> {
        self.groups
            .iter()
            .map(|&(group, _)| group as usize)
            .collect()
    }

    fn part(&self, group: usize) -> Part {
        let found = self
            .groups
            .iter()
            .find(|(number, _)| *number == group as u64);
        found.map_or(Part::default(), |&(_, part)| part)
    }

    /// In a work-group, a stretch was done so often.
    pub fn ran(&mut self, group: usize, stretch: &Stretch, ran: Ran) {
        if !self.part(group).place {
            return;
        }
        match self.ran.get_mut(stretch) {
            Some(sum) => {
                sum.warps += ran.warps;
                sum.items += ran.items;
            }
            None => {
                self.ran.insert(stretch.clone(), ran);
            }
        }
    }

    /// A work-group accessed a memory.
    pub fn accessed(&mut self, group: usize, access: &Access<'_>) {
        let part = self.part(group);
        let site = self.sites.entry((access.expr, access.kind)).or_default();
        site.local = access.local;
        site.bytes = site.bytes.max(access.bytes);
        let mut warps = 0;
        for of_warp in access
            .addresses
            .chunk_by(|a, b| a.0 / self.warp == b.0 / self.warp)
        {
            warps += 1;
            let request = Request {
                local: access.local,
                bytes: access.bytes,
            };
            // Objects lie far from one another.
            let addresses = of_warp
                .iter()
                .map(|&(_, object, at)| (i64::from(object) << 40).wrapping_add(at));
            site.requests += 1;
            site.degrees += request.degree(addresses, &mut self.sectors);
            for pair in of_warp.windows(2) {
                let (before, after) = (pair[0], pair[1]);
                let is_next =
                    after.0 == before.0 + 1 && !(after.0 as u64).is_multiple_of(self.local[0]);
                if is_next {
                    let by = after.2.wrapping_sub(before.2);
                    if site.strides == 0 {
                        site.stride = Some(by);
                    } else if site.stride != Some(by) {
                        site.stride = None;
                    }
                    site.strides += 1;
                }
            }
        }
        if access.local || !part.neighbour {
            return;
        }
        let sectors = access
            .addresses
            .iter()
            .map(|&(_, object, at)| (object, at.div_euclid(SECTOR)));
        if !part.surrounded {
            self.around.extend(sectors);
            return;
        }
        let (mut fresh, mut new) = (0, 0);
        for sector in sectors {
            if self.own.insert(sector) {
                fresh += 1;
                if !self.around.contains(&sector) {
                    new += 1;
                    *site.new.entry(sector.0).or_default() += 1;
                }
            }
        }
        // As many sectors as work-items, or nearly.
        let apart = 2 * fresh > access.addresses.len() as u64;
        let brought = if apart {
            &mut site.apart
        } else {
            &mut site.near
        };
        brought.warps += warps;
        brought.fresh += fresh;
        brought.new += new;
    }

    /// What every work-item does once.
    pub(crate) fn all(&self) -> Ran {
        let items: u64 = self.local.iter().product();
        let places = self.groups.iter().filter(|(_, part)| part.place).count() as u64;
        Ran {
            warps: places * items.div_ceil(self.warp as u64),
            items: places * items,
        }
    }

    /// How often a warp did what ran so often.
    pub(crate) fn share(&self, ran: Ran) -> f64 {
        ran.warps as f64 / self.all().warps.max(1) as f64
    }

    pub(crate) fn find(&self, stretch: &Stretch) -> Option<Ran> {
        self.ran.get(stretch).copied()
    }

    /// The traffic of accesses that a reading found: how often is in them, and what they asked here.
    pub(crate) fn traffic<'r>(
        &self,
        program: &Program,
        shape: &Shape,
        accesses: impl Iterator<Item = &'r crate::reader::Access>,
    ) -> Result<Traffic, Refusal> {
        // All at one place of the text together, in the order of reading.
        let mut rows: Vec<(&crate::reader::Access, f64)> = Vec::new();
        let mut known: HashMap<(ExprId, Kind), usize> = HashMap::new();
        for access in accesses {
            let row = *known.entry((access.expr, access.kind)).or_insert_with(|| {
                rows.push((access, 0.0));
                rows.len() - 1
            });
            rows[row].1 += access.weight;
        }
        let items = self.local.iter().product::<u64>().max(1) as f64;
        let of_an_item = |sectors: u64| (sectors * SECTOR as u64) as f64 / items;
        let mut traffic = Traffic::default();
        let mut new: BTreeMap<(u32, bool), f64> = BTreeMap::new();
        for (access, count) in rows {
            if access.is_private() || count <= 0.0 {
                continue;
            }
            let at = At::of(program, access.origin);
            let Some(site) = self.sites.get(&(access.expr, access.kind)) else {
                return Err(Refusal {
                    at: Some(at),
                    why: Why::NotCounted,
                });
            };
            for (&object, &sectors) in &site.new {
                *new.entry((object, access.kind != Kind::Load)).or_default() +=
                    of_an_item(sectors) * shape.items();
            }
            let degree = site.degrees as f64 / site.requests.max(1) as f64;
            let warps = site.near.warps + site.apart.warps;
            for (brought, is_near) in [(site.near, true), (site.apart, false)] {
                let share = match warps {
                    0 => f64::from(u8::from(is_near)),
                    _ => brought.warps as f64 / warps as f64,
                };
                if share <= 0.0 {
                    continue;
                }
                let laid = Laid {
                    local: site.local,
                    known: true,
                    same: access.offset.is_same(),
                    bytes: site.bytes,
                    degree,
                    fresh: brought.fresh as f64,
                    new: brought.new as f64,
                    warp: (self.warp as f64).min(items),
                };
                traffic.asked.push(Asked {
                    at: at.clone(),
                    local: site.local,
                    kind: access.kind,
                    pattern: laid.pattern(),
                    plain: access.steps.is_some(),
                    is_moved: access.steps.is_some_and(|steps| steps.is_moved),
                    stride: site.stride,
                    bytes: site.bytes,
                    count: count * share,
                    degree,
                    fresh: of_an_item(brought.fresh),
                    new: of_an_item(brought.new),
                });
            }
        }
        let of = new.into_iter().map(|((object, written), bytes)| {
            let whole = shape.bytes_of(object);
            (written, bytes.min(whole))
        });
        (traffic.read, traffic.written) = touched(of);
        Ok(traffic)
    }
}
