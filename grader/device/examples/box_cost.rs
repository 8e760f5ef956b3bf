//! What the box costs a check. Whole checks of exercises, as `grader check` makes them, by turns without the box
//! (one's own work) and in it (other people's), each with an empty cache; then what the device's part of one
//! is made of.
//!
//! `cargo build --release -p grader && cargo run --release -p grader-device --example box_cost -- [ROUNDS]`
//!
//! Checks are measured on all cores and on one core alone, as a worker of a class has it: there nothing of what
//! two processes cost is hidden behind the simulator. A figure is the median of the ratios of pairs that ran
//! one right after the other, with its quartiles: what drifts on the machine falls on both alike.
//!
//! The driver's own time weighs most. So in the parts it is told apart what a compilation for all sizes of
//! work-groups spares or costs (PoCL's, which the box needs) from what the second process and the box itself
//! cost.

use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use runner::{Options, Outcome, Runner, Trust};
use rustix::process::{WaitOptions, getpid, set_child_subreaper, wait};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The exercises that are checked: copies, counters, barriers, local memory.
const EXERCISES: [&str; 6] = [
    "01-fill",
    "02-saxpy",
    "08-map-2d-horizontal-global",
    "16-reduce",
    "18-histogram",
    "19-transpose",
];

/// The kernel of which the parts are told: the course's own answer to the second exercise.
const KERNEL: &str = include_str!("../../../solutions/02-saxpy/kernel.cl");

/// The ways in which parts are told: a name, whose work it is, and whether PoCL compiles for each size of
/// work-group.
const WAYS: [(&str, &str, &str); 3] = [
    ("without", "own", "1"),
    ("without, one compilation", "own", "0"),
    ("in the box", "others", "0"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let rounds = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["once", trust] => return once(trust),
        [] => 5,
        [rounds, ..] => rounds.parse()?,
    };
    set_child_subreaper(Some(getpid()))?;
    let cores = sched_getaffinity(None)?;
    let all: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|&core| cores.is_set(core))
        .collect();
    println!(
        "whole checks, {rounds} rounds of {} exercises",
        EXERCISES.len()
    );
    checks("all cores", rounds)?;
    let last = all.last().ok_or("no core")?;
    let mut one = CpuSet::new();
    one.set(*last);
    // Whatever is started from here on inherits it.
    sched_setaffinity(None, &one)?;
    checks("one core", rounds)?;
    sched_setaffinity(None, &cores)?;
    parts(2 * rounds)
}

/// The folder of programs, one above that of the examples.
fn programs() -> Result<PathBuf, Box<dyn Error>> {
    let here = env::current_exe()?;
    let folder = here
        .ancestors()
        .nth(2)
        .ok_or("a program without a folder")?;
    Ok(folder.to_owned())
}

/// The project's folder.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One whole check: milliseconds, and milliseconds of processor time of all its processes.
fn check(folder: &str, others: bool) -> Result<[f64; 2], Box<dyn Error>> {
    let program = programs()?.join("grader");
    if !program.exists() {
        return Err("there is no grader beside this: cargo build --release -p grader".into());
    }
    let (cache, project) = (tempfile::tempdir()?, project());
    let before = processor_time()?;
    let begin = Instant::now();
    let output = Command::new(program)
        .arg("--course")
        .arg(&project)
        .args(["check", &folder[3..], "--format", "json", "--file"])
        .arg(project.join("solutions").join(folder).join("kernel.cl"))
        .args(others.then_some("--others"))
        .env("POCL_CACHE_DIR", cache.path())
        .stdin(Stdio::null())
        .output()?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
    // What the command has killed and not collected is this process's now.
    while wait(WaitOptions::empty()).is_ok() {}
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    // In the simulator and on the device: else it is not the box that was measured.
    let report = String::from_utf8_lossy(&output.stdout);
    if report.contains("\"skipped\"") {
        return Err(format!("{folder}: not all of the check was made: {report}").into());
    }
    let used = processor_time()?.saturating_sub(before);
    Ok([milliseconds, used.as_secs_f64() * 1000.0])
}

/// Pairs of whole checks.
fn checks(wherever: &str, rounds: usize) -> Result<(), Box<dyn Error>> {
    let (mut times, mut used) = (Vec::new(), Vec::new());
    for folder in EXERCISES {
        let mut of_exercise = Vec::new();
        let mut without = Vec::new();
        for round in 0..rounds {
            let in_turn = if round % 2 == 0 {
                [false, true]
            } else {
                [true, false]
            };
            let mut pair = [[0.0; 2]; 2];
            for others in in_turn {
                pair[usize::from(others)] = check(folder, others)?;
            }
            let [own, boxed] = pair;
            of_exercise.push((boxed[0] / own[0] - 1.0) * 100.0);
            used.push((boxed[1] / own[1] - 1.0) * 100.0);
            without.push(own[0]);
        }
        println!(
            "{wherever}, {folder}: {} ms without, in the box {} %",
            spread(&mut without),
            spread(&mut of_exercise)
        );
        times.extend(of_exercise);
    }
    println!("{wherever}: time in the box {} %", spread(&mut times));
    println!(
        "{wherever}: processor time in the box {} %",
        spread(&mut used)
    );
    Ok(())
}

/// The device's part of one check; its parts in microseconds on standard output: until the runner has started,
/// until the program is built, until the last launch has ended, and the processor time of all processes
/// together.
fn once(trust: &str) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let mut runner = Runner::start(Options {
        program: Some(programs()?.join("grader-device")),
        trust: match trust {
            "own" => Trust::Trusted,
            _ => Trust::Untrusted {
                unsandboxed_allowed: false,
            },
        },
        ..Options::default()
    })
    .map_err(|error| format!("{error:?}"))?;
    let started = begin.elapsed();
    runner.devices().map_err(|fault| format!("{fault:?}"))?;
    let listed = begin.elapsed();
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: KERNEL.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    let built = runner.build(0, &source);
    built.map_err(|error| format!("{error:?}"))?;
    let after_build = begin.elapsed();
    // Sizes as a check has them, in work-groups of two sizes.
    let launches: Vec<Launch> = (0..100)
        .map(|i| saxpy(64 * (i + 1), 16 << (i % 2)))
        .collect();
    for outcome in runner.run(&launches, Duration::from_secs(60)) {
        if !matches!(outcome, Outcome::Ran(_)) {
            return Err(format!("{outcome:?}").into());
        }
    }
    let all = begin.elapsed();
    drop(runner);
    let until = Instant::now() + Duration::from_secs(5);
    while processor_time()?.is_zero() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    let parts = [
        started,
        listed - started,
        after_build - listed,
        all - after_build,
        all,
        processor_time()?,
    ];
    println!(
        "{}",
        parts.map(|part| part.as_micros().to_string()).join(" ")
    );
    Ok(())
}

/// Processor time of this process's children that are gone; Linux tells.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let text = fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = text.rsplit_once(')').ok_or("an odd /proc/self/stat")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: u64 = fields[13].parse::<u64>()? + fields[14].parse::<u64>()?;
    let second = rustix::param::clock_ticks_per_second();
    Ok(Duration::from_millis(ticks * 1000 / second))
}

fn saxpy(n: usize, group: usize) -> Launch {
    let buffer = |name: &str, access| {
        Argument::Buffer(Buffer {
            name: name.to_owned(),
            element: ElementType::scalar(Scalar::Float),
            contents: vec![0; 4 * n],
            access,
            initialized: true,
        })
    };
    let value = |name: &str, bytes: [u8; 4]| Argument::Value {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    };
    Launch {
        kernel: "saxpy".to_owned(),
        arguments: vec![
            value("alpha", 2.0f32.to_le_bytes()),
            buffer("x", Access::Read),
            buffer("y", Access::ReadWrite),
            value("n", (n as u32).to_le_bytes()),
        ],
        range: NdRange::linear(n, group),
    }
}

/// What the device's part of a check is made of, each way in turn.
fn parts(rounds: usize) -> Result<(), Box<dyn Error>> {
    const PARTS: [&str; 6] = [
        "the first process starts",
        "drivers load, devices are listed",
        "compiled, and loaded where it runs",
        "100 launches",
        "all of it",
        "processor time",
    ];
    let mut times = WAYS.map(|_| PARTS.map(|_| Vec::new()));
    for _ in 0..rounds {
        for ((_, trust, specialised), times) in WAYS.iter().zip(&mut times) {
            let cache = tempfile::tempdir()?;
            let output = Command::new(env::current_exe()?)
                .args(["once", trust])
                .env("POCL_CACHE_DIR", cache.path())
                .env("POCL_WORK_GROUP_SPECIALIZATION", specialised)
                .output()?;
            let text = String::from_utf8(output.stdout)?;
            let mut parts = text.split_whitespace();
            for times in times {
                let Some(part) = parts.next() else {
                    return Err(String::from_utf8_lossy(&output.stderr).into());
                };
                times.push(part.parse::<f64>()? / 1000.0);
            }
        }
    }
    println!("the device's part of a check of saxpy, {rounds} rounds, milliseconds");
    for ((name, ..), times) in WAYS.iter().zip(&mut times) {
        for (what, times) in PARTS.iter().zip(times) {
            println!("{name:>25}: {what:<35} {}", spread(times));
        }
    }
    Ok(())
}

/// Sorts, and tells the median and the quartiles.
fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let at = |part: usize| values[(values.len() - 1) * part / 4];
    format!("{:.1} (quartiles {:.1} to {:.1})", at(2), at(1), at(3))
}
