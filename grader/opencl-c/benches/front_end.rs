//! How long the front end takes, phase by phase: `cargo bench -p opencl-c`. The figures that matter are
//! lines per second on a large program, and the time that one exercise takes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use opencl_c::compile;
use opencl_c::preprocessor::{NoIncludes, Options, Preprocessed, preprocess};
use std::hint::black_box;

/// An ordinary exercise: matrix multiplication by tiles, with the comments a student writes.
const EXERCISE: &str = include_str!("exercise.cl");
/// What a numerical library looks like: macros that make kernels for several types.
const LIBRARY: &str = include_str!("library.cl");

fn read(text: &str) -> Preprocessed {
    preprocess(
        "k.cl",
        black_box(text),
        &Options::default(),
        &mut NoIncludes,
    )
}

/// At least `lines` lines: the exercise and the library over and over, each copy with names of its own.
fn large(lines: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    for copy in 0.. {
        for part in [EXERCISE, LIBRARY] {
            text.push_str(&part.replace("NAME", &format!("copy_{copy}")));
            count += part.lines().count();
        }
        if count >= lines {
            break;
        }
    }
    text
}

fn preprocessing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("preprocess");
    for (name, text) in [("exercise", EXERCISE.to_owned()), ("large", large(20_000))] {
        let clean = read(&text);
        assert_eq!(clean.diagnostics, [], "{name}");
        let lines = text.lines().count() as u64;
        group.throughput(Throughput::Elements(lines));
        group.bench_with_input(BenchmarkId::from_parameter(name), &text, |bencher, text| {
            bencher.iter(|| read(text));
        });
    }
    group.finish();
}

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("front end");
    for (name, text) in [("exercise", EXERCISE.to_owned()), ("large", large(20_000))] {
        let compile = |text: &str| {
            compile(
                "k.cl",
                black_box(text),
                &Options::default(),
                &mut NoIncludes,
            )
        };
        assert!(compile(&text).is_ok(), "{name}");
        let lines = text.lines().count() as u64;
        group.throughput(Throughput::Elements(lines));
        group.bench_with_input(BenchmarkId::from_parameter(name), &text, |bencher, text| {
            bencher.iter(|| compile(text));
        });
    }
    group.finish();
}

criterion_group!(benches, preprocessing, whole);
criterion_main!(benches);
