//! Right kernels pass.

use super::*;

#[test]
fn a_right_kernel_passes_all_cases_and_earns_its_points() {
    let mut engine = engine("saxpy", saxpy);
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!((report.points.earned, report.points.of), (10, 10));
    assert_eq!((report.stages[0].cases, engine.launches.len()), (100, 100));
    assert_eq!(report.exit_code(), 0);
    assert_eq!(report.counterexample, None);
    assert_eq!(report.stages[0].device, "a closure");
    assert_eq!(
        report.stages[0].times.as_ref().unwrap().device_ms,
        Some(0.1)
    );
}

#[test]
fn the_right_mappings_pass() {
    fn work(item: &mut Item<'_>, i: usize) {
        if i < item.value(0) as usize {
            let doubled = 2 * item.get(0, i as i64) as i32 + 1;
            item.set(0, i as i64, doubled as u32);
            item.set(1, i as i64, item.gid as u32);
        }
    }
    let contiguous = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            let per_item = item.value(1) as usize;
            (0..per_item).for_each(|k| work(item, item.gid * per_item + k));
        }),
    );
    let globally = checked(
        "map-globally-spaced",
        &mut engine("map-globally-spaced", |item| {
            (0..item.value(1) as usize).for_each(|k| work(item, item.gid + k * item.global_size));
        }),
    );
    let locally = checked(
        "map-locally-spaced",
        &mut engine("map-locally-spaced", |item| {
            let per_item = item.value(1) as usize;
            let start = item.group * per_item * item.local_size + item.lid;
            (0..per_item).for_each(|k| work(item, start + k * item.local_size));
        }),
    );
    for report in [contiguous, globally, locally] {
        assert_eq!(report.verdict, Verdict::Passed);
    }
}
