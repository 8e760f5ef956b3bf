//! Local memory's banks: which one each slot of a tile lies in, and what a warp that reads a column wants
//! of each. Both from the transpose of the course and from the one whose tile has no padding.

use crate::Figure;
use crate::run::{Fault, Launched, Run, empty, iota, scalar, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::{AccessKind, Request, RequestCost};
use std::collections::BTreeMap;

const BANKS: usize = 32;
const WORD: i64 = 4;
const SHOWN: usize = 8;

/// A tile, and the kernel that has it.
#[derive(Clone, Copy)]
pub(crate) struct Tile {
    name: &'static str,
    width: usize,
    source: &'static str,
}

pub(crate) const TILES: [Tile; 2] = [
    Tile {
        name: "banks",
        width: 32,
        source: include_str!("../../../solutions/19-transpose/mistakes/tile-without-padding.cl"),
    },
    Tile {
        name: "banks-padded",
        width: 33,
        source: include_str!("../../../kernels/src/sharing/transpose.cl"),
    },
];

fn run(tile: Tile) -> Result<Run, Fault> {
    const SIDE: usize = 32;
    let launched = Launched {
        kernel: "transpose",
        source: tile.source,
        global: vec![SIDE, SHOWN],
        local: vec![SIDE, SHOWN],
        arguments: vec![
            iota("float", SIDE * SIDE),
            empty("float", SIDE * SIDE),
            scalar("uint", SIDE),
            scalar("uint", SIDE),
        ],
    };
    launched.run(0)
}

fn bank((_, offset): (usize, i64)) -> usize {
    (offset / WORD) as usize % BANKS
}

pub(crate) fn figure(tile: Tile) -> Result<Figure, Fault> {
    const CELL: [i32; 2] = [44, 22];
    const CORNER: [i32; 2] = [100, 20];
    let Tile { name, width, .. } = tile;
    let run = run(tile)?;
    // Each warp fills a row of the tile, and then reads a column of it.
    let rows: &[Request] = run
        .accesses("tile", AccessKind::Store)
        .next()
        .ok_or(Fault::Step("filling the tile"))?;
    let column: &Request = run
        .accesses("tile", AccessKind::Load)
        .next()
        .and_then(|requests| requests.first())
        .ok_or(Fault::Step("reading a column"))?;

    let mut drawing = Drawing::new(name, 480, 0);
    for x in 0..SHOWN {
        let middle = CORNER[0] + CELL[0] * x as i32 + CELL[0] / 2;
        drawing.label(Label::new([middle, CORNER[1] - 9], x).small());
    }
    drawing.label(Label::until([CORNER[0] - 8, CORNER[1] - 9], "column").small());
    let mut told = Vec::new();
    for (y, row) in rows.iter().take(SHOWN).enumerate() {
        let banks: Vec<usize> = touched(row).map(bank).take(SHOWN).collect();
        let top = CORNER[1] + CELL[1] * y as i32;
        drawing.label(Label::until([CORNER[0] - 8, top + CELL[1] / 2], format!("row {y}")).small());
        for (x, &bank) in banks.iter().enumerate() {
            let at = [CORNER[0] + CELL[0] * x as i32, top];
            drawing.boxes(Fill::Owner(bank), Line::Thin, CELL, [at]);
            drawing.label(Label::new([at[0] + CELL[0] / 2, at[1] + CELL[1] / 2], bank));
        }
        told.push(format!("row {y} lies in banks {}", crate::listed(&banks)));
    }
    let below = CORNER[1] + CELL[1] * SHOWN as i32;
    drawing.boxes(
        Fill::Empty,
        Line::Thick,
        [CELL[0], below - CORNER[1]],
        [CORNER],
    );

    let (passes, least) = match column.cost {
        RequestCost::Local { passes, least } => (passes, least),
        RequestCost::Global { .. } => return Err(Fault::Step("reading local memory")),
    };
    let mut words: BTreeMap<usize, i32> = BTreeMap::new();
    for touch in touched(column) {
        *words.entry(bank(touch)).or_default() += 1;
    }
    let takes = if passes == 1 {
        "1 pass".to_owned()
    } else {
        format!("{passes} passes")
    };
    let sum = format!("A warp reads column 0 (thick outline): {takes}, {least} at best.");
    let base = bars(&mut drawing, below + 8, &sum, &words);
    drawing.reach(base + 28);

    let wanted: Vec<String> = words
        .iter()
        .map(|(bank, count)| format!("{count} of bank {bank}"))
        .collect();
    let desc = format!(
        "The upper left corner of a tile whose rows are {width} words long; in each slot the number of its \
         bank: {}. {sum} It wants these words: {}.",
        told.join("; "),
        crate::listed(&wanted)
    );
    let title = format!("The banks of a tile with rows of {width} words");
    Ok(drawing.finish(&title, &desc))
}

/// How many words of each bank are wanted, as bars on a line; gives the line's height.
fn bars(drawing: &mut Drawing, top: i32, sum: &str, words: &BTreeMap<usize, i32>) -> i32 {
    const WIDTH: i32 = 14;
    const LEFT: i32 = 16;
    let highest = words.values().copied().max().unwrap_or_default();
    let base = top + 34 + 2 * highest;
    drawing.label(Label::from([LEFT, top + 8], sum));
    for (&bank, &count) in words {
        let left = LEFT + WIDTH * bank as i32;
        let height = 2 * count;
        drawing.boxes(
            Fill::Shade(4),
            Line::Thin,
            [WIDTH, height],
            [[left, base - height]],
        );
        drawing.label(Label::new([left + WIDTH / 2, base - height - 7], count).small());
    }
    drawing.path(
        Fill::Empty,
        Line::Thin,
        &format!("M{LEFT} {base}h{}", WIDTH * BANKS as i32),
    );
    for bank in (0..BANKS).step_by(4) {
        let left = LEFT + WIDTH * bank as i32;
        drawing.label(Label::new([left + WIDTH / 2, base + 9], bank).small());
    }
    let end = LEFT + WIDTH * BANKS as i32 / 2;
    drawing.label(Label::new([end, base + 21], "words wanted of each bank").small());
    base
}
