//! The unrolled convolution: which voxel of a row serves which result, and at which place of the filter.

use crate::Figure;
use crate::run::{Fault, Launched, Run, empty, iota, scalar, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::{AccessKind, TraceStep};

const K: i64 = 3;
const RESULTS: i64 = 4;
/// The work-item that is looked at: one away from either end of the row.
const ITEM: usize = 1;

fn run() -> Result<Run, Fault> {
    const WORK_ITEMS: usize = 3;
    let voxels = WORK_ITEMS * RESULTS as usize;
    let launched = Launched {
        kernel: "convolve_unrolled",
        source: include_str!("../../../kernels/src/convolution/unrolled.cl"),
        global: vec![WORK_ITEMS, 1, 1],
        local: vec![WORK_ITEMS, 1, 1],
        arguments: vec![
            iota("uchar", voxels),
            iota("float", 4 * (K * K * K) as usize),
            empty("uchar", 4 * voxels),
            scalar("int", voxels),
            scalar("int", 1),
            scalar("int", 1),
        ],
    };
    launched.run(0)
}

/// For each voxel that the work-item reads: its place in the row, and the places of the filter's row that it
/// is multiplied with.
fn uses(run: &Run) -> Result<Vec<(i64, Vec<i64>)>, Fault> {
    const COEFFICIENT: i64 = 16;
    let mut uses: Vec<(i64, Vec<i64>)> = Vec::new();
    for step in run.steps() {
        let TraceStep::Access {
            kind: AccessKind::Load,
            requests,
            ..
        } = step
        else {
            continue;
        };
        let own = requests
            .iter()
            .flat_map(touched)
            .find(|&(lane, _)| lane == ITEM);
        let Some((_, offset)) = own else {
            continue;
        };
        if run.is_of(requests, "in") {
            uses.push((offset, Vec::new()));
        } else if run.is_of(requests, "cache") {
            let (_, places) = uses
                .last_mut()
                .ok_or(Fault::Step("reading a voxel first"))?;
            places.push(offset / COEFFICIENT % K);
        }
    }
    Ok(uses)
}

pub(crate) fn figure() -> Result<Figure, Fault> {
    const CELL: [i32; 2] = [60, 26];
    const CORNER: [i32; 2] = [84, 44];
    let run = run()?;
    let uses = uses(&run)?;
    let mut drawing = Drawing::new("convolution-reuse", 480, 0);
    let first = ITEM as i64 * RESULTS - K / 2;
    drawing.label(Label::new(
        [CORNER[0] + CELL[0] * uses.len() as i32 / 2, 8],
        "voxels of the row, each read once",
    ));
    let mut told = Vec::new();
    let corner = |i: i64, result: i64| {
        [
            CORNER[0] + CELL[0] * i as i32,
            CORNER[1] + CELL[1] * result as i32,
        ]
    };
    let size = [CELL[0] * uses.len() as i32, CELL[1] * RESULTS as i32];
    for (voxel, places) in &uses {
        let i = voxel - first;
        let [left, _] = corner(i, 0);
        let middle = left + CELL[0] / 2;
        drawing.label(Label::new([middle, 26], format!("i = {i}")));
        let mut served = Vec::new();
        for dx in places {
            let result = i - dx;
            let at = corner(i, result);
            drawing.boxes(Fill::Owner(*dx as usize), Line::Thin, CELL, [at]);
            drawing.label(Label::new(
                [middle, at[1] + CELL[1] / 2],
                format!("dx = {dx}"),
            ));
            served.push(format!("result {result} at dx = {dx}"));
        }
        drawing.label(
            Label::new(
                [middle, CORNER[1] + size[1] + 12],
                match places.len() {
                    1 => "1 use".to_owned(),
                    uses => format!("{uses} uses"),
                },
            )
            .small(),
        );
        told.push(format!("voxel {i} serves {}", crate::listed(&served)));
    }
    let all = (0..RESULTS).flat_map(|result| (0..uses.len()).map(move |i| (i, result)));
    drawing.boxes(
        Fill::Empty,
        Line::Thin,
        CELL,
        all.map(|(i, result)| corner(i as i64, result)),
    );
    for result in 0..RESULTS {
        let [left, top] = corner(0, result);
        drawing.label(Label::until(
            [left - 8, top + CELL[1] / 2],
            format!("result {result}"),
        ));
    }
    let products: usize = uses.iter().map(|(_, places)| places.len()).sum();
    let sum = format!("{} reads for {products} products of one filter", uses.len());
    let base = CORNER[1] + size[1] + 32;
    drawing.label(Label::new([CORNER[0] + size[0] / 2, base], &sum));
    drawing.reach(base + 12);
    let desc = format!(
        "A work-item does {RESULTS} results of a row with a filter of {K} places in a row; i counts its voxels. \
         {}. {sum}.",
        told.join("; ")
    );
    Ok(drawing.finish("What each voxel of a row is used for", &desc))
}
