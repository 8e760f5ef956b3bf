//! The six mappings of a plane: which work-item has which element, and beneath it what a warp writes at
//! once. The elements that record their work-item are pairs of 8 bytes, so that four fill a sector.

use crate::run::{Fault, Launched, Run, SECTOR, empty, iota, moved, scalar, sectors, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use crate::traffic::{ASKED, legend, said};
use crate::{Figure, listed};
use simulator::{AccessKind, Request};

const PLANE: [usize; 2] = [16, 8];
const LOCAL: [usize; 2] = [4, 2];
/// Bytes of an element of `who`.
const ELEMENT: i64 = 8;

/// A mapping with its kernel.
#[derive(Clone, Copy)]
pub(crate) struct Mapping {
    name: &'static str,
    title: &'static str,
    kernel: &'static str,
    source: &'static str,
    /// Elements of a work-item in each dimension.
    per_item: [usize; 2],
}

pub(crate) const MAPPINGS: [Mapping; 6] = [
    Mapping {
        name: "plane-one-to-one",
        title: "A plane, one to one: which work-item has which element",
        kernel: "map_2d_one_to_one",
        source: include_str!("../../../kernels/src/planes/one_to_one.cl"),
        per_item: [1, 1],
    },
    Mapping {
        name: "plane-contiguous",
        title: "A plane, contiguous: which work-item has which element",
        kernel: "map_2d_contiguous",
        source: include_str!("../../../kernels/src/planes/contiguous.cl"),
        per_item: [2, 1],
    },
    Mapping {
        name: "plane-horizontal-global",
        title: "A plane, horizontal, globally spaced: which work-item has which element",
        kernel: "map_2d_horizontal_global",
        source: include_str!("../../../kernels/src/planes/horizontal_global.cl"),
        per_item: [2, 1],
    },
    Mapping {
        name: "plane-vertical-global",
        title: "A plane, vertical, globally spaced: which work-item has which element",
        kernel: "map_2d_vertical_global",
        source: include_str!("../../../kernels/src/planes/vertical_global.cl"),
        per_item: [1, 2],
    },
    Mapping {
        name: "plane-horizontal-local",
        title: "A plane, horizontal, locally spaced: which work-item has which element",
        kernel: "map_2d_horizontal_local",
        source: include_str!("../../../kernels/src/planes/horizontal_local.cl"),
        per_item: [2, 1],
    },
    Mapping {
        name: "plane-vertical-local",
        title: "A plane, vertical, locally spaced: which work-item has which element",
        kernel: "map_2d_vertical_local",
        source: include_str!("../../../kernels/src/planes/vertical_local.cl"),
        per_item: [1, 2],
    },
];

fn run(mapping: Mapping) -> Result<Run, Fault> {
    let [w, h] = PLANE;
    let per_item: usize = mapping.per_item.iter().product();
    let mut arguments = vec![
        iota("int", w * h),
        empty("uint2", w * h),
        scalar("uint", w),
        scalar("uint", h),
    ];
    if per_item > 1 {
        arguments.push(scalar("uint", per_item));
    }
    let launched = Launched {
        kernel: mapping.kernel,
        source: mapping.source,
        global: vec![w / mapping.per_item[0], h / mapping.per_item[1]],
        local: LOCAL.to_vec(),
        arguments,
    };
    launched.run(0)
}

pub(crate) fn figure(mapping: Mapping) -> Result<Figure, Fault> {
    const CELL: [i32; 2] = [28, 20];
    const CORNER: [i32; 2] = [28, 18];
    let [w, h] = PLANE;
    let run = run(mapping)?;
    let who = run.uints("who")?;
    let owners: Vec<[usize; 2]> = who.as_chunks().0.to_vec();
    let is_of_the_first = |[x, y]: [usize; 2]| x < LOCAL[0] && y < LOCAL[1];

    let mut drawing = Drawing::new(mapping.name, 480, 0);
    let corner = |index: usize| {
        [
            CORNER[0] + CELL[0] * (index % w) as i32,
            CORNER[1] + CELL[1] * (index / w) as i32,
        ]
    };
    for x in 0..w {
        let [left, top] = corner(x);
        drawing.label(Label::new([left + CELL[0] / 2, top - 9], x).small());
    }
    for y in 0..h {
        let [left, top] = corner(y * w);
        drawing.label(Label::until([left - 6, top + CELL[1] / 2], y).small());
    }
    for (index, &[x, y]) in owners.iter().enumerate() {
        let at = corner(index);
        drawing.boxes(Fill::Owner(x + 3 * y), Line::Thin, CELL, [at]);
        let middle = [at[0] + CELL[0] / 2, at[1] + CELL[1] / 2];
        drawing.label(Label::new(middle, format!("{x},{y}")).small().of("item"));
    }
    let outline: String = (0..owners.len())
        .filter(|&index| is_of_the_first(owners[index]))
        .map(|index| edges(&owners, index, corner(index), CELL, &is_of_the_first))
        .collect();
    drawing.path(Fill::Empty, Line::Thick, &outline);

    let mut y = CORNER[1] + CELL[1] * h as i32 + 10;
    drawing.label(Label::from(
        [CORNER[0], y + 6],
        "Thick outline: work-group 0,0. It writes who, 8 bytes an element:",
    ));
    y += 20;
    let mut told = Vec::new();
    for (k, requests) in run.accesses("who", AccessKind::Store).enumerate() {
        let text = said(
            requests.iter().flat_map(touched).count(),
            ELEMENT,
            moved(requests),
        );
        let at = [CORNER[0], y];
        drawing.label(Label::from([at[0], y + 6], format!("k = {k}: {text}")));
        written(&mut drawing, [at[0], y + 16], requests);
        y += 74;
        told.push(format!("In round k = {k} its {text}."));
    }
    legend(&mut drawing, [CORNER[0], y + 6]);
    drawing.reach(y + 18);

    let of = |item: [usize; 2]| {
        let own: Vec<String> = (0..owners.len())
            .filter(|&index| owners[index] == item)
            .map(|index| format!("({}, {})", index % w, index / w))
            .collect();
        format!("work-item ({}, {}) has {}", item[0], item[1], listed(&own))
    };
    let last = owners.last().copied().unwrap_or_default();
    let shown = [[0, 0], [1, 0], [0, 1], [LOCAL[0], 0], [0, LOCAL[1]], last].map(of);
    let desc = format!(
        "A plane of {w} x {h} elements; in each stands the work-item that has it, as its two ids, in groups \
         of {} x {}. Given as column and row, {}. Work-group (0, 0) writes to the buffer that records the \
         work-items, whose elements have 8 bytes. {}",
        LOCAL[0],
        LOCAL[1],
        shown.join("; "),
        told.join(" ")
    );
    Ok(drawing.finish(mapping.title, &desc))
}

/// The sides of an element where its neighbour is of another kind.
fn edges(
    owners: &[[usize; 2]],
    index: usize,
    [left, top]: [i32; 2],
    [width, height]: [i32; 2],
    is_of_it: &dyn Fn([usize; 2]) -> bool,
) -> String {
    let [w, h] = PLANE;
    let (x, y) = (index % w, index / w);
    let is_edge = |exists: bool, neighbour: usize| {
        !exists || !owners.get(neighbour).copied().is_some_and(is_of_it)
    };
    let mut commands = String::new();
    for (edge, from, to) in [
        (is_edge(y > 0, index.wrapping_sub(w)), [0, 0], [width, 0]),
        (is_edge(y + 1 < h, index + w), [0, height], [width, height]),
        (is_edge(x > 0, index.wrapping_sub(1)), [0, 0], [0, height]),
        (is_edge(x + 1 < w, index + 1), [width, 0], [width, height]),
    ] {
        if edge {
            commands += &format!(
                "M{} {}L{} {}",
                left + from[0],
                top + from[1],
                left + to[0],
                top + to[1]
            );
        }
    }
    commands
}

/// The rows of the plane in which a warp writes, four at most, with what moves for it.
fn written(drawing: &mut Drawing, [left, top]: [i32; 2], requests: &[Request]) {
    const CELL: [i32; 2] = [28, 12];
    const ROWS: usize = 4;
    let [w, h] = PLANE;
    let asked: Vec<usize> = requests
        .iter()
        .flat_map(touched)
        .map(|(_, offset)| (offset / ELEMENT) as usize)
        .collect();
    let moving = sectors(requests);
    let per_sector = (SECTOR / ELEMENT) as usize;
    let first = asked
        .iter()
        .min()
        .map_or(0, |index| index / w)
        .min(h - ROWS);
    let corner = |index: usize| {
        [
            left + CELL[0] * (index % w) as i32,
            top + CELL[1] * (index / w - first) as i32,
        ]
    };
    let elements = first * w..(first + ROWS) * w;
    let moves = |index: usize| moving.contains(&((index / per_sector) as i64));
    let of = |which: &dyn Fn(usize) -> bool| -> Vec<[i32; 2]> {
        elements
            .clone()
            .filter(|&it| which(it))
            .map(corner)
            .collect()
    };
    for (fill, corners) in [
        (Fill::Empty, of(&|it| !moves(it))),
        (Fill::Hatched, of(&|it| moves(it) && !asked.contains(&it))),
        (ASKED, of(&|it| asked.contains(&it))),
    ] {
        drawing.boxes(fill, Line::Thin, CELL, corners);
    }
    let whole = of(&|it| it % per_sector == 0 && moves(it));
    drawing.boxes(
        Fill::Empty,
        Line::Thick,
        [CELL[0] * per_sector as i32, CELL[1]],
        whole,
    );
    for row in 0..ROWS {
        let [x, y] = corner((first + row) * w);
        drawing.label(Label::until([x - 6, y + CELL[1] / 2], first + row).small());
    }
}
