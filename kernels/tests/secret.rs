//! Under a secret every problem's data is another: what a kernel is given cannot be known without reading it.

use kernels::{AnyProblem, draw_from, problems};
use launch::{Argument, Launch};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Cases of each problem.
const DRAWN: usize = 40;

/// Inputs that say where other data lies, or what it begins with: in the simplest pattern they are as they are known.
const SHAPES: [(&str, &str); 5] = [
    ("histogram", "counts"),
    ("find-roots", "links"),
    ("last-group", "counts"),
    ("sparse-product", "starts"),
    ("radix-pass", "starts"),
];

fn launches(problem: &'static dyn AnyProblem) -> Vec<Launch> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let drawn = (0..DRAWN).map(|_| problem.draw(&mut runner).expect("a case").launch());
    drawn.collect()
}

/// Names and contents of the inputs with several elements.
fn inputs(launch: &Launch) -> Vec<(String, Vec<u8>)> {
    let inputs = launch
        .arguments
        .iter()
        .filter_map(|argument| match argument {
            Argument::Buffer(buffer) if buffer.initialized && buffer.contents.len() >= 64 => {
                Some((buffer.name.clone(), buffer.contents.clone()))
            }
            _ => None,
        });
    inputs.collect()
}

#[test]
fn a_secret_changes_the_data_of_every_input() {
    let known: Vec<Vec<Launch>> = problems().map(launches).collect();
    assert!(draw_from(0x5eed));
    assert!(!draw_from(0x5eee));
    let mut same = Vec::new();
    for (problem, known) in problems().zip(known) {
        for (known, secret) in known.iter().zip(launches(problem)) {
            for ((name, known), (_, secret)) in inputs(known).into_iter().zip(inputs(&secret)) {
                let place = (problem.name().to_owned(), name);
                if known == secret && !same.contains(&place) {
                    same.push(place);
                }
            }
        }
    }
    same.retain(|(problem, name)| !SHAPES.contains(&(problem.as_str(), name.as_str())));
    assert!(same.is_empty(), "{same:?}");
}
