//! The events of a run, each noted once for a place.

use crate::code::{Code, ObjectKind, Parameter, SiteId};
use crate::event::{Branch, Event, EventKind, Limit, LocalIds, MemoryRange, Object, RaceScope};
use crate::shape::Shape;
use launch::Place;
use opencl_c::builtin::Scope;
use opencl_c::types::AddressSpace;
use std::collections::HashSet;

/// What two events have in common, beside their sites, that are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    DivergentBarrier(Branch),
    Race { scope: RaceScope, same_value: bool },
    OutOfBounds,
    Uninitialized,
    Misaligned,
    NullPointer,
    WrongSpace,
    WriteToConstant,
    WriteToReadOnly,
    ReadFromWriteOnly,
    CopyNotWaited,
    DivergentCopy,
    DivergentGroup(Scope),
    GroupMisuse,
    StrayLane,
    UnknownEvent,
    EndlessLoop,
    ClaimBroken,
    ImageMisuse,
}

/// Where something happened: the site, and that of an earlier access that it has to do with.
pub(crate) type Sites = (SiteId, Option<SiteId>);

#[derive(Clone, Debug)]
struct Noted {
    key: Key,
    sites: Sites,
    group: usize,
    lane: usize,
    kind: EventKind,
    count: u64,
}

/// Everything that happened, in the order in which it first happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// The events of each site, by the lower of an event's two. A racing kernel notes one in each step: a site
    /// has few, and to look through them is faster than to hash.
    of_site: Vec<Vec<usize>>,
    noted: Vec<Noted>,
}

impl Events {
    /// Counts an event that is known; false where it is not.
    pub(crate) fn count_again(&mut self, key: Key, sites: Sites, count: u64) -> bool {
        let known = self.of_site.get(unordered(sites).0 as usize);
        let same = |noted: &Noted| noted.key == key && unordered(noted.sites) == unordered(sites);
        let known = known.and_then(|all| all.iter().find(|&&index| same(&self.noted[index])));
        match known {
            Some(&index) => {
                self.noted[index].count += count;
                true
            }
            None => false,
        }
    }

    /// Adds an event that is not known.
    pub(crate) fn add(
        &mut self,
        key: Key,
        sites: Sites,
        (group, lane): (usize, usize),
        count: u64,
        kind: EventKind,
    ) {
        let lower = unordered(sites).0 as usize;
        if self.of_site.len() <= lower {
            self.of_site.resize_with(lower + 1, Vec::new);
        }
        self.of_site[lower].push(self.noted.len());
        self.noted.push(Noted {
            key,
            sites,
            group,
            lane,
            kind,
            count,
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.noted.len()
    }

    /// Adds the events of later work-groups.
    pub(crate) fn append(&mut self, later: Events) {
        for noted in later.noted {
            let (key, sites, count) = (noted.key, noted.sites, noted.count);
            if !self.count_again(key, sites, count) {
                self.add(key, sites, (noted.group, noted.lane), count, noted.kind);
            }
        }
    }

    /// What happened, without what only follows from something else.
    pub(crate) fn into_events(self, code: &Code, shape: &Shape) -> Vec<Event> {
        self.into_events_from(0, code, shape)
    }

    /// [`Self::into_events`] without the first `from` that were noted.
    pub(crate) fn into_events_from(self, from: usize, code: &Code, shape: &Shape) -> Vec<Event> {
        let is_plain_race = |key: &Key| match key {
            Key::Race { scope, same_value } => !same_value && *scope != RaceScope::Unfenced,
            _ => false,
        };
        let races: HashSet<Sites> = self
            .noted
            .iter()
            .filter(|noted| is_plain_race(&noted.key))
            .map(|noted| noted.sites)
            .collect();
        let misclaimed: HashSet<Option<usize>> = self
            .noted
            .iter()
            .filter_map(|noted| match &noted.kind {
                EventKind::ClaimBroken(broken) => Some(broken.object.argument),
                _ => None,
            })
            .collect();
        let follows = |noted: &Noted| match &noted.kind {
            // Where the values differ at times, it does not matter that they are equal at others.
            EventKind::Race(race) if race.same_value && races.contains(&noted.sites) => true,
            // Two work-items race on an element because the wrong one writes it.
            EventKind::Race(race) => {
                let argument = race.accessed.object.argument;
                argument.is_some() && misclaimed.contains(&argument)
            }
            _ => false,
        };
        let events = self.noted.into_iter().skip(from);
        let events = events.filter(|noted| !follows(noted));
        events
            .map(|noted| {
                let site = &code.sites[noted.sites.0 as usize];
                Event {
                    kind: noted.kind,
                    kernel: code.kernel.clone(),
                    place: site.place.clone(),
                    text: site.text.clone(),
                    macro_backtrace: site.backtrace.clone(),
                    work_item: Some(shape.work_item(noted.group, noted.lane)),
                    count: noted.count,
                }
            })
            .collect()
    }
}

/// A race of two places is one race, whichever came first.
fn unordered((site, other): Sites) -> Sites {
    match other {
        Some(other) => (site.min(other), Some(site.max(other))),
        None => (site, None),
    }
}

/// The event of a launch that a device would refuse.
pub(crate) fn refused(code: &Code, limit: Limit) -> Event {
    Event {
        kind: EventKind::Refused(limit),
        kernel: code.kernel.clone(),
        place: code.place.clone(),
        text: String::new(),
        macro_backtrace: Vec::new(),
        work_item: None,
        count: 1,
    }
}

impl Code {
    /// An object as it is shown.
    pub(crate) fn object(&self, object: u32) -> Object {
        let of = &self.objects[object as usize];
        let (argument, space) = match of.kind {
            ObjectKind::Parameter(index) => {
                let space = match self.parameters.get(index) {
                    Some(Parameter::Pointer { local: true, .. }) => AddressSpace::Local,
                    Some(Parameter::Pointer { constant: true, .. }) => AddressSpace::Constant,
                    Some(Parameter::Pointer { .. } | Parameter::Image { .. }) => {
                        AddressSpace::Global
                    }
                    Some(
                        Parameter::Value { .. }
                        | Parameter::Record { .. }
                        | Parameter::Sampler { .. },
                    )
                    | None => AddressSpace::Private,
                };
                (Some(index), space)
            }
            ObjectKind::Local => (None, AddressSpace::Local),
            ObjectKind::Global => (None, AddressSpace::Global),
            ObjectKind::Constant => (None, AddressSpace::Constant),
            ObjectKind::Private(_) => (None, AddressSpace::Private),
        };
        Object {
            argument,
            name: of.name.clone(),
            space,
            element: of.element,
            rows: of.rows.clone(),
            declared: of.place.clone(),
        }
    }

    pub(crate) fn accessed(&self, object: u32, offset: i64, bytes: u64) -> MemoryRange {
        MemoryRange {
            object: self.object(object),
            offset,
            bytes,
            pixel: None,
        }
    }

    pub(crate) fn place_of(&self, site: SiteId) -> Place {
        self.sites[site as usize].place.clone()
    }
}

impl Shape {
    /// Lanes of a work-group, in order, by their local ids.
    pub(crate) fn local_ids(&self, group: usize, lanes: &[usize]) -> LocalIds {
        let id = |lane: usize| self.work_item(group, lane).local;
        let ranges = lanes.chunk_by(|one, next| one + 1 == *next);
        LocalIds {
            count: lanes.len(),
            ranges: ranges
                .filter_map(|range| Some((id(*range.first()?), id(*range.last()?))))
                .collect(),
        }
    }
}
