//! Fits the cost of fetching and writing back, by bytes touched, and the overheads of scalar code.

use super::series::Series;
use super::vectors::argument_strides;
use super::{items, read, seconds_of};
use crate::calibration::axes::{BYTES, COUNT, SIDE};
use crate::calibration::probes;
use crate::{Point, Summary};
use predictor::{Caches, Far, Profile, RandomRead, Vectorisation, between};

/// Bisection steps: to a millionth of the range.
const HALVINGS: usize = 20;

/// Seconds of a byte, by bytes touched.
#[derive(Default)]
struct Moved {
    reads: Vec<(f64, f64)>,
    writes: Vec<(f64, f64)>,
    columns: Vec<(f64, f64)>,
}

pub(super) fn far(points: &[Point], profile: &Profile, is_cpu: bool) -> Vec<Far> {
    let moved = if is_cpu {
        moved_by_a_core(points, profile)
    } else {
        moved(points, profile)
    };
    let random = random_sectors(points, profile);
    let at =
        |points: &[(f64, f64)], bytes: f64| between(points.iter().copied(), bytes).unwrap_or(0.0);
    let mut sizes: Vec<f64> = moved
        .reads
        .iter()
        .chain(&random)
        .map(|point| point.0)
        .collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    sizes
        .into_iter()
        .map(|bytes| Far {
            bytes,
            read: at(&moved.reads, bytes),
            write: at(&moved.writes, bytes),
            sector: at(&random, bytes),
            column: between(moved.columns.iter().copied(), bytes),
            column_beside_rows: None,
        })
        .collect()
}

/// Seconds of a random sector, by the working set.
fn random_sectors(points: &[Point], profile: &Profile) -> Vec<(f64, f64)> {
    let apart = last_apart(profile);
    let sum = seconds_of("float +", profile);
    let sectors = Series::of(points, probes::SECTOR);
    let each = sectors.values(BYTES).into_iter().filter_map(|bytes| {
        let of = sectors.at(BYTES, bytes);
        let ((slope, _), side) = (of.slope()?, *of.values(SIDE).first()?);
        Some((bytes, (slope / items(side) - sum - apart).max(0.0)))
    });
    each.collect()
}

/// Seconds of a byte down a column beside rows, by bytes touched, for launches that exceed the nearest cache.
fn columns_beside_rows(points: &[Point], profile: &Profile) -> Vec<(f64, f64)> {
    let series = Series::of(points, probes::COLUMNS_BESIDE_ROWS);
    let text = probes::columns_beside_rows();
    let sides = series.values(SIDE).into_iter();
    let found = sides
        .filter(|side| *side > NEAR_COLUMNS)
        .filter_map(|side| {
            let seconds = series.at(SIDE, side).median()?;
            let with = |cost: f64| {
                let far = profile.far.iter().map(|far| Far {
                    column_beside_rows: Some(cost),
                    ..*far
                });
                Profile {
                    far: far.collect(),
                    ..profile.clone()
                }
            };
            let most = seconds / (4.0 * items(side));
            let cost = solve_cost((&text, side, seconds), profile, most, with)?;
            // One matrix in and one out.
            Some((8.0 * items(side), cost))
        });
    found.collect()
}

/// Adds them to the profile's costs.
pub(super) fn beside_rows(points: &[Point], profile: &Profile) -> Vec<Far> {
    let found = columns_beside_rows(points, profile);
    let least = found.first().map_or(f64::INFINITY, |found| found.0);
    let far = profile.far.iter().map(|far| Far {
        column_beside_rows: between(found.iter().copied(), far.bytes)
            .filter(|_| far.bytes >= least),
        ..*far
    });
    far.collect()
}

/// A CPU's costs of writing rows, of reading rows as well, and of reading columns: the core's own, overlapping
/// work is removed.
fn moved_by_a_core(points: &[Point], profile: &Profile) -> Moved {
    let [stores, copies, columns] =
        [probes::ROW_STORES, probes::COPIES, probes::COLUMNS].map(|name| Series::of(points, name));
    let as_scalar = argument_strides(points) == Some(false);
    let column_work = match profile.near.scalar.filter(|_| as_scalar) {
        Some(read) => {
            let product = profile.operation.get("float *");
            let product = product.and_then(|cost| cost.scalar).unwrap_or(0.0);
            read + product + profile.scalar_item.unwrap_or(0.0)
        }
        None => last_apart(profile),
    };
    let mut moved = Moved::default();
    for base in &profile.base {
        let (side, bytes) = (base.items.sqrt(), 4.0 * base.items);
        let above = |of: &Series<'_>| Some((of.at(SIDE, side).median()? - base.seconds).max(0.0));
        let (Some(store), Some(copy)) = (above(&stores), above(&copies)) else {
            continue;
        };
        let near = profile.near.affine * base.items;
        // One row in and one row out.
        let touched = 2.0 * bytes;
        let hidden = profile.compute_overlap_at(touched);
        let moved_by = |seconds| (moved_beside_a_product(seconds, side, profile) - near).max(0.0);
        let (written, both) = (moved_by(store), moved_by(copy));
        moved
            .reads
            .push((touched, (both - written).max(0.0) / bytes));
        moved.writes.push((touched, written / bytes));
        if let Some(column) = above(&columns) {
            let done = remaining(column, written, hidden);
            let waited = (done - column_work * base.items).max(0.0);
            moved.columns.push((touched, waited / bytes));
        }
    }
    moved
}

fn moved(points: &[Point], profile: &Profile) -> Moved {
    let sum = seconds_of("float +", profile);
    // From each two numbers of planes: the cost of the planes between them, and the bytes touched on average.
    let steps = |series: &str, less: f64| {
        let series = Series::of(points, series);
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for side in series.values(SIDE) {
            let of = series.at(SIDE, side);
            let counts = of.values(COUNT);
            for pair in counts.windows(2) {
                let both = Series {
                    points: [of.at(COUNT, pair[0]).points, of.at(COUNT, pair[1]).points].concat(),
                };
                if let Some((slope, _)) = both.slope() {
                    let touched = 4.0 * items(side) * (pair[0] + pair[1]) / 2.0;
                    steps.push((touched, (slope / items(side) - less).max(0.0) / 4.0));
                }
            }
        }
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        steps
    };
    // Where starting the work-items takes little time, copying one plane is more precise: many planes conflict
    // in the cache.
    let (stores, copies) = (
        Series::of(points, probes::STORES),
        Series::of(points, probes::COPIES),
    );
    let mut rows = Moved::default();
    for base in &profile.base {
        let side = base.items.sqrt();
        let (Some(store), Some(copy)) = (
            stores.at(SIDE, side).median(),
            copies.at(SIDE, side).median(),
        ) else {
            continue;
        };
        if base.seconds < 0.6 * store {
            let bytes = 4.0 * base.items;
            let near = (profile.near.affine * base.items).min(copy);
            let write = (store - base.seconds).max(0.0) / bytes;
            let read = (copy - store - near).max(0.0) / bytes;
            rows.writes.push((2.0 * bytes, write));
            rows.reads.push((2.0 * bytes, read));
        }
    }
    if rows.reads.len() > 3 {
        return rows;
    }
    Moved {
        reads: steps(probes::FAR_READ, sum + profile.near.affine),
        writes: steps(probes::FAR_WRITE, 0.0),
        columns: Vec::new(),
    }
}

/// Seconds of the most scattered reads, for each work-item.
fn last_apart(profile: &Profile) -> f64 {
    profile
        .near
        .by_sectors
        .last()
        .map_or(0.0, |apart| apart.seconds)
}

/// The largest side whose columns stay in the nearest cache.
const NEAR_COLUMNS: f64 = 256.0;

/// The fixed cost of a scalar work-item: the value at which the model reproduces the times of small probes. A
/// core overlaps work-items to a different degree in each kernel, so that the median of the probes counts.
pub(super) fn item(points: &[Point], profile: &Profile) -> Option<f64> {
    let few = [
        (probes::SCALAR_READS, probes::scalar_reads(0)),
        (probes::FLOAT_DIVISIONS, probes::quotients(0)),
    ];
    let few = few.into_iter().filter_map(|(name, text)| {
        let series = Series::of(points, name).at(COUNT, 0.0);
        let side = *series.values(SIDE).first()?;
        Some((text, side, series.seconds()?))
    });
    let columns = Series::of(points, probes::COLUMNS);
    let sides = columns.values(SIDE).into_iter();
    let columns = sides
        .filter(|side| *side <= NEAR_COLUMNS)
        .filter_map(|side| {
            let seconds = columns.at(SIDE, side).median()?;
            Some((probes::columns(), side, seconds))
        });
    // Here the work-item accounts for the cost of columns.
    let far = profile.far.iter().map(|far| Far {
        column: None,
        ..*far
    });
    let without = Profile {
        far: far.collect(),
        vectorisation: Some(NO_VECTORS),
        ..profile.clone()
    };
    let found = few.chain(columns).filter_map(|(text, side, seconds)| {
        solve_cost(
            (&text, side, seconds),
            profile,
            seconds / items(side),
            |item| Profile {
                scalar_item: Some(item),
                ..without.clone()
            },
        )
    });
    Some(Summary::of(&found.collect::<Vec<f64>>())?.median)
}

/// All of these probes run as scalar code.
const NO_VECTORS: Vectorisation = Vectorisation {
    known_loops: false,
    divergence: false,
    argument_strides: Some(false),
    row_start_limit: None,
};

/// Solves for the cost, at most `most`, at which the model reproduces a probe's time.
fn solve_cost(
    (text, side, seconds): (&str, f64, f64),
    profile: &Profile,
    most: f64,
    with: impl Fn(f64) -> Profile,
) -> Option<f64> {
    let work = read(text, side as usize, profile)?;
    let (mut least, mut most) = (0.0, most);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(least, most);
        let predicted = predictor::predict(&work, &with(middle), Caches::Aware);
        if predicted.ok()?.seconds < seconds {
            least = middle;
        } else {
            most = middle;
        }
    }
    Some(least)
}

/// Seconds of memory traffic in a launch that takes `seconds` above its base and computes one product for each
/// element.
fn moved_beside_a_product(seconds: f64, side: f64, profile: &Profile) -> f64 {
    let product = seconds_of("float *", profile);
    let hidden = profile.compute_overlap_at(8.0 * items(side));
    remaining(seconds, product * items(side), hidden)
}

/// The other of two overlapping times, given one of them and their [`norm`](predictor::norm).
fn remaining(combined: f64, known: f64, exponent: f64) -> f64 {
    if combined <= 0.0 {
        return 0.0;
    }
    let share = (known / combined).clamp(0.0, 1.0);
    combined * (1.0 - share.powf(exponent)).powf(1.0 / exponent)
}

/// Fits the latency of random reads in scalar code, by the other work between two of them.
pub(super) fn random_reads(points: &[Point]) -> Vec<RandomRead> {
    let series = Series::of(points, probes::RANDOM_READS);
    let mut result = Vec::new();
    for products in series.values(COUNT) {
        let of = series.at(COUNT, products);
        let places = of.values(BYTES);
        let (Some((&near, far)), Some(&side)) = (places.split_first(), of.values(SIDE).first())
        else {
            continue;
        };
        let Some(beside) = of.at(BYTES, near).seconds() else {
            continue;
        };
        let reads = items(side) * probes::RANDOM_READS_OF_AN_ITEM as f64;
        for &bytes in far {
            if let Some(seconds) = of.at(BYTES, bytes).seconds() {
                result.push(RandomRead {
                    compute: beside / reads,
                    bytes,
                    seconds: ((seconds - beside) / reads).max(0.0),
                });
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::axes::BASE;
    use crate::calibration::fit::fixtures::{is_near, point, with_costs};
    use predictor::{Base, ByDegree, Near, Overlap, norm};

    /// Seconds of a near read, of a product, of a byte read, written and read down a column; and the overlap.
    const NEAR: f64 = 2e-10;

    const PRODUCT: f64 = 5e-10;

    const FROM_FAR: f64 = 3e-10;

    const TO_FAR: f64 = 1e-10;

    const DOWN: f64 = 7e-10;

    const HIDDEN: f64 = 2.0;

    /// A CPU that overlaps fetching, and starts 512 x 512 work-items in a millisecond.
    fn that_moves() -> Profile {
        Profile {
            base: vec![Base {
                items: items(512.0),
                seconds: 1e-3,
            }],
            // At other sizes the overlap differs.
            compute_overlap_by_bytes: [(0.5, 8.0), (1.0, HIDDEN), (2.0, 1.0)]
                .map(|(times, exponent)| Overlap {
                    bytes: times * 8.0 * items(512.0),
                    exponent,
                })
                .into(),
            near: Near {
                affine: NEAR,
                ..Near::default()
            },
            ..with_costs([("float *", PRODUCT, 4e-9), ("float +", 1e-9, 2e-9)])
        }
    }

    /// The base cost, stores and copies of that CPU.
    fn moves() -> [Point; 3] {
        let above = |far: f64| norm(&[PRODUCT, NEAR + far], HIDDEN);
        [
            (BASE, 0.0),
            (probes::ROW_STORES, above(4.0 * TO_FAR)),
            (probes::COPIES, above(4.0 * (TO_FAR + FROM_FAR))),
        ]
        .map(|(series, each)| point(series, 512, 0, 1e-3 + each * items(512.0)))
    }

    #[test]
    fn a_lone_read_costs_what_its_place_adds() {
        let far = |bits: usize, seconds: f64| {
            let mut point = point(probes::RANDOM_READS, 512, 48, seconds);
            point.at.push((BYTES.to_owned(), (4_u64 << bits) as f64));
            point
        };
        let reads = probes::RANDOM_READS_OF_AN_ITEM as f64 * items(512.0);
        let points = [
            far(10, 1.0),
            far(22, 1.0 + reads),
            far(26, 1.0 + 3.0 * reads),
        ];
        let found = random_reads(&points);
        let found: Vec<(f64, f64)> = found
            .iter()
            .map(|read| (read.bytes, read.seconds))
            .collect();
        assert_eq!(
            found,
            [
                (4.0 * f64::from(1 << 22), 1.0),
                (4.0 * f64::from(1 << 26), 3.0)
            ]
        );
    }

    #[test]
    fn what_is_left_of_a_time_is_what_was_put_together_with_the_known_one() {
        for exponent in [1.0, 2.0, 8.0] {
            for (known, other) in [(3.0, 4.0), (4.0, 3.0), (0.0, 4.0)] {
                let combined = norm(&[known, other], exponent);
                assert!(is_near(remaining(combined, known, exponent), other));
            }
            // Measured separately, one may take longer than both together.
            for (combined, known) in [(3.0, 3.0), (3.0, 4.0), (-1.0, 4.0)] {
                assert!(remaining(combined, known, exponent).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn stores_and_copies_tell_what_a_byte_takes_to_far_and_from_far() {
        let found = far(&moves(), &that_moves(), true);
        let [found] = found.as_slice() else {
            panic!("one launch tells of one size: {found:?}");
        };
        assert!(is_near(found.bytes, 8.0 * items(512.0)));
        assert!(is_near(found.write, TO_FAR), "{}", found.write);
        assert!(is_near(found.read, FROM_FAR), "{}", found.read);
        assert_eq!(found.column, None);
    }

    #[test]
    fn columns_tell_what_a_byte_takes_beside_what_a_core_does_for_each() {
        let mut profile = that_moves();
        profile.near.by_sectors = vec![ByDegree {
            degree: 16.0,
            seconds: 2e-9,
        }];
        profile.near.scalar = Some(1e-9);
        profile.scalar_item = Some(3e-9);
        let column = |done: f64, with_vectors: f64| {
            let each = norm(&[done + 4.0 * DOWN, 4.0 * TO_FAR], HIDDEN);
            let mut points = moves().to_vec();
            let seconds = 1e-3 + each * items(512.0);
            points.push(point(probes::COLUMNS, 512, 0, seconds));
            points.push(point(probes::COLUMN, 512, 0, 1.0));
            points.push(point(probes::COLUMN, 512, 1, with_vectors));
            far(&points, &profile, true)[0].column.expect("columns")
        };
        let as_vectors = column(2e-9, 1.0);
        assert!(is_near(as_vectors, DOWN), "{as_vectors}");
        // Scalar code: the read, the product, and the work-item's fixed cost.
        let as_scalar = column(1e-9 + 4e-9 + 3e-9, 9.0);
        assert!(is_near(as_scalar, DOWN), "{as_scalar}");
    }

    /// The predicted time of a probe.
    fn predicted(text: &str, side: f64, profile: &Profile) -> f64 {
        let work = read(text, side as usize, profile).expect("a reading");
        let predicted = predictor::predict(&work, profile, Caches::Aware);
        predicted.expect("a prediction").seconds
    }

    /// A CPU that runs everything as scalar code.
    fn without_vectors() -> Profile {
        let far = [(32, 64.0), (2048, 1e-10)].map(|(side, column)| Far {
            bytes: 8.0 * items(f64::from(side)),
            read: FROM_FAR,
            write: TO_FAR,
            column: Some(column * FROM_FAR),
            ..Far::default()
        });
        let mut profile = Profile {
            vectorisation: Some(NO_VECTORS),
            base: vec![Base {
                items: 1.0,
                seconds: 0.0,
            }],
            far: far.into(),
            near: Near {
                scalar: Some(1e-9),
                ..Near::default()
            },
            ..with_costs([("float *", PRODUCT, 4e-9), ("float +", 1e-9, 2e-9)])
        };
        let sum = profile.operation["float +"];
        profile.operation.insert("float -".to_owned(), sum);
        profile
    }

    #[test]
    fn a_work_item_without_vectors_takes_what_the_middle_of_small_kernels_tells() {
        let with = |own: [f64; 3]| {
            let point_of = |series: &str, text: &str, side: f64, own: f64| {
                let mut profile = without_vectors();
                profile.scalar_item = Some(own);
                // The cost of columns is not used.
                for far in &mut profile.far {
                    far.column = None;
                }
                point(series, side as usize, 0, predicted(text, side, &profile))
            };
            let [reads, products, columns] = own;
            let points = [
                point_of(probes::SCALAR_READS, &probes::scalar_reads(0), 512.0, reads),
                point_of(
                    probes::FLOAT_DIVISIONS,
                    &probes::quotients(0),
                    512.0,
                    products,
                ),
                point_of(probes::COLUMNS, &probes::columns(), 128.0, columns),
                // These columns exceed the nearest cache.
                point_of(probes::COLUMNS, &probes::columns(), 1024.0, 1.0),
            ];
            item(&points, &without_vectors()).expect("an item")
        };
        for own in [[3e-9, 2e-9, 7e-9], [9e-9, 3e-9, 1e-9]] {
            assert!((with(own) / 3e-9 - 1.0).abs() < 1e-3, "{}", with(own));
        }
        assert_eq!(item(&moves(), &that_moves()), None);
    }

    #[test]
    fn columns_beside_rows_cost_with_what_their_probe_comes_out_right() {
        let mut profile = without_vectors();
        let text = probes::columns_beside_rows();
        let points = [(256.0, 9e-10), (2048.0, DOWN)].map(|(side, cost)| {
            for far in &mut profile.far {
                far.column_beside_rows = Some(cost);
            }
            let seconds = predicted(&text, side, &profile);
            point(probes::COLUMNS_BESIDE_ROWS, side as usize, 0, seconds)
        });
        let found = beside_rows(&points, &without_vectors());
        // Near columns cost the same with and without rows.
        assert_eq!(found[0].column_beside_rows, None);
        let far = found[1].column_beside_rows.expect("a cost");
        assert!((far / DOWN - 1.0).abs() < 1e-3, "{far}");
    }
}
