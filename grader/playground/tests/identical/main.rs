//! The answer to a request is the same, byte for byte, natively and in WebAssembly, once and again, alone
//! and beside others. The module is built by `build` and run by an interpreter that gives every NaN
//! another pattern than the processors do which these tests run on: what depends on it would show.

mod built_ins;
mod exercises;
mod launches;
mod module;
mod writing;

use launches::Case;
use module::Instance;
use std::thread;

/// Random programs that run in the interpreter; with their slips, about three times as many launches.
const PROGRAMS: std::ops::RangeInclusive<u64> = 30_001..=30_020;

/// Threads that run the same launches at once.
const AT_ONCE: usize = 8;

#[track_caller]
fn assert_same(case: &Case, how: &str, one: &str, other: &str) {
    if one == other {
        return;
    }
    let mut lines = one.lines().zip(other.lines());
    let difference = lines.find(|(one, other)| one != other);
    panic!(
        "{}: natively and {how}, the first lines that differ: {difference:#?}",
        case.name
    );
}

/// Natively, natively again, and in WebAssembly.
#[track_caller]
fn assert_identical(cases: &[Case]) {
    let mut instance = Instance::new();
    for case in cases {
        let native = case.request.answer(1);
        assert_same(case, "once more", &native, &case.request.answer(1));
        let text = case.request_text();
        assert_same(
            case,
            "in WebAssembly",
            &native,
            &instance.answer("simulate", &text),
        );
    }
}

#[test]
fn the_launches_of_the_command() {
    let cases = launches::of_the_command();
    assert_identical(&cases);
    for case in &cases {
        // Where the command tells no JSON, the request was refused.
        match launches::told_by_the_command(&case.name) {
            Some(told) => assert_same(case, "by the command", &case.request.answer(1), &told),
            None => assert!(case.request.answer(1).starts_with("{\n  \"refused\": {")),
        }
    }
}

#[test]
fn the_kernels_of_the_simulator() {
    assert_identical(&launches::of_the_simulator());
}

#[test]
fn random_programs_and_slips_in_them() {
    assert_identical(&launches::random(PROGRAMS));
}

#[test]
fn every_built_in_function_of_numbers() {
    assert_identical(&built_ins::cases());
}

#[test]
fn what_is_nested_as_deep_as_it_may_be_or_deeper() {
    assert_identical(&launches::nested());
}

#[test]
fn sizes_beyond_32_bits() {
    assert_identical(&launches::huge());
}

#[test]
fn a_request_that_is_none_is_refused() {
    let mut instance = Instance::new();
    for text in ["", "{", "{}", "[1]", "{\"name\": 1}", "\u{1f980}"] {
        type Answers = fn(&str) -> String;
        let functions: [(&str, Answers); 3] = [
            ("simulate", playground::simulate),
            ("check", playground::check),
            ("run", playground::run),
        ];
        for (name, native) in functions {
            let native = native(text);
            assert!(native.contains("\"refused\""), "{native}");
            assert_eq!(instance.answer(name, text), native);
        }
    }
}

#[test]
fn launches_at_once_and_on_several_threads_are_as_one_alone() {
    let mut cases = launches::of_the_simulator();
    cases.extend(launches::of_the_command());
    cases.extend(launches::random(1..=25));
    let alone: Vec<String> = cases.iter().map(|case| case.request.answer(1)).collect();
    thread::scope(|scope| {
        for number in 0..AT_ONCE {
            let (cases, alone) = (&cases, &alone);
            // Each begins elsewhere, and splits its launches over another number of threads.
            scope.spawn(move || {
                let start = number * cases.len() / AT_ONCE;
                for index in (0..cases.len()).map(|index| (start + index) % cases.len()) {
                    let case = &cases[index];
                    let answer = case.request.answer(1 + number % 4);
                    assert_same(case, "beside others", &alone[index], &answer);
                }
            });
        }
    });
}
