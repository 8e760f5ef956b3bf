//! Measurements through Vulkan: what is filled, timed and read, and what is refused.

use launch::measurement::{Effort, Fill, Step, StepArgument};
use launch::protocol::Failure;
use launch::{NdRange, Source, noise};
use runner::{Bench, BenchError, Options};
use std::borrow::Cow;
use std::time::Duration;

pub(crate) const EFFORT: Effort = Effort {
    warm_up: 1,
    least: 3,
    most: 5,
    standard_error: 0.5,
    seconds: 1.0,
};

pub(crate) const SOON: Duration = Duration::from_secs(60);

const COUNT: &str =
    "kernel void count(global uint *n, uint by) { n[get_global_id(0)] += by + STEP; }
kernel void choose(global uint *a, global uint *b) { *(a[0] > b[0] ? a : b) = 1; }";

fn bench() -> Bench {
    bench_of(COUNT)
}

/// A bench on the first device, with a program of this text as its first.
pub(crate) fn bench_of(text: &str) -> Bench {
    let options = Options {
        program: Some(env!("CARGO_BIN_EXE_grader-wgpu").into()),
        ..Options::default()
    };
    let mut bench = Bench::start(options).expect("grader-wgpu starts");
    let devices = bench.devices().expect("devices");
    let device = devices
        .first()
        .expect("./setup --test installs Mesa's Vulkan driver");
    bench.open(device.clone()).expect("it opens");
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: text.to_owned(),
        defines: vec![("STEP".to_owned(), "2".to_owned())],
        standard: launch::Standard::default(),
    };
    bench.build(1, &source, "").expect("it builds");
    bench
}

fn step(kernel: &'static str, arguments: Vec<StepArgument>) -> Step<'static> {
    Step {
        program: 1,
        kernel: Cow::Borrowed(kernel),
        arguments,
        range: NdRange::linear(64, 64),
    }
}

#[test]
fn buffers_hold_what_the_noise_says_at_every_place() {
    let mut bench = bench();
    // More than is made at once, and no multiple of it.
    let bytes = (16 << 20) + 4;
    let fill = Fill::Floats {
        seed: 9,
        low: -1.0,
        high: 1.0,
    };
    bench.allocate(1, bytes, fill).expect("a buffer");
    let read = bench.read(1, bytes - 8, 8).expect("its end");
    for (place, word) in read.as_chunks::<4>().0.iter().enumerate() {
        let index = (bytes / 4 - 2 + place) as u64;
        let expected = noise::float(9, index, -1.0, 1.0);
        assert_eq!(f32::from_ne_bytes(*word), expected);
    }
    let fill = Fill::Bytes { seed: 3 };
    bench.allocate(2, 5, fill).expect("a buffer");
    let expected: Vec<u8> = (0..5).map(|index| noise::byte(3, index)).collect();
    assert_eq!(bench.read(2, 0, 5).expect("bytes"), expected);
}

#[test]
fn every_launch_of_every_sample_runs() {
    let mut bench = bench();
    bench.allocate(1, 64 * 4, Fill::Zeros).expect("a buffer");
    let by = StepArgument::Value(5u32.to_ne_bytes().to_vec());
    let count = step("count", vec![StepArgument::Buffer(1), by]);
    let steps = [count.clone(), count];
    let samples = bench.time(&steps, 3, EFFORT, None, SOON).expect("times");
    assert!((3..=5).contains(&samples.len()), "{}", samples.len());
    let launches = (1 + samples.len() as u32) * 3 * 2;
    let read = bench.read(1, 0, 64 * 4).expect("the buffer");
    for word in read.as_chunks::<4>().0 {
        assert_eq!(u32::from_ne_bytes(*word), launches * 7);
    }
}

#[test]
fn a_pointer_into_several_buffers_is_not_measured() {
    let mut bench = bench();
    for buffer in [1, 2] {
        bench.allocate(buffer, 64, Fill::Zeros).expect("a buffer");
    }
    let steps = [step(
        "choose",
        vec![StepArgument::Buffer(1), StepArgument::Buffer(2)],
    )];
    let refused = bench.time(&steps, 1, EFFORT, None, SOON);
    let Err(BenchError::Failed(Failure::NotTranslated { reason })) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("several buffers"), "{reason}");
}
