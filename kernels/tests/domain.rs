//! The cases of each problem stay within its domain and reach every edge of it.

use kernels::{AnyCase, AnyProblem, GroupSizes, Kind, Quantity, problems};
use launch::Launch;
use proptest::test_runner::TestRunner;
use std::cmp::Ordering::{Equal, Greater, Less};

/// Drawn cases beside the corners.
const DRAWN: usize = 300;

/// Drawn cases that meet powers of two.
const MANY_DRAWN: usize = 4000;

/// Exponents of the powers of two near which each size is met by corners and drawn cases. The larger ones
/// are seldom drawn: the tests of the strategies hold that they are.
const EXPONENTS: std::ops::RangeInclusive<u32> = 0..=5;

fn launches(cases: &[Box<dyn AnyCase>]) -> Vec<Launch> {
    cases.iter().map(|case| case.launch()).collect()
}

/// The launches of the corners and of drawn cases.
fn both(problem: &'static dyn AnyProblem, drawn: usize) -> Vec<Launch> {
    let mut runner = TestRunner::deterministic();
    let mut cases = problem.corners();
    cases.extend((0..drawn).map(|_| problem.draw(&mut runner).expect("a case")));
    launches(&cases)
}

/// The number of a scalar quantity in each launch, with the work-group of the launch.
fn numbers(
    problem: &dyn AnyProblem,
    quantity: &Quantity,
    launches: &[Launch],
) -> Vec<(usize, Vec<usize>)> {
    let signature = problem.signature();
    launches
        .iter()
        .filter_map(|launch| {
            let [number, _] = quantity.seen(&signature, launch)?;
            Some((number as usize, launch.range.local.clone()?))
        })
        .collect()
}

#[test]
fn each_case_stays_within_the_domain() {
    for problem in problems() {
        let (domain, signature) = (problem.domain(), problem.signature());
        for launch in both(problem, DRAWN) {
            for quantity in domain.quantities() {
                let Some([least, most]) = quantity.seen(&signature, &launch) else {
                    continue;
                };
                let name = problem.name();
                assert!(
                    quantity.least <= least && most <= quantity.most,
                    "{name}: {quantity:?}: {least} to {most}"
                );
                if let Kind::WorkGroup { sizes } = quantity.kind {
                    assert!(sizes.holds(least as usize), "{name}: {least}");
                }
            }
        }
    }
}

#[test]
fn the_corners_meet_both_bounds_of_each_quantity() {
    let mut missed = Vec::new();
    for problem in problems() {
        let signature = problem.signature();
        let corners = launches(&problem.corners());
        for quantity in problem.domain().quantities() {
            let seen: Vec<[f64; 2]> = corners
                .iter()
                .filter_map(|launch| quantity.seen(&signature, launch))
                .collect();
            for (bound, side) in [(quantity.least, 0), (quantity.most, 1)] {
                if seen.iter().all(|seen| seen[side] != bound) {
                    missed.push(format!(
                        "{}: {:?} is never {bound}",
                        problem.name(),
                        quantity.kind
                    ));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_corners_meet_sizes_at_a_multiple_of_the_work_group_and_on_both_sides_of_it() {
    let mut missed = Vec::new();
    for problem in problems() {
        let corners = launches(&problem.corners());
        for quantity in problem.domain().quantities() {
            let Kind::Size {
                name,
                dimension: Some(dimension),
                unit,
            } = quantity.kind
            else {
                continue;
            };
            let met = numbers(problem, quantity, &corners);
            for edge in [-1, 0, 1] {
                let is_met = met.iter().any(|(size, local)| {
                    let group = (local[dimension] * unit) as i64;
                    let size = *size as i64;
                    group > 2 && size + 1 >= group && (size - edge) % group == 0
                });
                if !is_met {
                    missed.push(format!("{}: {name} {edge}", problem.name()));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_corners_meet_each_order_of_two_sizes() {
    let mut missed = Vec::new();
    for problem in problems() {
        let corners = launches(&problem.corners());
        let domain = problem.domain();
        let sizes: Vec<(&str, &Quantity)> = domain
            .quantities()
            .iter()
            .filter_map(|quantity| match quantity.kind {
                Kind::Size { name, .. } => Some((name, quantity)),
                _ => None,
            })
            .collect();
        for (position, (one_name, one)) in sizes.iter().enumerate() {
            for (other_name, other) in &sizes[position + 1..] {
                let one = numbers(problem, one, &corners);
                let other = numbers(problem, other, &corners);
                let both = one.iter().zip(&other);
                let orders: Vec<_> = both.map(|((a, _), (b, _))| a.cmp(b)).collect();
                for order in [Less, Equal, Greater] {
                    // A row is never longer than the pitch.
                    let is_impossible =
                        (*one_name, *other_name, order) == ("width", "pitch", Greater);
                    if !orders.contains(&order) && !is_impossible {
                        missed.push(format!(
                            "{}: {one_name} {order:?} {other_name}",
                            problem.name()
                        ));
                    }
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn sizes_are_met_at_powers_of_two_and_beside_them() {
    let mut missed = Vec::new();
    for problem in problems() {
        let all = both(problem, MANY_DRAWN);
        for quantity in problem.domain().quantities() {
            let Kind::Size { name, .. } = quantity.kind else {
                continue;
            };
            let met = numbers(problem, quantity, &all);
            for exponent in EXPONENTS {
                for size in [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1] {
                    let is_allowed =
                        (quantity.least..=quantity.most).contains(&f64::from(size as u32));
                    if is_allowed && met.iter().all(|(met, _)| *met != size) {
                        missed.push(format!("{}: {name} = {size}", problem.name()));
                    }
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_corners_meet_work_groups_of_more_than_128_of_no_power_of_two_and_of_broken_warps() {
    for problem in problems() {
        let corners = launches(&problem.corners());
        for quantity in problem.domain().quantities() {
            let Kind::WorkGroup { sizes } = quantity.kind else {
                continue;
            };
            if quantity.least == quantity.most || quantity.most < 256.0 {
                continue;
            }
            let met = numbers(problem, quantity, &corners);
            let any = |is: fn(usize) -> bool| met.iter().any(|(size, _)| is(*size));
            let name = problem.name();
            assert!(any(|size| size > 128), "{name}");
            if sizes != GroupSizes::PowersOfTwo {
                assert!(any(|size| !size.is_power_of_two()), "{name}");
            }
            if sizes == GroupSizes::Any {
                assert!(any(|size| size > 32 && size % 32 != 0), "{name}");
            }
        }
    }
}
