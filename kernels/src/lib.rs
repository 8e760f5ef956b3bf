//! The kernels of the course, by topic: each an OpenCL C file with its CPU reference (in f64), its
//! launch plan and its input strategies in Rust beside it.
//!
//! No I/O and no OpenCL: a problem says what to launch and what is right; others run it. The `.cl`
//! files are the reference solutions that the book includes by anchor.

#[macro_use]
mod code;

mod argument;
pub mod beyond;
mod bound;
pub mod convolution;
mod data;
pub mod detective;
mod domain;
mod erased;
pub mod mappings;
pub mod matmul;
pub mod measuring;
pub mod models;
pub mod own;
pub mod planes;
mod problem;
pub mod sharing;
mod sheet;
pub mod simulation;
pub mod sizes;
pub mod vectors;
pub mod volumes;

pub use bound::{Bound, Limit, Measure};
pub use data::{draw_from, is_secret, mix, place};
pub use domain::{Domain, GroupSizes, Kind, Quantity};
pub use erased::{AnyCase, AnyProblem, CaseError, Shrinker};
pub use problem::{Expected, Fact, Problem, Signature, Tolerance, Writers};
pub use sheet::{Answer, Answers, Diagnosis, Form, Judgement, Question, Sheet, Trial};

/// The topics of the course, in its order, each with its problems.
static TOPICS: &[&[&dyn AnyProblem]] = &[
    models::PROBLEMS,
    vectors::PROBLEMS,
    mappings::PROBLEMS,
    planes::PROBLEMS,
    volumes::PROBLEMS,
    sharing::PROBLEMS,
    matmul::PROBLEMS,
    convolution::PROBLEMS,
    simulation::PROBLEMS,
    measuring::PROBLEMS,
    detective::PROBLEMS,
    beyond::PROBLEMS,
    own::PROBLEMS,
];

/// Every problem, in the order of the course.
pub fn problems() -> impl Iterator<Item = &'static dyn AnyProblem> {
    TOPICS.iter().copied().flatten().copied()
}

pub fn problem(name: &str) -> Option<&'static dyn AnyProblem> {
    problems().find(|problem| problem.name() == name)
}

/// The sheets of questions, by topic.
static SHEETS: &[&[&dyn Sheet]] = &[models::SHEETS, measuring::SHEETS, detective::SHEETS];

/// Every sheet, in the order of the course.
pub fn sheets() -> impl Iterator<Item = &'static dyn Sheet> {
    SHEETS.iter().copied().flatten().copied()
}

pub fn sheet(name: &str) -> Option<&'static dyn Sheet> {
    sheets().find(|sheet| sheet.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::{Access, Argument};
    use proptest::test_runner::TestRunner;
    use std::collections::{HashMap, HashSet};

    /// The problems on a line: their case begins with how many elements there are.
    fn lines() -> impl Iterator<Item = &'static dyn AnyProblem> {
        let topics = [models::PROBLEMS, vectors::PROBLEMS, mappings::PROBLEMS];
        topics.into_iter().flatten().copied()
    }

    /// The corners of a problem, and 200 drawn cases.
    fn many(problem: &'static dyn AnyProblem) -> Vec<Box<dyn AnyCase>> {
        let mut runner = TestRunner::deterministic();
        let mut cases = problem.corners();
        cases.extend((0..200).map(|_| problem.draw(&mut runner).unwrap()));
        cases
    }

    #[test]
    fn each_problem_has_its_own_name_and_is_found_by_it() {
        for problem in problems() {
            assert!(
                super::problem(problem.name()).is_some_and(|found| found.name() == problem.name())
            );
        }
        let names: HashSet<&str> = problems().map(|problem| problem.name()).collect();
        assert_eq!(names.len(), problems().count());
        assert!(problem("no-such-problem").is_none());
    }

    #[test]
    fn every_launch_is_legal_and_fits_the_signature_and_the_reference() {
        for problem in problems() {
            let signature = problem.signature();
            for case in many(problem) {
                let launch = case.launch();
                assert_eq!(launch.range.validate(), Ok(()));
                assert_eq!(launch.kernel, signature.kernel);
                assert_eq!(launch.arguments.len(), signature.parameters.len());
                let mut buffers = Vec::new();
                for (argument, parameter) in launch.arguments.iter().zip(&signature.parameters) {
                    let (name, is_pointer) = match argument {
                        Argument::Buffer(buffer) => {
                            buffers.push(buffer);
                            // A buffer of atomic objects holds their values.
                            let type_name = parameter.type_name.trim_start_matches("atomic_");
                            assert_eq!(format!("{}*", buffer.element), type_name);
                            (&buffer.name, true)
                        }
                        Argument::Value { name, .. } => (name, false),
                        Argument::Local { name, .. } | Argument::Null { name } => (name, true),
                        Argument::Image(image) => (&image.name, false),
                        Argument::Sampler { name, .. } => (name, false),
                    };
                    assert_eq!(*name, parameter.name);
                    assert_eq!(is_pointer, parameter.type_name.ends_with('*'));
                }
                let expected = case.expected();
                assert_eq!(expected.len(), buffers.len());
                for (buffer, expected) in buffers.into_iter().zip(expected) {
                    let elements = buffer.contents.len() / buffer.element.size();
                    match expected {
                        Expected::Unchanged | Expected::Scratch => {}
                        Expected::Exact(bytes) => assert_eq!(bytes.len(), buffer.contents.len()),
                        Expected::Close { values, scales, .. } => {
                            let numbers = elements * usize::from(buffer.element.width);
                            assert_eq!((values.len(), scales.len()), (numbers, numbers));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_owner_of_each_element_is_a_work_item_of_the_range() {
        for problem in problems() {
            for case in many(problem) {
                let launch = case.launch();
                let expected = case.expected();
                let buffers = launch
                    .arguments
                    .iter()
                    .filter_map(|argument| match argument {
                        Argument::Buffer(buffer) => {
                            Some(buffer.contents.len() / buffer.element.size())
                        }
                        _ => None,
                    });
                for (buffer, elements) in buffers.enumerate() {
                    for element in 0..elements.min(500) {
                        let Some(owner) = case.owner(buffer, element) else {
                            let in_line = lines().any(|line| line.name() == problem.name());
                            let is_output = expected[buffer] != Expected::Unchanged;
                            assert!(!in_line || !is_output, "{}", problem.name());
                            continue;
                        };
                        let sizes = &launch.range.global;
                        assert_eq!(owner.len(), sizes.len(), "{}", problem.name());
                        assert!(owner.iter().zip(sizes).all(|(id, size)| id < size));
                    }
                }
            }
        }
    }

    #[test]
    fn owners_that_bind_are_laid_down_for_each_element_and_alike_in_all_buffers() {
        for problem in problems() {
            for case in problem.corners() {
                let launch = case.launch();
                let outputs = launch
                    .arguments
                    .iter()
                    .filter_map(|argument| match argument {
                        Argument::Buffer(buffer) => Some(buffer),
                        _ => None,
                    });
                let mut owners: HashMap<usize, Vec<Option<Vec<usize>>>> = HashMap::new();
                for (position, buffer) in outputs.enumerate() {
                    if buffer.access == Access::Read {
                        continue;
                    }
                    let elements = buffer.contents.len() / buffer.element.size();
                    match case.writers(position) {
                        Writers::Anyone => {}
                        Writers::Each(most) => assert!(most > 0, "{}", problem.name()),
                        Writers::Owner => {
                            let own = (0..elements.min(500)).map(|e| case.owner(position, e));
                            let own: Vec<Option<Vec<usize>>> = own.collect();
                            assert!(own.iter().all(Option::is_some), "{}", problem.name());
                            let known = owners.entry(elements).or_insert_with(|| own.clone());
                            assert_eq!(*known, own, "{}", problem.name());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_corner_is_the_simplest_and_several_work_groups_are_met() {
        for problem in problems() {
            let name = problem.name();
            let corners = problem.corners();
            let items = |case: &dyn AnyCase| case.launch().range.global.iter().product::<usize>();
            let first = items(corners[0].as_ref());
            let most = corners.iter().map(|case| items(case.as_ref())).max();
            assert!(most.is_some_and(|most| most > first), "{name}");
            let locals: HashSet<Vec<usize>> = corners
                .iter()
                .map(|case| case.launch().range.local.unwrap())
                .collect();
            // Of a kernel that works with tiles, the tile decides.
            let fixed = problem.reference().contains("reqd_work_group_size");
            assert_eq!(locals.len() > 1, !fixed, "{name}");
            let groups = corners.iter().filter(|case| {
                let range = case.launch().range;
                range.local.is_some_and(|local| local != range.global)
            });
            assert!(groups.count() > 1, "{name}");
        }
    }

    #[test]
    fn corners_in_a_line_meet_none_one_both_sides_of_a_group_a_prime_and_many() {
        for problem in lines() {
            let mut locals = HashSet::new();
            let mut sizes = Vec::new();
            for case in problem.corners() {
                let facts = case.describe();
                let size: usize = facts[0].value.parse().unwrap();
                let local = case.launch().range.local.unwrap()[0];
                locals.insert(local);
                sizes.push((size, local));
            }
            let of_size = |wanted: usize| sizes.iter().any(|(size, _)| *size == wanted);
            assert!(
                [0, 1, 97, sizes::LARGEST].into_iter().all(of_size),
                "{}",
                problem.name()
            );
            assert_eq!(locals.len(), sizes::WORK_GROUPS.len());
            for edge in [1, 63] {
                assert!(
                    sizes
                        .iter()
                        .any(|(size, local)| *local == 64 && size % 64 == edge)
                );
            }
            assert_eq!(sizes[0].0, 1);
            assert!(sizes.is_sorted_by_key(|(size, _)| sizes::simplicity(*size)));
        }
    }

    #[test]
    fn what_is_counted_can_be_drawn_and_each_bound_gives_its_reason() {
        for problem in problems() {
            for case in problem.counted() {
                assert!(problem.decode(&case.encode()).is_ok(), "{}", problem.name());
                for bound in case.bounds() {
                    assert!(bound.reason.len() > 20, "{}: {bound:?}", problem.name());
                }
            }
        }
    }

    #[test]
    fn where_costs_have_bounds_other_cases_are_counted_too() {
        let mut runner = TestRunner::deterministic();
        for problem in problems() {
            let has_bounds = problem
                .counted()
                .iter()
                .any(|case| !case.bounds().is_empty());
            let drawn: HashSet<Vec<u8>> = (0..30)
                .filter_map(|_| problem.draw_counted(&mut runner))
                .map(|case| {
                    assert!(!case.bounds().is_empty(), "{}", problem.name());
                    assert!(problem.decode(&case.encode()).is_ok(), "{}", problem.name());
                    case.encode()
                })
                .collect();
            assert_eq!(drawn.len() > 20, has_bounds, "{}", problem.name());
        }
    }

    #[test]
    fn a_case_is_read_back_from_its_bytes() {
        for problem in problems() {
            for case in many(problem) {
                let again = problem.decode(&case.encode()).unwrap();
                assert_eq!(again.describe(), case.describe());
                assert_eq!(again.launch(), case.launch());
            }
        }
    }

    #[test]
    fn bytes_of_no_case_are_refused() {
        for problem in problems() {
            assert!(problem.decode(&[]).is_err());
            // The largest number that the format can hold, in every field.
            assert!(problem.decode(&[0xff; 40]).is_err());
            let mut bytes = problem.corners()[0].encode();
            bytes.push(0);
            assert_eq!(problem.decode(&bytes).err(), Some(CaseError::Malformed));
        }
    }

    #[test]
    fn a_case_of_a_size_that_is_never_drawn_is_refused() {
        let bytes = postcard::to_stdvec(&(1_u64 << 40, 4_u64, 1_i32)).unwrap();
        assert_eq!(
            problem("fill").unwrap().decode(&bytes).err(),
            Some(CaseError::NotAdmitted)
        );
    }

    #[test]
    fn shrinking_begins_at_the_case_and_every_step_can_be_drawn() {
        let mut runner = TestRunner::deterministic();
        for problem in problems() {
            for case in many(problem) {
                let mut shrinker = case.shrink(&mut runner).unwrap();
                assert_eq!(shrinker.current().encode(), case.encode());
                while shrinker.simplify() {
                    let bytes = shrinker.current().encode();
                    assert!(problem.decode(&bytes).is_ok());
                }
            }
        }
    }

    #[test]
    fn a_signature_reads_as_opencl_c() {
        assert_eq!(
            problem("saxpy").unwrap().signature().to_string(),
            "kernel void saxpy(float alpha, global float *x, global float *y, uint n)"
        );
    }
}
