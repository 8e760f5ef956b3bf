//! The four mappings of a line: which work-item has which element, and beneath it what a group's
//! work-items read together, and how much of what moves for them they asked for.

use crate::run::{Fault, Launched, SECTOR, empty, iota, moved, scalar, sectors, touched};
use crate::svg::{Drawing, Fill, Label, Line};
use crate::traffic::{ELEMENT, said, strip};
use crate::{Figure, listed};
use simulator::AccessKind;

const ELEMENTS: usize = 32;
const LOCAL: usize = 8;

/// A mapping with its kernel.
#[derive(Clone, Copy)]
pub(crate) struct Mapping {
    name: &'static str,
    title: &'static str,
    kernel: &'static str,
    source: &'static str,
    /// Elements of a work-item; 1 is not passed to the kernel.
    per_item: usize,
}

pub(crate) const MAPPINGS: [Mapping; 4] = [
    Mapping {
        name: "map-one-to-one",
        title: "One to one: which work-item has which element",
        kernel: "map_one_to_one",
        source: include_str!("../../../kernels/src/mappings/one_to_one.cl"),
        per_item: 1,
    },
    Mapping {
        name: "map-contiguous",
        title: "Contiguous: which work-item has which element",
        kernel: "map_contiguous",
        source: include_str!("../../../kernels/src/mappings/contiguous.cl"),
        per_item: 2,
    },
    Mapping {
        name: "map-globally-spaced",
        title: "Globally spaced: which work-item has which element",
        kernel: "map_globally_spaced",
        source: include_str!("../../../kernels/src/mappings/globally_spaced.cl"),
        per_item: 2,
    },
    Mapping {
        name: "map-locally-spaced",
        title: "Locally spaced: which work-item has which element",
        kernel: "map_locally_spaced",
        source: include_str!("../../../kernels/src/mappings/locally_spaced.cl"),
        per_item: 2,
    },
];

impl Mapping {
    /// The launch over `elements`, in groups of `local`, with `per_item` elements each.
    pub(crate) fn launched(self, elements: usize, local: usize, per_item: usize) -> Launched {
        let mut arguments = vec![
            iota("int", elements),
            empty("uint", elements),
            scalar("uint", elements),
        ];
        if self.per_item > 1 {
            arguments.push(scalar("uint", per_item));
        }
        Launched {
            kernel: self.kernel,
            source: self.source,
            global: vec![elements / per_item],
            local: vec![local],
            arguments,
        }
    }
}

pub(crate) fn figure(mapping: Mapping) -> Result<Figure, Fault> {
    const COLUMNS: usize = 16;
    const CELL: [i32; 2] = [28, 24];
    const LEFT: i32 = 16;
    const ROW: i32 = 66;
    let run = mapping.launched(ELEMENTS, LOCAL, mapping.per_item).run(0)?;
    let who = run.uints("who")?;

    let mut drawing = Drawing::new(mapping.name, 480, 0);
    let corner = |index: usize| {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        [LEFT + CELL[0] * column as i32, 16 + ROW * row as i32]
    };
    for (index, &item) in who.iter().enumerate() {
        let [x, y] = corner(index);
        drawing.boxes(Fill::Owner(item), Line::Thin, CELL, [[x, y]]);
        let middle = x + CELL[0] / 2;
        drawing.label(Label::new([middle, y - 8], index).small());
        drawing.label(Label::new([middle, y + CELL[1] / 2], item).of("item"));
    }
    // Neighbours of one group, within a row of the picture.
    for (row, items) in who.chunks(COLUMNS).enumerate() {
        let mut first = row * COLUMNS;
        for part in items.chunk_by(|one, other| one / LOCAL == other / LOCAL) {
            let [x, y] = corner(first);
            let width = CELL[0] * part.len() as i32;
            let group = part.first().map_or(0, |item| item / LOCAL);
            drawing.bracket([x, y + CELL[1] + 3], width, format!("group {group}"));
            first += part.len();
        }
    }

    let rows = ELEMENTS.div_ceil(COLUMNS) as i32;
    let mut y = ROW * rows + 10;
    let mut told = Vec::new();
    for (k, requests) in run.accesses("data", AccessKind::Load).enumerate() {
        let asked: Vec<i64> = requests
            .iter()
            .flat_map(touched)
            .map(|(_, offset)| offset / ELEMENT)
            .collect();
        let moving = sectors(requests);
        let text = said(asked.len(), ELEMENT, moved(requests));
        drawing.label(Label::from(
            [LEFT, y + 6],
            format!("k = {k}, group 0: {text}"),
        ));
        let per_sector = SECTOR / ELEMENT;
        strip(
            &mut drawing,
            [LEFT, y + 16],
            ELEMENTS as i64,
            &asked,
            &|element| moving.contains(&(element / per_sector)),
        );
        told.push(format!(
            "In round k = {k} the work-items of group 0 read the elements {}: {text}.",
            listed(&asked)
        ));
        y += 42;
    }
    crate::traffic::legend(&mut drawing, [LEFT, y + 6]);
    drawing.reach(y + 18);

    let of = |item: usize| {
        let own: Vec<usize> = (0..ELEMENTS).filter(|&index| who[index] == item).collect();
        format!("work-item {item} has {}", listed(&own))
    };
    let items = ELEMENTS / mapping.per_item;
    let shown = [0, 1, 2, LOCAL - 1, LOCAL, items - 1].map(of).join("; ");
    let desc = format!(
        "{ELEMENTS} elements in a row, above each its index, in it its work-item, below it the \
         work-item's group. Of {items} work-items in groups of {LOCAL}, {shown}. {}",
        told.join(" ")
    );
    Ok(drawing.finish(mapping.title, &desc))
}
