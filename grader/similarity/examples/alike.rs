//! How long it takes to compare a class: kernels of ten exercises by many students, each a variant of the
//! course's own kernels, with one copy in ten.
//!
//! `cargo run --release -p similarity --example alike -- 300`

#[path = "../tests/it/material/mod.rs"]
#[allow(dead_code, reason = "the example uses its part")]
mod material;

use launch::noise;
use material::{disguised, exercises};
use similarity::{BaseCode, Fingerprints, SubmittedKernel, compare};
use std::time::Instant;

fn main() {
    let students: u64 = match std::env::args().nth(1).map(|word| word.parse()) {
        Some(Ok(students)) => students,
        _ => 300,
    };
    let mut course = exercises();
    course.sort_by_key(|exercise| std::cmp::Reverse(exercise.mistakes.len()));
    course.truncate(10);
    let mut class = Vec::new();
    for (number, exercise) in course.iter().enumerate() {
        let mut variants: Vec<&String> = exercise.mistakes.values().collect();
        variants.push(&exercise.solution);
        for student in 0..students {
            let drawn = noise::bits(number as u64, student - u64::from(student % 10 == 9));
            let variant = variants[(drawn % variants.len() as u64) as usize];
            class.push((student, &exercise.slug, disguised(variant, student)));
        }
    }
    let bytes: usize = class.iter().map(|(.., text)| text.len()).sum();
    let begin = Instant::now();
    let nothing = BaseCode::default();
    let kernels: Vec<SubmittedKernel> = class
        .iter()
        .map(|(student, exercise, text)| SubmittedKernel {
            student: format!("{student:05}"),
            exercise: (*exercise).clone(),
            fingerprints: Fingerprints::of(text, &nothing),
        })
        .collect();
    let read = begin.elapsed();
    let fingerprints: usize = kernels
        .iter()
        .map(|kernels| kernels.fingerprints.len())
        .sum();
    let begin = Instant::now();
    let found = compare(&kernels, 100);
    let compared = begin.elapsed();
    println!(
        "{} kernels, {bytes} bytes, {fingerprints} fingerprints in {:.3} s; {} pairs alike in {:.3} s",
        class.len(),
        read.as_secs_f64(),
        found.pairs.len() + found.more,
        compared.as_secs_f64()
    );
}
