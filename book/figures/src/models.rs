//! The models of OpenCL: platform, execution and memory. These are definitions; no run shows them.

use crate::Figure;
use crate::svg::{Drawing, Fill, Label, Line};

pub(crate) fn platform() -> Figure {
    let mut drawing = Drawing::new("platform-model", 480, 292);
    let frame =
        |drawing: &mut Drawing, [x, y]: [i32; 2], size: [i32; 2], fill, line, text: &str| {
            drawing.boxes(fill, line, size, [[x, y]]);
            drawing.label(Label::from([x + 8, y + 12], text));
        };
    frame(
        &mut drawing,
        [2, 110],
        [106, 72],
        Fill::Owner(7),
        Line::Thick,
        "host",
    );
    drawing.label(Label::new([55, 146], "your program,"));
    drawing.label(Label::new([55, 162], "its queues"));

    frame(
        &mut drawing,
        [132, 8],
        [340, 172],
        Fill::Empty,
        Line::Thick,
        "device: a GPU",
    );
    for (index, left) in [142, 254, 366].into_iter().enumerate() {
        if index == 1 {
            drawing.label(Label::new([left + 42, 88], "..."));
            continue;
        }
        frame(
            &mut drawing,
            [left, 28],
            [96, 112],
            Fill::Owner(0),
            Line::Thin,
            "compute unit",
        );
        let elements =
            (0..6).map(|element| [left + 8 + 28 * (element % 3), 52 + 28 * (element / 3)]);
        drawing.boxes(Fill::Empty, Line::Thin, [24, 24], elements.clone());
        for [x, y] in elements {
            drawing.label(Label::new([x + 12, y + 12], "PE").small());
        }
        drawing.label(Label::new([left + 48, 124], "local memory").small());
    }
    drawing.label(Label::new([302, 160], "global memory"));
    drawing.boxes(Fill::Empty, Line::Thin, [320, 24], [[142, 148]]);

    frame(
        &mut drawing,
        [132, 196],
        [340, 88],
        Fill::Empty,
        Line::Thick,
        "device: a CPU",
    );
    for (index, left) in [142, 254, 366].into_iter().enumerate() {
        if index == 1 {
            drawing.label(Label::new([left + 42, 244], "..."));
            continue;
        }
        frame(
            &mut drawing,
            [left, 216],
            [96, 56],
            Fill::Owner(0),
            Line::Thin,
            "compute unit",
        );
        drawing.boxes(Fill::Empty, Line::Thin, [80, 24], [[left + 8, 240]]);
        drawing.label(Label::new([left + 48, 252], "PEs").small());
    }
    drawing.arrow(&[[108, 130], [118, 130], [118, 94], [132, 94]]);
    drawing.arrow(&[[108, 162], [118, 162], [118, 240], [132, 240]]);
    drawing.finish(
        "The platform model",
        "A host, which runs your program and its queues, commands two devices. One is a GPU: it \
         has several compute units, each with many processing elements (PE) and a local memory, \
         and a global memory for all of them. The other is a CPU: its compute units have few \
         processing elements each.",
    )
}

pub(crate) fn execution() -> Figure {
    const GROUPS: [i32; 2] = [3, 2];
    const LOCAL: [i32; 2] = [4, 3];
    const CELL: i32 = 22;
    const CHOSEN: [i32; 2] = [1, 1];
    const LARGE: [i32; 2] = [42, 34];
    let mut drawing = Drawing::new("ndrange", 480, 0);
    let corner = [16, 22];
    let global = [GROUPS[0] * LOCAL[0], GROUPS[1] * LOCAL[1]];
    drawing.label(Label::from(
        [corner[0], 9],
        format!("NDRange: {} x {} work-items", global[0], global[1]),
    ));
    for gy in 0..GROUPS[1] {
        for gx in 0..GROUPS[0] {
            let at = [
                corner[0] + gx * LOCAL[0] * CELL,
                corner[1] + gy * LOCAL[1] * CELL,
            ];
            let cells = (0..LOCAL[0] * LOCAL[1]).map(|item| {
                [
                    at[0] + CELL * (item % LOCAL[0]),
                    at[1] + CELL * (item / LOCAL[0]),
                ]
            });
            drawing.boxes(
                Fill::Owner((gx + GROUPS[0] * gy) as usize),
                Line::Thin,
                [CELL, CELL],
                cells,
            );
            let size = [LOCAL[0] * CELL, LOCAL[1] * CELL];
            drawing.boxes(Fill::Empty, Line::Thick, size, [at]);
            let middle = [at[0] + size[0] / 2, at[1] + size[1] / 2];
            let plate = [middle[0] - 33, middle[1] - 9];
            drawing.boxes(Fill::Page, Line::Thin, [66, 18], [plate]);
            drawing.label(Label::new(middle, format!("group {gx},{gy}")));
        }
    }
    let large = [302, corner[1]];
    let size = [LOCAL[0] * LARGE[0], LOCAL[1] * LARGE[1]];
    let chosen = (CHOSEN[0] + GROUPS[0] * CHOSEN[1]) as usize;
    drawing.label(Label::from(
        [large[0], 9],
        format!(
            "group {},{}: {} x {}",
            CHOSEN[0], CHOSEN[1], LOCAL[0], LOCAL[1]
        ),
    ));
    let mut told = Vec::new();
    for ly in 0..LOCAL[1] {
        for lx in 0..LOCAL[0] {
            let at = [large[0] + LARGE[0] * lx, large[1] + LARGE[1] * ly];
            drawing.boxes(Fill::Owner(chosen), Line::Thin, LARGE, [at]);
            let id = [CHOSEN[0] * LOCAL[0] + lx, CHOSEN[1] * LOCAL[1] + ly];
            let middle = at[0] + LARGE[0] / 2;
            drawing.label(Label::new(
                [middle, at[1] + 11],
                format!("{},{}", id[0], id[1]),
            ));
            drawing.label(Label::new([middle, at[1] + 25], format!("({lx},{ly})")).small());
            told.push(format!("({}, {}) is local ({lx}, {ly})", id[0], id[1]));
        }
    }
    drawing.boxes(Fill::Empty, Line::Thick, size, [large]);
    let below = large[1] + size[1] + 12;
    drawing.label(Label::from([large[0], below], "global id, (local id)"));
    drawing.reach(corner[1] + global[1] * CELL + 8);
    let desc = format!(
        "An NDRange of {} x {} work-items, dimension 0 across, in {} x {} work-groups of {} x {}. \
         Of group ({}, {}) the work-items are shown by their global ids: {}.",
        global[0],
        global[1],
        GROUPS[0],
        GROUPS[1],
        LOCAL[0],
        LOCAL[1],
        CHOSEN[0],
        CHOSEN[1],
        told.join(", ")
    );
    drawing.finish("An NDRange and its work-groups", &desc)
}

pub(crate) fn memory() -> Figure {
    let mut drawing = Drawing::new("memory-model", 480, 330);
    for (group, left) in [16, 252].into_iter().enumerate() {
        drawing.boxes(Fill::Empty, Line::Thick, [212, 158], [[left, 8]]);
        drawing.label(Label::from([left + 8, 20], format!("work-group {group}")));
        for (item, x) in [left + 10, left + 76, left + 142].into_iter().enumerate() {
            drawing.boxes(Fill::Owner(1), Line::Thin, [60, 34], [[x, 34]]);
            drawing.label(Label::new([x + 30, 46], "private").small());
            drawing.label(Label::new([x + 30, 59], "memory").small());
            let id = 3 * group + item;
            drawing.boxes(Fill::Empty, Line::Thin, [60, 24], [[x, 84]]);
            drawing.label(Label::new([x + 30, 96], format!("item {id}")));
            drawing.arrow(&[[x + 30, 84], [x + 30, 68]]);
            drawing.arrow(&[[x + 30, 108], [x + 30, 124]]);
        }
        drawing.boxes(Fill::Owner(2), Line::Thin, [192, 34], [[left + 10, 124]]);
        drawing.label(Label::new([left + 106, 141], "local memory of the group"));
        drawing.arrow(&[[left + 106, 166], [left + 106, 186]]);
    }
    drawing.boxes(Fill::Owner(0), Line::Thin, [306, 40], [[16, 186]]);
    drawing.label(Label::new([169, 206], "global memory: all groups"));
    drawing.boxes(Fill::Owner(4), Line::Thin, [136, 40], [[328, 186]]);
    drawing.label(Label::new([396, 199], "constant memory:"));
    drawing.label(Label::new([396, 215], "all groups, read only").small());
    drawing.boxes(Fill::Empty, Line::Dashed, [464, 232], [[8, 2]]);
    drawing.label(Label::from([24, 244], "the device"));
    drawing.arrow(&[[169, 282], [169, 226]]);
    drawing.arrow(&[[396, 282], [396, 226]]);
    drawing.label(Label::new([284, 262], "copies, by commands in a queue"));
    drawing.boxes(Fill::Owner(7), Line::Thin, [448, 34], [[16, 282]]);
    drawing.label(Label::new([240, 299], "the host's memory"));
    drawing.reach(322);
    drawing.finish(
        "The memory model",
        "Each work-item has private memory of its own. The work-items of a work-group share the \
         group's local memory; another group has another one. All groups of the device share \
         global memory, and read constant memory. The host's memory is apart: commands in a queue \
         copy from it and to it.",
    )
}
