//! Which look takes how long, and how that grows with the program: `cargo bench -p mistakes --bench parts`.
//!
//! For each kind of program the time of the front end, of each part of the reading and of the settling,
//! in milliseconds, the least of some repetitions: at 1000 lines, at 5000 and at 20 000. A word after
//! `--` asks for the kinds whose names hold it alone, a number for that many lines alone.

mod kernels;

use kernels::{HOSTILE, Kind, TYPICAL};
use mistakes::{Allowed, merge_findings, read_part_by_part};
use opencl_c::preprocessor::{NoIncludes, Options};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Parts that take less than this share of the whole are not shown.
const LEAST_SHARE: f64 = 0.04;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let mut sizes: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1000, 5000, 20_000];
    }
    let names: Vec<&String> = words
        .iter()
        .filter(|word| word.parse::<usize>().is_err())
        .collect();
    for kind in TYPICAL.iter().chain(HOSTILE) {
        if names.is_empty() || names.iter().any(|name| kind.name.contains(name.as_str())) {
            for &lines in &sizes {
                show(kind, lines);
            }
        }
    }
}

/// Times one program, and prints a line.
fn show(kind: &Kind, lines: usize) {
    let text = (kind.text)(lines);
    let mut least: BTreeMap<&str, Duration> = BTreeMap::new();
    let mut findings = 0;
    let begin = Instant::now();
    let mut repetitions = 0;
    while repetitions < 2 || repetitions < 10 && begin.elapsed() < Duration::from_millis(500) {
        repetitions += 1;
        let mut note = |part: &'static str, took: Duration| {
            let least = least.entry(part).or_insert(took);
            *least = took.min(*least);
        };
        let start = Instant::now();
        let checked = match opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes) {
            Ok(checked) => checked,
            Err(rejected) => panic!("{}: {:?}", kind.name, rejected.diagnostics.first()),
        };
        note("front end", start.elapsed());
        let mut last = Instant::now();
        let found = read_part_by_part(&checked.program, &mut |part| {
            note(part, last.elapsed());
            last = Instant::now();
        });
        let last = Instant::now();
        findings = merge_findings(found, &Allowed::of(&checked.program.sources)).len();
        note("merge", last.elapsed());
        if begin.elapsed() > Duration::from_secs(5) {
            break;
        }
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let whole: Duration = least.values().sum();
    let mut parts: Vec<(&str, Duration)> = least
        .into_iter()
        .filter(|(_, time)| time.as_secs_f64() >= LEAST_SHARE * whole.as_secs_f64())
        .collect();
    parts.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let parts: Vec<String> = parts
        .iter()
        .map(|(part, time)| format!("{part} {:.1}", milliseconds(*time)))
        .collect();
    println!(
        "{:<22} {lines:>6} lines {:>8} bytes {findings:>6} findings {:>9.1} ms: {}",
        kind.name,
        text.len(),
        milliseconds(whole),
        parts.join(", ")
    );
}
