//! saxpy: `y = alpha x + y`, one work-item for each element.
//!
//! The result may be rounded once (a fused multiply-add) or twice (product, then sum); OpenCL
//! leaves that to the compiler. Rounding the product costs half a ULP of the product, rounding the
//! sum half a ULP of the sum: together at most one ULP of the larger of the two. Where `alpha x`
//! and `y` nearly cancel, the product is the larger one, so a bound in ULP of the result alone
//! would refuse right answers.

use crate::argument::{buffer, uint, value};
use crate::data::{Pattern, bytes, floats, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for,
    simplicity, size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Tolerance, Writers};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Saxpy;

/// Values of alpha, the simplest first: whole numbers, zero, negative ones, binary fractions, and
/// some whose products must be rounded.
const ALPHAS: [f32; 14] = [
    2.0,
    1.0,
    0.0,
    -1.0,
    3.0,
    0.5,
    -2.0,
    -3.25,
    0.1,
    -0.7,
    1234.567,
    1.0e-3,
    -MOST_ALPHA,
    MOST_ALPHA,
];

/// The largest alpha, in magnitude: beyond 2^24, from which on `float` leaves integers out.
const MOST_ALPHA: f32 = 1.0e9;

/// One case of [`Saxpy`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    alpha: f32,
    pattern: Pattern,
}

impl Case {
    fn x(&self) -> Vec<f32> {
        floats(self.n, self.pattern, 0)
    }

    fn y(&self) -> Vec<f32> {
        floats(self.n, self.pattern, 1)
    }
}

impl Problem for Saxpy {
    type Case = Case;

    fn name(&self) -> &'static str {
        "saxpy"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("saxpy.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "saxpy",
            &[
                ("private", "float", "alpha"),
                ("global", "float*", "x"),
                ("global", "float*", "y"),
                ("private", "uint", "n"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .value("alpha", -f64::from(MOST_ALPHA), f64::from(MOST_ALPHA))
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                // The first one, n = 1 in groups of 4, has the simplest of everything.
                alpha: ALPHAS[(n + local + 9) % ALPHAS.len()],
                pattern: ((n + 2) % 3) as Pattern,
            }));
        }
        // Each alpha once, with more than one work-group and a tail.
        corners.extend(ALPHAS.map(|alpha| Case {
            n: 9,
            local: 4,
            alpha,
            pattern: 0,
        }));
        corners.push(Case {
            n: LARGEST,
            local: 64,
            alpha: 0.1,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        (
            select(&WORK_GROUPS[..]),
            select(&ALPHAS[..]),
            any::<Pattern>(),
        )
            .prop_flat_map(|(local, alpha, pattern)| {
                sizes(local).prop_map(move |n| Case {
                    n,
                    local,
                    alpha,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&WORK_GROUPS, case.local),
            choice_from(&ALPHAS, case.alpha),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, alpha, pattern)| Case {
                n,
                local,
                alpha,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST && WORK_GROUPS.contains(&case.local) && ALPHAS.contains(&case.alpha)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("work-group", case.local),
            Fact::new("alpha", case.alpha),
            Fact::new("x", preview(&case.x())),
            Fact::new("y", preview(&case.y())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let floats = |values: Vec<f32>| bytes(&values, f32::to_le_bytes);
        Launch {
            kernel: "saxpy".to_owned(),
            arguments: vec![
                value("alpha", case.alpha.to_le_bytes()),
                buffer("x", Scalar::Float, floats(case.x()), Access::Read),
                buffer("y", Scalar::Float, floats(case.y()), Access::ReadWrite),
                uint("n", case.n),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let alpha = f64::from(case.alpha);
        let (values, scales) = case
            .x()
            .into_iter()
            .zip(case.y())
            .map(|(x, y)| {
                let product = alpha * f64::from(x);
                let sum = product + f64::from(y);
                (sum, product.abs().max(sum.abs()))
            })
            .unzip();
        vec![
            Expected::Unchanged,
            Expected::Close {
                values,
                scales,
                tolerance: Tolerance {
                    ulps: 1.0,
                    reason: "the product and the sum may each be rounded, or both at once",
                },
            },
        ]
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        // Any division of one element each is right, the last for the first too.
        Writers::Each(1)
    }

    fn owner(&self, _: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        Some(vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, alpha: f32, pattern: Pattern) -> Case {
        Case {
            n,
            local: 4,
            alpha,
            pattern,
        }
    }

    fn reference(case: &Case) -> (Vec<f64>, Vec<f64>, f64) {
        match Saxpy.expected(case).remove(1) {
            Expected::Close {
                values,
                scales,
                tolerance,
            } => (values, scales, tolerance.ulps),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_reference_adds_alpha_x_to_y() {
        assert_eq!(reference(&case(3, 2.0, 0)).0, [12.0, 24.0, 36.0]);
        assert_eq!(reference(&case(2, 0.0, 0)).0, [10.0, 20.0]);
        assert_eq!(reference(&case(2, -1.0, 0)).0, [9.0, 18.0]);
    }

    /// The distance of two floats of `scale`'s binade, in `f64`.
    fn ulp(scale: f64) -> f64 {
        let scale = scale as f32;
        f64::from(f32::from_bits(scale.to_bits() + 1)) - f64::from(scale)
    }

    #[test]
    fn rounding_once_and_rounding_twice_are_both_within_the_bound() {
        for alpha in ALPHAS {
            for pattern in [0, 1, 5, 200] {
                let case = case(4000, alpha, pattern);
                let (values, scales, ulps) = reference(&case);
                for (index, (x, y)) in case.x().into_iter().zip(case.y()).enumerate() {
                    for got in [alpha * x + y, alpha.mul_add(x, y)] {
                        let error = (f64::from(got) - values[index]).abs();
                        assert!(
                            error <= ulps * ulp(scales[index]),
                            "{alpha} * {x} + {y} = {got}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_bound_is_far_too_small_to_let_a_neighbour_pass() {
        let case = case(1000, 0.1, 3);
        let (values, scales, ulps) = reference(&case);
        for index in 1..1000 {
            let gap = (values[index] - values[index - 1]).abs();
            assert!(gap > 100.0 * ulps * ulp(scales[index]), "{index}");
        }
    }
}
