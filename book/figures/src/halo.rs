//! A cell of the sea with its faces, and the halo of a stencil: the cells that a work-group of the linear shallow-water kernel steps, those that it
//! fetches for that, and what one of its work-items needs of them.

use crate::Figure;
use crate::run::{Fault, Launched, empty, iota, scalar, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::AccessKind;
use std::collections::BTreeSet;

const TILE: [usize; 2] = [16, 4];
const GROUPS: [usize; 2] = [3, 3];
const GROUP: [usize; 2] = [1, 1];

/// Where a cell's values lie.
pub(crate) fn cell() -> Figure {
    const SIDE: i32 = 90;
    const LEFT: i32 = 195;
    const TOP: i32 = 44;
    let middle = [LEFT + SIDE / 2, TOP + SIDE / 2];
    let mut drawing = Drawing::new("cell-faces", 480, 178);
    drawing.boxes(Fill::Owner(0), Line::Thick, [SIDE, SIDE], [[LEFT, TOP]]);
    drawing.label(Label::new(middle, "eta"));
    for [x, y] in [[LEFT, middle[1]], [LEFT + SIDE, middle[1]]] {
        drawing.arrow(&[[x - 16, y], [x + 16, y]]);
    }
    for [x, y] in [[middle[0], TOP], [middle[0], TOP + SIDE]] {
        drawing.arrow(&[[x, y + 16], [x, y - 16]]);
    }
    drawing.label(Label::from([LEFT + SIDE + 24, middle[1]], "hu, its own"));
    drawing.label(Label::new([middle[0], TOP - 28], "hv, its own"));
    drawing.label(Label::until(
        [LEFT - 24, middle[1]],
        "hu of the cell to the west",
    ));
    drawing.label(Label::new(
        [middle[0], TOP + SIDE + 28],
        "hv of the cell to the south",
    ));
    drawing.finish(
        "A cell of the sea and its four faces",
        "The height eta is that of the cell. The flow hu through the east face and the flow hv through the north face \
         are its own; the flow through the west face is hu of the cell to the west, the one through the south face is \
         hv of the cell to the south. Flows count to the east and to the north.",
    )
}

pub(crate) fn figure() -> Result<Figure, Fault> {
    const CELL: i32 = 22;
    const AROUND: usize = 2;
    let [nx, ny] = [TILE[0] * GROUPS[0], TILE[1] * GROUPS[1]];
    let floats = |count: usize| (0..count).map(|_| iota("float", nx * ny));
    let mut arguments: Vec<String> = floats(3).collect();
    arguments.extend((0..3).map(|_| empty("float", nx * ny)));
    arguments.extend(["0.25", "0.5", "0.5"].map(|value| scalar("float", value)));
    arguments.extend([nx, ny].map(|size| scalar("uint", size)));
    let launched = Launched {
        kernel: "shallow_linear",
        source: include_str!("../../../kernels/src/simulation/linear.cl"),
        global: vec![nx, ny],
        local: TILE.to_vec(),
        arguments,
    };
    let run = launched.run(GROUP[1] * GROUPS[0] + GROUP[0])?;
    let cell = |offset: i64| [(offset / 4) as usize % nx, (offset / 4) as usize / nx];
    let cells = |object, kind| -> BTreeSet<[usize; 2]> {
        let all = run.accesses(object, kind).flatten().flat_map(touched);
        all.map(|(_, offset)| cell(offset)).collect()
    };
    let stepped = cells("eta_new", AccessKind::Store);
    let fetched = cells("eta", AccessKind::Load);
    // Slots of the tile, whose first is the corner of what is fetched.
    let corner = *fetched.first().ok_or(Fault::Step("fetching the tile"))?;
    let needed: BTreeSet<[usize; 2]> = run
        .accesses("height", AccessKind::Load)
        .flatten()
        .flat_map(touched)
        .filter(|&(lane, _)| lane == 0)
        .map(|(_, offset)| (offset / 4) as usize)
        .map(|slot| {
            [
                corner[0] + slot % (TILE[0] + 2),
                corner[1] + slot / (TILE[0] + 2),
            ]
        })
        .collect();

    let shown = TILE.map(|side| side + 2 * AROUND);
    let origin = [GROUP[0] * TILE[0] - AROUND, GROUP[1] * TILE[1] - AROUND];
    let mut drawing = Drawing::new("halo", 480, 0);
    // North is up.
    let at = |[x, y]: [usize; 2]| {
        let (column, row) = (x - origin[0], y - origin[1]);
        [
            20 + CELL * column as i32,
            10 + CELL * (shown[1] - 1 - row) as i32,
        ]
    };
    let all = (0..shown[0] * shown[1])
        .map(|index| [origin[0] + index % shown[0], origin[1] + index / shown[0]]);
    let halo: Vec<_> = fetched.difference(&stepped).copied().collect();
    let size = [CELL, CELL];
    drawing.boxes(Fill::Empty, Line::Thin, size, all.map(at));
    drawing.boxes(
        Fill::Hatched,
        Line::Thin,
        size,
        halo.iter().copied().map(at),
    );
    drawing.boxes(
        Fill::Owner(0),
        Line::Thin,
        size,
        stepped.iter().copied().map(at),
    );
    drawing.boxes(
        Fill::Empty,
        Line::Thick,
        size,
        needed.iter().copied().map(at),
    );
    let mut y = 10 + CELL * shown[1] as i32 + 14;
    for (fill, line, text) in [
        (
            Fill::Owner(0),
            Line::Thin,
            format!("{} cells that the group steps", stepped.len()),
        ),
        (
            Fill::Hatched,
            Line::Thin,
            format!("{} cells of the halo, fetched as well", halo.len()),
        ),
        (
            Fill::Empty,
            Line::Thick,
            "heights that the work-item in the corner uses".to_owned(),
        ),
    ] {
        drawing.boxes(fill, line, [12, 12], [[20, y - 6]]);
        drawing.label(Label::from([40, y], text));
        y += 20;
    }
    drawing.reach(y - 4);
    let named: Vec<String> = needed.iter().map(|[x, y]| format!("({x}, {y})")).collect();
    let desc = format!(
        "A sea of {nx} x {ny} cells in work-groups of {} x {}. Group ({}, {}) steps {} cells, from ({}, {}) on, and \
         fetches {}: those and one more on each side, the halo of {}. The work-item of its south-western corner uses \
         the heights of the cells {}.",
        TILE[0],
        TILE[1],
        GROUP[0],
        GROUP[1],
        stepped.len(),
        corner[0] + 1,
        corner[1] + 1,
        fetched.len(),
        halo.len(),
        crate::listed(&named)
    );
    Ok(drawing.finish("A tile of the sea and its halo", &desc))
}
