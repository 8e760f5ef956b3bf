//! tune: the shape of a work-group, and the rows each work-item does, with which a stencil moves the
//! least. A device's limits say what is legal; the simulator counts what each choice costs.

use crate::argument::{buffer, output, value};
use crate::data::{bytes, floats};
use crate::sizes::range_over;
use crate::{Answers, Bound, Form, Judgement, Measure, Question, Sheet, Trial};
use launch::{Access, Launch, Scalar, Source};

/// The sheet.
#[derive(Clone, Copy, Debug)]
pub struct Tune;

/// Columns and rows of the picture.
const PICTURE: [usize; 2] = [256, 192];

/// Pixels that a pixel's neighbours are away, each way.
const REACH: u64 = 4;

/// The most work-items of a work-group.
const MOST_ITEMS: u64 = 256;

/// Work-items of a warp.
const WARP: u64 = 32;

/// Local memory that a work-group may take, in bytes.
const LOCAL_MEMORY: u64 = 8192;

/// The most rows of a work-item.
const MOST_ROWS: u64 = 8;

/// What may be moved more than with the best shape, in per cent.
const MARGIN: u64 = 2;

/// Lanes that have to be active, in per cent.
const LEAST_LANES: u64 = 90;

/// The work-group, and the rows of each of its work-items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Work-items along x.
    pub width: u64,
    /// Work-items along y.
    pub height: u64,
    /// Pixels that each work-item does, one below the other.
    pub rows: u64,
}

impl Shape {
    /// The shape that moves the least of all that are legal and keep enough lanes active; a test tries
    /// them all.
    pub const BEST: Shape = Shape {
        width: 64,
        height: 4,
        rows: 5,
    };

    /// Bytes that [`Shape::BEST`] moves.
    pub const LEAST_MOVED: u64 = 608_768;

    /// Every shape that the device takes.
    pub fn legal() -> impl Iterator<Item = Shape> {
        let sides = (1..=MOST_ITEMS)
            .flat_map(|width| (1..=MOST_ITEMS / width).map(move |height| (width, height)));
        let shapes = sides.flat_map(|(width, height)| {
            (1..=MOST_ROWS).map(move |rows| Shape {
                width,
                height,
                rows,
            })
        });
        shapes.filter(|shape| shape.objection().is_none())
    }

    /// Local memory of a work-group, in bytes.
    pub fn local_bytes(self) -> u64 {
        let lines = self
            .height
            .saturating_mul(self.rows)
            .saturating_add(2 * REACH);
        let columns = self.width.saturating_add(2 * REACH);
        lines.saturating_mul(columns).saturating_mul(4)
    }

    /// What the device has against it.
    fn objection(self) -> Option<Judgement> {
        let Shape {
            width,
            height,
            rows,
        } = self;
        let items = width.saturating_mul(height);
        if items > MOST_ITEMS {
            return Some(Judgement::wrong(
                format!("{width} x {height} is {items} work-items, where {MOST_ITEMS} are allowed"),
                "clEnqueueNDRangeKernel would return CL_INVALID_WORK_GROUP_SIZE",
            ));
        }
        if !items.is_multiple_of(WARP) {
            return Some(Judgement::wrong(
                format!("{width} x {height} is {items} work-items, no multiple of {WARP}"),
                "the last warp of each work-group would run half empty",
            ));
        }
        (self.local_bytes() > LOCAL_MEMORY).then(|| {
            Judgement::wrong(
                format!(
                    "with {rows} rows a work-item, a work-group takes {} bytes of local memory, \
                     where there are {LOCAL_MEMORY}",
                    self.local_bytes()
                ),
                "fewer rows a work-item, or fewer work-items",
            )
        })
    }

    /// The program for this shape, and its launch.
    pub fn run(self) -> (Source, Launch) {
        let [w, h] = PICTURE;
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let define = |name: &str, number: u64| (name.to_owned(), number.to_string());
        let source = Source {
            name: "sharpen.cl".to_owned(),
            text: kernel_text!("sharpen.cl").to_owned(),
            defines: vec![
                define("WIDTH", self.width),
                define("HEIGHT", self.height),
                define("ROWS", self.rows),
            ],
            standard: launch::Standard::default(),
        };
        let input = bytes(&floats(w * h, 1, 0), f32::to_le_bytes);
        let int = |name, number: usize| value(name, (number as i32).to_le_bytes());
        let launch = Launch {
            kernel: "sharpen".to_owned(),
            arguments: vec![
                buffer("in", Scalar::Float, input, Access::Read),
                output("out", Scalar::Float, w * h),
                int("w", w),
                int("h", h),
            ],
            range: range_over(
                [w, h.div_ceil(size(self.rows))],
                [size(self.width), size(self.height)],
            ),
        };
        (source, launch)
    }

    /// What its run may cost.
    pub fn bounds() -> Vec<Bound> {
        vec![
            Bound::at_most(
                Measure::GlobalBytesMoved,
                Self::LEAST_MOVED * (100 + MARGIN) / 100,
                format!(
                    "{MARGIN} % above {} B, the least of all {} legal shapes with enough active lanes",
                    Self::LEAST_MOVED,
                    Self::legal().count()
                ),
            ),
            Bound::at_least(
                Measure::ActiveLanes,
                LEAST_LANES,
                "lanes that wait while others fetch the margin do nothing",
            ),
        ]
    }
}

impl Sheet for Tune {
    fn name(&self) -> &'static str {
        "tune"
    }

    fn questions(&self) -> Vec<Question> {
        vec![
            Question {
                key: "local",
                asks: "the work-group: width and height",
                form: Form::Sizes(2),
            },
            Question {
                key: "rows",
                asks: "the rows that each work-item does",
                form: Form::Whole,
            },
            Question {
                key: "local_bytes",
                asks: "local memory of such a work-group, in bytes",
                form: Form::Whole,
            },
        ]
    }

    fn judge(&self, key: &str, answers: &Answers) -> Judgement {
        let rows = answers.whole("rows");
        if key == "rows" {
            let rows = rows.unwrap_or_default();
            return match (1..=MOST_ROWS).contains(&rows) {
                true => Judgement::Right,
                false => Judgement::wrong(
                    format!("{rows} rows, where 1 to {MOST_ROWS} are to be tried"),
                    "each row more is a longer wait for the work-items of the last work-groups",
                ),
            };
        }
        let Some(rows) = rows.filter(|rows| (1..=MOST_ROWS).contains(rows)) else {
            return Judgement::waits("rows");
        };
        let shape = answers.sizes("local").map(|sizes| Shape {
            width: sizes.first().copied().unwrap_or_default(),
            height: sizes.get(1).copied().unwrap_or_default(),
            rows,
        });
        match (key, shape) {
            ("local", Some(shape)) => shape.objection().unwrap_or(Judgement::Right),
            (_, Some(shape)) if shape.objection().is_none() => {
                let given = answers.whole(key).unwrap_or_default();
                if given == shape.local_bytes() {
                    return Judgement::Right;
                }
                Judgement::wrong(
                    format!("{given} is not what the tile of this work-group takes"),
                    "it has LINES x COLUMNS floats of 4 bytes, and the margin lies on both sides",
                )
            }
            _ => Judgement::waits("local"),
        }
    }

    fn trial(&self, answers: &Answers) -> Option<Trial> {
        let sizes = answers.sizes("local")?;
        let shape = Shape {
            width: *sizes.first()?,
            height: *sizes.get(1)?,
            rows: answers.whole("rows")?,
        };
        let (source, launch) = shape.run();
        Some(Trial {
            key: "local",
            source,
            launch,
            bounds: Shape::bounds(),
            best: Shape::BEST.run(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use std::collections::BTreeMap;

    fn judged(local: [u64; 2], rows: u64, local_bytes: u64) -> [Judgement; 3] {
        let answers = Answers(BTreeMap::from([
            ("local", Answer::Sizes(local.to_vec())),
            ("rows", Answer::Whole(rows)),
            ("local_bytes", Answer::Whole(local_bytes)),
        ]));
        ["local", "rows", "local_bytes"].map(|key| Tune.judge(key, &answers))
    }

    #[test]
    fn the_exercise_hands_out_the_kernel_that_is_run() {
        let handed_out = kernel_text!("../../../exercises/31-tune/sharpen.cl");
        assert_eq!(handed_out, Shape::BEST.run().0.text);
    }

    #[test]
    fn the_best_shape_is_legal_and_its_tile_is_counted_with_its_margin() {
        assert!(Shape::legal().any(|shape| shape == Shape::BEST));
        let Shape {
            width,
            height,
            rows,
        } = Shape::BEST;
        let right = [const { Judgement::Right }; 3];
        assert_eq!(judged([width, height], rows, 72 * 28 * 4), right);
    }

    #[test]
    fn what_the_device_refuses_is_wrong_and_the_rest_waits_for_it() {
        for (local, rows) in [
            ([64, 8], 1),
            ([33, 1], 1),
            ([256, 1], 8),
            ([u64::MAX, u64::MAX], 8),
        ] {
            let [shape, of_rows, bytes] = judged(local, rows, 0);
            assert!(matches!(shape, Judgement::Wrong { .. }), "{local:?}");
            assert_eq!(of_rows, Judgement::Right);
            assert_eq!(bytes, Judgement::waits("local"));
        }
        for rows in [0, 9, u64::MAX] {
            let [shape, of_rows, _] = judged([32, 1], rows, 0);
            assert!(matches!(of_rows, Judgement::Wrong { .. }));
            assert_eq!(shape, Judgement::waits("rows"));
        }
    }
}
