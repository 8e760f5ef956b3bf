//! What figures share that show how much of the moved memory was asked for.

use crate::run::SECTOR;
use crate::svg::{Drawing, Fill, Label, Line};

/// Bytes of an `int`.
pub(crate) const ELEMENT: i64 = 4;

/// The side of an element's box in a strip.
pub(crate) const BOX: i32 = 14;

/// What work-items ask for at once, and what moves for it.
pub(crate) fn said(work_items: usize, size: i64, sectors: u64) -> String {
    let asked = work_items as u64 * size as u64;
    let moved = sectors * SECTOR as u64;
    format!(
        "{work_items} work-items ask for {asked} bytes, {moved} move ({} %)",
        asked * 100 / moved.max(1)
    )
}

/// Elements in memory's order: those that are asked for are filled, those that move for nothing hatched.
pub(crate) fn strip(
    drawing: &mut Drawing,
    [left, top]: [i32; 2],
    elements: i64,
    asked: &[i64],
    moves: &dyn Fn(i64) -> bool,
) {
    let corners = |which: &dyn Fn(i64) -> bool| -> Vec<[i32; 2]> {
        (0..elements)
            .filter(|&element| which(element))
            .map(|element| [left + BOX * element as i32, top])
            .collect()
    };
    let is_asked = |element: i64| asked.contains(&element);
    let look = [
        (Fill::Empty, corners(&|it| !moves(it))),
        (Fill::Hatched, corners(&|it| moves(it) && !is_asked(it))),
        (ASKED, corners(&is_asked)),
    ];
    for (fill, corners) in look {
        drawing.boxes(fill, Line::Thin, [BOX, BOX], corners);
    }
    let per_sector = SECTOR / ELEMENT;
    let sectors = (0..elements / per_sector)
        .filter(|sector| moves(sector * per_sector))
        .map(|sector| [left + BOX * (sector * per_sector) as i32, top]);
    drawing.boxes(
        Fill::Empty,
        Line::Thick,
        [BOX * per_sector as i32, BOX],
        sectors,
    );
}

/// How an element looks that is asked for.
pub(crate) const ASKED: Fill = Fill::Shade(4);

/// What the looks of a strip mean.
pub(crate) fn legend(drawing: &mut Drawing, [left, y]: [i32; 2]) {
    let side = [BOX - 3, BOX - 3];
    let mut x = left;
    for (fill, line, text, width) in [
        (ASKED, Line::Thin, "asked for", 84),
        (Fill::Hatched, Line::Thin, "moves for nothing", 146),
        (Fill::Empty, Line::Thick, "a sector that moves", 130),
    ] {
        drawing.boxes(fill, line, side, [[x, y - 5]]);
        drawing.label(Label::from([x + BOX + 3, y], text));
        x += width;
    }
}
