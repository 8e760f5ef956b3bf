//! What the box costs the device's part of a check: one kernel is built and launched a hundred times, each
//! time in fresh processes with an empty cache, by turns without the box and in it.
//!
//! `cargo run --release -p grader-device --example box_cost -- [ROUNDS]`
//!
//! The driver's own time weighs most. So it is told apart what a compilation for all sizes of work-groups
//! spares or costs (PoCL's, which the box needs) from what the second process and the box itself cost.

use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use runner::{Options, Outcome, Runner, Trust};
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// The course's own answer to the second exercise.
const KERNEL: &str = include_str!("../../../solutions/02-saxpy/kernel.cl");

/// The ways to do it: a name, whose work it is, and whether PoCL compiles for each size of work-group.
const WAYS: [(&str, &str, &str); 3] = [
    ("without", "own", "1"),
    ("without, one compilation", "own", "0"),
    ("in the box", "others", "0"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["once", trust] => once(trust),
        [] => compare(15),
        [rounds, ..] => compare(rounds.parse()?),
    }
}

/// `grader-device`, which lies one folder above the examples.
fn program() -> Option<PathBuf> {
    let here = env::current_exe().ok()?;
    Some(here.parent()?.parent()?.join("grader-device"))
}

/// One check; its parts in microseconds on standard output: until the runner has started, until the
/// program is built, until the last launch has ended, and the processor time of all processes together.
fn once(trust: &str) -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let mut runner = Runner::start(Options {
        program: program(),
        trust: match trust {
            "own" => Trust::Own,
            _ => Trust::Others {
                unsandboxed_allowed: false,
            },
        },
        ..Options::default()
    })
    .map_err(|error| format!("{error:?}"))?;
    let started = begin.elapsed();
    runner.devices().map_err(|fault| format!("{fault:?}"))?;
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: KERNEL.to_owned(),
        defines: Vec::new(),
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
    let parts = [started, after_build, all, processor_time()?];
    println!(
        "{}",
        parts.map(|part| part.as_micros().to_string()).join(" ")
    );
    Ok(())
}

/// Processor time of this process's children, once they are gone; Linux tells.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let text = std::fs::read_to_string("/proc/self/stat")?;
        let (_, rest) = text.rsplit_once(')').ok_or("an odd /proc/self/stat")?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks: u64 = fields[13].parse::<u64>()? + fields[14].parse::<u64>()?;
        if ticks > 0 || Instant::now() > until {
            let second = rustix::param::clock_ticks_per_second();
            return Ok(Duration::from_millis(ticks * 1000 / second));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
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

fn compare(rounds: usize) -> Result<(), Box<dyn Error>> {
    let mut times = WAYS.map(|_| [const { Vec::new() }; 4]);
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
    println!("{rounds} rounds, milliseconds: median (quartiles)");
    for ((name, ..), [start, build, whole, used]) in WAYS.iter().zip(&mut times) {
        let (start, build, whole) = (spread(start), spread(build), spread(whole));
        println!("{name:>25}: started {start}, built {build}, all done {whole}");
        println!("{:>25}  processor time {}", "", spread(used));
    }
    for (part, what) in [(2, "time"), (3, "processor time")] {
        let median = |way: usize| times[way][part][rounds / 2];
        for way in [0, 1] {
            let more = (median(2) / median(way) - 1.0) * 100.0;
            println!("{what} in the box against {}: {more:+.1} %", WAYS[way].0);
        }
    }
    Ok(())
}

/// Sorts, and tells the median and the quartiles.
fn spread(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() - 1) * part / 4];
    format!("{:.1} ({:.1} to {:.1})", at(2), at(1), at(3))
}
