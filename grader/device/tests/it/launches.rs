//! Launches on a real device that run, and what comes back of them.

use crate::support::*;
use launch::image::{Addressing, ChannelOrder, ChannelType, Filter};
use launch::pattern::is_poison;
use launch::{
    Access, Argument, Buffer, ElementType, Image, ImageFormat, ImageKind, NdRange, Sampler, Scalar,
    Source, Standard,
};
use runner::{Outcome, Ran, Stray};

const SAXPY: &str = "kernel void k(float a, global const float *x, global float *y, uint n) {
    size_t i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}";

#[test]
fn a_kernel_gives_its_result_and_its_time() {
    let mut runner = with_program(SAXPY);
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let y: Vec<f32> = (0..1000).map(|i| (3 * i) as f32).collect();
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                value("a", &2f32.to_le_bytes()),
                floats("x", &x, Access::Read),
                floats("y", &y, Access::ReadWrite),
                value("n", &1000u32.to_le_bytes()),
            ],
            NdRange::linear(1024, 64),
        ),
    );
    let ran = ran(outcome);
    assert_eq!(read_floats(&ran.buffers[0].contents), x);
    let expected: Vec<f32> = (0..1000).map(|i| (5 * i) as f32).collect();
    assert_eq!(read_floats(&ran.buffers[1].contents), expected);
    assert!(ran.nanoseconds.is_some_and(|time| time > 0));
    assert_eq!(ran.printf, "");
}

#[test]
fn parameters_come_back_with_names_types_and_address_spaces() {
    let mut runner = start();
    let text = "kernel void k(constant float4 *table, local int *scratch, uint n, global uchar *o)
                { scratch[0] = n; o[0] = table[0].x; }
                kernel void another(global float *out) { *out = 1.0f; }";
    let built = build(&mut runner, text).unwrap();
    let names: Vec<_> = built.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["another", "k"]);
    let parameters = built.kernels[1].parameters.as_ref().unwrap();
    let seen: Vec<_> = parameters
        .iter()
        .map(|p| (&*p.address_space, &*p.type_name, &*p.name))
        .collect();
    assert_eq!(
        seen,
        [
            ("constant", "float4*", "table"),
            ("local", "int*", "scratch"),
            ("private", "uint", "n"),
            ("global", "uchar*", "o"),
        ]
    );
}

#[test]
fn an_element_never_written_still_holds_its_poison() {
    let mut runner = with_program(
        "kernel void k(global const float *in, global float *out) {
            size_t i = get_global_id(0);
            if (i != 2) out[i] = in[i];
        }",
    );
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                floats("in", &[1.0, 2.0, 3.0, 4.0], Access::Read),
                floats("out", &[0.0; 4], Access::Write),
            ],
            NdRange::linear(4, 4),
        ),
    );
    let out = &ran(outcome).buffers[1];
    let written: Vec<bool> = (0..4)
        .map(|i| !is_poison(1, Scalar::Float, 4 * i, &out.contents[4 * i..4 * i + 4]))
        .collect();
    assert_eq!(written, [true, true, false, true]);
}

#[test]
fn an_element_added_to_is_not_taken_for_one_never_written() {
    let mut runner = with_program("kernel void k(global float *out) { out[1] += 0.001f; }");
    let outcome = run_one(
        &mut runner,
        launch(
            vec![floats("out", &[0.0; 2], Access::Write)],
            NdRange::linear(1, 1),
        ),
    );
    let out = &ran(outcome).buffers[0];
    assert!(is_poison(0, Scalar::Float, 0, &out.contents[..4]));
    assert!(!is_poison(0, Scalar::Float, 4, &out.contents[4..]));
    assert!(read_floats(&out.contents)[1].is_nan());
}

#[test]
fn a_stray_sum_is_a_stray_write_however_small_the_summand() {
    for (element, program) in [
        (
            Scalar::Float,
            "kernel void k(global float *x) { x[2] += 0.001f; x[-1] = 2 * x[-1]; }",
        ),
        (
            Scalar::Double,
            "kernel void k(global double *x) { x[2] += 0.001; x[-1] = 2 * x[-1]; }",
        ),
    ] {
        let mut runner = with_program(program);
        let buffer = Argument::Buffer(Buffer {
            name: "x".into(),
            element: ElementType::scalar(element),
            contents: vec![0; 2 * element.size()],
            access: Access::ReadWrite,
            initialized: true,
        });
        let outcome = run_one(&mut runner, launch(vec![buffer], NdRange::linear(1, 1)));
        let size = element.size() as i64;
        let elements: Vec<i64> = strays(outcome)[0]
            .iter()
            .map(|stray| stray.offset / size)
            .collect();
        assert_eq!(elements, [-1, 2], "{element:?}");
    }
}

#[test]
fn a_kernel_that_writes_its_input_is_seen() {
    let mut runner = with_program(
        "kernel void k(global const float *in, global float *out) {
            ((global float *)in)[1] = 7.0f; out[0] = 0.0f;
        }",
    );
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                floats("in", &[1.0, 2.0], Access::Read),
                floats("out", &[0.0], Access::Write),
            ],
            NdRange::linear(1, 1),
        ),
    );
    let input = &ran(outcome).buffers[0];
    assert_eq!(read_floats(&input.contents), [1.0, 7.0]);
}

const STRAY: &str = "kernel void k(global float *a, global float *b, int at) { b[at] = 1.0f; }";

/// The stray writes around each buffer, of a launch that ran; there must be one.
fn strays(outcome: Outcome) -> Vec<Vec<Stray>> {
    match outcome {
        Outcome::Ran(ran) if ran.wrote_outside() => ran
            .buffers
            .into_iter()
            .map(|buffer| buffer.strays)
            .collect(),
        other => panic!("expected a stray write, got {other:?}"),
    }
}

/// The buffer that a write of `b[at]` strays from, the offset and the bytes.
fn stray_at(at: i32) -> Vec<(usize, i64, Vec<u8>)> {
    let mut runner = with_program(STRAY);
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                floats("a", &[5.0; 3], Access::ReadWrite),
                floats("b", &[6.0; 3], Access::ReadWrite),
                value("at", &at.to_le_bytes()),
            ],
            NdRange::linear(1, 1),
        ),
    );
    if let Outcome::Ran(ran) = &outcome {
        assert_eq!(read_floats(&ran.buffers[0].contents), [5.0; 3]);
        assert_eq!(read_floats(&ran.buffers[1].contents), [6.0; 3]);
    }
    let around = strays(outcome).into_iter().enumerate();
    around
        .flat_map(|(buffer, strays)| strays.into_iter().map(move |s| (buffer, s.offset, s.bytes)))
        .collect()
}

#[test]
fn one_element_past_the_end_is_a_stray_write() {
    let bytes = 1f32.to_le_bytes().to_vec();
    assert_eq!(stray_at(3), [(1, 12, bytes)]);
}

#[test]
fn one_element_before_the_start_is_a_stray_write() {
    let bytes = 1f32.to_le_bytes().to_vec();
    assert_eq!(stray_at(-1), [(1, -4, bytes)]);
}

#[test]
fn empty_buffers_are_launched_and_guarded() {
    let mut runner = with_program(
        "kernel void k(global float *a, global float *b, uint write) {
            if (write) a[0] = 1.0f;
        }",
    );
    let arguments = |write: u32| {
        vec![
            floats("a", &[], Access::Write),
            floats("b", &[], Access::Read),
            value("write", &write.to_le_bytes()),
        ]
    };
    let clean = ran(run_one(
        &mut runner,
        launch(arguments(0), NdRange::linear(2, 1)),
    ));
    assert!(
        clean
            .buffers
            .iter()
            .all(|buffer| buffer.contents.is_empty())
    );
    let outcome = run_one(&mut runner, launch(arguments(1), NdRange::linear(2, 1)));
    assert_eq!(strays(outcome)[0][0].offset, 0);
}

#[test]
fn local_memory_and_null_buffers_are_passed() {
    let mut runner = with_program(
        "kernel void k(local float *scratch, global float *missing, global float *out) {
            size_t i = get_local_id(0);
            scratch[i] = (float)i;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = scratch[get_local_size(0) - 1 - i] + (missing == 0 ? 100.0f : 0.0f);
        }",
    );
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                Argument::Local {
                    name: "scratch".into(),
                    bytes: 16,
                },
                Argument::Null {
                    name: "missing".into(),
                },
                floats("out", &[0.0; 4], Access::Write),
            ],
            NdRange::linear(4, 4),
        ),
    );
    let Ran { buffers, .. } = ran(outcome);
    assert_eq!(
        read_floats(&buffers[0].contents),
        [103.0, 102.0, 101.0, 100.0]
    );
}

#[test]
fn images_are_read_through_a_sampler_and_come_back() {
    let mut runner = with_program(
        "kernel void k(read_only image2d_t in, sampler_t how, write_only image2d_t out) {
            int2 at = (int2)(get_global_id(0), get_global_id(1));
            write_imagef(out, at, read_imagef(in, how, at - 1));
        }",
    );
    let image = |name: &str, access, contents: Vec<u8>| {
        Argument::Image(Image {
            name: name.into(),
            kind: ImageKind::D2,
            format: ImageFormat {
                order: ChannelOrder::Rgba,
                channel: ChannelType::UnormInt8,
            },
            size: [2, 2, 1],
            contents,
            access,
            initialized: true,
        })
    };
    let sampler = Argument::Sampler {
        name: "how".into(),
        sampler: Sampler {
            normalized: false,
            addressing: Addressing::Clamp,
            filter: Filter::Nearest,
        },
    };
    let range = NdRange {
        global: vec![2, 2],
        local: None,
        offset: None,
        sub_group: None,
    };
    let arguments = vec![
        image("in", Access::Read, (1..=16).collect()),
        sampler,
        image("out", Access::Write, vec![9; 16]),
    ];
    let ran = ran(run_one(&mut runner, launch(arguments, range)));
    assert_eq!(ran.images[0], (1..=16).collect::<Vec<u8>>());
    assert_eq!(ran.images[1], [[0; 12].as_slice(), &[1, 2, 3, 4]].concat());
}

#[test]
fn global_ids_begin_at_the_offset() {
    let mut runner = with_program(
        "kernel void k(global float *out) {
            size_t i = get_global_id(0);
            out[i - get_global_offset(0)] = i;
        }",
    );
    let range = NdRange {
        offset: Some(vec![5]),
        ..NdRange::linear(2, 1)
    };
    let arguments = vec![floats("out", &[0.0; 2], Access::Write)];
    let ran = ran(run_one(&mut runner, launch(arguments, range)));
    assert_eq!(read_floats(&ran.buffers[0].contents), [5.0, 6.0]);
}

#[test]
fn structs_and_vectors_are_passed_by_value() {
    let mut runner = with_program(
        "typedef struct { int shift; float scale; } how;
         kernel void k(how h, int4 v, global float *out) {
            out[0] = h.scale * (float)(v.w + h.shift);
        }",
    );
    let how = [3i32.to_le_bytes(), 0.5f32.to_le_bytes()].concat();
    let vector: Vec<u8> = [1i32, 2, 3, 7]
        .iter()
        .flat_map(|i| i.to_le_bytes())
        .collect();
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                value("h", &how),
                value("v", &vector),
                floats("out", &[0.0], Access::Write),
            ],
            NdRange::linear(1, 1),
        ),
    );
    assert_eq!(read_floats(&ran(outcome).buffers[0].contents), [5.0]);
}

#[test]
fn types_may_have_names_of_the_programs_own() {
    let mut runner = with_program(
        "typedef global float *floats; typedef float real;
         kernel void k(real x, floats out) { out[0] = x; }",
    );
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                value("x", &2f32.to_le_bytes()),
                floats("out", &[0.0], Access::Write),
            ],
            NdRange::linear(1, 1),
        ),
    );
    assert_eq!(read_floats(&ran(outcome).buffers[0].contents), [2.0]);
}

#[test]
fn a_program_is_built_in_its_version_of_the_language() {
    let version = |standard| {
        let mut runner = start();
        let program = Source {
            standard,
            ..source("kernel void k(global int *y) { y[0] = __OPENCL_C_VERSION__; }")
        };
        runner.build(0, &program).expect("it is built");
        let y = Argument::Buffer(Buffer {
            name: "y".to_owned(),
            element: Scalar::Int.into(),
            contents: vec![0; 4],
            access: Access::Write,
            initialized: false,
        });
        let launch = launch(vec![y], NdRange::linear(1, 1));
        ran(run_one(&mut runner, launch)).buffers.remove(0).contents
    };
    assert_eq!(version(Standard::V1_2), 120_i32.to_le_bytes());
    assert_eq!(version(Standard::V3_0), 300_i32.to_le_bytes());
}

#[test]
fn definitions_are_seen_and_lines_are_kept() {
    let mut runner = start();
    let mut program = source("kernel void k(global float *out) {\n  out[0] = TIMES(2.5f);\n}");
    program.defines = vec![
        ("FACTOR".into(), "(1 + 1)".into()),
        ("TIMES(x)".into(), "((x) * FACTOR)".into()),
    ];
    runner.build(0, &program).unwrap();
    let outcome = run_one(
        &mut runner,
        launch(
            vec![floats("out", &[0.0], Access::Write)],
            NdRange::linear(1, 1),
        ),
    );
    assert_eq!(read_floats(&ran(outcome).buffers[0].contents), [5.0]);
}

#[test]
fn three_dimensions_and_a_work_group_left_to_the_runtime() {
    let mut runner = with_program(
        "kernel void k(global float *out) {
            size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
            out[(z * get_global_size(1) + y) * get_global_size(0) + x] = x + 10 * y + 100 * z;
        }",
    );
    let range = NdRange {
        offset: None,
        global: vec![2, 3, 2],
        local: None,
        sub_group: None,
    };
    let outcome = run_one(
        &mut runner,
        launch(vec![floats("out", &[0.0; 12], Access::Write)], range),
    );
    assert_eq!(
        read_floats(&ran(outcome).buffers[0].contents),
        [
            0.0, 1.0, 10.0, 11.0, 20.0, 21.0, 100.0, 101.0, 110.0, 111.0, 120.0, 121.0
        ]
    );
}

#[test]
fn large_buffers_lie_in_allocations_of_their_own() {
    let mut runner = with_program(
        "kernel void k(global const float *in, global float *out) {
            size_t i = get_global_id(0);
            out[i] = in[i] + 1.0f;
        }",
    );
    let count = 5 << 20;
    let input: Vec<f32> = (0..count).map(|i| (i % 1021) as f32).collect();
    let outcome = run_one(
        &mut runner,
        launch(
            vec![
                floats("in", &input, Access::Read),
                floats("out", &vec![0.0; count], Access::Write),
            ],
            NdRange::linear(count, 64),
        ),
    );
    let out = read_floats(&ran(outcome).buffers[1].contents);
    assert!(
        out.iter()
            .zip(&input)
            .all(|(out, input)| *out == input + 1.0)
    );
}

#[test]
fn what_a_kernel_prints_comes_back() {
    let mut runner =
        with_program("kernel void k(int a) { printf(\"seen %d\\n\", a + (int)get_global_id(0)); }");
    for first in [40, 50] {
        let outcome = run_one(
            &mut runner,
            launch(
                vec![value("a", &i32::to_le_bytes(first))],
                NdRange::linear(2, 2),
            ),
        );
        let ran = ran(outcome);
        assert_eq!(ran.printf, format!("seen {first}\nseen {}\n", first + 1));
        assert!(!ran.printf_cut);
    }
}

#[test]
fn a_kernel_that_prints_a_gigabyte_ends_in_time_and_is_cut() {
    let mut runner = with_program(
        "kernel void k(uint lines) {
            for (uint i = 0; i < lines; i++)
                printf(\"%0128d%0128d%0128d%0128d%0128d%0128d%0128d%0128d\\n\", 1,2,3,4,5,6,7,8);
        }",
    );
    let lines = value("lines", &(1u32 << 14).to_le_bytes());
    match run_one(&mut runner, launch(vec![lines], NdRange::linear(64, 1))) {
        Outcome::Ran(ran) => {
            assert_eq!(ran.printf.len(), launch::protocol::MAX_PRINTF);
            assert!(ran.printf_cut);
        }
        other => panic!("expected a run, got {other:?}"),
    }
    let lines = value("lines", &0u32.to_le_bytes());
    let quiet = ran(run_one(
        &mut runner,
        launch(vec![lines], NdRange::linear(1, 1)),
    ));
    assert_eq!((quiet.printf.as_str(), quiet.printf_cut), ("", false));
}

#[test]
fn a_thousand_launches_keep_their_order() {
    let mut runner = with_program(SAXPY);
    let launches: Vec<_> = (0..1000u32)
        .map(|n| {
            let n = n % 200;
            launch(
                vec![
                    value("a", &1f32.to_le_bytes()),
                    floats("x", &vec![1.0; n as usize], Access::Read),
                    floats("y", &vec![n as f32; n as usize], Access::ReadWrite),
                    value("n", &n.to_le_bytes()),
                ],
                NdRange::linear(256, 32),
            )
        })
        .collect();
    let outcomes = runner.run(&launches, PATIENT);
    assert_eq!(outcomes.len(), launches.len());
    for (number, outcome) in outcomes.into_iter().enumerate() {
        let n = number % 200;
        let y = read_floats(&ran(outcome).buffers[1].contents);
        assert_eq!(y, vec![n as f32 + 1.0; n]);
    }
}

#[test]
fn bytes_of_an_odd_number_are_guarded_to_the_byte() {
    let mut runner = with_program("kernel void k(global uchar *out) { out[5] = 1; out[-2] = 2; }");
    let out = Argument::Buffer(Buffer {
        name: "out".into(),
        element: ElementType::scalar(Scalar::UChar),
        contents: vec![0; 5],
        access: Access::Write,
        initialized: false,
    });
    let outcome = run_one(&mut runner, launch(vec![out], NdRange::linear(1, 1)));
    let around = &strays(outcome)[0];
    let seen: Vec<_> = around.iter().map(|s| (s.offset, &s.bytes[..])).collect();
    assert_eq!(seen, [(-2, &[2][..]), (5, &[1][..])]);
}
