//! Where elements lie in memory: a volume, and a matrix of which only some elements are kept.

use crate::Figure;
use crate::svg::{Drawing, Fill, Label, Line};

/// A volume of 4 x 3 x 2 elements as layers and as the line that memory is.
pub(crate) fn volume() -> Figure {
    const SIDES: [i32; 3] = [4, 3, 2];
    const CELL: i32 = 30;
    const LINE: i32 = 19;
    let mut drawing = Drawing::new("volume", 480, 200);
    let [w, h, d] = SIDES;
    let position = |[x, y, z]: [i32; 3]| (z * h + y) * w + x;
    let line = [12, 158];
    for z in 0..d {
        let corner = [70 + z * 210, 30];
        drawing.label(Label::from([corner[0], 14], format!("z = {z}")));
        for y in 0..h {
            for x in 0..w {
                let at = [corner[0] + CELL * x, corner[1] + CELL * y];
                let position = position([x, y, z]);
                let fill = Fill::Owner((z * h + y) as usize);
                drawing.boxes(fill, Line::Thin, [CELL, CELL], [at]);
                drawing.label(Label::new([at[0] + CELL / 2, at[1] + CELL / 2], position));
                let cell = [line[0] + LINE * position, line[1]];
                drawing.boxes(fill, Line::Thin, [LINE, 22], [cell]);
                drawing.label(Label::new([cell[0] + LINE / 2, line[1] + 11], position).small());
            }
            let at = [corner[0] - 8, corner[1] + CELL * y + CELL / 2];
            drawing.label(Label::until(at, format!("y = {y}")).small());
        }
    }
    drawing.label(Label::from([line[0], line[1] - 12], "in memory:"));
    let steps = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(position);
    let desc = format!(
        "A volume of {w} columns, {h} rows and {d} layers, each element with its position, and below it the line of {} \
         elements that memory is, in the colours of the rows. A step along x goes on by {}, along y by {}, along z by {}.",
        w * h * d,
        steps[0],
        steps[1],
        steps[2]
    );
    drawing.finish("A volume, and the same elements in memory", &desc)
}

/// A sparse matrix and the three arrays of its compressed rows.
pub(crate) fn compressed_rows() -> Figure {
    /// The columns of the elements that are not zero, row by row.
    const ROWS: [&[i32]; 4] = [&[1], &[0, 2, 4], &[], &[2, 5]];
    const COLUMNS: i32 = 6;
    const CELL: i32 = 26;
    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    let mut drawing = Drawing::new("compressed-rows", 480, 150);
    let matrix = [34, 26];
    let arrays = [276, 26];
    let mut starts = vec![0];
    let mut rows = Vec::new();
    let mut kept = 0;
    for (row, columns) in (0..).zip(ROWS) {
        let y = matrix[1] + CELL * row;
        drawing.label(Label::until([matrix[0] - 8, y + CELL / 2], row).small());
        let places = (0..COLUMNS).map(|column| [matrix[0] + CELL * column, y]);
        drawing.boxes(Fill::Empty, Line::Thin, [CELL, CELL], places);
        for column in columns {
            let name = NAMES[kept as usize];
            let fill = Fill::Owner(row as usize);
            let at = [matrix[0] + CELL * column, y];
            drawing.boxes(fill, Line::Thin, [CELL, CELL], [at]);
            drawing.label(Label::new([at[0] + CELL / 2, y + CELL / 2], name));
            for (line, text) in [name.to_owned(), column.to_string()]
                .into_iter()
                .enumerate()
            {
                let at = [arrays[0] + CELL * kept, arrays[1] + 38 * line as i32];
                drawing.boxes(fill, Line::Thin, [CELL, CELL], [at]);
                drawing.label(Label::new([at[0] + CELL / 2, at[1] + CELL / 2], text));
            }
            kept += 1;
        }
        starts.push(kept);
        rows.push(format!("row {row} has {}", columns.len()));
    }
    for column in 0..COLUMNS {
        let x = matrix[0] + CELL * column + CELL / 2;
        drawing.label(Label::new([x, matrix[1] - 10], column).small());
    }
    for (index, start) in (0..).zip(&starts) {
        let at = [arrays[0] + CELL * index, arrays[1] + 76];
        drawing.boxes(Fill::Empty, Line::Thin, [CELL, CELL], [at]);
        drawing.label(Label::new([at[0] + CELL / 2, at[1] + CELL / 2], start));
    }
    for (line, name) in (0..).zip(["values", "columns", "starts"]) {
        let y = arrays[1] + 38 * line + CELL / 2;
        drawing.label(Label::until([arrays[0] - 8, y], name).small());
    }
    let starts: Vec<String> = starts.iter().map(i32::to_string).collect();
    let desc = format!(
        "A matrix of {} rows and {COLUMNS} columns in which only {kept} elements are not zero: {}. Beside it the arrays \
         that keep it: the values row by row, the column of each, and where each row starts: {}. A row without elements \
         starts where the next one does.",
        ROWS.len(),
        rows.join(", "),
        starts.join(", ")
    );
    drawing.finish("A sparse matrix as compressed rows", &desc)
}

/// What a prediction is made of.
pub(crate) fn prediction() -> Figure {
    let mut drawing = Drawing::new("prediction", 480, 176);
    let frame = |drawing: &mut Drawing, [x, y]: [i32; 2], width: i32, fill, lines: [&str; 2]| {
        drawing.boxes(fill, Line::Thin, [width, 44], [[x, y]]);
        drawing.label(Label::new([x + width / 2, y + 14], lines[0]));
        drawing.label(Label::new([x + width / 2, y + 31], lines[1]).small());
    };
    let left = [
        ([4, 12], Fill::Empty, ["kernel, launch", "text, sizes"]),
        ([4, 112], Fill::Empty, ["the device", "small kernels run"]),
    ];
    let middle = [
        ([174, 12], Fill::Owner(0), ["counts", "what stores need"]),
        ([174, 112], Fill::Owner(1), ["profile", "cost of each"]),
    ];
    for (at, fill, lines) in left.into_iter().chain(middle) {
        frame(&mut drawing, at, 106, fill, lines);
    }
    frame(
        &mut drawing,
        [306, 62],
        76,
        Fill::Owner(2),
        ["parts", "alone"],
    );
    frame(&mut drawing, [424, 62], 52, Fill::Owner(3), ["time", "µs"]);
    for (y, text) in [(34, "read"), (134, "calibrate")] {
        drawing.arrow(&[[110, y], [174, y]]);
        drawing.label(Label::new([141, y - 12], text).small());
    }
    drawing.arrow(&[[280, 34], [344, 34], [344, 62]]);
    drawing.arrow(&[[280, 134], [344, 134], [344, 106]]);
    drawing.arrow(&[[382, 84], [424, 84]]);
    drawing.label(Label::new([403, 118], "overlapped").small());
    drawing.finish(
        "What a predicted time is made of",
        "From the kernel's text and the launch the model reads counts: how many of each operation and access the stores \
         need. From small kernels that run on the device calibration makes a profile: what one of each costs. A count \
         times a cost is what that part would take alone. The parts overlap as the device was seen to overlap, and give \
         the time.",
    )
}
