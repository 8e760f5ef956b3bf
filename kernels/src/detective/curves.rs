//! calibrate: the reading of a sensor becomes a value by way of the sensor's curve, straight between
//! its points. Integers: whatever is right is right to the last digit.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, integers, preview, small, wide_scattered};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, choice_from, corner_sizes, number_from, range_for, simplicity,
    size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, Launch, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Curves;

const STRETCHES: usize = 8;

/// Units of a reading that a stretch is wide.
const WIDTH: i32 = 32;

/// The largest reading.
const FULL: i32 = STRETCHES as i32 * WIDTH;

/// One reading in so many is the largest. So few that the first of them is among those that a report
/// shows.
const SELDOM: u8 = 5;

/// The most sensors: more than 8 bits count.
const MOST_SENSORS: usize = 300;

/// The most sensors of most cases.
const FEW_SENSORS: usize = 6;

/// Work-group sizes, the simplest first.
const GROUPS: [usize; 5] = [4, 64, 1, 200, LARGEST_GROUP];

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [4, 64];

/// The difference of two points times a stretch's width still fits an `int`, and no `float`; and a
/// stretch's width rarely divides it.
const FACTOR: i32 = 63;

/// One case of [`Curves`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    n: usize,
    local: usize,
    sensors: usize,
    pattern: Pattern,
}

impl Case {
    fn readings(&self) -> Vec<i32> {
        let seldom = small(self.n, self.pattern, SELDOM).into_iter();
        let others = integers(self.n, self.pattern, 1).into_iter();
        let both = seldom.zip(others);
        both.map(|(seldom, other)| match seldom + 1 {
            SELDOM => FULL,
            _ => other.rem_euclid(FULL),
        })
        .collect()
    }

    fn curves(&self) -> Vec<i32> {
        wide_scattered(self.sensors * (STRETCHES + 1), self.pattern, 1, FACTOR)
    }

    fn values(&self) -> Vec<i32> {
        let curves = self.curves();
        let readings = self.readings().into_iter().enumerate();
        readings
            .map(|(index, reading)| {
                let curve = &curves[index % self.sensors * (STRETCHES + 1)..];
                let stretch = (reading / WIDTH) as usize;
                let low = curve[stretch];
                match reading % WIDTH {
                    0 => low,
                    part => low + (curve[stretch + 1] - low) * part / WIDTH,
                }
            })
            .collect()
    }
}

impl Problem for Curves {
    type Case = Case;

    fn name(&self) -> &'static str {
        "calibrate"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("curves.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "calibrate",
            &[
                ("global", "int*", "readings"),
                ("global", "int*", "curves"),
                ("global", "int*", "values"),
                ("private", "uint", "n"),
                ("private", "uint", "sensors"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .size("n", 0, 0, LARGEST)
            .count("sensors", 1, MOST_SENSORS)
            .value("readings", 0.0, f64::from(FULL))
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            corners.extend(corner_sizes(local).into_iter().map(|n| Case {
                n,
                local,
                sensors: [1, 2, 5][n % 3],
                pattern: ((n + 1) % 2) as Pattern,
            }));
        }
        // Each of so many sensors is the last, and at full scale.
        corners.extend((1..=FEW_SENSORS).map(|sensors| Case {
            n: sensors * usize::from(SELDOM),
            local: GROUPS[0],
            sensors,
            pattern: 0,
        }));
        for local in GROUPS {
            corners.extend([(97, 5), (310, MOST_SENSORS)].map(|(n, sensors)| Case {
                n,
                local,
                sensors,
                pattern: 1,
            }));
        }
        corners.push(Case {
            n: LARGEST,
            local: GROUPS[1],
            sensors: 3,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.n));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let sensors = prop_oneof![12 => 1..=FEW_SENSORS, 1 => FEW_SENSORS..=MOST_SENSORS];
        (select(&GROUPS[..]), sensors, any::<Pattern>())
            .prop_flat_map(|(local, sensors, pattern)| {
                sizes(local).prop_map(move |n| Case {
                    n,
                    local,
                    sensors,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.n),
            choice_from(&GROUPS, case.local),
            size_from(case.sensors),
            number_from(case.pattern.into()),
        )
            .prop_map(|(n, local, sensors, pattern)| Case {
                n,
                local,
                sensors,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.n <= LARGEST
            && GROUPS.contains(&case.local)
            && (1..=MOST_SENSORS).contains(&case.sensors)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("n", case.n),
            Fact::new("sensors", case.sensors),
            Fact::new("work-group", case.local),
            Fact::new("readings", preview(&case.readings())),
            Fact::new("curves", preview(&case.curves())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let ints = |values: Vec<i32>| bytes(&values, i32::to_le_bytes);
        Launch {
            kernel: "calibrate".to_owned(),
            arguments: vec![
                buffer("readings", Scalar::Int, ints(case.readings()), Access::Read),
                buffer("curves", Scalar::Int, ints(case.curves()), Access::Read),
                output("values", Scalar::Int, case.n),
                uint("n", case.n),
                uint("sensors", case.sensors),
            ],
            range: range_for(case.n, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Unchanged,
            Expected::Exact(bytes(&case.values(), i32::to_le_bytes)),
        ]
    }

    fn owner(&self, _: &Case, buffer: usize, element: usize) -> Option<Vec<usize>> {
        (buffer == 2).then(|| vec![element])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(n: usize, sensors: usize, pattern: Pattern) -> Case {
        Case {
            n,
            local: 4,
            sensors,
            pattern,
        }
    }

    #[test]
    fn a_value_lies_between_the_points_of_its_stretch() {
        // Points 10, 20, 30, ... and readings 10, 20, 30, 40, 256: 40 is a quarter of the way from the
        // second point to the third.
        let values = case(5, 1, 0).values();
        assert_eq!(values, [13, 16, 19, 22, 90]);
    }

    #[test]
    fn full_scale_is_the_last_point_of_the_sensors_own_curve() {
        for (sensors, at) in [(1, 4), (2, 9), (3, 14)] {
            let case = case(40, sensors, 0);
            assert_eq!(case.readings()[at], FULL);
            assert_eq!(case.values()[at], case.curves()[sensors * 9 - 1]);
        }
    }

    #[test]
    fn most_readings_are_below_full_scale_and_some_are_not() {
        for pattern in [0, 1, 77] {
            let readings = case(1100, 3, pattern).readings();
            let full = readings.iter().filter(|reading| **reading == FULL).count();
            assert!((150..300).contains(&full), "{pattern}: {full}");
            assert!(readings.iter().all(|reading| (0..=FULL).contains(reading)));
        }
    }

    #[test]
    fn what_is_left_over_is_cut_off_on_both_sides_of_zero() {
        let case = case(1000, 3, 1);
        let (curves, readings) = (case.curves(), case.readings());
        let products = readings
            .into_iter()
            .enumerate()
            .filter_map(|(index, reading)| {
                let at = index % 3 * (STRETCHES + 1) + (reading / WIDTH) as usize;
                let part = reading % WIDTH;
                (part != 0).then(|| (curves[at + 1] - curves[at]) * part)
            });
        let (below, above): (Vec<i32>, Vec<i32>) = products
            .filter(|product| product % WIDTH != 0)
            .partition(|product| *product < 0);
        assert!(below.len() > 100 && above.len() > 100);
    }

    #[test]
    fn no_product_overflows() {
        let most = LARGEST as i64 * i64::from(FACTOR);
        assert!(2 * most * i64::from(WIDTH) <= i64::from(i32::MAX));
    }
}
