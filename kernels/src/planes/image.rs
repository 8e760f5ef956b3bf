//! image-2d: an image is mirrored left to right, one work-item for each pixel. Its rows lie `pitch`
//! elements apart; what lies between the end of one and the beginning of the next is not the
//! image's and has to stay.

use crate::argument::{buffer, uint};
use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    LARGEST_GROUP, LARGEST_PLANE, choice_from, corner_planes, is_plane, number_from, plane_from,
    plane_simplicity, planes, range_over,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Image;

/// Shapes of work-groups, width first, the simplest first. Few, since a device may compile a kernel
/// anew for each.
const GROUPS: [[usize; 2]; 6] = [[4, 2], [1, 1], [2, 4], [5, 3], [LARGEST_GROUP, 1], [1, 150]];

/// The most elements between the end of a row and the beginning of the next: more than 8 bits count.
const MOST_PADDING: usize = 300;

/// The most elements of a buffer that has padding.
const MOST_PADDED: usize = 1 << 18;

/// One case of [`Image`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    padding: usize,
    local: [usize; 2],
    pattern: Pattern,
}

impl Case {
    fn pitch(&self) -> usize {
        self.plane[0] + self.padding
    }

    /// Elements of each buffer: whole rows, with what follows the last one.
    fn len(&self) -> usize {
        self.pitch() * self.plane[1]
    }

    fn input(&self) -> Vec<f32> {
        floats(self.len(), self.pattern, 0)
    }

    /// What `out` holds before.
    fn before(&self) -> Vec<f32> {
        floats(self.len(), self.pattern, 1)
    }

    /// Column and row of an element, if it is a pixel.
    fn pixel(&self, element: usize) -> Option<[usize; 2]> {
        let (x, y) = (element % self.pitch(), element / self.pitch());
        (x < self.plane[0]).then_some([x, y])
    }
}

/// The most padding of a plane: rows of many elements may have all of it, many rows less.
fn most_padding([width, height]: [usize; 2]) -> usize {
    match (MOST_PADDED / height.max(1)).checked_sub(width) {
        Some(room) => room.min(MOST_PADDING),
        None => 0,
    }
}

impl Problem for Image {
    type Case = Case;

    fn name(&self) -> &'static str {
        "image-2d"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("image.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "mirror",
            &[
                ("global", "float*", "in"),
                ("global", "float*", "out"),
                ("private", "uint", "width"),
                ("private", "uint", "height"),
                ("private", "uint", "pitch"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("width", 0, 0, LARGEST_PLANE)
            .size("height", 1, 0, LARGEST_PLANE)
            .elements(&["width", "height"], 0, LARGEST_PLANE)
            .side("pitch", 0, LARGEST_PLANE + MOST_PADDING)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in GROUPS {
            corners.extend(corner_planes(local).into_iter().map(|plane| Case {
                plane,
                // The single pixel has no padding; of the others two in three have.
                padding: (plane[0] + 2 * plane[1]) % 3,
                local,
                pattern: ((plane[0] + 1) % 2) as Pattern,
            }));
        }
        // More columns and rows than 16 bits count, in work-groups that lie along the plane.
        let large = [
            ([5, 4], MOST_PADDING, 0),
            ([LARGEST_PLANE, 1], MOST_PADDING, 4),
            ([1, LARGEST_PLANE], 0, 5),
        ];
        corners.extend(large.map(|(plane, padding, group)| Case {
            plane,
            padding,
            local: GROUPS[group],
            pattern: 1,
        }));
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let padding = prop_oneof![12 => 0..=16_usize, 1 => 17..=MOST_PADDING];
        (select(&GROUPS[..]), padding, any::<Pattern>())
            .prop_flat_map(|(local, padding, pattern)| {
                planes(local).prop_map(move |plane| Case {
                    plane,
                    padding: padding.min(most_padding(plane)),
                    local,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            plane_from(case.plane),
            number_from(case.padding),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(plane, padding, local, pattern)| Case {
                plane,
                padding: padding.min(most_padding(plane)),
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        is_plane(case.plane)
            && case.padding <= most_padding(case.plane)
            && GROUPS.contains(&case.local)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let [width, height] = case.plane;
        let [across, down] = case.local;
        vec![
            Fact::new("width", width),
            Fact::new("height", height),
            Fact::new("pitch", case.pitch()),
            Fact::new("work-group", format!("{across} x {down}")),
            Fact::new("in", preview(&case.input())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let floats = |values: Vec<f32>| bytes(&values, f32::to_le_bytes);
        let [width, height] = case.plane;
        Launch {
            kernel: "mirror".to_owned(),
            arguments: vec![
                buffer("in", Scalar::Float, floats(case.input()), Access::Read),
                buffer(
                    "out",
                    Scalar::Float,
                    floats(case.before()),
                    Access::ReadWrite,
                ),
                uint("width", width),
                uint("height", height),
                uint("pitch", case.pitch()),
            ],
            range: range_over(case.plane, case.local),
        }
    }

    /// Exact: the values are copied.
    fn expected(&self, case: &Case) -> Vec<Expected> {
        let (input, mut out) = (case.input(), case.before());
        let [width, _] = case.plane;
        for (element, value) in out.iter_mut().enumerate() {
            if let Some([x, y]) = case.pixel(element) {
                *value = input[y * case.pitch() + (width - 1 - x)];
            }
        }
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&out, f32::to_le_bytes)),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        // A work-item may take its pixel from `in` or for `out`.
        Writers::Each(1)
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        case.pixel(element).map(|pixel| pixel.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_turned_around_and_what_lies_between_rows_stays() {
        let case = Case {
            plane: [3, 2],
            padding: 1,
            local: [4, 2],
            pattern: 0,
        };
        let right = [3.0, 2.0, 1.0, 40.0, 7.0, 6.0, 5.0, 80.0];
        assert_eq!(
            Image.expected(&case),
            [
                Expected::Unchanged,
                Expected::Exact(bytes(&right, f32::to_le_bytes))
            ]
        );
        assert_eq!(Image.owner(&case, 1, 4), Some(vec![0, 1]));
        assert_eq!(Image.owner(&case, 1, 3), None);
    }

    #[test]
    fn corners_have_rows_with_and_without_a_gap_in_every_shape_of_group() {
        let corners = Image.corners();
        assert_eq!(corners[0].padding, 0);
        for local in GROUPS {
            for gap in [false, true] {
                let many = corners
                    .iter()
                    .filter(|case| case.local == local && (case.padding > 0) == gap);
                assert!(many.count() > 2, "{local:?} {gap}");
            }
        }
    }
}
