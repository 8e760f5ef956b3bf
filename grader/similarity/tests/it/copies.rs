//! A copy is found however it is hidden, and the result is that of the set of submissions: it does not
//! depend on their order, nor on which of two is looked at first.

use crate::material::{disguised, exercises};
use proptest::prelude::*;
use similarity::{BaseCode, Fingerprints, Lines, Match, SubmittedKernel, compare};

fn kernels(student: &str, text: &str) -> SubmittedKernel {
    SubmittedKernel {
        student: student.to_owned(),
        exercise: "exercise".to_owned(),
        fingerprints: Fingerprints::of(text, &BaseCode::default()),
    }
}

/// Kernels long enough that a copy of them is told of.
fn long() -> Vec<String> {
    let solutions = exercises().into_iter().map(|exercise| exercise.solution);
    let is_long = |text: &String| kernels("", text).fingerprints.len() > 20;
    solutions.filter(is_long).collect()
}

fn any_kernel() -> impl Strategy<Value = String> {
    let kernels = long();
    assert!(kernels.len() > 10);
    (0..kernels.len()).prop_map(move |index| kernels[index].clone())
}

/// Texts of any kind, many of which share parts.
fn any_class() -> impl Strategy<Value = Vec<SubmittedKernel>> {
    let part = "[a-c]{1,2}( [-+*/=(]{1,2} [a-c0-9]{1,2}\\)?;){4,12}\n";
    let parts = proptest::collection::vec(part, 3);
    let picks = proptest::collection::vec(proptest::collection::vec(0..3usize, 0..6), 2..8);
    (parts, picks).prop_map(|(parts, picks)| {
        let text = |picks: &Vec<usize>| -> String {
            picks.iter().map(|&pick| parts[pick].as_str()).collect()
        };
        let students = picks.iter().enumerate();
        students
            .map(|(i, picks)| kernels(&format!("s{i}"), &text(picks)))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_copy_with_other_names_layout_and_comments_is_wholly_alike(
        kernel in any_kernel(),
        seed in any::<u64>(),
    ) {
        let copy = disguised(&kernel, seed);
        let found = compare(&[kernels("a", &kernel), kernels("b", &copy)], 1);
        prop_assert_eq!(found.pairs.len(), 1);
        prop_assert_eq!(found.pairs[0].similarity, 1.0);
    }

    #[test]
    fn a_copy_with_its_functions_in_another_order_is_alike(
        mut parts in proptest::collection::vec(any_kernel(), 2..5),
        seed in any::<u64>(),
    ) {
        parts.sort();
        parts.dedup();
        let moved: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        let copy = disguised(&moved.join("\n"), seed);
        let found = compare(&[kernels("a", &parts.join("\n")), kernels("b", &copy)], 1);
        prop_assert_eq!(found.pairs.len(), 1);
        prop_assert!(found.pairs[0].similarity > 0.8, "{}", found.pairs[0].similarity);
    }

    #[test]
    fn a_copy_among_as_much_of_ones_own_is_alike(
        kernel in any_kernel(),
        own in any_kernel(),
        seed in any::<u64>(),
    ) {
        let copy = format!("{own}\n{}", disguised(&kernel, seed));
        let found = compare(&[kernels("a", &kernel), kernels("b", &copy)], 1);
        prop_assert_eq!(found.pairs.len(), 1);
        prop_assert!(found.pairs[0].similarity > 0.8, "{}", found.pairs[0].similarity);
    }

    #[test]
    fn the_order_of_the_submissions_does_not_matter(
        (class, shuffled) in any_class().prop_flat_map(|class| (Just(class.clone()), Just(class).prop_shuffle())),
    ) {
        prop_assert_eq!(compare(&class, 100), compare(&shuffled, 100));
    }

    #[test]
    fn likeness_is_the_same_from_both_sides(class in any_class()) {
        let mirrored: Vec<SubmittedKernel> = class
            .iter()
            .enumerate()
            .map(|(i, kernels)| SubmittedKernel {
                student: format!("s{}", class.len() - 1 - i),
                ..kernels.clone()
            })
            .collect();
        let name = |student: &str| {
            let number: usize = student[1..].parse().expect("a number");
            format!("s{}", class.len() - 1 - number)
        };
        let mut there: Vec<(String, String, String)> = Vec::new();
        for pair in compare(&class, 1000).pairs {
            there.push((name(&pair.other), name(&pair.one), format!("{:?}", pair.similarity)));
        }
        let mut back: Vec<(String, String, String)> = Vec::new();
        for pair in compare(&mirrored, 1000).pairs {
            back.push((pair.one, pair.other, format!("{:?}", pair.similarity)));
        }
        there.sort();
        back.sort();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn any_text_is_compared_without_a_panic_and_lines_lie_within_it(
        one in "(.|\n){0,400}",
        other in "(.|\n){0,400}",
        shared in "(\\PC|\n){0,200}",
    ) {
        let texts = [format!("{one}\n{shared}"), format!("{other}\n{shared}\n{shared}")];
        let class = [kernels("a", &texts[0]), kernels("b", &texts[1])];
        for pair in compare(&class, 1).pairs {
            prop_assert!((0.0..=1.0).contains(&pair.similarity));
            for Match { one, other } in &pair.exercises[0].matches {
                for (Lines { first, last }, text) in [(one, &texts[0]), (other, &texts[1])] {
                    let lines = text.matches('\n').count() + 1;
                    prop_assert!(1 <= *first && first <= last && *last as usize <= lines);
                }
            }
        }
    }
}

#[test]
fn a_kernel_that_does_not_lex_is_compared_as_far_as_it_does() {
    let kernel = &long()[0];
    let broken = format!(
        "@ ` \u{1f600} \" no end\n{}\n' # /* no end",
        disguised(kernel, 7)
    );
    let found = compare(&[kernels("a", kernel), kernels("b", &broken)], 1);
    assert!(found.pairs[0].similarity > 0.9, "{found:?}");
}

#[test]
fn what_everybody_was_given_makes_nobody_alike() {
    for exercise in exercises() {
        let given = exercise.given.iter().chain([&exercise.solution]);
        let known = BaseCode::of(given.map(String::as_str));
        let starter = &exercise.given[0];
        for text in [starter, &exercise.solution] {
            let fingerprints = Fingerprints::of(&disguised(text, 3), &known);
            assert!(fingerprints.is_empty(), "{}", exercise.slug);
        }
    }
}
