//! A reduction's tree and a scan's doubling: who adds what to what between two barriers, on eight elements.

use crate::Figure;
use crate::run::{Fault, Launched, Run, empty, scalar, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::{AccessKind, TraceStep};

const SLOTS: usize = 8;
const ELEMENTS: [usize; SLOTS] = [1, 2, 3, 4, 5, 6, 7, 8];

/// What happens between two barriers: for each slot that is written, the slots that were read for it.
type Stage = Vec<(usize, Vec<usize>)>;

/// The steps between barriers that write to the tile, after the one that fills it. Slots are told by their
/// place within a stretch of as many as there are elements.
fn stages(run: &Run) -> Vec<Stage> {
    let slot = |offset: i64| (offset / 4) as usize % SLOTS;
    let mut stages = Vec::new();
    let mut reads: Vec<Vec<usize>> = vec![Vec::new(); SLOTS];
    let mut stage = Stage::new();
    for step in run.steps() {
        match step {
            TraceStep::Access { kind, requests, .. } if run.is_of(requests, "tile") => {
                for (lane, offset) in requests.iter().flat_map(touched) {
                    match kind {
                        AccessKind::Load => reads[lane].push(slot(offset)),
                        _ => stage.push((slot(offset), std::mem::take(&mut reads[lane]))),
                    }
                }
            }
            TraceStep::Barrier { .. } => {
                stages.push(std::mem::take(&mut stage));
                reads.iter_mut().for_each(Vec::clear);
            }
            _ => {}
        }
    }
    stages.retain(|stage| stage.iter().any(|(_, from)| !from.is_empty()));
    stages
}

struct Picture {
    name: &'static str,
    title: &'static str,
    /// What slots that are not written look like, and are called.
    is_kept: bool,
}

/// The values row by row, and the picture of how each came from the one above.
fn picture(picture: &Picture, stages: &[Stage]) -> (Vec<usize>, Figure) {
    const CELL: [i32; 2] = [40, 22];
    const STEP: i32 = 50;
    const LEFT: i32 = 84;
    const ROW: i32 = 66;
    let mut drawing = Drawing::new(picture.name, 480, 0);
    let middle = |slot: usize| LEFT + STEP * slot as i32 + CELL[0] / 2;
    let top = |row: usize| 22 + ROW * row as i32;
    for slot in 0..SLOTS {
        drawing.label(Label::new([middle(slot), 10], format!("slot {slot}")).small());
    }
    let mut values = ELEMENTS.to_vec();
    let mut told = vec![format!("Loaded: {}.", crate::listed(&values))];
    drawing.label(Label::until([LEFT - 8, top(0) + CELL[1] / 2], "loaded"));
    for (slot, value) in values.iter().enumerate() {
        let at = [middle(slot) - CELL[0] / 2, top(0)];
        drawing.boxes(Fill::Owner(0), Line::Thin, CELL, [at]);
        drawing.label(Label::new([middle(slot), top(0) + CELL[1] / 2], value));
    }
    for (index, stage) in stages.iter().enumerate() {
        let row = index + 1;
        let y = top(row);
        let before = values.clone();
        let fence = y - ROW + CELL[1] + 8;
        drawing.path(
            Fill::Empty,
            Line::Dashed,
            &format!("M{} {fence}H480", LEFT - 8),
        );
        drawing.label(Label::until([LEFT - 12, fence], "barrier").small());
        drawing.label(Label::until(
            [LEFT - 8, y + CELL[1] / 2],
            format!("step {row}"),
        ));
        let mut sums = Vec::new();
        let mut edges = String::new();
        let mut is_written = [false; SLOTS];
        for (slot, from) in stage {
            values[*slot] = from.iter().map(|&from| before[from]).sum();
            is_written[*slot] = true;
            for &from in from {
                edges += &format!(
                    "M{} {}L{} {}",
                    middle(from),
                    y - ROW + CELL[1],
                    middle(*slot),
                    y
                );
            }
            if from.len() > 1 {
                sums.push(format!("slot {slot} becomes {}", values[*slot]));
            }
        }
        drawing.path(Fill::Empty, Line::Thin, &edges);
        for slot in 0..SLOTS {
            let at = [middle(slot) - CELL[0] / 2, y];
            if is_written[slot] {
                drawing.boxes(Fill::Owner(row), Line::Thin, CELL, [at]);
                drawing.label(Label::new([middle(slot), y + CELL[1] / 2], values[slot]));
            } else if picture.is_kept {
                drawing.boxes(Fill::Hatched, Line::Thin, CELL, [at]);
            }
        }
        told.push(format!("Barrier. Step {row}: {}.", sums.join(", ")));
    }
    drawing.reach(top(stages.len()) + CELL[1] + 8);
    (values, drawing.finish(picture.title, &told.join(" ")))
}

fn elements() -> String {
    format!("buffer = \"int\"\ninit = {{ values = {ELEMENTS:?} }}")
}

fn of_local(slots: usize) -> String {
    format!("local = {}", 4 * slots)
}

pub(crate) fn reduction() -> Result<Figure, Fault> {
    let launched = Launched {
        kernel: "reduce",
        source: include_str!("../../../kernels/src/sharing/reduce.cl"),
        global: vec![SLOTS],
        local: vec![SLOTS],
        arguments: vec![
            elements(),
            empty("int", 1),
            of_local(SLOTS),
            scalar("uint", SLOTS),
        ],
    };
    let run = launched.run(0)?;
    let tree = Picture {
        name: "reduce-tree",
        title: "A sum of eight numbers as a tree",
        is_kept: true,
    };
    let (values, figure) = picture(&tree, &stages(&run));
    let sum = run.uints("sums")?;
    (sum == values[..1])
        .then_some(figure)
        .ok_or(Fault::Step("adding up"))
}

pub(crate) fn scan() -> Result<Figure, Fault> {
    let launched = Launched {
        kernel: "scan",
        source: include_str!("../../../kernels/src/sharing/scan.cl"),
        global: vec![SLOTS],
        local: vec![SLOTS],
        arguments: vec![
            elements(),
            empty("int", SLOTS),
            empty("int", 1),
            of_local(2 * SLOTS),
            scalar("uint", SLOTS),
        ],
    };
    let run = launched.run(0)?;
    let doubling = Picture {
        name: "scan-steps",
        title: "The running sums of eight numbers by doubling",
        is_kept: false,
    };
    let (values, figure) = picture(&doubling, &stages(&run));
    let sums = run.uints("sums")?;
    (sums == values)
        .then_some(figure)
        .ok_or(Fault::Step("adding up"))
}
