//! box-blur and box-blur-buffer: each pixel becomes the mean of the square around it, and beyond the edge the pixel
//! at the edge counts again; from an image, and from a buffer through a tile. Channels are bytes and sums are
//! integers, so a mean is exact.

use crate::argument::{buffer, output, picture, uint, value};
use crate::data::{Pattern, mix};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_planes, number_from, plane_from, plane_simplicity, planes,
    range_over,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Writers};
use launch::{Access, Argument, ElementType, Launch, Scalar, Standard};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem, by what the picture lies in.
#[derive(Clone, Copy, Debug)]
pub struct BoxBlur(pub Storage);

/// What the picture lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// An image, read through a sampler.
    Image,
    /// A buffer, of which a work-group fetches a tile.
    Buffer,
}

/// Shapes of work-groups, width first, the simplest first. Few, since a device may compile a kernel
/// anew for each.
const GROUPS: [[usize; 2]; 6] = [[4, 2], [1, 1], [2, 4], [5, 3], [LARGEST_GROUP, 1], [1, 150]];

/// The shape of the work-groups whose costs are counted.
const COUNTED_GROUP: [usize; 2] = [16, 8];

/// The longest side of an image; every device that has images takes it.
const MOST_SIDE: usize = 4096;

/// The most pixels of an image: a work-item reads up to 49 of them.
const MOST_PIXELS: usize = 8192;

/// The most pixels on each side of the one in the middle.
const MOST_RADIUS: usize = 3;

/// Channels of a pixel.
const CHANNELS: usize = 4;

/// The pattern in which every channel has its largest value.
const ALL_WHITE: Pattern = 3;

/// One case of [`BoxBlur`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    radius: usize,
    local: [usize; 2],
    pattern: Pattern,
}

/// A plane that is an image: no side is empty, and none too long.
fn image([width, height]: [usize; 2]) -> [usize; 2] {
    let width = width.clamp(1, MOST_SIDE);
    [width, height.clamp(1, MOST_SIDE.min(MOST_PIXELS / width))]
}

impl Case {
    /// The bytes of the image, row by row.
    fn picture(&self) -> Vec<u8> {
        let [width, height] = self.plane;
        let seed = u64::from(self.pattern) << 40;
        (0..(width * height * CHANNELS) as u64)
            .map(|index| match self.pattern {
                0 => (index * 10 % 250) as u8 + 10,
                ALL_WHITE => u8::MAX,
                _ => mix(seed + index) as u8,
            })
            .collect()
    }

    /// Pixels of a work-group and of the margin around them.
    fn tile(&self) -> usize {
        let sides = self.local.map(|side| side + 2 * self.radius);
        sides.into_iter().product()
    }

    fn blurred(&self) -> Vec<u8> {
        let picture = self.picture();
        let [width, height] = self.plane.map(|side| side as i64);
        let radius = self.radius as i64;
        let area = (2 * radius + 1) * (2 * radius + 1);
        let mut blurred = Vec::with_capacity(picture.len());
        for y in 0..height {
            for x in 0..width {
                let mut sums = [0; CHANNELS];
                for down in -radius..=radius {
                    for right in -radius..=radius {
                        let column = (x + right).clamp(0, width - 1);
                        let row = (y + down).clamp(0, height - 1);
                        let at = (row * width + column) as usize * CHANNELS;
                        for (sum, channel) in sums.iter_mut().zip(&picture[at..]) {
                            *sum += i64::from(*channel);
                        }
                    }
                }
                blurred.extend(sums.map(|sum| (sum / area) as u8));
            }
        }
        blurred
    }
}

fn counted_case(plane: [usize; 2], radius: usize, pattern: Pattern) -> Case {
    Case {
        plane,
        radius,
        local: COUNTED_GROUP,
        pattern,
    }
}

impl Storage {
    fn kernel(self) -> &'static str {
        match self {
            Storage::Image => "box_blur",
            Storage::Buffer => "box_blur_buffer",
        }
    }
}

const PIXEL: ElementType = ElementType {
    scalar: Scalar::UChar,
    width: CHANNELS as u8,
};

/// The first pixel as text.
fn shown(picture: &[u8]) -> String {
    let first: Vec<String> = picture.iter().take(CHANNELS).map(u8::to_string).collect();
    let first = first.join(" ");
    match picture.len() / CHANNELS {
        1 => first,
        pixels => format!("{first}, ... ({pixels} pixels)"),
    }
}

impl Problem for BoxBlur {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self.0 {
            Storage::Image => "box-blur",
            Storage::Buffer => "box-blur-buffer",
        }
    }

    fn reference(&self) -> &'static str {
        match self.0 {
            Storage::Image => kernel_text!("box_blur.cl"),
            Storage::Buffer => kernel_text!("box_blur_buffer.cl"),
        }
    }

    /// Images are there in every version, and optional from this one on.
    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        let picture = match self.0 {
            Storage::Image => ("private", "read_only image2d_t", "picture"),
            Storage::Buffer => ("global", "uchar4*", "picture"),
        };
        let mut parameters = vec![picture, ("global", "uchar4*", "out")];
        if self.0 == Storage::Buffer {
            parameters.push(("local", "uchar4*", "tile"));
        }
        parameters.extend([
            ("private", "uint", "width"),
            ("private", "uint", "height"),
            ("private", "int", "radius"),
        ]);
        Signature::new(self.0.kernel(), &parameters)
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("width", 0, 1, MOST_SIDE)
            .size("height", 1, 1, MOST_SIDE)
            .elements(&["width", "height"], 1, MOST_PIXELS)
            .count("radius", 0, MOST_RADIUS)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in GROUPS {
            corners.extend(corner_planes(local).into_iter().map(|plane| Case {
                plane: image(plane),
                radius: (plane[0] + 2 * plane[1]) % (MOST_RADIUS + 1),
                local,
                pattern: ((plane[0] + 1) % 2) as Pattern,
            }));
        }
        let large = [
            ([5, 4], 0, 1, 0),
            ([3, 2], MOST_RADIUS, ALL_WHITE, 0),
            ([MOST_SIDE, 1], 1, 1, 4),
            ([1, MOST_SIDE], 1, 1, 5),
            ([MOST_PIXELS / 64, 64], 1, 1, 3),
        ];
        corners.extend(large.map(|(plane, radius, pattern, group)| Case {
            plane,
            radius,
            local: GROUPS[group],
            pattern,
        }));
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (select(&GROUPS[..]), 0..=MOST_RADIUS, any::<Pattern>())
            .prop_flat_map(|(local, radius, pattern)| {
                planes(local).prop_map(move |plane| Case {
                    plane: image(plane),
                    radius,
                    local,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            plane_from(case.plane),
            number_from(case.radius),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(plane, radius, local, pattern)| Case {
                plane,
                radius,
                local,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        image(case.plane) == case.plane
            && case.radius <= MOST_RADIUS
            && (GROUPS.contains(&case.local) || case.local == COUNTED_GROUP)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let [width, height] = case.plane;
        let [across, down] = case.local;
        vec![
            Fact::new("width", width),
            Fact::new("height", height),
            Fact::new("radius", case.radius),
            Fact::new("work-group", format!("{across} x {down}")),
            Fact::new("picture", shown(&case.picture())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let [width, height] = case.plane;
        let from = match self.0 {
            Storage::Image => picture("picture", case.plane, case.picture()),
            Storage::Buffer => buffer("picture", PIXEL, case.picture(), Access::Read),
        };
        let mut arguments = vec![from, output("out", PIXEL, width * height)];
        if self.0 == Storage::Buffer {
            arguments.push(Argument::Local {
                name: "tile".to_owned(),
                bytes: case.tile() * PIXEL.size(),
            });
        }
        arguments.extend([
            uint("width", width),
            uint("height", height),
            value("radius", (case.radius as i32).to_le_bytes()),
        ]);
        Launch {
            kernel: self.0.kernel().to_owned(),
            arguments,
            range: range_over(case.plane, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let blurred = Expected::Exact(case.blurred());
        match self.0 {
            Storage::Image => vec![blurred],
            Storage::Buffer => vec![Expected::Unchanged, blurred],
        }
    }

    fn counted(&self) -> Vec<Case> {
        match self.0 {
            Storage::Image => Vec::new(),
            Storage::Buffer => vec![counted_case([64, 32], 2, 1)],
        }
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        if self.0 == Storage::Image {
            return None;
        }
        let [across, down] = COUNTED_GROUP;
        let case = move |(columns, rows, radius, pattern)| {
            counted_case([columns * across, rows * down], radius, pattern)
        };
        let drawn = (1..=4_usize, 1..=4_usize, 1..=MOST_RADIUS, 4..=Pattern::MAX);
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        if self.0 == Storage::Image {
            return Vec::new();
        }
        let [width, height] = case.plane;
        let [across, down] = case.local;
        let groups = width.div_ceil(across) * height.div_ceil(down);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                (groups * case.tile()) as u64,
                format!(
                    "each of the {groups} work-groups fetches its {across} x {down} pixels and those up to \
                     {} away once; a pixel is an element of 4 bytes",
                    case.radius
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                (width * height) as u64,
                "each pixel is written once",
            ),
            Bound::at_most(
                Measure::Barriers,
                1,
                "one barrier is enough: behind it nobody writes to the tile",
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        // Any division of one pixel each is right.
        Writers::Each(1)
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        let [width, _] = case.plane;
        Some(vec![element % width, element / width])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(plane: [usize; 2], radius: usize, pattern: Pattern) -> Case {
        Case {
            plane,
            radius,
            local: GROUPS[0],
            pattern,
        }
    }

    #[test]
    fn the_pixels_at_the_edge_count_again_beyond_it() {
        // The red of the two pixels is 10 and 50: of nine pixels six are the nearer one.
        let blurred = case([2, 1], 1, 0).blurred();
        let [left, right] = [blurred[0], blurred[4]].map(u32::from);
        assert_eq!(left, (6 * 10 + 3 * 50) / 9);
        assert_eq!(right, (3 * 10 + 6 * 50) / 9);
    }

    #[test]
    fn what_is_white_stays_white_and_a_radius_of_0_changes_nothing() {
        assert!(
            case([5, 4], 3, ALL_WHITE)
                .blurred()
                .iter()
                .all(|&channel| channel == u8::MAX)
        );
        let same = case([5, 4], 0, 1);
        assert_eq!(same.blurred(), same.picture());
    }
}
