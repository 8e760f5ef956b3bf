//! The problems of the book's example pack are problems as those of the crate `kernels`: launches are legal, cases are read
//! back from their bytes, each step of a shrink can be drawn, and right results are those of a plain computation.

use kernels::{AnyCase, AnyProblem, Expected};
use launch::{Argument, Launch};
use pack::{OwnFiles, Trust, read};
use proptest::test_runner::TestRunner;
use std::fs;
use std::path::Path;

fn problem(folder: &str) -> &'static dyn AnyProblem {
    let within = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/example-pack/exercises");
    let within = within.join(folder);
    let text = fs::read_to_string(within.join("problem.toml")).expect("a problem");
    let files = OwnFiles {
        name: folder,
        problem: &text,
        solution: "",
        folder: &within,
        read: &|file| fs::read_to_string(within.join(file)).ok(),
    };
    match read(&files, Trust::Programs) {
        Ok(problem) => problem,
        Err(error) => panic!("{error}"),
    }
}

fn both() -> [&'static dyn AnyProblem; 2] {
    [problem("10-moving-average"), problem("20-neighbours")]
}

fn many(problem: &'static dyn AnyProblem) -> Vec<Box<dyn AnyCase>> {
    let mut runner = TestRunner::deterministic();
    let mut cases = problem.corners();
    cases.extend((0..100).map(|_| problem.draw(&mut runner).expect("a case")));
    cases
}

#[test]
fn every_launch_is_legal_and_fits_the_signature() {
    for problem in both() {
        let signature = problem.signature();
        for case in many(problem) {
            let launch = case.launch();
            assert_eq!(launch.range.validate(), Ok(()));
            assert_eq!(launch.kernel, signature.kernel);
            assert_eq!(launch.arguments.len(), signature.parameters.len());
        }
    }
}

#[test]
fn a_case_is_read_back_from_its_bytes_and_every_step_of_a_shrink_can_be_drawn() {
    let mut runner = TestRunner::deterministic();
    for problem in both() {
        for case in many(problem) {
            let again = problem.decode(&case.encode()).expect("the same case");
            assert_eq!(again.launch(), case.launch());
            let mut shrinker = case.shrink(&mut runner).expect("a shrink");
            assert_eq!(shrinker.current().encode(), case.encode());
            let mut steps = 0;
            while shrinker.simplify() && steps < 100 {
                steps += 1;
                assert!(problem.decode(&shrinker.current().encode()).is_ok());
            }
        }
    }
}

#[test]
fn the_first_corner_is_the_simplest_and_the_corners_reach_the_edges() {
    for problem in both() {
        let size =
            |case: &dyn AnyCase| -> usize { case.describe()[0].value.parse().expect("a number") };
        let corners = problem.corners();
        assert_eq!(size(corners[0].as_ref()), 1, "{}", problem.name());
        let sizes: Vec<usize> = corners.iter().map(|case| size(case.as_ref())).collect();
        for wanted in [0, 1, 97] {
            assert!(sizes.contains(&wanted), "{}: {wanted}", problem.name());
        }
        let most = sizes.iter().max().copied();
        assert_eq!(
            most,
            Some(if sizes.contains(&20_000) { 20_000 } else { 200 })
        );
    }
}

fn floats(launch: &Launch, argument: usize) -> Vec<f64> {
    match &launch.arguments[argument] {
        Argument::Buffer(buffer) => buffer
            .contents
            .chunks_exact(4)
            .map(|bytes| f64::from(f32::from_le_bytes(bytes.try_into().expect("four bytes"))))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn opencl_c_gives_right_results_in_double_precision() {
    for case in problem("10-moving-average").corners() {
        assert_eq!(case.fault(), None);
        let launch = case.launch();
        let x = floats(&launch, 0);
        let radius: usize = case.describe()[1].value.parse().expect("a radius");
        let Expected::Close { values, .. } = case.expected().remove(1) else {
            panic!("not close");
        };
        assert_eq!(values.len(), x.len());
        for (i, value) in values.iter().enumerate() {
            let window = &x[i.saturating_sub(radius)..x.len().min(i + radius + 1)];
            let mean = window.iter().sum::<f64>() / window.len() as f64;
            assert!((mean - value).abs() <= 1e-9 * mean.abs().max(1.0), "{i}");
        }
    }
}

#[test]
fn a_program_gives_right_results() {
    for case in problem("20-neighbours").corners() {
        assert_eq!(case.fault(), None);
        let Expected::Exact(bytes) = case.expected().remove(1) else {
            panic!("not exact");
        };
        let facts = case.describe();
        let side = |at: usize| -> usize { facts[at].value.parse().expect("a side") };
        assert_eq!(bytes.len(), 4 * side(0) * side(1));
        assert!(bytes.chunks_exact(4).all(|it| it[0] <= 4));
    }
}
