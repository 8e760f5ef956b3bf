//! What a right kernel costs.

use super::*;

/// A check of a kernel from `solutions/19-transpose` in the simulator.
fn transposed(file: &str) -> Report {
    solved("transpose", &format!("19-transpose/{file}"))
}

/// A check of a kernel from `solutions` in the simulator.
fn solved(slug: &str, file: &str) -> Report {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../solutions");
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: std::fs::read_to_string(folder.join(file)).unwrap(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    check(
        &exercise(slug),
        &source.into(),
        &mut [&mut Simulator::default()],
        &Settings::default(),
        &mut Clock::default(),
    )
}

#[test]
fn a_right_kernel_that_keeps_its_bounds_earns_all_points() {
    let report = transposed("kernel.cl");
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.points.earned, 10);
    let requirements = &report.costs[0].requirements;
    assert!(requirements.len() > 2);
    assert!(requirements.iter().all(|requirement| requirement.met));
}

#[test]
fn a_right_kernel_that_costs_too_much_earns_half_and_its_own_figure_stands_by_the_course_s() {
    let report = transposed("mistakes/tile-without-padding.cl");
    assert_eq!(report.verdict, Verdict::TooCostly);
    assert_eq!(report.points.earned, 5);
    let unmet: Vec<_> = report.costs[0]
        .requirements
        .iter()
        .filter(|requirement| !requirement.met)
        .map(|requirement| (requirement.measure, requirement.own, requirement.solution))
        .collect();
    assert_eq!(unmet, [(kernels::Measure::BankConflict, 3200, 100)]);
}

#[test]
fn a_wrong_kernel_is_not_counted() {
    let report = transposed("mistakes/no-barrier.cl");
    assert!(report.costs.is_empty());
    assert_eq!(report.points.earned, 0);
}

#[test]
fn a_launch_that_the_exercise_gives_draws_no_note() {
    // Its work-groups are of 8 work-items, a quarter of a warp.
    let report = solved("matmul-naive", "20-matmul-naive/kernel.cl");
    assert_eq!(report.verdict, Verdict::Passed);
    let notes: Vec<&str> = report
        .findings
        .iter()
        .map(|it| it.mistake.as_str())
        .collect();
    assert!(!notes.contains(&"idle-work-items"), "{notes:?}");
}

#[test]
fn costs_that_cannot_be_counted_take_no_points_away() {
    let name = "constant-table";
    let mut engine = engine(name, |item| {
        let (count, n) = (item.value(0), item.value(1));
        let i = item.gid as i64;
        if i < i64::from(n) {
            let value = item.get(1, i) as i32;
            let reached = (0..i64::from(count)).filter(|&k| item.get(0, k) as i32 <= value);
            let reached = reached.count() as u32;
            item.set(2, i, reached);
        }
    });
    let source = Source {
        text: "kernel void classify(constant int *l, uint c, global const int *in, \
               global uint *out, uint n) { __asm__(\"\"); }"
            .to_owned(),
        ..source()
    };
    let settings = Settings::default();
    let clock = &mut Clock::default();
    let report = check(
        &exercise(name),
        &source.into(),
        &mut [&mut engine],
        &settings,
        clock,
    );
    assert_eq!(report.verdict, Verdict::Passed, "{report:?}");
    assert!(report.uncounted && report.costs.is_empty());
    assert_eq!(report.points.earned, 10);
}
