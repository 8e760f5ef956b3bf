//! mandelbrot: for each point c of a plane, how many steps `z = z z + c` are made from z = 0 while
//! z is nearer to the origin than 2.
//!
//! The counts are whole numbers and have to be right exactly, though each step may be rounded in
//! several ways (a fused multiply-add or not, another order). So only cases are drawn in which no
//! legal rounding can change a count. The reference, in f64, carries a bound on how far a `float`
//! result may have strayed: a step turns an error e into at most `2 |z| e + e^2`, plus what the step
//! itself rounds. With u = 2^-24, each of its at most four roundings costs u times a number no larger
//! than `(|zr| + |zi|)^2 + |c|`; the bound takes eight of them. A case is safe if at every step of
//! every point `|z|^2` is further from 4 than its bound reaches. Where z is a multiple of 2^-10 (and
//! |z| < 2) all products and sums are exact in `float`, in any order, and the error stays zero:
//! so a point may also meet the distance 2 to the bit, as c = -2 does, and there `<` is not `<=`.

use super::{LONGEST_SIDE, is_small_plane, small_planes};
use crate::argument::{output, uint, value};
use crate::data::bytes;
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_planes, plane_from, plane_simplicity, range_over,
};
use crate::{Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Writers};
use launch::{Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Mandelbrot;

/// Shapes of work-groups, width first, the simplest first. Few, since a device may compile a kernel
/// anew for each.
const GROUPS: [[usize; 2]; 5] = [[4, 2], [16, 4], [1, 1], [32, 8], [3, 50]];

/// The shapes that are met with every corner.
const USUAL_GROUPS: usize = 2;

/// Steps at most. A case that is safe with one of them is safe with those before it.
const LIMITS: [usize; 8] = [1, 0, 4, 10, 30, 100, 300, MOST_STEPS];

/// The most steps: more than 8 bits count.
const MOST_STEPS: usize = 1000;

/// The most points of a plane, where a point makes no more than this many steps.
const MANY_POINTS: usize = 1 << 17;
const FEW_STEPS: usize = 4;

/// The most points of a plane where a point makes more steps than 8 bits count.
const FEW_POINTS: usize = 256;

/// So many steps, or fewer where the plane has too many points for them.
fn fitting([width, height]: [usize; 2], limit: usize) -> usize {
    match limit > 100 && width * height > FEW_POINTS {
        true => 100,
        false => limit,
    }
}

fn is_plane([width, height]: [usize; 2], limit: usize) -> bool {
    is_small_plane([width, height], 0)
        || width.max(height) <= LONGEST_SIDE && width * height <= MANY_POINTS && limit <= FEW_STEPS
}

/// A window on the plane: the point at its upper left corner, and the distance of its points. All
/// three are binary fractions of few bits, so that every point of a window is exact.
struct View {
    left: f32,
    top: f32,
    step: f32,
}

/// The windows: coarse ones on the whole set, one on its inside, and ever closer ones to its edge.
const VIEWS: [View; 6] = [
    view(-2.0, 1.0, 0.5),
    view(-2.5, 2.0, 0.25),
    view(-2.125, 1.25, 0.0625),
    view(-0.25, 0.25, 0.015625),
    view(-0.8125, 0.1875, 0.00390625),
    view(-0.75, 0.125, 0.0009765625),
];

const fn view(left: f32, top: f32, step: f32) -> View {
    View { left, top, step }
}

/// One case of [`Mandelbrot`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    local: [usize; 2],
    view: usize,
    limit: usize,
}

impl Case {
    fn point(&self, x: usize, y: usize) -> [f64; 2] {
        let View { left, top, step } = VIEWS[self.view];
        let [left, top, step] = [left, top, step].map(f64::from);
        [left + x as f64 * step, top - y as f64 * step]
    }

    fn points(&self) -> impl Iterator<Item = [f64; 2]> {
        let [w, h] = self.plane;
        (0..w * h).map(move |index| self.point(index % w, index / w))
    }

    fn is_safe(&self) -> bool {
        self.points()
            .all(|point| steps_of(point, self.limit).is_safe)
    }

    /// The same case with as many steps, of those up to its limit, as are safe.
    fn made_safe(mut self) -> Case {
        while !self.is_safe() {
            let position = LIMITS.iter().position(|limit| *limit == self.limit);
            self.limit = LIMITS[position.map_or(0, |position| position.saturating_sub(1))];
        }
        self
    }
}

/// What becomes of one point.
struct Steps {
    count: u32,
    /// Does every legal rounding in `float` give that count?
    is_safe: bool,
}

fn steps_of(point: [f64; 2], limit: usize) -> Steps {
    steps_from(point, 0.0, limit)
}

/// The same for a point that the kernel may have a little `off`, in each coordinate.
fn steps_from([cr, ci]: [f64; 2], off: f64, limit: usize) -> Steps {
    const ROUNDING: f64 = 1.0 / (1 << 24) as f64;
    let is_short = |number: f64| (number * 1024.0).fract() == 0.0;
    let (mut zr, mut zi, mut error) = (0.0_f64, 0.0_f64, 0.0_f64);
    let (mut count, mut is_safe) = (0, true);
    while (count as usize) < limit {
        let square = zr * zr + zi * zi;
        let distance = square.sqrt();
        let is_exact = error == 0.0 && is_short(zr) && is_short(zi);
        let strays = 2.0 * distance * error + error * error;
        if !is_exact {
            is_safe &= (square - 4.0).abs() > strays + 8.0 * ROUNDING * square;
        }
        if square >= 4.0 {
            break;
        }
        let terms = (zr.abs() + zi.abs()).powi(2) + cr.abs() + ci.abs();
        let is_short_point = off == 0.0 && is_short(cr) && is_short(ci);
        error = match is_exact && is_short_point {
            true => 0.0,
            // A point that is off moves z by no more than both coordinates.
            false => strays + 8.0 * ROUNDING * terms + 2.0 * off,
        };
        (zr, zi) = (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci);
        count += 1;
    }
    Steps { count, is_safe }
}

/// How many steps a point makes, up to a limit, if the kernel has it `off` by no more than this in each
/// coordinate; none where that or a legal rounding in `float` may change it.
pub fn steps_of_safe_point(point: [f64; 2], off: f64, limit: usize) -> Option<u32> {
    let steps = steps_from(point, off, limit);
    steps.is_safe.then_some(steps.count)
}

impl Problem for Mandelbrot {
    type Case = Case;

    fn name(&self) -> &'static str {
        "mandelbrot"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("mandelbrot.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "mandelbrot",
            &[
                ("global", "uint*", "counts"),
                ("private", "float", "left"),
                ("private", "float", "top"),
                ("private", "float", "step"),
                ("private", "uint", "w"),
                ("private", "uint", "h"),
                ("private", "uint", "limit"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("w", 0, 0, LONGEST_SIDE)
            .size("h", 1, 0, LONGEST_SIDE)
            .count("limit", 0, MOST_STEPS)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners = Vec::new();
        for (number, local) in GROUPS.into_iter().take(USUAL_GROUPS).enumerate() {
            corners.extend(corner_planes(local).into_iter().map(|plane| Case {
                plane,
                local,
                view: (plane[0] + 2 * plane[1] + number + 3) % VIEWS.len(),
                limit: 10,
            }));
        }
        for view in 0..VIEWS.len() {
            corners.extend([[9, 5], [40, 33]].map(|plane| Case {
                plane,
                local: GROUPS[0],
                view,
                limit: 100,
            }));
        }
        // No step at all, one, and a window in which c = -2 and c = 2i stay at distance 2.
        corners.extend([(1, 0), (0, 1), (0, 4), (1, 30)].map(|(view, limit)| Case {
            plane: [11, 10],
            local: GROUPS[0],
            view,
            limit,
        }));
        for &local in &GROUPS[USUAL_GROUPS..] {
            corners.extend([[7, 5], [local[0] + 1, local[1] + 1]].map(|plane| Case {
                plane,
                local,
                view: 1,
                limit: 10,
            }));
        }
        // More steps than 8 bits count, in a window from which points do not leave.
        corners.extend([300, MOST_STEPS].map(|limit| Case {
            plane: [11, 6],
            local: GROUPS[0],
            view: 3,
            limit,
        }));
        // Long sides, and more points than 16 bits count.
        let long = [[LONGEST_SIDE, 2], [2, LONGEST_SIDE], [271, 250]];
        corners.extend(long.map(|plane| Case {
            plane,
            local: GROUPS[0],
            view: 0,
            limit: FEW_STEPS,
        }));
        let mut corners: Vec<Case> = corners.into_iter().map(Case::made_safe).collect();
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (
            small_planes(0),
            select(&GROUPS[..]),
            0..VIEWS.len(),
            select(&LIMITS[..]),
        )
            .prop_map(|(plane, local, view, limit)| {
                let case = Case {
                    plane,
                    // Many work-groups of one work-item would take long.
                    local: match local {
                        [1, 1] if plane[0] * plane[1] > FEW_POINTS => GROUPS[0],
                        local => local,
                    },
                    view,
                    limit: fitting(plane, limit),
                };
                case.made_safe()
            })
            .boxed()
    }

    /// Fewer points and fewer steps of a safe case are safe; another window need not be.
    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        let view = case.view;
        (
            plane_from(case.plane),
            choice_from(&GROUPS, case.local),
            choice_from(&LIMITS, case.limit),
        )
            .prop_map(move |(plane, local, limit)| Case {
                plane,
                local,
                view,
                limit,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        is_plane(case.plane, case.limit)
            && fitting(case.plane, case.limit) == case.limit
            && GROUPS.contains(&case.local)
            && LIMITS.contains(&case.limit)
            && case.view < VIEWS.len()
            && case.is_safe()
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let View { left, top, step } = VIEWS[case.view];
        let [across, down] = case.local;
        vec![
            Fact::new("w", case.plane[0]),
            Fact::new("h", case.plane[1]),
            Fact::new("work-group", format!("{across} x {down}")),
            Fact::new("left", left),
            Fact::new("top", top),
            Fact::new("step", step),
            Fact::new("limit", case.limit),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let View { left, top, step } = VIEWS[case.view];
        let [w, h] = case.plane;
        Launch {
            kernel: "mandelbrot".to_owned(),
            arguments: vec![
                output("counts", Scalar::UInt, w * h),
                value("left", left.to_le_bytes()),
                value("top", top.to_le_bytes()),
                value("step", step.to_le_bytes()),
                uint("w", w),
                uint("h", h),
                uint("limit", case.limit),
            ],
            range: range_over(case.plane, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let counts: Vec<u32> = case
            .points()
            .map(|point| steps_of(point, case.limit).count)
            .collect();
        vec![Expected::Exact(bytes(&counts, u32::to_le_bytes))]
    }

    fn counted(&self) -> Vec<Case> {
        let case = Case {
            plane: [48, 32],
            local: GROUPS[1],
            view: 2,
            limit: 30,
        };
        vec![case.made_safe()]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let drawn = (
            (20..=60_usize, 20..=60_usize),
            select(&GROUPS[..USUAL_GROUPS]),
            0..VIEWS.len(),
        );
        let case = |((width, height), local, view)| {
            let case = Case {
                plane: [width, height],
                local,
                view,
                limit: 30,
            };
            case.made_safe()
        };
        Some(drawn.prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let [w, h] = case.plane.map(|side| side as u64);
        vec![
            Bound::at_most(
                Measure::GlobalElementsWritten,
                w * h,
                format!("each of the {w} x {h} counts is written once, when it is known"),
            ),
            Bound::at_most(
                Measure::GlobalElementsRead,
                0,
                "a work-item can keep all it needs in private variables",
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Each(1)
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        let w = case.plane[0];
        Some(vec![element % w, element / w])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use std::collections::HashSet;

    fn many() -> Vec<Case> {
        let mut runner = TestRunner::deterministic();
        let mut cases = Mandelbrot.corners();
        let strategy = Mandelbrot.cases();
        cases.extend((0..80).map(|_| strategy.new_tree(&mut runner).unwrap().current()));
        cases
    }

    /// Counts as a `float` kernel would, with one way to make a step.
    fn count(
        [cr, ci]: [f64; 2],
        limit: usize,
        step: fn([f32; 2], [f32; 2]) -> [f32; 2],
        square: fn([f32; 2]) -> f32,
    ) -> u32 {
        let c = [cr as f32, ci as f32];
        let mut z = [0.0, 0.0];
        (0..limit as u32)
            .find(|_| {
                let is_out = square(z) >= 4.0;
                z = step(z, c);
                is_out
            })
            .unwrap_or(limit as u32)
    }

    #[test]
    fn every_way_to_round_a_step_gives_the_same_counts() {
        type Step = fn([f32; 2], [f32; 2]) -> [f32; 2];
        let steps: [Step; 4] = [
            |[r, i], [cr, ci]| [r * r - i * i + cr, 2.0 * r * i + ci],
            |[r, i], [cr, ci]| [r.mul_add(r, (-i).mul_add(i, cr)), (2.0 * r).mul_add(i, ci)],
            |[r, i], [cr, ci]| [(r - i) * (r + i) + cr, (r + r) * i + ci],
            |[r, i], [cr, ci]| {
                [
                    r.mul_add(r, cr - i * i),
                    (r + i) * (r + i) - r * r - i * i + ci,
                ]
            },
        ];
        let squares: [fn([f32; 2]) -> f32; 2] =
            [|[r, i]| r * r + i * i, |[r, i]| r.mul_add(r, i * i)];
        for case in many() {
            for point in case.points() {
                let right = steps_of(point, case.limit).count;
                for step in steps {
                    for square in squares {
                        let got = count(point, case.limit, step, square);
                        assert_eq!(got, right, "{point:?} in {case:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_point_that_a_rounding_could_move_is_not_safe() {
        // Near the tip of the set the distances come as near to 2 as one likes.
        let near = f64::from(f32::from_bits((-2.0_f32).to_bits() - 1));
        assert!(!steps_of([near, 0.0], 4).is_safe);
        assert!(steps_of([-2.0, 0.0], 100).is_safe);
        // An error doubles with each step out there: after 100 of them nothing is known.
        assert!(!steps_of([-1.9, 0.0], 100).is_safe);
    }

    #[test]
    fn known_points_have_known_counts() {
        for (point, count) in [
            ([0.0, 0.0], 50),
            ([-1.0, 0.0], 50),
            ([-2.0, 0.0], 1),
            ([1.0, 0.0], 2),
            ([0.5, 0.0], 5),
            ([-2.0, 1.0], 1),
        ] {
            assert_eq!(steps_of(point, 50).count, count, "{point:?}");
        }
    }

    #[test]
    fn cases_have_points_that_leave_at_many_different_steps_and_many_that_stay() {
        let mut counts = HashSet::new();
        let mut stay = 0;
        for case in many() {
            assert!(Mandelbrot.admits(&case));
            if case.limit < 30 {
                continue;
            }
            for point in case.points() {
                let count = steps_of(point, case.limit).count;
                stay += usize::from(count as usize == case.limit);
                counts.insert(count);
            }
        }
        assert!(counts.len() > 15, "{counts:?}");
        assert!(stay > 1000);
    }
}
