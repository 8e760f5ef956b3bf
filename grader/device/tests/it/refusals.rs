//! Programs that don't compile and launches that a device refuses, each with its reason.

use crate::support::*;
use launch::protocol::{ArgumentKind, ArgumentProblem, Failure, Resource, Shortage};
use launch::{Access, Argument, NdRange, NdRangeError};
use runner::{BuildError, Message, Outcome, Severity};

fn refused(text: &str) -> (Vec<Message>, String) {
    match build(&mut start(), text) {
        Err(BuildError::Compiler { messages, log }) => (messages, log),
        other => panic!("expected the compiler to refuse, got {other:?}"),
    }
}

fn failed(text: &str, arguments: Vec<Argument>, range: NdRange) -> Failure {
    let mut runner = with_program(text);
    match run_one(&mut runner, launch(arguments, range)) {
        Outcome::Failed(failure) => failure,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

fn shortage(failure: Failure) -> Shortage {
    match failure {
        Failure::OutOfResources {
            shortage: Some(shortage),
            ..
        } => shortage,
        other => panic!("expected a known shortage, got {other:?}"),
    }
}

fn local(bytes: usize) -> Argument {
    Argument::Local {
        name: "scratch".into(),
        bytes,
    }
}

const FILL: &str = "kernel void k(global float *out, float x) { out[get_global_id(0)] = x; }";

fn fill_arguments() -> Vec<Argument> {
    vec![
        floats("out", &[0.0; 4], Access::Write),
        value("x", &1f32.to_le_bytes()),
    ]
}

#[test]
fn an_error_of_the_compiler_has_the_line_and_column_of_the_file() {
    let (messages, log) = refused("kernel void k(global float *out) {\n    out[0] = missing;\n}\n");
    let error = messages
        .iter()
        .find(|message| message.severity == Severity::Error)
        .expect("an error");
    assert_eq!((error.line, error.column), (Some(2), Some(14)));
    assert!(error.text.contains("missing"), "{error:?}");
    assert!(log.contains("kernel.cl:2:14"), "{log}");
}

#[test]
fn a_log_names_no_temporary_file_and_no_folder() {
    for text in [
        "kernel void k( {",
        "#include \"nowhere.h\"\n",
        "#error stop\n",
    ] {
        let (messages, log) = refused(text);
        assert!(!messages.is_empty(), "{log}");
        for word in ["/tmp", "/root", "/home", ".cache", "tempfile", "<program>"] {
            assert!(!log.contains(word), "{word} in {log}");
        }
    }
}

#[test]
fn definitions_move_no_line() {
    let mut program = source("\nkernel void k(global float *out) { out[0] = A + B; }");
    program.defines = vec![("A".into(), "1".into()), ("C".into(), "2".into())];
    match start().build(0, &program) {
        Err(BuildError::Compiler { messages, .. }) => assert_eq!(messages[0].line, Some(2)),
        other => panic!("expected the compiler to refuse, got {other:?}"),
    }
}

#[test]
fn warnings_come_with_the_built_program() {
    let text = "#warning take care\nkernel void k(global float *out) { out[0] = 1.0f; }";
    let built = build(&mut start(), text).unwrap();
    let warning = built.messages.first().expect("a warning");
    assert_eq!(
        (warning.line, warning.severity),
        (Some(1), Severity::Warning)
    );
}

#[test]
fn a_program_without_kernels_is_built_and_runs_nothing() {
    for text in ["", "   \n", "float helper(float x) { return x; }"] {
        let mut runner = start();
        let built = build(&mut runner, text).unwrap();
        assert!(built.kernels.is_empty());
        let outcome = run_one(&mut runner, launch(vec![], NdRange::linear(1, 1)));
        assert!(
            matches!(outcome, Outcome::Failed(Failure::NoSuchKernel { .. })),
            "{outcome:?}"
        );
    }
}

#[test]
fn bytes_that_are_no_program_are_refused_by_the_compiler() {
    let (messages, _) = refused("kernel void k(void) {}\nab\0cd");
    assert_eq!((messages[0].line, messages[0].column), (Some(2), Some(3)));
    for text in ["\0\0\0", "\u{7f}ELF\u{2}\u{1}", "#line 1 \"/tmp/x\"\n)"] {
        refused(text);
    }
}

#[test]
fn a_definition_that_would_break_out_of_its_line_is_no_definition() {
    for (name, value) in [
        ("A\n#error", "1"),
        ("A", "1\n#error"),
        ("", "1"),
        ("1A", ""),
    ] {
        let mut program = source(FILL);
        program.defines = vec![(name.into(), value.into())];
        match start().build(0, &program) {
            Err(BuildError::Fault(_)) => {}
            other => panic!("{name:?}: expected a fault, got {other:?}"),
        }
    }
}

#[test]
fn a_device_that_is_not_there_is_told_with_their_number() {
    let mut runner = start();
    let devices = runner.devices().unwrap().len();
    assert_eq!(
        runner.build(99, &source(FILL)),
        Err(BuildError::NoSuchDevice {
            device: 99,
            devices
        })
    );
}

#[test]
fn a_kernel_of_another_name_is_told_with_those_there_are() {
    let text = "kernel void one(void) {} kernel void two(void) {}";
    let expected = Failure::NoSuchKernel {
        kernel: "k".into(),
        kernels: vec!["one".into(), "two".into()],
    };
    assert_eq!(failed(text, vec![], NdRange::linear(1, 1)), expected);
}

#[test]
fn arguments_of_another_number_kind_or_size_are_told_apart() {
    let out = || floats("out", &[0.0; 4], Access::Write);
    let float = || value("x", &1f32.to_le_bytes());
    let cases = [
        (
            vec![out()],
            ArgumentProblem::Count {
                expected: 2,
                given: 1,
            },
        ),
        (
            vec![out(), float(), float()],
            ArgumentProblem::Count {
                expected: 2,
                given: 3,
            },
        ),
        (
            vec![float(), out()],
            ArgumentProblem::Kind {
                argument: 0,
                given: ArgumentKind::Value,
                expected: Some(ArgumentKind::Buffer),
            },
        ),
        (
            vec![local(16), float()],
            ArgumentProblem::Kind {
                argument: 0,
                given: ArgumentKind::Local,
                expected: Some(ArgumentKind::Buffer),
            },
        ),
        (
            vec![out(), value("x", &1f64.to_le_bytes())],
            ArgumentProblem::Size {
                argument: 1,
                given: 8,
                expected: Some(4),
            },
        ),
        (
            vec![out(), value("x", &[])],
            ArgumentProblem::Size {
                argument: 1,
                given: 0,
                expected: None,
            },
        ),
    ];
    let mut runner = with_program(FILL);
    for (arguments, expected) in cases {
        match run_one(&mut runner, launch(arguments, NdRange::linear(4, 4))) {
            Outcome::Failed(Failure::Arguments {
                parameters: Some(parameters),
                problem,
            }) => {
                assert_eq!(problem, expected);
                assert_eq!(parameters[1].type_name, "float");
            }
            other => panic!("{expected:?}: got {other:?}"),
        }
    }
}

#[test]
fn images_and_samplers_are_not_fed_with_buffers() {
    let text = "kernel void k(read_only image2d_t picture) {}";
    match failed(
        text,
        vec![floats("picture", &[0.0; 4], Access::Read)],
        NdRange::linear(1, 1),
    ) {
        Failure::Arguments {
            problem:
                ArgumentProblem::Kind {
                    expected: Some(ArgumentKind::Image),
                    ..
                },
            ..
        } => {}
        other => panic!("expected a kind, got {other:?}"),
    }
}

#[test]
fn a_gigabyte_of_local_memory_is_out_of_resources() {
    let text = "kernel void k(local float *scratch) { scratch[0] = 1.0f; }";
    let given = shortage(failed(text, vec![local(1 << 30)], NdRange::linear(1, 1)));
    assert_eq!(
        (given.resource, given.asked),
        (Resource::LocalMemory, 1 << 30)
    );
    assert!(given.available < given.asked);

    let text = "kernel void k(global float *out) {
        local float scratch[1 << 28];
        scratch[get_local_id(0)] = 1.0f;
        out[0] = scratch[0];
    }";
    let arguments = vec![floats("out", &[0.0], Access::Write)];
    let declared = shortage(failed(text, arguments, NdRange::linear(1, 1)));
    assert_eq!(declared.resource, Resource::LocalMemory);
    assert!(declared.asked >= 1 << 30);
}

#[test]
fn a_work_group_beyond_the_device_is_out_of_resources() {
    let mut runner = start();
    let limit = runner.devices().unwrap()[0].max_work_group_size;
    build(&mut runner, FILL).unwrap();
    let range = NdRange {
        offset: None,
        global: vec![2 * limit, 2],
        local: Some(vec![limit, 2]),
        sub_group: None,
    };
    let arguments = vec![
        floats("out", &vec![0.0; 4 * limit], Access::Write),
        value("x", &1f32.to_le_bytes()),
    ];
    match run_one(&mut runner, launch(arguments, range)) {
        Outcome::Failed(failure) => {
            let Shortage {
                resource,
                asked,
                available,
            } = shortage(failure);
            assert_eq!(resource, Resource::WorkGroup);
            assert_eq!((asked, available), (2 * limit as u64, limit as u64));
        }
        other => panic!("expected a refusal, got {other:?}"),
    }
}

#[test]
fn a_range_that_no_device_runs_is_told_as_such() {
    let not_a_multiple = NdRangeError::NotAMultiple {
        dimension: 0,
        global: 10,
        local: 4,
    };
    assert_eq!(
        failed(FILL, fill_arguments(), NdRange::linear(10, 4)),
        Failure::Range(not_a_multiple)
    );
    assert_eq!(
        failed(FILL, fill_arguments(), NdRange::linear(0, 4)),
        Failure::Range(NdRangeError::Zero { dimension: 0 })
    );
}

#[test]
fn a_required_work_group_size_is_told() {
    let text = "kernel __attribute__((reqd_work_group_size(8, 1, 1)))
                void k(global float *out, float x) { out[get_global_id(0)] = x; }";
    assert_eq!(
        failed(text, fill_arguments(), NdRange::linear(4, 4)),
        Failure::RequiredWorkGroup {
            required: [8, 1, 1],
            asked: vec![4]
        }
    );
}
