//! Divergence of the Mandelbrot kernel: a picture in steps, and for two shapes of a warp which lanes are
//! still at work in each round of the loop.

use crate::Figure;
use crate::run::{Fault, Launched, Run, empty, scalar};
use crate::svg::{Drawing, Fill, Label, Line};
use simulator::TraceStep;

const PICTURE: [usize; 2] = [64, 32];
const LIMIT: usize = 24;
const SOURCE: &str = include_str!("../../../kernels/src/simulation/mandelbrot.cl");

/// A shape of a work-group of one warp, and the one that is looked at: its place among the groups.
#[derive(Clone, Copy)]
struct Warp {
    name: &'static str,
    shape: [usize; 2],
    group: [usize; 2],
}

const WARPS: [Warp; 2] = [
    Warp {
        name: "32 x 1",
        shape: [32, 1],
        group: [0, 10],
    },
    Warp {
        name: "16 x 2",
        shape: [16, 2],
        group: [1, 11],
    },
];

impl Warp {
    fn run(self) -> Result<Run, Fault> {
        let launched = Launched {
            kernel: "mandelbrot",
            source: SOURCE,
            global: PICTURE.to_vec(),
            local: self.shape.to_vec(),
            arguments: vec![
                empty("uint", PICTURE[0] * PICTURE[1]),
                scalar("float", "-2.2"),
                scalar("float", "0.8"),
                scalar("float", "0.05"),
                scalar("uint", PICTURE[0]),
                scalar("uint", PICTURE[1]),
                scalar("uint", LIMIT),
            ],
        };
        launched.run(self.group[1] * (PICTURE[0] / self.shape[0]) + self.group[0])
    }

    /// The first pixel of the group, column and row.
    fn corner(self) -> [usize; 2] {
        [self.group[0] * self.shape[0], self.group[1] * self.shape[1]]
    }
}

/// The stretches of lanes that are active in each round of the loop.
fn rounds(run: &Run) -> Vec<Vec<[usize; 2]>> {
    let body = SOURCE.lines().position(|line| line.contains("float next"));
    let body = body.map_or(0, |index| index as u32 + 1);
    let steps = run.steps().iter().filter_map(|step| match step {
        TraceStep::Lines { lines, active, .. } if lines.iter().any(|(_, line)| *line == body) => {
            Some(active.iter().map(|part| [part.first, part.end]).collect())
        }
        _ => None,
    });
    steps.collect()
}

pub(crate) fn figure() -> Result<Figure, Fault> {
    const PIXEL: i32 = 7;
    const LEFT: i32 = 16;
    const TOP: i32 = 22;
    let mut drawing = Drawing::new("mandelbrot-divergence", 480, 0);
    let runs = [WARPS[0].run()?, WARPS[1].run()?];
    let counts = runs[0].uints("counts")?;
    if counts != runs[1].uints("counts")? {
        return Err(Fault::Step("the same picture in groups of either shape"));
    }
    drawing.label(Label::from(
        [LEFT, 10],
        format!("Steps of each pixel, from 1 (faint) to {LIMIT} (strong)"),
    ));
    for shade in 0..5 {
        let corners = stretches(&counts, &|count| {
            count.saturating_sub(1) * 5 / LIMIT == shade
        });
        let commands: String = corners
            .into_iter()
            .map(|[x, y, length]| {
                let (x, y) = (LEFT + PIXEL * x as i32, TOP + PIXEL * y as i32);
                let width = PIXEL * length as i32;
                format!("M{x} {y}h{width}v{PIXEL}h-{width}z")
            })
            .collect();
        drawing.path(Fill::Shade(shade), Line::Absent, &commands);
    }
    let size = PICTURE.map(|side| PIXEL * side as i32);
    drawing.boxes(Fill::Empty, Line::Thin, size, [[LEFT, TOP]]);

    let mut told = Vec::new();
    let below = TOP + size[1] + 14;
    for (index, (warp, run)) in WARPS.into_iter().zip(&runs).enumerate() {
        let [x, y] = warp.corner();
        let at = [LEFT + PIXEL * x as i32, TOP + PIXEL * y as i32];
        let shape = warp.shape.map(|side| PIXEL * side as i32);
        drawing.boxes(Fill::Empty, Line::Thick, shape, [at]);
        let letter = ["A", "B"][index];
        drawing.label(Label::until([at[0] - 4, at[1] + shape[1] / 2], letter));
        let rounds = rounds(run);
        let lanes = |round: &Vec<[usize; 2]>| round.iter().map(|[first, end]| end - first).sum();
        let busy: Vec<usize> = rounds.iter().map(lanes).collect();
        let share = busy.iter().sum::<usize>() * 100 / (rounds.len() * 32).max(1);
        let sum = format!(
            "{letter}, {}: {} rounds, {share} % at work",
            warp.name,
            rounds.len()
        );
        let corner = [LEFT + 232 * index as i32, below];
        masks(&mut drawing, corner, &sum, &rounds);
        told.push(format!(
            "warp {sum}, its pixels begin in column {x} and row {y}; lanes at work in the rounds: {}",
            crate::listed(&busy)
        ));
    }
    drawing.reach(below + 46 + 6 * LIMIT as i32);
    let desc = format!(
        "A picture of {} x {} pixels of the Mandelbrot set, shaded by how many steps each pixel \
         makes, at most {LIMIT}. Below it, a line a round and a column a lane, who is still at \
         work in two warps: {}.",
        PICTURE[0],
        PICTURE[1],
        told.join("; ")
    );
    Ok(drawing.finish("Two warps in the loop of the Mandelbrot kernel", &desc))
}

/// Neighbours in a row that a condition holds for: column, row and how many.
fn stretches(counts: &[usize], is_it: &dyn Fn(usize) -> bool) -> Vec<[usize; 3]> {
    let mut all = Vec::new();
    for (y, row) in counts.chunks(PICTURE[0]).enumerate() {
        let mut x = 0;
        for part in row.chunk_by(|&one, &other| is_it(one) == is_it(other)) {
            if part.first().is_some_and(|&count| is_it(count)) {
                all.push([x, y, part.len()]);
            }
            x += part.len();
        }
    }
    all
}

/// Who is at work: a line a round.
fn masks(drawing: &mut Drawing, [left, top]: [i32; 2], sum: &str, rounds: &[Vec<[usize; 2]>]) {
    const LANE: i32 = 6;
    const ROUND: i32 = 6;
    drawing.label(Label::from([left, top + 6], sum));
    let field = [LANE * 32, ROUND * rounds.len() as i32];
    let corner = [left, top + 18];
    drawing.boxes(Fill::Hatched, Line::Thin, field, [corner]);
    let mut commands = String::new();
    for (round, active) in rounds.iter().enumerate() {
        for [first, end] in active {
            let width = LANE * (end - first) as i32;
            commands += &format!(
                "M{} {}h{width}v{ROUND}h-{width}z",
                corner[0] + LANE * *first as i32,
                corner[1] + ROUND * round as i32
            );
        }
    }
    drawing.path(Fill::Owner(0), Line::Thin, &commands);
    let below = corner[1] + field[1] + 9;
    drawing.label(Label::from([left, below], "lane 0").small());
    drawing.label(Label::until([left + field[0], below], "lane 31").small());
}
