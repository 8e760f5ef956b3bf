//! Fits the cost of operations, of dependency chains, and the overlap of pipelines.

use super::exponent::{best, exponent};
use super::series::Series;
use super::{items, read};
use crate::calibration::axes::{BASE, COUNT, PAIR, SIDE};
use crate::calibration::pairs::side_by_side;
use crate::calibration::{probes, probes::Probe};
use crate::{Point, Summary};
use predictor::{Chain, Cost, Profile, Work, norm};

pub(super) fn operations(points: &[Point], profile: &mut Profile, is_cpu: bool) {
    // Sums first: they are subtracted from the probes of other operations.
    let (sums, others): (Vec<&Probe>, Vec<&Probe>) = probes::OPERATIONS
        .iter()
        .partition(|probe| matches!(probe.kind, "+" | "-"));
    for probe in sums.into_iter().chain(others) {
        let name = &probe.series();
        // The proxy's probe consists of a sum and an exclusive or, which cost the same.
        let (measured, times) = match probe.proxy(is_cpu) {
            Some(other) => (other, 2.0),
            None => (name.as_str(), probe.times),
        };
        let series = Series::of(points, measured);
        let sides = series.values(SIDE);
        let (Some(&few), Some(&many)) = (sides.first(), sides.last()) else {
            continue;
        };
        let all = series.at(SIDE, many);
        let (Some((slope, error)), Some((alone, _))) = (all.slope(), series.at(SIDE, few).slope())
        else {
            continue;
        };
        let of_sums = match probe.number {
            "uint" => "int",
            number => number,
        };
        let sum = profile
            .operation
            .get(&format!("{of_sums} +"))
            .copied()
            .filter(|_| probe.has_a_sum())
            .unwrap_or_default();
        let count = all.values(COUNT).first().copied().unwrap_or(0.0);
        // The same in scalar code.
        let scalar = Series::of(points, &probes::scalar_series(measured));
        let scalar = scalar.slope().map(|(slope, _)| {
            let sum = sum.scalar.unwrap_or(0.0);
            (slope / items(many) - sum).max(0.0) / times
        });
        let base = profile.base.iter().find(|base| base.items >= items(many));
        let above =
            all.at(COUNT, count).seconds().unwrap_or(0.0) - base.map_or(0.0, |base| base.seconds);
        profile.operation.insert(
            name.clone(),
            Cost {
                seconds: (slope / items(many) - sum.seconds).max(0.0) / times,
                scalar,
                alone: if few < many {
                    (alone - sum.alone).max(0.0) / times
                } else {
                    0.0
                },
                saturation: (count - above / slope.max(f64::MIN_POSITIVE)).max(0.0),
                error,
            },
        );
    }
}

/// The slowdown of dependent operations, by their number.
pub(super) fn chain(points: &[Point], profile: &Profile) -> Vec<Chain> {
    let series = Series::of(points, probes::CHAINS);
    // Sums, differences and products cost the same. The median of three probes drops a disturbed one.
    let alike = ["float +", "float -", "float *"];
    let alike = alike.map(|name| profile.operation.get(name)?.scalar);
    let mut alike: Vec<f64> = alike.into_iter().flatten().collect();
    alike.sort_by(f64::total_cmp);
    let each = alike.get(alike.len() / 2).copied();
    let at = |count: f64| series.at(COUNT, count).seconds();
    // The intercept is measured without products: short chains overlap with other work.
    let (Some(each), Some(&side), Some(start)) = (each, series.values(SIDE).first(), at(0.0))
    else {
        return Vec::new();
    };
    let factor = |count: f64| {
        let one = (at(count)? - start) / count / items(side);
        Some(Chain {
            operations: count,
            factor: (one / each).max(1.0),
        })
    };
    let counts = series
        .values(COUNT)
        .into_iter()
        .filter(|&count| count > 0.0);
    counts.filter_map(factor).collect()
}

/// Fits the overlap of pipelines.
pub(super) fn pipes(points: &[Point], profile: &mut Profile) {
    if profile.is_cpu() {
        profile.pipe_overlap = pipes_of_a_core(points).unwrap_or(1.0);
        quotients(points, profile);
        return;
    }
    let series = Series::of(points, probes::PIPES);
    let mut side_by_sides: Vec<(Work, f64)> = Vec::new();
    for pair in series.values(PAIR) {
        let of = series.at(PAIR, pair);
        if let (Some(&side), Some(text), Some(seconds)) = (
            of.values(SIDE).first(),
            side_by_side(pair as usize),
            of.seconds(),
        ) && let Some(work) = read(&text, side as usize, profile)
        {
            side_by_sides.push((work, seconds));
        }
    }
    profile.pipe_overlap = exponent(&side_by_sides, |pipe_overlap| Profile {
        pipe_overlap,
        ..profile.clone()
    });
}

/// A CPU's overlap, from pairs of operations together and alone, measured in direct succession because the
/// clock speed varies. The median of several pairs drops disturbed ones.
fn pipes_of_a_core(points: &[Point]) -> Option<f64> {
    let series = Series::of(points, probes::PIPES);
    let pairs = series.values(PAIR).into_iter().filter_map(|pair| {
        let of = series.at(PAIR, pair);
        let at = |which: f64| of.at(COUNT, which).seconds();
        let none = at(0.0)?;
        let above = [at(1.0)? - none, at(2.0)? - none, at(3.0)? - none];
        let is_told = above.iter().all(|seconds| *seconds > 0.0);
        is_told.then(|| {
            let [one, other, both] = above;
            best(|exponent| (norm(&[one, other], exponent) / both).ln().powi(2))
        })
    });
    Some(Summary::of(&pairs.collect::<Vec<_>>())?.median)
}

/// Fits the overlap of a core's integer divider with other operations.
pub(super) fn divisions(points: &[Point], profile: &Profile) -> Option<f64> {
    let series = Series::of(points, probes::EXPRESSIONS);
    let side = *series.values(SIDE).first()? as usize;
    let kernels = series.values(COUNT).into_iter().filter_map(|number| {
        let work = read(&probes::expressions(number as usize), side, profile)?;
        Some((work, series.at(COUNT, number).seconds()?))
    });
    let kernels: Vec<(Work, f64)> = kernels.collect();
    (!kernels.is_empty()).then(|| {
        exponent(&kernels, |divisions| Profile {
            int_division_overlap: Some(divisions),
            ..profile.clone()
        })
    })
}

/// Fits the scalar cost of a float division, and its overlap with everything else, to kernels with zero to
/// three divisions, too short for the divisions to queue.
fn quotients(points: &[Point], profile: &mut Profile) {
    let series = Series::of(points, probes::FLOAT_DIVISIONS);
    let side = series.values(SIDE).first().copied();
    let of_row = |side: f64| {
        let base = Series::of(points, BASE).at(SIDE, side).seconds()?;
        let above = (0..probes::FLOAT_DIVISION_TEXTS.len()).map(|count| {
            let seconds = series.at(COUNT, count as f64).seconds()?;
            Some((seconds - base) / items(side))
        });
        above.collect::<Option<Vec<f64>>>()
    };
    let Some(above) = side.and_then(of_row) else {
        return;
    };
    let (Some((&none, some)), Some(cost)) =
        (above.split_first(), profile.operation.get_mut("float /"))
    else {
        return;
    };
    let Some(in_a_row) = cost.scalar.filter(|_| none > 0.0) else {
        return;
    };
    let misses = |each: f64, exponent: f64| {
        let off = some.iter().enumerate().map(|(before, seconds)| {
            let count = (before + 1) as f64;
            (norm(&[none, count * each], exponent) / seconds)
                .ln()
                .powi(2)
        });
        off.sum::<f64>()
    };
    let tried = (4..=20).map(|twentieths| {
        let each = in_a_row * f64::from(twentieths) / 20.0;
        let exponent = best(|exponent| misses(each, exponent));
        (misses(each, exponent), each, exponent)
    });
    if let Some((_, each, exponent)) = tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
        cost.scalar = Some(each);
        profile.float_division_overlap = Some(exponent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::fixtures::{is_near, point, processor, with_costs};
    use predictor::{Base, Caches, Vectorisation};

    /// A pair of operations that take 3 and 4 seconds alone and `both` together.
    fn side_by_side(pair: usize, both: f64) -> [Point; 4] {
        [(0, 0.0), (1, 3.0), (2, 4.0), (3, both)].map(|(which, seconds)| {
            let mut point = point(probes::PIPES, 512, which, 10.0 + seconds);
            point.at.push((PAIR.to_owned(), pair as f64));
            point
        })
    }

    #[test]
    fn a_core_that_does_two_operations_at_once_takes_as_long_as_the_longer() {
        let with = |both: f64| pipes_of_a_core(&side_by_side(0, both)).expect("a pair");
        assert!((with(7.0) - 1.0).abs() < 1e-9);
        assert!((with(5.0) - 2.0).abs() < 1e-9);
        assert!(with(4.0) > 7.0);
        assert_eq!(pipes_of_a_core(&[]), None);
    }

    #[test]
    fn expressions_tell_how_far_a_core_divides_while_it_computes_others() {
        // A division takes as long as twenty other operations.
        let operation = probes::OPERATIONS.iter().map(|probe| {
            let is_division = probe.number == "uint" && matches!(probe.kind, "/" | "%");
            let seconds = if is_division { 2e-8 } else { 1e-9 };
            let cost = Cost {
                seconds,
                scalar: Some(seconds),
                ..Cost::default()
            };
            (probe.series(), cost)
        });
        let profile = Profile {
            operation: operation.collect(),
            vectorisation: Some(Vectorisation {
                known_loops: true,
                divergence: true,
                ..Vectorisation::default()
            }),
            pipe_overlap: 1.0,
            base: vec![Base {
                items: items(512.0),
                seconds: 1e-5,
            }],
            ..processor()
        };
        for exponent in [1.2, 1.6, 3.0] {
            let divides = Profile {
                int_division_overlap: Some(exponent),
                ..profile.clone()
            };
            let kernels = 0..probes::WHOLE_OF.len();
            let points = kernels.map(|number| {
                let work = read(&probes::expressions(number), 512, &divides).expect("a reading");
                let predicted = predictor::predict(&work, &divides, Caches::Aware);
                let seconds = predicted.expect("a prediction").seconds;
                point(probes::EXPRESSIONS, 512, number, seconds)
            });
            let fitted = divisions(&points.collect::<Vec<_>>(), &profile);
            assert_eq!(fitted, Some(exponent));
        }
        assert_eq!(divisions(&[], &profile), None);
    }

    #[test]
    fn a_processors_sums_of_integers_cost_half_of_sums_and_exclusive_ors() {
        let of = |series: &str, slope: f64| {
            let times = [(16, 1.0), (48, 1.0 + 32.0 * slope)];
            times.map(|(count, seconds)| point(series, 512, count, seconds))
        };
        // The compiler has simplified the sums.
        let points = [of("int +", 0.0), of("int bits", 2.0)].concat();
        let sum = |is_cpu: bool| {
            let mut profile = processor();
            operations(&points, &mut profile, is_cpu);
            profile.operation["int +"].seconds * items(512.0)
        };
        assert!((sum(true) - 1.0).abs() < 1e-9);
        assert!(sum(false).abs() < 1e-9);
    }

    #[test]
    fn few_divisions_tell_what_each_takes_and_how_far_it_is_done_beside_the_rest() {
        let (none, in_a_row) = (4e-9, 6e-9);
        let before = with_costs([("float /", 1e-9, in_a_row), ("float +", 1e-9, 2e-9)]);
        for (share, exponent) in [(0.5, 2.0), (0.25, 1.0), (1.0, 4.0)] {
            let each = share * in_a_row;
            let mut points = vec![point(BASE, 512, 0, 1e-3)];
            points.extend((0..4_u8).map(|count| {
                let above = norm(&[none, f64::from(count) * each], exponent) * items(512.0);
                point(
                    probes::FLOAT_DIVISIONS,
                    512,
                    usize::from(count),
                    1e-3 + above,
                )
            }));
            let mut profile = before.clone();
            quotients(&points, &mut profile);
            let fitted = profile.operation["float /"].scalar.expect("a cost");
            assert!(is_near(fitted, each), "{fitted} is not {each}");
            let fitted = profile.float_division_overlap.expect("an exponent");
            assert!(is_near(fitted, exponent), "{fitted} is not {exponent}");
            // Nothing else has changed.
            profile.float_division_overlap = None;
            profile.operation.clone_from(&before.operation);
            assert_eq!(profile, before);
            // One kernel is missing.
            quotients(&points[..4], &mut profile);
            assert_eq!(profile, before);
        }
    }
}
