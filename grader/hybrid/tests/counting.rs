//! What is counted, of kernels whose counts are known by hand: the data decides, and the data is known.

use hybrid::{Counted, Refusal};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::{Kind, Pattern, key};
use simulator::EventKind;

const WARP: usize = 32;

fn ints(name: &str, numbers: impl Iterator<Item = i32>) -> Argument {
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: ElementType::scalar(Scalar::Int),
        contents: numbers.flat_map(i32::to_le_bytes).collect(),
        access: Access::ReadWrite,
        initialized: true,
    })
}

/// Counts kernel `k` with arguments `x`, which holds these numbers, and `y`, over as many work-items, in
/// groups of 64.
fn counted(body: &str, x: impl Fn(i32) -> i32, items: i32) -> Result<Counted, Refusal> {
    let text = format!(
        "{HELPER}kernel void k(global const int *x, global float *y, float a, float b)\n{{\n    \
         int i = get_global_id(0);\n    float s = 1.0f;\n    {body}\n    y[i] = s;\n}}\n"
    );
    let compiled = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let number = |name: &str, number: f32| Argument::Value {
        name: name.to_owned(),
        bytes: number.to_le_bytes().to_vec(),
    };
    let launch = Launch {
        kernel: "k".to_owned(),
        arguments: vec![
            ints("x", (0..items).map(x)),
            ints("y", (0..items).map(|_| 0)),
            number("a", 3.0),
            number("b", 5.0),
        ],
        range: NdRange::linear(items as usize, 64),
    };
    hybrid::read(&program, launch, WARP)
}

const HELPER: &str = "float halved(int n, float s)\n{\n    while (n > 0) {\n        s *= 0.5f;\n        \
                      if (s < 0.2f)\n            return 0.0f;\n        --n;\n    }\n    return s;\n}\n";

fn count(counted: &Counted, operation: &str) -> f64 {
    let found = counted.work.operations.iter();
    found
        .filter(|(of, _)| key(**of) == operation)
        .map(|(_, count)| count)
        .sum()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_loop_whose_end_hangs_on_data_runs_as_often_as_it_ran() {
    let body = "for (int n = x[i]; n > 0; --n)\n        s = s * 1.5f;";
    // A warp each with 0, 1, to 7 rounds.
    let parted = counted(body, |i| i / 32, 256).expect("counts");
    assert!(close(count(&parted, "float *"), 3.5), "{parted:?}");
    assert!(close(count(&parted, "int compare"), 4.5), "{parted:?}");
    assert_eq!((parted.ran, parted.groups), (4, 4));
    assert!(!parted.work.is_estimate);
    // Every warp waits for its slowest work-item.
    let mixed = counted(body, |i| i % 8, 256).expect("counts");
    assert!(close(count(&mixed, "float *"), 7.0), "{mixed:?}");
}

#[test]
fn what_does_not_change_in_a_loop_is_computed_once() {
    let body = "for (int n = x[i]; n > 0; --n)\n        s = s * (a / b);";
    let all = counted(body, |_| 9, 256).expect("counts");
    assert!(close(count(&all, "float /"), 1.0), "{all:?}");
    assert!(close(count(&all, "float *"), 9.0), "{all:?}");
}

#[test]
fn a_decision_on_data_is_taken_as_often_as_it_was() {
    let body = "if (x[i] > 0)\n        s = sqrt(a + s);\n    else\n        s = s / b;";
    // One warp in four takes the first side, and one has work-items on both.
    let sides = counted(body, |i| i32::from(i < 64 || i == 100), 256).expect("counts");
    assert!(close(count(&sides, "float sqrt"), 3.0 / 8.0), "{sides:?}");
    assert!(close(count(&sides, "float /"), 6.0 / 8.0), "{sides:?}");
}

#[test]
fn what_stands_behind_a_break_or_a_continue_runs_as_often_as_somebody_comes_there() {
    let body = "for (int n = 0; n < 100; ++n) {\n        if (n == x[i])\n            break;\n        s = s * 1.5f;\n        \
                if (n & 1)\n            continue;\n        s = s / b;\n    }";
    let left = counted(body, |_| 10, 256).expect("counts");
    assert!(close(count(&left, "float *"), 10.0), "{left:?}");
    assert!(close(count(&left, "float /"), 5.0), "{left:?}");
}

#[test]
fn what_is_assigned_before_a_break_is_not_taken_for_useless() {
    let body = "for (int n = 0; n < 100; ++n)\n        if (n == x[i]) {\n            s = exp(s + n);\n            \
                break;\n        }";
    let found = counted(body, |_| 7, 256).expect("counts");
    assert!(close(count(&found, "float exp"), 1.0), "{found:?}");
}

#[test]
fn each_label_of_a_switch_is_reached_as_often_as_its_value_comes() {
    let body = "switch (x[i]) {\n    case 0:\n        s = s / b;\n        break;\n    case 1:\n        s = sqrt(s);\n    \
                default:\n        s = s * a;\n    }";
    // Warps: two with 0, two with 1, four with others.
    let cases = counted(body, |i| (i / 64).min(2), 256).expect("counts");
    assert!(close(count(&cases, "float /"), 2.0 / 8.0), "{cases:?}");
    assert!(close(count(&cases, "float sqrt"), 2.0 / 8.0), "{cases:?}");
    assert!(close(count(&cases, "float *"), 6.0 / 8.0), "{cases:?}");
}

#[test]
fn calls_of_one_function_are_counted_apart() {
    let body = "s = halved(x[i], a) + halved(1, b);";
    // From 3 downwards, the first call gives up in its fourth round.
    let calls = counted(body, |_| 50, 256).expect("counts");
    assert!(close(count(&calls, "float *"), 5.0), "{calls:?}");
    assert!(close(count(&calls, "float compare"), 5.0), "{calls:?}");
}

#[test]
fn an_index_out_of_data_lies_where_it_really_lies() {
    let pattern = |x: fn(i32) -> i32| {
        let body = "s = y[x[i]];";
        let counted = counted(body, x, 65536).expect("counts");
        let request = counted.work.traffic.requests.into_iter();
        let mut loads = request.filter(|request| request.kind == Kind::Load);
        // The first is of `x[i]`.
        loads
            .nth(1)
            .map(|request| (request.pattern, request.degree))
    };
    let (rows, degree) = pattern(|i| i).expect("a load");
    assert_eq!((rows, degree), (Pattern::Coalesced, 4.0));
    let (columns, degree) = pattern(|i| (i * 257) % 65536).expect("a load");
    assert_eq!((columns, degree), (Pattern::Uncoalesced, 32.0));
    let (one, degree) = pattern(|_| 5).expect("a load");
    assert_eq!(degree, 1.0);
    assert_eq!(one, Pattern::Interval);
}

#[test]
fn a_large_launch_is_counted_in_some_of_its_work_groups() {
    let body = "if (x[i] > 0)\n        s = s / b;";
    let some = counted(body, |i| i32::from(i % 2048 < 1024), 1 << 20).expect("counts");
    assert_eq!(some.groups, 1 << 14);
    assert!(some.ran <= 20, "{}", some.ran);
    let share = count(&some, "float /");
    assert!((0.2..=0.8).contains(&share), "{share}");
}

#[test]
fn two_writes_of_the_same_value_do_not_keep_a_kernel_from_being_counted() {
    assert!(counted("y[3] = 1.0f;", |i| i, 256).is_ok());
}

#[test]
fn what_cannot_be_counted_is_refused_and_says_why() {
    let refusal = |body: &str| counted(body, |i| i, 256).expect_err(body);
    let too_large = "float all[1 << 28]; all[i] = s; s = all[i];";
    assert!(matches!(refusal(too_large), Refusal::Simulator(_)));
    assert!(matches!(
        refusal("s = y[i + 1];"),
        Refusal::Wrong(event) if matches!(event.kind, EventKind::OutOfBounds(_))
    ));
    assert!(matches!(refusal("printf(\"%d\", i);"), Refusal::Model(_)));
    assert!(matches!(
        refusal("while (x[i] >= 0) s += 1.0f;"),
        Refusal::OutOfSteps { .. }
    ));
}
