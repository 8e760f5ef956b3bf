//! Counts of a run of some whole work-groups of a launch: how often each stretch of the text was executed, and
//! the memory requests of its accesses. The caller runs them and reports the counts; nothing runs here.

use crate::access::{Kind, SECTOR};
use crate::refusal::{At, Refusal, Why};
use crate::sample::Groups;
use crate::shape::Shape;
use crate::traffic::{Layout, Request, Traffic, WarpRequest, touched};
use opencl_c::program::{ExprId, Program};
use opencl_c::stretch::Stretch;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Launches of at most this many work-groups are counted whole.
const FEW_GROUPS: u64 = 20;

/// Executions of a stretch of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCount {
    /// Executions by a warp.
    pub warps: u64,
    /// Executions by a work-item.
    pub items: u64,
}

impl RunCount {
    pub(crate) const NEVER: RunCount = RunCount { warps: 0, items: 0 };

    pub(crate) fn is_never(self) -> bool {
        self.items == 0
    }
}

/// An access of the active work-items of a work-group, all at once.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The memory operand in the text, or the call of a built-in function.
    pub expr: ExprId,
    pub kind: Kind,
    /// In local memory, rather than global or constant.
    pub local: bool,
    /// Bytes of a work-item's access.
    pub bytes: u32,
    /// By work-item, in ascending order of its local id: the object (its argument number, if it is an argument)
    /// and the offset in bytes.
    pub addresses: &'a [(usize, u32, i64)],
}

/// The purpose of a work-group in the sample.
#[derive(Clone, Copy, Debug, Default)]
struct Role {
    /// Represents its part of the range.
    scattered: bool,
    /// Shows sharing between neighbours; the surrounded one is measured against the others.
    neighbour: bool,
    surrounded: bool,
}

/// The counts of a run.
#[derive(Debug)]
pub struct Counts {
    warp: usize,
    local: [u64; 3],
    groups: Vec<(u64, Role)>,
    ran: HashMap<Stretch, RunCount>,
    sites: HashMap<(ExprId, Kind), Site>,
    /// Sectors that the neighbours of the surrounded group touched, and those of the group itself.
    surrounding: HashSet<(u32, i64)>,
    own: HashSet<(u32, i64)>,
    sectors: Vec<i64>,
}

/// The requests at one place of the text.
#[derive(Debug, Default)]
struct Site {
    local: bool,
    bytes: u32,
    requests: u64,
    degrees: u64,
    /// Bytes between neighbouring work-items' addresses, if constant.
    stride: Option<i64>,
    strides: u64,
    /// Requests of the surrounded group: those that mostly hit the group's own data or lie in rows, and those
    /// that mostly fetch a sector for each work-item.
    near: Fetched,
    apart: Fetched,
    /// Launch-cold sectors by object.
    launch_cold: BTreeMap<u32, u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Fetched {
    warps: u64,
    group_cold: u64,
    launch_cold: u64,
}

impl Counts {
    /// Starts with empty counts. `warp` work-items issue a memory request together.
    pub fn of(shape: &Shape, warp: usize) -> Counts {
        Counts::of_sample(shape, warp, FEW_GROUPS)
    }

    /// Counts of every work-group, where a kernel may behave otherwise in those that a sample leaves out.
    pub fn of_all(shape: &Shape, warp: usize) -> Counts {
        Counts::of_sample(shape, warp, u64::MAX)
    }

    /// Of all work-groups where there are at most `few`.
    fn of_sample(shape: &Shape, warp: usize, few: u64) -> Counts {
        let sizes = shape.groups();
        let flat = |group: [u64; 3]| group[0] + sizes[0] * (group[1] + sizes[1] * group[2]);
        let chosen = Groups::of(shape);
        let mut roles: BTreeMap<u64, Role> = BTreeMap::new();
        let total: u64 = sizes.iter().product();
        if total <= few {
            for group in 0..total {
                roles.entry(group).or_default().scattered = true;
            }
        }
        for scattered in chosen.scattered.into_iter().filter(|_| total > few) {
            roles.entry(flat(scattered)).or_default().scattered = true;
        }
        for (index, neighbour) in chosen.neighbours.iter().enumerate() {
            let role = roles.entry(flat(*neighbour)).or_default();
            role.neighbour = true;
            role.surrounded = index + 1 == chosen.neighbours.len();
        }
        let mut groups: Vec<(u64, Role)> = roles.into_iter().collect();
        // The surrounded group runs last, when the sectors of its neighbours are known.
        groups.sort_by_key(|(_, role)| role.surrounded);
        Counts {
            warp: warp.max(1),
            local: shape.local(),
            groups,
            ran: HashMap::new(),
            sites: HashMap::new(),
            surrounding: HashSet::new(),
            own: HashSet::new(),
            sectors: Vec::new(),
        }
    }

    /// The work-groups to run, by linear id, in this order.
    pub fn groups(&self) -> Vec<usize> {
        self.groups
            .iter()
            .map(|&(group, _)| group as usize)
            .collect()
    }

    fn role(&self, group: usize) -> Role {
        let found = self
            .groups
            .iter()
            .find(|(number, _)| *number == group as u64);
        found.map_or(Role::default(), |&(_, role)| role)
    }

    /// Records how often a work-group executed a stretch.
    pub fn ran(&mut self, group: usize, stretch: &Stretch, ran: RunCount) {
        if !self.role(group).scattered {
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

    /// Records an access of a work-group.
    pub fn accessed(&mut self, group: usize, access: &Access<'_>) {
        let role = self.role(group);
        let site = self.sites.entry((access.expr, access.kind)).or_default();
        site.local = access.local;
        site.bytes = site.bytes.max(access.bytes);
        let mut warps = 0;
        for of_warp in access
            .addresses
            .chunk_by(|a, b| a.0 / self.warp == b.0 / self.warp)
        {
            warps += 1;
            let request = WarpRequest {
                local: access.local,
                bytes: access.bytes,
            };
            // Keeps the objects apart.
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
        if access.local || !role.neighbour {
            return;
        }
        let sectors = access
            .addresses
            .iter()
            .map(|&(_, object, at)| (object, at.div_euclid(SECTOR)));
        if !role.surrounded {
            self.surrounding.extend(sectors);
            return;
        }
        let (mut group_cold, mut launch_cold) = (0, 0);
        for sector in sectors {
            if self.own.insert(sector) {
                group_cold += 1;
                if !self.surrounding.contains(&sector) {
                    launch_cold += 1;
                    *site.launch_cold.entry(sector.0).or_default() += 1;
                }
            }
        }
        // About a sector for each work-item.
        let apart = 2 * group_cold > access.addresses.len() as u64;
        let fetched = if apart {
            &mut site.apart
        } else {
            &mut site.near
        };
        fetched.warps += warps;
        fetched.group_cold += group_cold;
        fetched.launch_cold += launch_cold;
    }

    /// The count of a stretch that every work-item executes once.
    pub(crate) fn all(&self) -> RunCount {
        let items: u64 = self.local.iter().product();
        let places = self
            .groups
            .iter()
            .filter(|(_, role)| role.scattered)
            .count() as u64;
        RunCount {
            warps: places * items.div_ceil(self.warp as u64),
            items: places * items,
        }
    }

    /// Executions relative to that, by warps.
    pub(crate) fn share(&self, ran: RunCount) -> f64 {
        ran.warps as f64 / self.all().warps.max(1) as f64
    }

    pub(crate) fn find(&self, stretch: &Stretch) -> Option<RunCount> {
        self.ran.get(stretch).copied()
    }

    /// The traffic of the accesses that the reader found, with its execution counts and the addresses counted
    /// here.
    pub(crate) fn traffic<'r>(
        &self,
        program: &Program,
        shape: &Shape,
        accesses: impl Iterator<Item = &'r crate::access::Access>,
    ) -> Result<Traffic, Refusal> {
        // Accesses at one place of the text are merged, in program order.
        let mut rows: Vec<(&crate::access::Access, f64)> = Vec::new();
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
        let mut launch_cold: BTreeMap<(u32, bool), f64> = BTreeMap::new();
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
            for (&object, &sectors) in &site.launch_cold {
                *launch_cold
                    .entry((object, access.kind != Kind::Load))
                    .or_default() += of_an_item(sectors) * shape.items();
            }
            let degree = site.degrees as f64 / site.requests.max(1) as f64;
            let warps = site.near.warps + site.apart.warps;
            for (fetched, is_near) in [(site.near, true), (site.apart, false)] {
                let share = match warps {
                    0 => f64::from(u8::from(is_near)),
                    _ => fetched.warps as f64 / warps as f64,
                };
                if share <= 0.0 {
                    continue;
                }
                let layout = Layout {
                    local: site.local,
                    known: true,
                    same: access.offset.is_same(),
                    bytes: site.bytes,
                    degree,
                    group_cold: fetched.group_cold as f64,
                    launch_cold: fetched.launch_cold as f64,
                    warp: (self.warp as f64).min(items),
                };
                traffic.requests.push(Request {
                    at: at.clone(),
                    local: site.local,
                    kind: access.kind,
                    pattern: layout.pattern(),
                    is_affine: access.steps.is_some(),
                    uses_argument: access.steps.is_some_and(|steps| steps.uses_argument),
                    stride: site.stride,
                    bytes: site.bytes,
                    count: count * share,
                    degree,
                    group_cold: of_an_item(fetched.group_cold),
                    launch_cold: of_an_item(fetched.launch_cold),
                    // A run does not show how loads wait for each other.
                    misses: 0.0,
                    object: f64::INFINITY,
                    lines: 0.0,
                });
            }
        }
        let of = launch_cold.into_iter().map(|((object, written), bytes)| {
            let whole = shape.bytes_of(object);
            (written, bytes.min(whole))
        });
        (traffic.read, traffic.written) = touched(of);
        Ok(traffic)
    }
}
