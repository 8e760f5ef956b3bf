//! What a launch may take: an endless loop and one that is far too long end soon, and a kernel that is
//! merely slow runs to its end.

use super::*;
use course::Submission;

/// Checks a `saxpy` with this body in the simulator.
fn checked(body: &str) -> Report {
    let text = format!(
        "kernel void saxpy(float alpha, global const float *x, global float *y, uint n)\n\
         {{ uint i = get_global_id(0);\n{body}\n}}"
    );
    let source = Source {
        name: "kernel.cl".to_owned(),
        text,
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let mut simulator = Simulator::default();
    check(
        &exercise("saxpy"),
        &Submission::from(source),
        &mut [&mut simulator],
        &Settings::default(),
        &mut course::NoClock,
    )
}

#[test]
fn an_endless_loop_is_named_and_few_launches_look_for_a_smaller_case() {
    let report = checked("while (i < n) y[i] = alpha * x[i] + y[i];");
    assert_eq!(report.verdict.label(), "endless-loop");
    let shrinking = report.counterexample.unwrap().shrinking.unwrap();
    assert!(shrinking.launches <= 2, "{}", shrinking.launches);
}

#[test]
fn a_launch_that_is_far_too_long_is_stopped_and_not_held_for_wrong() {
    let report = checked(
        "float t = 0; for (uint k = 0; k < 100000000; k++) t += k & 1;\n\
         if (i < n) y[i] = alpha * x[i] + y[i] + t - t;",
    );
    let Verdict::OutOfSteps { steps, solution } = report.verdict else {
        panic!("{:?}", report.verdict);
    };
    let solution = solution.expect("the steps of the solution");
    assert!(solution < 1000 && steps < 40_000_000, "{steps} {solution}");
}

#[test]
fn a_counter_that_wraps_around_is_stopped() {
    let report = checked(
        "uint s = 0; if (i == 0) for (ushort k = 0; k < n; k++) s += k;\n\
         if (i < n) y[i] = alpha * x[i] + y[i] + (float)(s - s);",
    );
    assert!(matches!(
        report.verdict.label(),
        "out-of-steps" | "endless-loop"
    ));
}

#[test]
fn a_slow_kernel_that_is_right_passes() {
    // More steps than a launch may take at first, and than one work-group ever may.
    for (rounds, sum) in [(60, 1770), (200, 19_900)] {
        let report = checked(&format!(
            "uint s = 0; for (uint k = 0; k < {rounds}; k++) s += k;\n\
             if (i < n && s == {sum}) y[i] = alpha * x[i] + y[i];"
        ));
        assert_eq!(report.verdict, Verdict::Passed, "{rounds} rounds");
    }
}

/// Cases drawn for each problem.
const DRAWN: usize = 60;

/// The most steps of a launch in the simulator.
const LIMIT: u64 = 1_000_000_000;

/// A right kernel may take this many times the steps of the course's own before the limit stops it.
const TIMES: u64 = 25;

#[test]
fn a_drawn_case_leaves_a_right_kernel_many_times_the_steps_of_the_courses_own() {
    let problems: Vec<_> = kernels::problems().collect();
    let most = testing::cores::each(
        &problems,
        || (),
        |(), problem| {
            let read = opencl_c::compile(
                "own.cl",
                problem.reference(),
                &opencl_c::preprocessor::Options {
                    standard: problem.standard(),
                    ..opencl_c::preprocessor::Options::default()
                },
                &mut opencl_c::preprocessor::NoIncludes,
            );
            let program = std::sync::Arc::new(read.unwrap().program);
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            let options = simulator::Options {
                races: false,
                count: false,
                steps: LIMIT / TIMES,
                ..simulator::Options::default()
            };
            let mut most = 0;
            for _ in 0..DRAWN {
                let launch = problem.draw(&mut runner).unwrap().launch();
                let kernel = simulator::prepare(&program, &launch.kernel).unwrap();
                most = most.max(kernel.run(&launch, &options).unwrap().steps);
            }
            most
        },
    );
    for (problem, most) in problems.iter().zip(most) {
        assert!(most < LIMIT / TIMES, "{}: {most} steps", problem.name());
    }
}
