//! The patterns of shared memory, tuned, beside a copy: transpose, sum, running sums, histogram. A part of
//! the study of memory.

use super::transpose::{Matrix, Square};
use crate::chart::{extremes, short};
use crate::limit::beyond_caches;
use crate::plan::Task;
use crate::{
    Amount, Axis, Bar, Buffer, Chart, Depth, Limit, MeasurementSession, Picture, Point, Program,
    Stop, Verified, Work,
};
use kernels::sharing::tuned;
use launch::measurement::{Fill, Step, StepArgument};
use launch::noise;

/// The axis of elements.
pub(super) const ELEMENTS: &str = "elements";

/// Task ids of this part.
const PATTERNS: [(&str, &str); 4] = [
    ("transpose", "a transpose, as in the exercise and tuned"),
    ("reduce", "the sum of an array, tuned"),
    ("scan", "the running sums of an array, tuned"),
    ("histogram", "a histogram, as in the exercise and tuned"),
];

const SEED: u64 = 40;

const SERIES: [&str; 6] = [
    "transpose, exercise",
    "transpose, tuned",
    "reduce, tuned",
    "scan, tuned",
    "histogram, exercise",
    "histogram, tuned",
];

/// The tasks of this part.
pub(super) fn tasks(depth: Depth) -> impl Iterator<Item = Task> {
    let seconds = if depth == Depth::Quick { 2.0 } else { 12.0 };
    let task = move |(id, what): (&str, &str)| Task::new(id, what, seconds);
    PATTERNS.into_iter().map(task)
}

/// Runs a task of this part.
pub(super) fn measure(task: &str, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    // The roofline wants both limits.
    session.limit(Limit::Fma)?;
    match task {
        "transpose" => transpose(session),
        "reduce" => reduce(session),
        "scan" => scan(session),
        _ => histogram(session),
    }
}

pub(super) fn chart(points: &[Point]) -> Chart {
    let bars = SERIES.iter().filter_map(|series| {
        let point = points.iter().find(|point| point.series == *series)?;
        Some(Bar {
            label: (*series).to_owned(),
            value: point.outcome.share()? * 100.0,
        })
    });
    let bars: Vec<Bar> = bars.collect();
    let title = extremes(&bars).map(|(most, least)| {
        let (high, low) = (short(most.value), short(least.value));
        format!(
            "{} moves {high} % of a copy's bytes a second, {} {low} %",
            most.label, least.label
        )
    });
    Chart {
        name: "memory-patterns-shared".to_owned(),
        title: title.unwrap_or_default(),
        picture: Picture::Bars {
            y: Axis::linear("per cent of a copy's bandwidth"),
            bars,
        },
    }
}

pub(super) fn remarks(points: &[Point]) -> Vec<String> {
    let remarks = SERIES.iter().filter_map(|series| {
        let point = points.iter().find(|point| point.series == *series)?;
        Some(format!(
            "{series}: {} GB/s of what has to move, {} % of a copy's",
            short(point.outcome.rate(Amount::Bytes)? * 1e-9),
            short(point.outcome.share()? * 100.0)
        ))
    });
    remarks.collect()
}

fn number(n: usize) -> StepArgument {
    StepArgument::Value((n as u32).to_ne_bytes().to_vec())
}

/// The kernel of an exercise.
fn exercise(session: &mut MeasurementSession<'_>, problem: &str) -> Result<Program, Stop> {
    let text = kernels::problem(problem).map(|problem| problem.reference());
    let text = text.ok_or_else(|| Stop::Unable {
        reason: format!("there is no exercise {problem}"),
    })?;
    session.build(problem, text, &[], "")
}

/// A number of elements that no cache holds. A GPU gets as many as the copy moves that it is compared with; a CPU
/// a quarter of them, which it takes long enough for.
fn elements(session: &MeasurementSession<'_>) -> usize {
    let all = beyond_caches(session) / 4;
    if session.is_cpu() {
        all.min(1 << 26)
    } else {
        all
    }
}

/// Work-groups and their size, for kernels that give each work-group a stretch.
fn stretches(session: &MeasurementSession<'_>, each: usize, size: usize) -> [usize; 2] {
    if session.is_cpu() {
        return [64, 1];
    }
    let units = session.device().units() as usize;
    [units * each, session.device().max_work_group_size.min(size)]
}

fn differs(what: &str, index: usize, got: i64, expected: i64) -> Stop {
    Stop::Wrong {
        what: what.to_owned(),
        how: format!("element {index} is {got}, not {expected}"),
    }
}

fn transpose(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let side = if session.depth() == Depth::Quick {
        2048
    } else {
        1 << (elements(session).ilog2() / 2)
    };
    let mut matrix = Matrix::new(session, side)?;
    let at = [(ELEMENTS, (side * side) as f64)];
    let limit = Some(Limit::Copy);
    let square = Square::on(session);
    let (times, verified) = matrix.tuned(session, square)?;
    session.timed(
        "transpose, tuned",
        &at,
        times,
        matrix.work(),
        limit,
        verified,
    )?;
    let program = exercise(session, "transpose")?;
    let rows = (session.device().max_work_group_size / 32).clamp(1, 8);
    let (times, verified) = matrix.time(session, &program, 32, [32, rows])?;
    session.timed(
        "transpose, exercise",
        &at,
        times,
        matrix.work(),
        limit,
        verified,
    )
}

/// Small integers, of which no sum overflows, and their sum up to each.
fn integers(n: usize) -> (Vec<u8>, Vec<i32>) {
    let mut sum = 0;
    let mut bytes = Vec::with_capacity(4 * n);
    let mut sums = Vec::with_capacity(n);
    for index in 0..n {
        let value = i32::from(noise::byte(SEED, index as u64) % 32) - 8;
        sum += value;
        bytes.extend_from_slice(&value.to_ne_bytes());
        sums.push(sum);
    }
    (bytes, sums)
}

fn work(n: usize, bytes_each: usize) -> Work {
    Work {
        operations: n as f64,
        bytes: (n * bytes_each) as f64,
        items: n as f64,
    }
}

fn integer(
    session: &mut MeasurementSession<'_>,
    buffer: Buffer,
    index: usize,
) -> Result<i32, Stop> {
    let part = session.download_part(buffer, 4 * index, 4)?;
    Ok(part
        .first_chunk()
        .map_or(0, |word| i32::from_ne_bytes(*word)))
}

fn reduce(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let n = elements(session);
    let vec = if session.is_cpu() { 16 } else { 4 };
    let [groups, size] = stretches(session, 8, 256);
    let (contents, sums) = integers(n);
    let x = session.upload(&contents)?;
    // The sum, and what the work-groups share until it is there.
    let total = session.buffer(4 * 3, Fill::Zeros)?;
    let defines = [("VEC", vec.to_string())];
    let program = session.build("reduce_tuned.cl", tuned::REDUCE, &defines, "")?;
    let arguments = vec![
        x.argument(),
        total.argument(),
        StepArgument::Local(4 * size),
        number(n),
    ];
    let steps = [program.step("reduce_once", arguments, &[groups * size], Some(&[size]))];
    session.run(&steps)?;
    let (got, expected) = (
        integer(session, total, 0)?,
        sums.last().copied().unwrap_or(0),
    );
    if got != expected {
        return Err(differs("the sum", 0, got.into(), expected.into()));
    }
    let times = session.time(&steps)?;
    let verified = Verified::Compared("the sum".to_owned());
    let at = [(ELEMENTS, n as f64)];
    session.timed(
        "reduce, tuned",
        &at,
        times,
        work(n, 4),
        Some(Limit::Copy),
        verified,
    )
}

/// In three launches, which is right on any device.
fn scan_in_three(
    session: &mut MeasurementSession<'_>,
    x: Buffer,
    sums: Buffer,
    n: usize,
) -> Result<Vec<Step<'static>>, Stop> {
    let [groups, size] = stretches(session, 16, 128);
    let totals = session.buffer(4 * groups, Fill::Zeros)?;
    let carries = session.buffer(4 * groups, Fill::Zeros)?;
    let defines = [("VEC", "8".to_owned())];
    let program = session.build("scan_tuned.cl", tuned::SCAN, &defines, "")?;
    let step = |kernel: &str, buffers: &[Buffer], n: usize, groups: usize| {
        let mut arguments: Vec<StepArgument> =
            buffers.iter().map(|buffer| buffer.argument()).collect();
        arguments.push(StepArgument::Local(8 * size));
        arguments.push(number(n));
        program.step(kernel, arguments, &[groups * size], Some(&[size]))
    };
    Ok(vec![
        step("scan_totals", &[x, totals], n, groups),
        step("scan_apply", &[totals, totals, carries], groups, 1),
        step("scan_apply", &[x, carries, sums], n, groups),
    ])
}

/// Whether the device can scan in one pass: its work-groups go on once they have begun, as those of GPUs do, and it
/// exchanges words of 64 bits at once.
fn scans_in_one(session: &MeasurementSession<'_>) -> bool {
    let mut extensions = session.device().extensions.iter();
    !session.is_cpu() && extensions.any(|name| name == "cl_khr_int64_base_atomics")
}

/// In one pass.
fn scan_in_one(
    session: &mut MeasurementSession<'_>,
    x: Buffer,
    sums: Buffer,
    n: usize,
) -> Result<Vec<Step<'static>>, Stop> {
    let size = session.device().max_work_group_size.min(128);
    let parts = n.div_ceil(size * 4 * tuned::SCAN_ROWS);
    // Work-groups wait for one another: where the units are not reported, no more are counted on than one has.
    let resident = 4 * session.device().compute_units.max(1) as usize;
    let words = 2 + 2 * parts;
    let status = session.buffer(4 * words, Fill::Zeros)?;
    let defines = [("ROWS", tuned::SCAN_ROWS.to_string())];
    let program = session.build("scan_once.cl", tuned::SCAN_ONCE, &defines, "")?;
    let start = program.step(
        "scan_start",
        vec![status.argument(), number(words)],
        &[words.next_multiple_of(size)],
        Some(&[size]),
    );
    let arguments = vec![
        x.argument(),
        status.argument(),
        sums.argument(),
        StepArgument::Local(4 * (tuned::SCAN_ROWS + 2) * size),
        number(n),
    ];
    let groups = parts.min(resident);
    let scan = program.step("scan_once", arguments, &[groups * size], Some(&[size]));
    Ok(vec![start, scan])
}

fn scan(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let n = elements(session);
    let (contents, expected) = integers(n);
    let x = session.upload(&contents)?;
    let sums = session.buffer(4 * n, Fill::Zeros)?;
    let steps = if scans_in_one(session) {
        scan_in_one(session, x, sums, n)?
    } else {
        scan_in_three(session, x, sums, n)?
    };
    session.run(&steps)?;
    let got = session.download(sums)?;
    for (index, (word, &expected)) in got.as_chunks().0.iter().zip(&expected).enumerate() {
        let got = i32::from_ne_bytes(*word);
        if got != expected {
            return Err(differs(
                "the running sum",
                index,
                got.into(),
                expected.into(),
            ));
        }
    }
    drop(got);
    let times = session.time(&steps)?;
    let verified = Verified::Compared("every element".to_owned());
    let at = [(ELEMENTS, n as f64)];
    session.timed(
        "scan, tuned",
        &at,
        times,
        work(n, 8),
        Some(Limit::Copy),
        verified,
    )
}

fn histogram(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    const BINS: usize = 64;
    let n = elements(session);
    let mut expected = [0i64; BINS];
    for index in 0..n {
        expected[usize::from(noise::byte(SEED, index as u64)) / 4] += 1;
    }
    let values = session.buffer(n, Fill::Bytes { seed: SEED })?;
    let at = [(ELEMENTS, n as f64)];
    let (name, text, defines, [groups, size]) = if session.is_cpu() {
        // Neighbouring values go to copies of their own, so that an increment needn't wait for the last.
        let defines = vec![("VEC", "16"), ("COPIES", "4"), ("ALONE", "1")];
        ("histogram_tuned.cl", tuned::HISTOGRAM, defines, [64, 1])
    } else {
        let shape = stretches(session, 2, 1024);
        ("histogram_pairs.cl", tuned::HISTOGRAM_PAIRS, vec![], shape)
    };
    let defines: Vec<(&str, String)> = defines
        .into_iter()
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    let tuned = session.build(name, text, &defines, "")?;
    let plain = exercise(session, "histogram")?;
    let usual = session.device().max_work_group_size.min(128);
    let units = session.device().units() as usize;
    for (series, program, [groups, size]) in [
        ("histogram, tuned", tuned, [groups, size]),
        ("histogram, exercise", plain, [units * 8, usual]),
    ] {
        let counts = session.buffer(4 * BINS, Fill::Zeros)?;
        let arguments = vec![values.argument(), counts.argument(), number(n)];
        let step = program.step("histogram", arguments, &[groups * size], Some(&[size]));
        session.run(std::slice::from_ref(&step))?;
        let got = session.download(counts)?;
        for (bin, (word, &expected)) in got.as_chunks().0.iter().zip(&expected).enumerate() {
            let got = i64::from(u32::from_ne_bytes(*word));
            if got != expected {
                return Err(differs(series, bin, got, expected));
            }
        }
        let times = session.time(std::slice::from_ref(&step))?;
        let verified = Verified::Compared("every count".to_owned());
        session.timed(series, &at, times, work(n, 1), Some(Limit::Copy), verified)?;
    }
    Ok(())
}
