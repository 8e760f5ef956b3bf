//! What an editor's view of the memory is drawn from: objects with their values, and what the next statement does with them.

use crate::session::Session;
use launch_file::TracedStep;
use serde_json::{Value, json};
use simulator::stepping::Position;

/// Elements of an object that are sent at most.
const MOST_ELEMENTS: usize = 4096;

/// Where the work-items are, the accesses and barriers of the next statement, and the objects in memory. `arguments` are
/// `{"from": {NAME: INDEX}, "count": NUMBER}`: the first element of each object, and how many of each.
pub(super) fn memory_view(session: &mut Session<'_>, arguments: &Value) -> Value {
    let ahead = session.ahead();
    let steps: Vec<TracedStep<'_>> = ahead.steps.iter().map(TracedStep::of).collect();
    json!({
        "line": line(session),
        "local": session.now().launch().local(),
        "focus": session.focus(),
        "active": stretches(session, |position| position == Position::Active),
        "returned": stretches(session, |position| position == Position::Returned),
        "objectNames": ahead.objects,
        "steps": steps,
        "complete": ahead.complete,
        "objects": objects(session, arguments),
    })
}

fn line(session: &Session<'_>) -> Option<u32> {
    let now = session.now();
    now.mark().map(|mark| now.launch().mark(mark).place.line)
}

/// The work-items of which this holds, as stretches: the first, and one behind the last.
fn stretches(session: &Session<'_>, wanted: impl Fn(Position<'_>) -> bool) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    let lanes = 0..session.now().work_items();
    for lane in lanes.filter(|&lane| wanted(session.now().position(lane))) {
        match found.last_mut() {
            Some(last) if last[1] == lane => last[1] = lane + 1,
            _ => found.push([lane, lane + 1]),
        }
    }
    found
}

fn objects(session: &Session<'_>, arguments: &Value) -> Vec<Value> {
    let (now, shower) = (session.now(), session.shower());
    let wanted = arguments["count"].as_u64().unwrap_or(256);
    let wanted = (wanted as usize).min(MOST_ELEMENTS);
    let objects = now.launch().objects().into_iter();
    let named = objects.filter(|object| !object.name.is_empty());
    let shown = named.map(|object| {
        let (element, size) = shower.element(object.ty);
        let count = object.bytes / size;
        let first = arguments["from"][object.name].as_u64().unwrap_or(0);
        let first = (first as usize).min(count);
        let end = (first + wanted).min(count);
        let part = now.part(object.object, 0, first * size..end * size);
        let values = (0..end - first).map(|index| shower.show_at(element, &part, index * size));
        json!({
            "object": object.object,
            "name": object.name,
            "space": crate::console::space_text(object.space),
            "type": shower.type_text(element),
            "elementSize": size,
            "count": count,
            "first": first,
            "values": values.collect::<Vec<_>>(),
        })
    });
    shown.collect()
}
