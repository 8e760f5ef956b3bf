//! What was seen during a run, each once, and how it is told.

use crate::claims::Breach;
use crate::code::{Code, ObjectKind, SiteId};
use crate::exec::claiming::NAMED;
use crate::shadow::Kind;
use crate::shape::Shape;
use launch::{Evidence, Finding, Level, Place, WorkItem};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Bytes from the beginning of an object at which an index is no longer told: those beyond twice as
/// many are not kept.
const FAR: u64 = 1 << 37;

/// A kind of mistake that a run can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mistake {
    BarrierInConditional,
    BarrierInDivergentLoop,
    BarrierAfterReturn,
    DataRace,
    SameValueRace,
    CrossGroupRace,
    CrossGroupSameValue,
    WrongFenceFlag,
    OutOfBounds,
    UninitializedRead,
    MisalignedAccess,
    NullPointer,
    WriteToReadOnly,
    ReadFromWriteOnly,
    WriteToConstant,
    AsyncCopyNotWaited,
    DivergentAsyncCopy,
    InvalidEvent,
    EndlessLoop,
    WrongWorkItem,
}

impl Mistake {
    /// The stable id of the catalogue.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Mistake::BarrierInConditional => "barrier-in-conditional",
            Mistake::BarrierInDivergentLoop => "barrier-in-divergent-loop",
            Mistake::BarrierAfterReturn => "barrier-after-return",
            Mistake::DataRace | Mistake::SameValueRace => "data-race",
            Mistake::CrossGroupRace | Mistake::CrossGroupSameValue => "cross-group-race",
            Mistake::WrongFenceFlag => "wrong-fence-flag",
            Mistake::OutOfBounds => "out-of-bounds",
            Mistake::UninitializedRead => "uninitialized-read",
            Mistake::MisalignedAccess => "misaligned-access",
            Mistake::NullPointer => "null-pointer",
            Mistake::WriteToReadOnly => "write-to-read-only",
            Mistake::ReadFromWriteOnly => "read-from-write-only",
            Mistake::WriteToConstant => "write-to-constant",
            Mistake::AsyncCopyNotWaited => "async-copy-not-waited",
            Mistake::DivergentAsyncCopy => "divergent-async-copy",
            Mistake::InvalidEvent => "invalid-event",
            Mistake::EndlessLoop => "endless-loop",
            Mistake::WrongWorkItem => "wrong-work-item",
        }
    }

    const fn level(self) -> Level {
        match self {
            Mistake::SameValueRace | Mistake::CrossGroupSameValue => Level::Warning,
            _ => Level::Error,
        }
    }
}

/// What is known of the first time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Detail {
    None,
    /// A pointer that points to no object.
    Pointer(u64),
    Object(u32),
    Bounds {
        object: u32,
        offset: i64,
        /// Bytes that are accessed.
        bytes: u64,
        /// Bytes of the object.
        size: u64,
        write: bool,
        /// How the index came about.
        index: Option<String>,
    },
    Subscript {
        index: i64,
        length: u64,
    },
    Alignment {
        object: u32,
        offset: i64,
        align: u64,
    },
    Race {
        object: u32,
        offset: i64,
        size: u64,
        later: Kind,
        earlier: Kind,
        group: usize,
        lane: usize,
        /// How the index of the later access came about.
        index: Option<String>,
    },
    Barrier {
        arrived: Vec<usize>,
        missing: Vec<usize>,
        parted: Option<SiteId>,
    },
    Loop {
        rounds: u64,
    },
    /// A write that the claim on a buffer does not allow; elements are counted as the claim counts them.
    Claim {
        object: u32,
        element: usize,
        breach: Breach,
        /// The first elements that the work-item owns, where they have owners: one more than are named.
        own: Vec<usize>,
        /// Those of the element's owner, likewise.
        theirs: Vec<usize>,
    },
    /// Something that is said in words.
    Text(&'static str),
}

/// One thing that was seen, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) mistake: Mistake,
    pub(crate) site: SiteId,
    pub(crate) other: Option<SiteId>,
    pub(crate) group: usize,
    pub(crate) lane: usize,
    pub(crate) detail: Detail,
    pub(crate) count: u64,
}

/// Everything that was seen, in the order in which it was first seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// The events of each site, by the lower of an event's two. A racing kernel notes one in each step: a site
    /// has few, and to look through them is faster than to hash.
    of_site: Vec<Vec<usize>>,
    pub(crate) events: Vec<Event>,
}

impl Events {
    /// Notes an event; `detail` is made only the first time.
    pub(crate) fn note(
        &mut self,
        mistake: Mistake,
        site: SiteId,
        other: Option<SiteId>,
        (group, lane): (usize, usize),
        count: u64,
        detail: impl FnOnce() -> Detail,
    ) {
        if let Some(index) = self.find(mistake, site, other) {
            self.events[index].count += count;
            return;
        }
        let lower = key(mistake, site, other).1 as usize;
        if self.of_site.len() <= lower {
            self.of_site.resize_with(lower + 1, Vec::new);
        }
        self.of_site[lower].push(self.events.len());
        self.events.push(Event {
            mistake,
            site,
            other,
            group,
            lane,
            detail: detail(),
            count,
        });
    }

    /// Was this seen before?
    pub(crate) fn knows(&self, mistake: Mistake, site: SiteId, other: Option<SiteId>) -> bool {
        self.find(mistake, site, other).is_some()
    }

    fn find(&self, mistake: Mistake, site: SiteId, other: Option<SiteId>) -> Option<usize> {
        let key_of = |event: &Event| key(event.mistake, event.site, event.other);
        let key = key(mistake, site, other);
        let events = self.of_site.get(key.1 as usize)?;
        let mut events = events.iter().copied();
        events.find(|&index| key_of(&self.events[index]) == key)
    }

    /// Adds what later work-groups saw.
    pub(crate) fn append(&mut self, later: Events) {
        for event in later.events {
            let at = (event.group, event.lane);
            let detail = event.detail;
            self.note(
                event.mistake,
                event.site,
                event.other,
                at,
                event.count,
                || detail,
            );
        }
    }

    /// As findings with their counts, in the order of the source, one for each mistake and place.
    pub(crate) fn into_findings(self, code: &Code, shape: &Shape) -> (Vec<Finding>, Vec<u64>) {
        let races: HashSet<(SiteId, Option<SiteId>)> = self
            .events
            .iter()
            .filter(|event| matches!(event.mistake, Mistake::DataRace | Mistake::CrossGroupRace))
            .map(|event| (event.site, event.other))
            .collect();
        let misclaimed: HashSet<u32> = self
            .events
            .iter()
            .filter_map(|event| match &event.detail {
                Detail::Claim { object, .. } => Some(*object),
                _ => None,
            })
            .collect();
        let mut found: Vec<(Finding, u64)> = Vec::new();
        let mut known: HashMap<_, usize> = HashMap::new();
        for event in &self.events {
            // Where values differ at times, the warning about equal ones adds nothing.
            let same_value = matches!(
                event.mistake,
                Mistake::SameValueRace | Mistake::CrossGroupSameValue
            );
            if same_value && races.contains(&(event.site, event.other)) {
                continue;
            }
            // A race on elements that are written by the wrong work-item is what follows from that.
            if matches!(&event.detail, Detail::Race { object, .. } if misclaimed.contains(object)) {
                continue;
            }
            let finding = Teller { code, shape, event }.finding();
            let places: Vec<(String, u32, u32)> = finding
                .spans
                .iter()
                .map(|span| (span.file.clone(), span.line, span.column))
                .collect();
            let key = (finding.mistake.clone(), finding.level as u8, places);
            match known.entry(key) {
                Entry::Occupied(twin) => found[*twin.get()].1 += event.count,
                Entry::Vacant(place) => {
                    place.insert(found.len());
                    found.push((finding, event.count));
                }
            }
        }
        found.sort_by_key(|(finding, _)| {
            let place = &finding.spans[0];
            (
                finding.level as u8,
                place.file.clone(),
                place.line,
                place.column,
            )
        });
        found.into_iter().unzip()
    }
}

/// A race of two places is one race, whichever came first.
fn key(mistake: Mistake, site: SiteId, other: Option<SiteId>) -> (Mistake, SiteId, Option<SiteId>) {
    match other {
        Some(other) => (mistake, site.min(other), Some(site.max(other))),
        None => (mistake, site, None),
    }
}

struct Teller<'a> {
    code: &'a Code,
    shape: &'a Shape,
    event: &'a Event,
}

impl Teller<'_> {
    fn finding(&self) -> Finding {
        let site = &self.code.sites[self.event.site as usize];
        let (message, label, help) = self.words();
        let mut spans = vec![labelled(&site.place, label, true)];
        spans.extend(self.other_places());
        let mut work_items = vec![self.item(self.event.group, self.event.lane)];
        if let Detail::Race { group, lane, .. } = self.event.detail {
            work_items.push(self.item(group, lane));
        }
        if let Detail::Claim {
            breach: Breach::Owned { owner: other } | Breach::Shared { other },
            ..
        } = &self.event.detail
        {
            work_items.push(self.shape.numbered(*other));
        }
        Finding {
            mistake: self.event.mistake.id().to_owned(),
            level: self.event.mistake.level(),
            evidence: Evidence::Observed,
            message,
            help,
            kernel: self.code.kernel.clone(),
            spans,
            work_items,
            macro_backtrace: site.backtrace.clone(),
            fix: Vec::new(),
        }
    }

    fn item(&self, group: usize, lane: usize) -> WorkItem {
        self.shape.work_item(group, lane)
    }

    fn local_id(&self, lane: usize) -> String {
        tuple(&self.shape.work_item(0, lane).local)
    }

    fn global_id(&self, group: usize, lane: usize) -> String {
        tuple(&self.shape.work_item(group, lane).global)
    }

    fn object(&self, object: u32) -> String {
        let object = &self.code.objects[object as usize];
        if object.name.is_empty() {
            "an unnamed object".to_owned()
        } else {
            format!("`{}`", object.name)
        }
    }

    /// An offset in bytes as an element of an object.
    fn element(&self, object: u32, offset: i64) -> i64 {
        offset.div_euclid(self.code.objects[object as usize].element as i64)
    }

    /// The elements that some bytes lie in: `x`[3], `x`[4..7] or, of an array of rows, `tile`[1][3].
    fn elements(&self, object: u32, offset: i64, bytes: u64) -> String {
        let name = self.object(object);
        let last = offset.saturating_add_unsigned(bytes.max(1) - 1);
        let (first, last) = (self.element(object, offset), self.element(object, last));
        let mut at = first;
        let mut columns = String::new();
        let rows = &self.code.objects[object as usize].rows;
        for (place, &length) in rows.iter().enumerate().rev() {
            let length = length.max(1) as i64;
            let column = at.rem_euclid(length);
            at = at.div_euclid(length);
            let end = column + last - first;
            let is_range = place + 1 == rows.len() && last > first;
            let shown = if is_range {
                format!("[{column}..{end}]")
            } else {
                format!("[{column}]")
            };
            columns.insert_str(0, &shown);
        }
        if rows.is_empty() && last > first {
            return format!("{name}[{first}..{last}]");
        }
        format!("{name}[{at}]{columns}")
    }

    /// How many elements an object of so many bytes has: 7, or 8 x 9.
    fn extent(&self, object: u32, size: u64) -> (u64, String) {
        let object = &self.code.objects[object as usize];
        let count = size / object.element.max(1);
        let in_rows: u64 = object.rows.iter().product();
        if object.rows.is_empty() || in_rows == 0 {
            return (count, count.to_string());
        }
        let lengths = std::iter::once(count / in_rows).chain(object.rows.iter().copied());
        let lengths: Vec<String> = lengths.map(|length| length.to_string()).collect();
        (count, lengths.join(" x "))
    }

    fn other_places(&self) -> Vec<Place> {
        let sites = &self.code.sites;
        let site = &sites[self.event.site as usize];
        let mut places = Vec::new();
        match &self.event.detail {
            Detail::Race {
                earlier,
                group,
                lane,
                ..
            } => {
                if let Some(other) = self.event.other
                    && let Some(other) = sites.get(other as usize)
                {
                    let what = match earlier {
                        Kind::Read => "reads",
                        Kind::Write => "writes",
                        Kind::Atomic => "updates",
                    };
                    let who = self.global_id(*group, *lane);
                    places.push(labelled(
                        &other.place,
                        format!("work-item {who} {what} it here"),
                        false,
                    ));
                }
            }
            Detail::Barrier {
                parted: Some(parted),
                ..
            } => {
                let label = match self.event.mistake {
                    Mistake::BarrierInConditional => {
                        "this differs between work-items and parts the group"
                    }
                    Mistake::BarrierInDivergentLoop => "work-items leave the loop here",
                    _ => "work-items return here",
                };
                places.push(labelled(
                    &sites[*parted as usize].place,
                    label.to_owned(),
                    false,
                ));
            }
            Detail::Bounds { object, index, .. } => {
                if self.event.mistake == Mistake::OutOfBounds
                    && let Some(guard) = site.guard
                {
                    // Where the index is computed, the guard may well be right.
                    let label = match index {
                        Some(_) => "this condition holds here",
                        None => "this condition lets it through",
                    };
                    places.push(labelled(
                        &sites[guard as usize].place,
                        label.to_owned(),
                        false,
                    ));
                }
                let declared = &self.code.objects[*object as usize];
                places.push(labelled(&declared.place, "declared here".to_owned(), false));
            }
            Detail::Object(object) => {
                let declared = &self.code.objects[*object as usize];
                places.push(labelled(&declared.place, "declared here".to_owned(), false));
            }
            _ => {}
        }
        if let Some(declared) = &site.declared
            && self.event.mistake == Mistake::UninitializedRead
        {
            places.push(labelled(
                declared,
                "declared here without a value".to_owned(),
                false,
            ));
        }
        places
    }

    /// Message, label under the caret, help.
    fn words(&self) -> (String, String, String) {
        let event = self.event;
        let site = &self.code.sites[event.site as usize];
        let who = self.global_id(event.group, event.lane);
        match (&event.detail, event.mistake) {
            (
                Detail::Barrier {
                    arrived, missing, ..
                },
                mistake,
            ) => {
                let all = arrived.len() + missing.len();
                let message = format!(
                    "only {} of {all} work-items reach this barrier",
                    arrived.len()
                );
                let label = format!(
                    "waits for all {all}; local ids {} come, {} never do",
                    self.lanes(arrived),
                    self.lanes(missing)
                );
                let help = match mistake {
                    Mistake::BarrierInConditional => {
                        "move the barrier out of the condition, so that every work-item meets it"
                    }
                    Mistake::BarrierInDivergentLoop => {
                        "let every work-item run the same number of rounds"
                    }
                    _ => "let no work-item return before the last barrier: guard its work instead",
                };
                (message, label, help.to_owned())
            }
            (
                Detail::Race {
                    object,
                    offset,
                    size,
                    later,
                    earlier,
                    group,
                    lane,
                    index,
                },
                mistake,
            ) => {
                let element = self.elements(*object, *offset, *size);
                let other = self.global_id(*group, *lane);
                let verb = |kind: &Kind| match kind {
                    Kind::Read => "reads",
                    Kind::Write => "writes",
                    Kind::Atomic => "updates",
                };
                let message = match mistake {
                    Mistake::SameValueRace | Mistake::CrossGroupSameValue => {
                        format!("work-items {other} and {who} both write {element}, the same value")
                    }
                    _ => format!(
                        "work-item {other} {} {element} and work-item {who} {} it, in no order",
                        verb(earlier),
                        verb(later)
                    ),
                };
                let mut label = format!("work-item {who} {} it here", verb(later));
                if let Some(index) = index {
                    label = format!("{label}: {index}");
                }
                let help = match mistake {
                    Mistake::CrossGroupSameValue => {
                        "let only one of them write it, or let all write it with an atomic operation: nothing orders two work-groups within one launch"
                    }
                    Mistake::CrossGroupRace => {
                        "nothing orders two work-groups within one launch: use an atomic, or a second kernel"
                    }
                    Mistake::WrongFenceFlag => match self.code.objects[*object as usize].kind {
                        ObjectKind::Local => {
                            "the barrier between them does not name CLK_LOCAL_MEM_FENCE, so it does not order local memory"
                        }
                        ObjectKind::Parameter(index) if self.is_local_parameter(index) => {
                            "the barrier between them does not name CLK_LOCAL_MEM_FENCE, so it does not order local memory"
                        }
                        _ => {
                            "the barrier between them does not name CLK_GLOBAL_MEM_FENCE, so it does not order global memory"
                        }
                    },
                    _ if event.other == Some(event.site) && *earlier == *later => {
                        "let each work-item write an element of its own, or let only one of them write"
                    }
                    _ => "put a barrier between the two, where every work-item meets it",
                };
                (message, label, help.to_owned())
            }
            (
                Detail::Bounds {
                    object,
                    offset,
                    bytes,
                    size,
                    write,
                    index,
                },
                Mistake::OutOfBounds,
            ) => {
                let element = self.code.objects[*object as usize].element;
                let (count, extent) = self.extent(*object, *size);
                let verb = if *write { "writes" } else { "reads" };
                let has = format!(
                    "which has {extent} element{}",
                    if count == 1 { "" } else { "s" }
                );
                // An index further away was cut on its way into the pointer.
                let message = if offset.unsigned_abs() < FAR {
                    let elements = self.elements(*object, *offset, *bytes);
                    format!("work-item {who} {verb} {elements}, {has}")
                } else {
                    let name = self.object(*object);
                    let side = if *offset < 0 {
                        "before its first"
                    } else {
                        "behind its last"
                    };
                    let least = FAR / element.max(1);
                    format!(
                        "work-item {who} {verb} {name} about {least} elements or more {side}, {has}"
                    )
                };
                let is_own_array = matches!(
                    self.code.objects[*object as usize].kind,
                    ObjectKind::Local | ObjectKind::Private(_)
                );
                let help = match (site.guard, index) {
                    (None, _) if is_own_array => {
                        "see whether the index is the one that was meant; if it is, the array is too short, or the access lacks a guard"
                    }
                    (Some(_), Some(_)) => {
                        "see whether the index is the one that was meant; if it is, let the condition compare it with the size of what is accessed"
                    }
                    (Some(_), None) => "let the guard compare with the size of what is accessed",
                    (None, Some(_)) => {
                        "see whether the index is the one that was meant; if it is, guard the access: only work-items whose index is below the size may make it"
                    }
                    (None, None) => {
                        "guard the access: only work-items whose index is below the size may make it"
                    }
                };
                let label = match index {
                    Some(index) => format!("out of bounds: {index}"),
                    None => "out of bounds".to_owned(),
                };
                (message, label, help.to_owned())
            }
            (
                Detail::Bounds {
                    object,
                    offset,
                    bytes,
                    index,
                    ..
                },
                _,
            ) => (
                format!(
                    "work-item {who} reads {}, which nobody has written",
                    self.elements(*object, *offset, *bytes)
                ),
                match index {
                    Some(index) => format!("has no value yet: {index}"),
                    None => "has no value yet".to_owned(),
                },
                "write it first, in every work-item's path; or another element is meant".to_owned(),
            ),
            (Detail::Subscript { index, length }, _) => (
                format!(
                    "work-item {who} evaluates `{}` with index {index}, which leaves an array of {length}",
                    site.text
                ),
                format!("index {index} of {length}"),
                "stay within this row or field: what lies behind it is another one".to_owned(),
            ),
            (
                Detail::Alignment {
                    object,
                    offset,
                    align,
                },
                _,
            ) => (
                format!(
                    "work-item {who} accesses {} at byte {offset}, which is no multiple of {align}",
                    self.object(*object)
                ),
                format!("must be aligned to {align} bytes"),
                "use vload and vstore, which only ask for the alignment of a component".to_owned(),
            ),
            (
                Detail::Claim {
                    object,
                    element,
                    breach,
                    own,
                    theirs,
                },
                _,
            ) => {
                let name = self.object(*object);
                let numbered = |number: u32| tuple(&self.shape.numbered(number).global);
                let (message, help) = match breach {
                    Breach::Owned { owner } => (
                        format!(
                            "work-item {who} writes element {element} of {name}, which is work-item {}'s here",
                            numbered(*owner)
                        ),
                        own_elements((&who, own), (&numbered(*owner), theirs)),
                    ),
                    Breach::Shared { other } => (
                        format!(
                            "work-items {} and {who} both write element {element} of {name}, and each element is one work-item's here",
                            numbered(*other)
                        ),
                        index_of_ids(self.shape.dimensions),
                    ),
                    Breach::TooMany { most: 1 } => (
                        format!(
                            "work-item {who} writes element {element} of {name} as well, and each work-item writes one element here"
                        ),
                        "write only this work-item's own element: the other work-items run the same code for theirs".to_owned(),
                    ),
                    Breach::TooMany { most } => (
                        format!(
                            "work-item {who} writes element {element} of {name} as well, and each work-item writes {most} elements at most here"
                        ),
                        "write only this work-item's own elements: the other work-items run the same code for theirs".to_owned(),
                    ),
                };
                (message, format!("work-item {who} writes it here"), help)
            }
            (Detail::Loop { rounds }, _) => (
                format!("this loop had not ended after {rounds} rounds"),
                "goes on and on".to_owned(),
                "make sure that what the condition tests changes in each round, in every work-item"
                    .to_owned(),
            ),
            (Detail::Object(object), mistake) => {
                let name = self.object(*object);
                let (message, label, help) = match mistake {
                    Mistake::NullPointer => (
                        format!("work-item {who} accesses {name}, which is a null buffer"),
                        "null",
                        "test the pointer before using it, or bind a buffer",
                    ),
                    Mistake::WriteToConstant => (
                        format!("work-item {who} writes {name}, which is constant memory"),
                        "constant",
                        "",
                    ),
                    Mistake::WriteToReadOnly => (
                        format!("work-item {who} writes {name}, a buffer it may only read"),
                        "read-only",
                        "write to an output of the kernel: this buffer is created for reading only",
                    ),
                    Mistake::ReadFromWriteOnly => (
                        format!("work-item {who} reads {name}, a buffer it may only write"),
                        "write-only",
                        "keep the value in a private variable and write it once: what this buffer holds is not for the kernel to read",
                    ),
                    Mistake::AsyncCopyNotWaited => (
                        format!("work-item {who} uses {name} before its async copy was waited for"),
                        "the copy may still be under way",
                        "call wait_group_events with the copy's event first",
                    ),
                    _ => (
                        format!("work-item {who} reads {name} before it has a value"),
                        "has no value yet",
                        "give it a value in every path",
                    ),
                };
                (message, label.to_owned(), help.to_owned())
            }
            (Detail::Pointer(pointer), _) => {
                let near_null = *pointer < 1 << 32 || *pointer > u64::MAX - (1 << 32);
                let what = if near_null {
                    "a null pointer"
                } else {
                    "a pointer to no object"
                };
                (
                    format!("work-item {who} evaluates `{}` through {what}", site.text),
                    what.to_owned(),
                    "test the pointer before using it, or bind a buffer".to_owned(),
                )
            }
            (Detail::Text(text), mistake) => {
                let help = match mistake {
                    Mistake::DivergentAsyncCopy => {
                        "every work-item of the group must make the call, with the same arguments"
                    }
                    Mistake::AsyncCopyNotWaited => "call wait_group_events with the copy's event",
                    _ => "",
                };
                ((*text).to_owned(), String::new(), help.to_owned())
            }
            (Detail::None, _) => (
                format!(
                    "work-item {who} reads `{}` before it has a value",
                    site.text
                ),
                "has no value yet".to_owned(),
                "give it a value in every path".to_owned(),
            ),
        }
    }

    fn is_local_parameter(&self, index: usize) -> bool {
        matches!(
            self.code.parameters.get(index),
            Some(crate::code::Parameter::Pointer { local: true, .. })
        )
    }

    /// Local ids as ranges.
    fn lanes(&self, lanes: &[usize]) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut at = 0;
        while at < lanes.len() {
            let mut end = at;
            while end + 1 < lanes.len() && lanes[end + 1] == lanes[end] + 1 {
                end += 1;
            }
            if parts.len() == 4 {
                parts.push("...".to_owned());
                break;
            }
            parts.push(if end > at {
                format!(
                    "{}..{}",
                    self.local_id(lanes[at]),
                    self.local_id(lanes[end])
                )
            } else {
                self.local_id(lanes[at])
            });
            at = end + 1;
        }
        if parts.is_empty() {
            "none".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

/// How each work-item comes to an element of its own, as a remedy.
fn index_of_ids(dimensions: usize) -> String {
    let ids = if dimensions == 1 {
        "get_global_id(0), which differs in every work-item (get_local_id(0) and get_group_id(0) do not)"
    } else {
        "get_global_id in each dimension: together these ids differ in every work-item"
    };
    format!("make the index of {ids}; let a work-item without an element write nothing")
}

/// Which elements the work-item that writes has, and which the owner of the element: a remedy.
fn own_elements((who, own): (&str, &[usize]), (owner, theirs): (&str, &[usize])) -> String {
    let rule = if own.is_empty() {
        "make the index come to a work-item's own elements, from its ids, and let one without an element write nothing"
    } else {
        "make the index come to a work-item's own elements, from its ids"
    };
    format!(
        "work-item {who} has {}, work-item {owner} has {}: {rule}",
        elements(own),
        elements(theirs)
    )
}

/// Some elements by their numbers; of many the first ones.
fn elements(numbers: &[usize]) -> String {
    let mut list: Vec<String> = numbers.iter().take(NAMED).map(usize::to_string).collect();
    if numbers.len() > NAMED {
        list.push("so on".to_owned());
    }
    match list.as_slice() {
        [] => "no element here".to_owned(),
        [only] => format!("element {only}"),
        [first @ .., last] => format!("the elements {} and {last}", first.join(", ")),
    }
}

fn tuple(ids: &[usize]) -> String {
    if let [id] = ids {
        return id.to_string();
    }
    let ids: Vec<String> = ids.iter().map(usize::to_string).collect();
    format!("({})", ids.join(","))
}

fn labelled(place: &Place, label: String, primary: bool) -> Place {
    Place {
        label,
        primary,
        ..place.clone()
    }
}
