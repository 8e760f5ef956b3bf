//! n-body: the acceleration of each body by the gravity of all, softened, with the bodies in tiles.
//!
//! Positions and `eps2` are quarters of integers, so the vector from one body to another and the square of its length
//! with `eps2` are exact in `float`, in whatever order they are computed. The error of a term begins with the inverse
//! cube of that length. Of the ways to compute it `pow` is the least accurate: 16 ULP, a relative error of 32 u, where
//! u = 2^-24 is half an ULP at the upper end of a binade. `rsqrt`, cubed, has 14 u, and a division by a square root
//! 12 u. Two products with it are two roundings more, and of n terms each takes part in n - 1 additions at most. So a
//! result is off by less than n + 33 times u of the sum of the terms' magnitudes, to first order; that sum is the
//! scale. An ULP of it is more than u times it, and one more admits the higher orders.

use crate::argument::{buffer, output, uint, value};
use crate::data::{Pattern, bytes, is_secret, mix};
use crate::sizes::{
    LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity, size_from,
    sizes_to,
};
use crate::{
    Bound, Domain, Expected, Fact, GroupSizes, Measure, Problem, Signature, Tolerance, Writers,
};
use launch::Standard;
use launch::{Access, Argument, ElementType, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct NBody;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 6] = [4, 1, 24, 64, 200, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 24];

/// The most bodies: more than 8 bits count. Each meets all.
const MOST_BODIES: usize = 300;

/// Four times `eps2`, the simplest first.
const SOFTENINGS: [usize; 3] = [4, 1, 16];

/// Quarters from the middle to the edge of where bodies are, along each axis.
const EDGE: u64 = 128;

/// The most units in the last place beside one for each term: see above.
const ULPS_OF_A_TERM: usize = 34;

/// One case of [`NBody`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    softening: usize,
    pattern: Pattern,
}

impl Case {
    /// Position and mass of each body.
    fn bodies(&self) -> Vec<[f32; 4]> {
        let seed = u64::from(self.pattern) << 40;
        let body = |index: u64| {
            if self.pattern == 0 && !is_secret() {
                let k = index as usize;
                let position = [k % 31 + 1, 2 * k % 29 + 1, k / 31];
                let [x, y, z] = position.map(|at| at as f32);
                return [x, y, z, (k % 5 + 1) as f32];
            }
            let random = mix(seed + index);
            let along = |axis: u32| {
                let place = (random >> (16 * axis)) % (2 * EDGE + 1);
                (place as f32 - EDGE as f32) * 0.25
            };
            [
                along(0),
                along(1),
                along(2),
                ((random >> 48) % 8 + 1) as f32,
            ]
        };
        (0..self.n as u64).map(body).collect()
    }

    fn eps2(&self) -> f32 {
        self.softening as f32 * 0.25
    }

    /// The components of all accelerations, and the sums of the magnitudes of their terms.
    fn accelerations(&self) -> (Vec<f64>, Vec<f64>) {
        let bodies: Vec<[f64; 4]> = self
            .bodies()
            .iter()
            .map(|body| body.map(f64::from))
            .collect();
        let (mut values, mut scales) = (Vec::new(), Vec::new());
        for own in &bodies {
            let (mut sum, mut scale) = ([0.0; 4], [0.0; 4]);
            for other in &bodies {
                let away = [0, 1, 2].map(|axis| other[axis] - own[axis]);
                let square =
                    away.iter().map(|side| side * side).sum::<f64>() + f64::from(self.eps2());
                for (axis, side) in away.into_iter().enumerate() {
                    let term = other[3] * side / (square * square.sqrt());
                    sum[axis] += term;
                    scale[axis] += term.abs();
                }
            }
            values.extend(sum);
            scales.extend(scale);
        }
        (values, scales)
    }
}

/// The first bodies as text.
fn shown(bodies: &[[f32; 4]]) -> String {
    let first: Vec<String> = bodies
        .iter()
        .take(2)
        .map(|[x, y, z, mass]| format!("({x}, {y}, {z}; {mass})"))
        .collect();
    match bodies.len() {
        0 => "none".to_owned(),
        1 | 2 => first.join(", "),
        all => format!("{}, ... ({all} bodies)", first.join(", ")),
    }
}

const BODY: ElementType = ElementType {
    scalar: Scalar::Float,
    width: 4,
};

impl Problem for NBody {
    type Case = Case;

    fn name(&self) -> &'static str {
        "n-body"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("n_body.cl")
    }

    fn standard(&self) -> Standard {
        Standard::V3_0
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "n_body",
            &[
                ("global", "float4*", "bodies"),
                ("global", "float4*", "accelerations"),
                ("local", "float4*", "tile"),
                ("private", "float", "eps2"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, MOST_BODIES)
            .value("eps2", 0.25, 4.0)
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let case = |n: usize, local| Case {
            n,
            local,
            softening: SOFTENINGS[(n + 2) % SOFTENINGS.len()],
            pattern: ((n + 2) % 3) as Pattern,
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| case(n, local)));
        }
        for local in GROUPS {
            corners.extend([0, 2, 5, 101].map(|n| case(n, local)));
        }
        corners.push(case(MOST_BODIES, 64));
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let others = (
            select(&GROUPS[..]),
            select(&SOFTENINGS[..]),
            any::<Pattern>(),
        );
        others
            .prop_flat_map(|(local, softening, pattern)| {
                sizes_to(local, MOST_BODIES).prop_map(move |n| Case {
                    n,
                    local,
                    softening,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            choice_from(&SOFTENINGS, case.softening),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, softening, pattern)| Case {
                n,
                local,
                softening,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= MOST_BODIES
            && GROUPS.contains(&case.local)
            && SOFTENINGS.contains(&case.softening)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("eps2", case.eps2()),
            Fact::new("bodies", shown(&case.bodies())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let bodies = bytes(case.bodies().as_flattened(), f32::to_le_bytes);
        Launch {
            kernel: "n_body".to_owned(),
            arguments: vec![
                buffer("bodies", BODY, bodies, Access::Read),
                output("accelerations", BODY, case.n),
                Argument::Local {
                    name: "tile".to_owned(),
                    bytes: case.local * BODY.size(),
                },
                value("eps2", case.eps2().to_le_bytes()),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let (values, scales) = case.accelerations();
        vec![
            Expected::Unchanged,
            Expected::Close {
                values,
                scales,
                tolerance: Tolerance {
                    ulps: (case.n + ULPS_OF_A_TERM) as f64,
                    reason: "each of the n terms has an error of 34 roundings at most and goes through n - 1 \
                             additions, in any order",
                },
            },
        ]
    }

    fn counted(&self) -> Vec<Case> {
        vec![Case {
            n: 4 * 64,
            local: 64,
            softening: SOFTENINGS[0],
            pattern: 1,
        }]
    }

    fn also_counted(&self) -> Option<BoxedStrategy<Case>> {
        let case = |(tiles, pattern)| Case {
            n: tiles * 64,
            local: 64,
            softening: SOFTENINGS[0],
            pattern,
        };
        Some((2..=4_usize, 1..=Pattern::MAX).prop_map(case).boxed())
    }

    fn bounds(&self, case: &Case) -> Vec<Bound> {
        let (n, tiles) = (case.n as u64, case.n.div_ceil(case.local) as u64);
        vec![
            Bound::at_most(
                Measure::GlobalElementsRead,
                4 * n * (tiles + 1),
                format!(
                    "4 n ({tiles} + 1): a body has four numbers; each of the {tiles} work-groups fetches it \
                     once, and one work-item reads it as its own"
                ),
            ),
            Bound::at_most(
                Measure::GlobalElementsWritten,
                4 * n,
                "each acceleration is written once",
            ),
            Bound::at_most(
                Measure::Barriers,
                2 * tiles + 1,
                format!("2 for each of the {tiles} tiles, and one more"),
            ),
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Each(1)
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, softening: usize, pattern: Pattern) -> Case {
        Case {
            n,
            local: 4,
            softening,
            pattern,
        }
    }

    /// The distance of two floats of `scale`'s binade, in `f64`.
    fn ulp(scale: f64) -> f64 {
        let scale = scale as f32;
        f64::from(f32::from_bits(scale.to_bits() + 1)) - f64::from(scale)
    }

    #[test]
    fn two_bodies_pull_each_other_by_their_masses() {
        // At (1, 1, 0) and (2, 3, 0), of mass 1 and 2: away by (1, 2, 0), and 5 + 1 under the root.
        let (values, scales) = case(2, 4, 0).accelerations();
        let inverse = 1.0 / (6.0 * 6.0_f64.sqrt());
        let wanted = [2.0, 4.0, 0.0, 0.0, -1.0, -2.0, 0.0, 0.0].map(|times| times * inverse);
        for (value, wanted) in values.iter().zip(wanted) {
            assert!((value - wanted).abs() < 1e-15);
        }
        assert!(
            values
                .iter()
                .zip(scales)
                .all(|(value, scale)| value.abs() == scale)
        );
    }

    #[test]
    fn squares_of_distances_are_exact_in_single_precision() {
        for pattern in [0, 1, 200] {
            let bodies = case(MOST_BODIES, 1, pattern).bodies();
            for one in &bodies {
                for other in &bodies {
                    let away = [0, 1, 2].map(|axis| other[axis] - one[axis]);
                    let single: f32 = away.iter().map(|side| side * side).sum::<f32>() + 0.25;
                    let double: f64 = away
                        .iter()
                        .map(|&side| f64::from(side) * f64::from(side))
                        .sum::<f64>()
                        + 0.25;
                    assert_eq!(f64::from(single), double);
                }
            }
        }
    }

    /// Inverse cubes of the square root in single precision: each way with an error that OpenCL allows it at most,
    /// upwards.
    fn inverse_cubes(square: f32) -> [f32; 3] {
        let above = |value: f32, ulps: u32| f32::from_bits(value.to_bits() + ulps);
        let root = above(square.sqrt(), 3);
        let inverse = above(1.0 / square.sqrt(), 2);
        [
            above((f64::from(square)).powf(-1.5) as f32, 15),
            above(1.0 / (square * root), 2),
            inverse * inverse * inverse,
        ]
    }

    #[test]
    fn each_way_to_compute_a_term_in_any_order_is_within_the_bound() {
        for (n, softening, pattern) in [(2, 1, 3), (7, 4, 1), (64, 16, 2), (MOST_BODIES, 1, 200)] {
            let case = case(n, softening, pattern);
            let bodies = case.bodies();
            let (values, scales) = case.accelerations();
            for (i, own) in bodies.iter().enumerate() {
                for way in 0..3 {
                    let term = |other: &[f32; 4]| {
                        let away = [0, 1, 2].map(|axis| other[axis] - own[axis]);
                        let square = away.iter().map(|side| side * side).sum::<f32>() + case.eps2();
                        away[0] * (other[3] * inverse_cubes(square)[way])
                    };
                    let forwards = bodies.iter().fold(0.0, |sum, other| sum + term(other));
                    let backwards = bodies
                        .iter()
                        .rev()
                        .fold(0.0, |sum, other| sum + term(other));
                    for got in [forwards, backwards] {
                        let error = (f64::from(got) - values[4 * i]).abs();
                        let allowed = (n + ULPS_OF_A_TERM) as f64 * ulp(scales[4 * i]);
                        assert!(error <= allowed, "{n} {i} {way}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_bound_is_too_small_to_let_a_body_be_left_out() {
        for pattern in [1, 2, 77] {
            let (values, scales) = case(40, 4, pattern).accelerations();
            let (fewer, _) = case(39, 4, pattern).accelerations();
            let seen = (0..39).filter(|i| {
                let gap = (values[4 * i] - fewer[4 * i]).abs();
                gap > (40 + ULPS_OF_A_TERM) as f64 * ulp(scales[4 * i])
            });
            assert!(seen.count() > 30, "{pattern}");
        }
    }
}
