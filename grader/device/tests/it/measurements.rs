//! Measurements on a real device: what is filled, written, timed and read, and what is refused.

use crate::support::*;
use launch::measurement::{Effort, Fill, Step, StepArgument, Way};
use launch::protocol::{Failure, Resource};
use launch::{NdRange, Source, noise};
use runner::{Bench, BenchError};
use std::borrow::Cow;
use std::time::Duration;

const EFFORT: Effort = Effort {
    warm_up: 1,
    least: 3,
    most: 5,
    standard_error: 0.5,
    seconds: 1.0,
};

const SOON: Duration = Duration::from_secs(60);

fn bench() -> Bench {
    let mut bench = Bench::start(options(&program())).unwrap();
    let devices = bench.devices().unwrap();
    bench.open(devices[0].clone()).unwrap();
    bench
}

fn source(text: &str) -> Source {
    Source {
        name: "kernel.cl".to_owned(),
        text: text.to_owned(),
        defines: vec![("STEP".to_owned(), "2".to_owned())],
        standard: launch::Standard::default(),
    }
}

const COUNT: &str = "kernel void count(global uint *n) { n[get_global_id(0)] += STEP; }";

fn step(kernel: &'static str, arguments: Vec<StepArgument>, items: usize) -> Step<'static> {
    Step {
        program: 1,
        kernel: Cow::Borrowed(kernel),
        arguments,
        range: NdRange::linear(items, 1),
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
    bench.allocate(1, bytes, fill).unwrap();
    let read = bench.read(1, bytes - 8, 8).unwrap();
    for (place, word) in read.as_chunks::<4>().0.iter().enumerate() {
        let index = (bytes / 4 - 2 + place) as u64;
        let expected = noise::float(9, index, -1.0, 1.0);
        assert_eq!(f32::from_ne_bytes(*word), expected);
    }
    bench.allocate(2, 5, Fill::Bytes { seed: 3 }).unwrap();
    let expected: Vec<u8> = (0..5).map(|index| noise::byte(3, index)).collect();
    assert_eq!(bench.read(2, 0, 5).unwrap(), expected);
}

#[test]
fn every_launch_of_every_sample_runs_and_is_timed() {
    let mut bench = bench();
    bench.build(1, &source(COUNT), "").unwrap();
    bench.allocate(1, 64 * 4, Fill::Zeros).unwrap();
    let steps = [
        step("count", vec![StepArgument::Buffer(1)], 64),
        step("count", vec![StepArgument::Buffer(1)], 64),
    ];
    let samples = bench.time(&steps, 3, EFFORT, None, SOON).unwrap();
    assert!((3..=5).contains(&samples.len()), "{}", samples.len());
    for sample in &samples {
        assert!(sample.wall > 0);
        assert!(sample.device.is_none_or(|device| device <= sample.wall));
    }
    // One sample to warm up and those that count; three times two launches each; two more a launch.
    let launches = (samples.len() + 1) * 3 * 2;
    let read = bench.read(1, 0, 64 * 4).unwrap();
    for word in read.as_chunks::<4>().0 {
        assert_eq!(u32::from_ne_bytes(*word), launches as u32 * 2);
    }
}

#[test]
fn programs_and_buffers_lie_side_by_side() {
    let mut bench = bench();
    bench.build(1, &source(COUNT), "").unwrap();
    let other = source("kernel void clear(global uint *n) { n[get_global_id(0)] = 7; }");
    bench.build(2, &other, "-cl-mad-enable").unwrap();
    bench.allocate(1, 4, Fill::Zeros).unwrap();
    bench.write(1, &40u32.to_ne_bytes()).unwrap();
    let once = Effort {
        warm_up: 0,
        least: 1,
        most: 1,
        ..EFFORT
    };
    let count = step("count", vec![StepArgument::Buffer(1)], 1);
    bench
        .time(std::slice::from_ref(&count), 1, once, None, SOON)
        .unwrap();
    assert_eq!(bench.read(1, 0, 4).unwrap(), 42u32.to_ne_bytes());
    let clear = Step {
        program: 2,
        kernel: Cow::Borrowed("clear"),
        ..count
    };
    bench.time(&[clear], 1, once, None, SOON).unwrap();
    assert_eq!(bench.read(1, 0, 4).unwrap(), 7u32.to_ne_bytes());
}

#[test]
fn transfers_are_timed_both_ways() {
    let mut bench = bench();
    for way in [Way::Up, Way::Down] {
        for pinned in [false, true] {
            let samples = bench.transfer(1 << 20, way, pinned, EFFORT).unwrap();
            assert!(samples.iter().all(|sample| sample.wall > 0));
        }
    }
}

#[test]
fn what_does_not_fit_or_is_not_there_is_refused_and_the_device_goes_on() {
    let mut bench = bench();
    bench.build(1, &source(COUNT), "").unwrap();
    bench.allocate(1, 4, Fill::Zeros).unwrap();
    let too_large = bench.allocate(2, usize::MAX / 2, Fill::Zeros);
    let Err(BenchError::Failed(Failure::OutOfResources {
        shortage: Some(shortage),
        ..
    })) = too_large
    else {
        panic!("{too_large:?}");
    };
    assert_eq!(shortage.resource, Resource::GlobalMemory);
    assert!(shortage.available < shortage.asked);
    let refused = |result: Result<_, BenchError>| match result {
        Err(BenchError::Failed(failure)) => failure,
        other => panic!("{other:?}"),
    };
    let mut time = |step: Step<'_>| refused(bench.time(&[step], 1, EFFORT, None, SOON).map(drop));
    assert!(matches!(
        time(step("clear", vec![StepArgument::Buffer(1)], 1)),
        Failure::NoSuchKernel { .. }
    ));
    assert!(matches!(
        time(step("count", Vec::new(), 1)),
        Failure::Arguments { .. }
    ));
    assert!(matches!(
        time(step("count", vec![StepArgument::Buffer(77)], 1)),
        Failure::Refused { .. }
    ));
    assert!(matches!(
        refused(bench.read(1, 4, 4).map(drop)),
        Failure::Refused { .. }
    ));
    let broken = bench.build(
        3,
        &source("kernel void broken(global uint *n) { n = ; }"),
        "",
    );
    let Err(BenchError::Compiler { log }) = broken else {
        panic!("{broken:?}");
    };
    assert!(log.contains("kernel.cl"), "{log}");
    let fine = step("count", vec![StepArgument::Buffer(1)], 1);
    assert!(bench.time(&[fine], 1, EFFORT, None, SOON).is_ok());
}

#[test]
fn a_lost_process_is_told_and_a_fresh_one_goes_on() {
    let mut bench = bench();
    let endless = "kernel void endless(global volatile uint *n) { while (n[0] == 0) ; }";
    bench.build(1, &source(endless), "").unwrap();
    bench.allocate(1, 4, Fill::Zeros).unwrap();
    let soon = Duration::from_millis(300);
    let launch = step("endless", vec![StepArgument::Buffer(1)], 1);
    let lost = bench.time(&[launch], 1, EFFORT, None, soon);
    assert_eq!(lost, Err(BenchError::OutOfTime { deadline: soon }));
    bench.reopen().unwrap();
    bench.allocate(1, 4, Fill::Zeros).unwrap();
    assert_eq!(bench.read(1, 0, 4).unwrap(), [0; 4]);
}
