//! What all races have in common: two work-items, one element, no order.

use super::names::{counted_from, elements, global_id, work_item};
use super::words::Words;
use simulator::{AccessKind, Event, Race};

/// The end of a race's message.
pub const UNORDERED: &str = ", and nothing orders the two";

/// Message and places of a race. One of two writes of the same value is a warning.
pub(crate) fn words(event: &Event, race: &Race) -> Words {
    let element = elements(&race.accessed);
    let (who, other) = (work_item(event), global_id(&race.other));
    let (does, did) = (verb(race.later), verb(race.earlier));
    let words = if race.same_value {
        let message = format!("work-items {other} and {who} both write {element}, the same value");
        Words::new(message).warning()
    } else {
        Words::new(format!(
            "work-item {other} {did} {element} and work-item {who} {does} it{UNORDERED}"
        ))
    };
    let mut label = format!("work-item {who} {does} it here");
    if let Some(index) = &race.index {
        label = format!("{label}: {}", counted_from(index, &race.accessed));
    }
    let words = words.label(label).with_work_item(&race.other);
    match &race.other_place {
        Some(place) => words.with(place, format!("work-item {other} {did} it here")),
        None => words,
    }
}

fn verb(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Load => "reads",
        AccessKind::Store => "writes",
        AccessKind::Atomic => "updates",
    }
}
