//! The first step of three mappings with four elements to a work-item: how many work-items of a warp are in
//! which sector.

use crate::Figure;
use crate::lines::{MAPPINGS, Mapping};
use crate::run::{Fault, SECTOR, moved, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::AccessKind;

pub(crate) fn figure() -> Result<Figure, Fault> {
    const WARP: usize = 32;
    const PER_ITEM: usize = 4;
    const ELEMENTS: usize = 2 * WARP * PER_ITEM;
    const SECTORS: i64 = 16;
    const CELL: [i32; 2] = [28, 24];
    const LEFT: i32 = 16;

    let mut drawing = Drawing::new("first-request", 480, 0);
    let mut told = Vec::new();
    let mut y = 4;
    let [_, several @ ..] = MAPPINGS;
    for (mapping, name) in
        several
            .into_iter()
            .zip(["contiguous", "globally spaced", "locally spaced"])
    {
        let run = Mapping::launched(mapping, ELEMENTS, WARP, PER_ITEM).run(0)?;
        let first = run
            .accesses("data", AccessKind::Load)
            .next()
            .ok_or(Fault::Step("the first load"))?;
        let mut counts = [0; SECTORS as usize];
        for (_, offset) in first.iter().flat_map(touched) {
            let sector = usize::try_from(offset / SECTOR).unwrap_or(usize::MAX);
            *counts.get_mut(sector).ok_or(Fault::Step("the sectors"))? += 1;
        }
        let moves = moved(first);
        drawing.label(Label::from(
            [LEFT, y + 8],
            format!("{name}: {moves} sectors move, {WARP} x 4 bytes are asked for"),
        ));
        for (sector, &count) in counts.iter().enumerate() {
            let at = [LEFT + CELL[0] * sector as i32, y + 18];
            let [fill, line] = match count {
                0 => [(Fill::Empty, Line::Thin), (Fill::Empty, Line::Thin)],
                _ => [(Fill::Owner(0), Line::Thin), (Fill::Empty, Line::Thick)],
            };
            drawing.boxes(fill.0, fill.1, CELL, [at]);
            drawing.boxes(line.0, line.1, CELL, [at]);
            let middle = [at[0] + CELL[0] / 2, at[1] + CELL[1] / 2];
            if count > 0 {
                drawing.label(Label::new(middle, count));
            }
        }
        let asked: Vec<usize> = counts.into_iter().filter(|&count| count > 0).collect();
        let each = asked.first().copied().unwrap_or_default();
        told.push(format!(
            "{name}: {} sectors with {each} work-items each",
            asked.len()
        ));
        y += 62;
    }
    drawing.reach(y - 8);
    let desc = format!(
        "The first {SECTORS} sectors of the array, a box each; the number is how many of a warp's {WARP} \
         work-items want an element of it in their first step. {}.",
        told.join("; ")
    );
    Ok(drawing.finish(
        "The first step of three mappings: work-items in each sector",
        &desc,
    ))
}
