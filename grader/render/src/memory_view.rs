//! The memory traffic of a run: one row for each access of the source to global or local memory.

use super::{Page, Tone, quantity};
use launch::sanitise::visible_line;
use simulator::{AccessCounters, AccessKind, Counters};

const LINE: usize = 6;
const ASKED: usize = 9;
const MOVED: usize = 10;
const EFFICIENCY: usize = 13;
const CONFLICTS: usize = 12;
const LANES: usize = 8;
const GAP: usize = 3;

/// The table, or nothing where no memory was accessed.
pub(super) fn memory_view(page: Page, counters: &Counters) -> String {
    let accesses: Vec<&AccessCounters> = counters
        .accesses
        .iter()
        .filter(|access| access.global.requests + access.local.requests > 0)
        .collect();
    if accesses.is_empty() {
        return String::new();
    }
    let taken = LINE + GAP + ASKED + MOVED + EFFICIENCY + CONFLICTS + LANES;
    let what = page.width.saturating_sub(taken).clamp(12, 40);
    let head = row(
        what,
        [
            "line",
            "what",
            "asked",
            "moved",
            "efficiency",
            "conflicts",
            "lanes",
        ],
    );
    let mut text = page.paint(Tone::Faint, head.trim_end());
    text.push('\n');
    let many_files = accesses
        .iter()
        .any(|access| access.place.file != accesses[0].place.file);
    let mut file = None;
    for access in accesses {
        if many_files && file != Some(&access.place.file) {
            file = Some(&access.place.file);
            text.push_str(&format!("{}\n", visible_line(&access.place.file)));
        }
        text.push_str(&access_row(what, access, counters));
    }
    text
}

fn access_row(what: usize, access: &AccessCounters, counters: &Counters) -> String {
    let kind = match access.kind {
        AccessKind::Load => "read",
        AccessKind::Store => "write",
        AccessKind::Atomic => "atomic",
    };
    let line = counters
        .lines
        .iter()
        .find(|line| line.file == access.place.file && line.line == access.place.line)
        .filter(|line| line.lanes > 0);
    let lanes = line.map_or("-".to_owned(), |line| {
        quantity::percent(line.active_lanes as f64 / line.lanes as f64)
    });
    let (global, local) = (&access.global, &access.local);
    let none = || "-".to_owned();
    let is_global = global.requests > 0;
    // An access through a pointer that was now of one, now of the other kind has both.
    let asked = quantity::bytes(global.bytes_asked + local.bytes_asked);
    row(
        what,
        [
            &access.place.line.to_string(),
            &named(&access.text, kind, what),
            &asked,
            &if is_global {
                quantity::bytes(global.bytes_moved)
            } else {
                none()
            },
            &if is_global {
                quantity::percent(global.efficiency())
            } else {
                none()
            },
            &if local.requests > 0 {
                quantity::conflicts(local.conflict_degree())
            } else {
                none()
            },
            &lanes,
        ],
    )
}

fn row(what: usize, [line, name, asked, moved, efficiency, conflicts, lanes]: [&str; 7]) -> String {
    let fill = " ".repeat(what.saturating_sub(textwrap::core::display_width(name)));
    format!(
        "{line:>LINE$}{:GAP$}{name}{fill}{asked:>ASKED$}{moved:>MOVED$}{efficiency:>EFFICIENCY$}\
         {conflicts:>CONFLICTS$}{lanes:>LANES$}\n",
        ""
    )
}

/// The access's text and what it does, cut to the room there is.
fn named(text: &str, kind: &str, room: usize) -> String {
    let text = visible_line(text);
    let width = textwrap::core::display_width;
    let room = room.saturating_sub(kind.len() + 1);
    if width(&text) <= room {
        return format!("{text} {kind}");
    }
    let mut cut = String::new();
    for character in text.chars() {
        cut.push(character);
        if width(&cut) + 2 > room {
            cut.pop();
            break;
        }
    }
    format!("{cut}.. {kind}")
}
