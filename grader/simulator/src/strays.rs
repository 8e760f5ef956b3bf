//! Values of work-items that are not there: does anything depend on them?
//!
//! A launch that asked for such values is run again for each place, with other values there. Only where the outcome
//! is another one is it a mistake.

use crate::code::{Code, SiteId};
use crate::event::{Event, EventKind, StrayLane};
use crate::events::Events;
use crate::exec::groups::Stray;
use crate::outcome::{End, Outcome};
use crate::shape::Shape;

/// What to say of a place, if anything depends on it.
pub(crate) struct StrayEvent {
    pub(crate) site: SiteId,
    pub(crate) event: Event,
}

pub(crate) fn events(
    code: &Code,
    shape: &Shape,
    strays: &[Stray],
    sub_group_size: usize,
) -> Vec<StrayEvent> {
    let mut found: Vec<StrayEvent> = Vec::new();
    for stray in strays {
        if found.iter().any(|known| known.site == stray.site) {
            continue;
        }
        let kind = EventKind::StrayLane(StrayLane {
            wanted: stray.wanted,
            inactive: stray.inactive,
            size: sub_group_size,
        });
        let mut events = Events::default();
        let key = crate::events::Key::StrayLane;
        let place = (stray.group, stray.lane);
        events.add(key, (stray.site, None), place, 1, kind);
        let made = events.into_events(code, shape).into_iter();
        found.extend(made.map(|event| StrayEvent {
            site: stray.site,
            event,
        }));
    }
    found
}

/// Adds to an outcome the events of those places on whose values it depends. `again` runs the launch with other
/// values at one place.
pub(crate) fn judge(
    (mut outcome, strays): (Outcome, Vec<StrayEvent>),
    mut again: impl FnMut(SiteId) -> Option<Outcome>,
) -> Outcome {
    if outcome.end != End::Completed {
        return outcome;
    }
    let mut found = Vec::new();
    for stray in strays {
        let Some(other) = again(stray.site) else {
            continue;
        };
        let same = other.outputs == outcome.outputs
            && other.printf == outcome.printf
            && other.end == outcome.end
            && other.events.len() == outcome.events.len();
        if !same {
            found.push(stray.event);
        }
    }
    outcome.events.extend(found);
    outcome
}
