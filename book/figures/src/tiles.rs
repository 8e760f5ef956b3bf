//! Matrix multiplication through tiles, step by step: what one work-group fetches of both matrices.

use crate::Figure;
use crate::run::{Fault, Launched, Run, empty, iota, scalar, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::{AccessKind, Request, TraceStep};

const TILE: usize = 8;
const TILES: usize = 3;
const SIDE: usize = TILE * TILES;
const GROUP: [usize; 2] = [1, 1];

fn run() -> Result<Run, Fault> {
    let launched = Launched {
        kernel: "matmul_tiled",
        source: include_str!("../../../kernels/src/matmul/tiled.cl"),
        global: vec![SIDE, SIDE],
        local: vec![TILE, TILE],
        arguments: vec![
            iota("float", SIDE * SIDE),
            iota("float", SIDE * SIDE),
            empty("float", SIDE * SIDE),
            scalar("uint", SIDE),
            scalar("uint", SIDE),
            scalar("uint", SIDE),
        ],
    };
    launched.run(GROUP[1] * TILES + GROUP[0])
}

/// The tile, column and row, that an access is within and fills.
fn tile_of(requests: &[Request]) -> Result<[usize; 2], Fault> {
    let places: Vec<[usize; 2]> = requests
        .iter()
        .flat_map(touched)
        .map(|(_, offset)| (offset / 4) as usize)
        .map(|index| [index % SIDE / TILE, index / SIDE / TILE])
        .collect();
    let first = *places.first().ok_or(Fault::Step("fetching a tile"))?;
    let is_whole = places.len() == TILE * TILE && places.iter().all(|&place| place == first);
    is_whole
        .then_some(first)
        .ok_or(Fault::Step("fetching one whole tile"))
}

/// Reads of local memory between two barriers, by all work-items together.
fn local_reads(run: &Run) -> Vec<usize> {
    let mut reads = vec![0];
    for step in run.steps() {
        match step {
            TraceStep::Barrier { .. } => reads.push(0),
            TraceStep::Access {
                requests,
                kind: AccessKind::Load,
                ..
            } if run.is_of(requests, "a_tile") || run.is_of(requests, "b_tile") => {
                if let Some(last) = reads.last_mut() {
                    *last += requests.iter().flat_map(touched).count();
                }
            }
            _ => {}
        }
    }
    reads.retain(|&count| count > 0);
    reads
}

pub(crate) fn figure() -> Result<Figure, Fault> {
    const SLOT: i32 = 20;
    const MATRIX: i32 = SLOT * TILES as i32;
    const PANEL: i32 = 156;
    const GAP: i32 = 10;
    let run = run()?;
    let fetched = |object| -> Result<Vec<[usize; 2]>, Fault> {
        run.accesses(object, AccessKind::Load)
            .map(tile_of)
            .collect()
    };
    let (of_a, of_b) = (fetched("a")?, fetched("b")?);
    let reads = local_reads(&run);

    let mut drawing = Drawing::new("matmul-tiles", 480, 200);
    let mut told = Vec::new();
    for (step, (&a, &b)) in of_a.iter().zip(&of_b).enumerate() {
        let left = 12 + PANEL * step as i32;
        let top = 24;
        let a_at = [left, top + MATRIX + GAP];
        let b_at = [left + MATRIX + GAP, top];
        let c_at = [left + MATRIX + GAP, top + MATRIX + GAP];
        drawing.label(Label::from([left, top - 12], format!("step {}", step + 1)));
        for (at, tile, earlier, fill) in [
            (a_at, a, &of_a[..step], Fill::Owner(0)),
            (b_at, b, &of_b[..step], Fill::Owner(1)),
            (c_at, GROUP, &[][..], Fill::Empty),
        ] {
            let corner = |[x, y]: [usize; 2]| [at[0] + SLOT * x as i32, at[1] + SLOT * y as i32];
            let all = (0..TILES * TILES).map(|index| corner([index % TILES, index / TILES]));
            drawing.boxes(Fill::Empty, Line::Thin, [SLOT, SLOT], all);
            drawing.boxes(
                Fill::Hatched,
                Line::Thin,
                [SLOT, SLOT],
                earlier.iter().copied().map(corner),
            );
            drawing.boxes(fill, Line::Thick, [SLOT, SLOT], [corner(tile)]);
        }
        for (at, name) in [(a_at, "a"), (b_at, "b"), (c_at, "c")] {
            let corner = if name == "b" {
                [at[0] + MATRIX / 2, top - 12]
            } else {
                [at[0] + MATRIX / 2, at[1] + MATRIX + 10]
            };
            drawing.label(Label::new(corner, name));
        }
        told.push(format!(
            "in step {} it fetches the tile in column {} and row {} of a, and that in column {} and row {} of b",
            step + 1, a[0], a[1], b[0], b[1]
        ));
    }
    let each = 2 * TILE * TILE;
    let read = reads.first().copied().unwrap_or_default();
    if reads.iter().any(|&other| other != read) {
        return Err(Fault::Step("as many reads as in the other steps"));
    }
    let sum = format!("Each step: {each} elements fetched, {read} reads of the tiles");
    drawing.label(Label::from([12, 188], &sum));
    drawing.label(Label::from(
        [12, 204],
        "Hatched: fetched in an earlier step",
    ));
    drawing.reach(214);
    let desc = format!(
        "Three matrices of {TILES} x {TILES} tiles of {TILE} x {TILE} elements; work-group ({}, {}) computes the \
         tile of c in its place: {}. {sum}.",
        GROUP[0],
        GROUP[1],
        told.join("; ")
    );
    Ok(drawing.finish("A product through tiles, step by step", &desc))
}
