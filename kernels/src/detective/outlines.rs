//! smooth-outlines: the points of closed outlines move towards their neighbours, in several rounds; a
//! work-group has an outline, and may have more work-items than it has points. Integers: each round
//! rounds down.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, preview, scattered};
use crate::sizes::{choice_from, number_from, size_from};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature};
use launch::{Access, ElementType, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem.
#[derive(Clone, Copy, Debug)]
pub struct Outlines;

/// Work-group sizes, the simplest first: the tile is made for the largest.
const GROUPS: [usize; 4] = [8, MOST_POINTS, 1, 24];

/// Points of the longest outline, and work-items of the largest work-group.
const MOST_POINTS: usize = 64;

/// The sizes that are met with every corner.
const USUAL_GROUPS: [usize; 2] = [8, MOST_POINTS];

/// The most outlines, and the most rounds of most cases.
const MOST: usize = 12;

/// The most rounds: more than 8 bits count.
const MOST_ROUNDS: usize = 300;

/// A point: two coordinates.
const POINT: ElementType = ElementType {
    scalar: Scalar::Int,
    width: 2,
};

/// One case of [`Outlines`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    outlines: usize,
    count: usize,
    rounds: usize,
    local: usize,
    pattern: Pattern,
}

impl Case {
    /// Two coordinates for each point.
    fn points(&self) -> Vec<i32> {
        scattered(2 * self.outlines * self.count, self.pattern, 1)
    }

    fn smooth(&self) -> Vec<i32> {
        let mut points = self.points();
        for outline in points.chunks_mut(2 * self.count) {
            for _ in 0..self.rounds {
                let old = outline.to_vec();
                let len = old.len();
                for (index, coordinate) in outline.iter_mut().enumerate() {
                    let (before, behind) = (old[(index + len - 2) % len], old[(index + 2) % len]);
                    *coordinate = (before + 2 * old[index] + behind).div_euclid(4);
                }
            }
        }
        points
    }
}

impl Problem for Outlines {
    type Case = Case;

    fn name(&self) -> &'static str {
        "smooth-outlines"
    }

    fn reference(&self) -> &'static str {
        kernel_text!("outlines.cl")
    }

    fn signature(&self) -> Signature {
        Signature::new(
            "smooth_outlines",
            &[
                ("global", "int2*", "points"),
                ("global", "int2*", "smooth"),
                ("private", "uint", "count"),
                ("private", "uint", "rounds"),
            ],
        )
    }

    fn domain(&self) -> Domain {
        Domain::new()
            .side("count", 1, MOST_POINTS)
            .count("rounds", 0, MOST_ROUNDS)
            .work_group(GroupSizes::Any, 1, MOST_POINTS)
            .work_groups(1, MOST)
    }

    fn corners(&self) -> Vec<Case> {
        let mut corners: Vec<Case> = Vec::new();
        for local in USUAL_GROUPS {
            for (position, count) in [1, 2, 3, local - 1, local].into_iter().enumerate() {
                let rounds = [0, 1, 2, 3];
                corners.extend(rounds.map(|rounds| Case {
                    outlines: 1 + (position + rounds) % 3,
                    count,
                    rounds,
                    local,
                    pattern: (rounds % 2) as Pattern,
                }));
            }
        }
        corners.extend([(1, 1), (24, 23), (24, 24)].map(|(local, count)| Case {
            outlines: 3,
            count,
            rounds: 2,
            local,
            pattern: 1,
        }));
        // The longest outline: a short one would long be a point.
        corners.push(Case {
            outlines: 1,
            count: MOST_POINTS,
            rounds: MOST_ROUNDS,
            local: MOST_POINTS,
            pattern: 1,
        });
        corners.push(Case {
            outlines: MOST,
            count: 61,
            rounds: MOST,
            local: GROUPS[1],
            pattern: 1,
        });
        corners.sort_by_key(|case| case.outlines * case.count * (1 + case.rounds));
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        select(&GROUPS[..])
            .prop_flat_map(|local| {
                let rounds = prop_oneof![30 => 0..=MOST, 1 => MOST..=MOST_ROUNDS];
                (1..=MOST, 1..=local, rounds, any::<Pattern>()).prop_map(
                    move |(outlines, count, rounds, pattern)| Case {
                        outlines,
                        count,
                        rounds,
                        local,
                        pattern,
                    },
                )
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.outlines),
            size_from(case.count),
            number_from(case.rounds),
            choice_from(&GROUPS, case.local),
            number_from(case.pattern.into()),
        )
            .prop_map(|(outlines, count, rounds, local, pattern)| Case {
                outlines,
                count,
                rounds,
                // A small work-group has no room for a long outline.
                local: if count > local { MOST_POINTS } else { local },
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        GROUPS.contains(&case.local)
            && (1..=MOST).contains(&case.outlines)
            && (1..=case.local).contains(&case.count)
            && case.rounds <= MOST_ROUNDS
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        vec![
            Fact::new("outlines", case.outlines),
            Fact::new("count", case.count),
            Fact::new("rounds", case.rounds),
            Fact::new("work-group", case.local),
            Fact::new("coordinates", preview(&case.points())),
        ]
    }

    fn launch(&self, case: &Case) -> Launch {
        let points = bytes(&case.points(), i32::to_le_bytes);
        Launch {
            kernel: "smooth_outlines".to_owned(),
            arguments: vec![
                buffer("points", POINT, points, Access::Read),
                output("smooth", POINT, case.outlines * case.count),
                uint("count", case.count),
                uint("rounds", case.rounds),
            ],
            range: NdRange::linear(case.outlines * case.local, case.local),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        vec![
            Expected::Unchanged,
            Expected::Exact(bytes(&case.smooth(), i32::to_le_bytes)),
        ]
    }

    /// Any work-item of the work-group may write a point.
    fn owner(&self, _: &Case, _: usize, _: usize) -> Option<Vec<usize>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(outlines: usize, count: usize, rounds: usize) -> Case {
        Case {
            outlines,
            count,
            rounds,
            local: 8,
            pattern: 0,
        }
    }

    #[test]
    fn the_first_point_follows_on_the_last() {
        // x: 10, 30, 50; y: 20, 40, 60.
        assert_eq!(case(1, 3, 1).smooth(), [25, 35, 30, 40, 35, 45]);
        assert_eq!(case(1, 1, 5).smooth(), [10, 20]);
        assert_eq!(case(1, 2, 1).smooth(), [20, 30, 20, 30]);
    }

    #[test]
    fn no_outline_knows_of_another() {
        let both = case(2, 4, 3).smooth();
        assert_eq!(both[..8], case(1, 4, 3).smooth());
    }

    #[test]
    fn each_round_shows_in_most_points() {
        for rounds in 0..MOST {
            let now = Case {
                pattern: 1,
                count: 61,
                local: 64,
                ..case(1, 61, rounds)
            };
            let next = Case {
                rounds: rounds + 1,
                ..now.clone()
            };
            let pairs = now.smooth().into_iter().zip(next.smooth());
            assert!(pairs.filter(|(now, next)| now != next).count() > 100);
        }
    }
}
