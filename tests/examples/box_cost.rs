//! What the box costs a check: whole checks of one solution, simulator and device, each in a process of
//! its own with an empty cache, by turns without the box and in it.
//!
//! `cargo run --release -p tests --example box_cost -- [SLUG] [ROUNDS]`

use course::{Observer, Settings, Simulator, Verdict, check};
use grader::course_folder::CourseFolder;
use grader::engine::DeviceEngine;
use grader::handed_in;
use runner::{Options, Runner, Trust};
use std::env;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use tests::{binaries, project};

struct Clock(Instant);

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["once", trust, slug] => once(trust, slug),
        [] => compare("saxpy", 15),
        [slug] => compare(slug, 15),
        [slug, rounds, ..] => compare(slug, rounds.parse().unwrap_or(15)),
    }
}

/// One check; its time in microseconds, then that until the runner had started, on standard output.
fn once(trust: &str, slug: &str) -> ExitCode {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut exercises = folder.course.exercises().iter();
    let exercise = exercises
        .find(|exercise| exercise.manifest.slug == slug)
        .expect("an exercise of that name");
    let solution = handed_in::read(folder.solution_files_of(exercise)).expect("a solution");
    let begin = Instant::now();
    let trust = match trust {
        "own" => Trust::Own,
        _ => Trust::Others {
            unsandboxed_allowed: false,
        },
    };
    let runner = Runner::start(Options {
        program: env::var_os("GRADER_DEVICE").map(Into::into),
        trust,
        ..Options::default()
    })
    .expect("a runner");
    let started = begin.elapsed();
    let mut engine = DeviceEngine::open(runner, None).expect("a device");
    let report = check(
        exercise,
        &solution,
        &mut [&mut Simulator::default(), &mut engine],
        &Settings::default(),
        &mut Clock(Instant::now()),
    );
    assert_eq!(report.verdict, Verdict::Passed);
    println!("{} {}", begin.elapsed().as_micros(), started.as_micros());
    ExitCode::SUCCESS
}

fn compare(slug: &str, rounds: usize) -> ExitCode {
    let program = binaries().join("grader-device");
    let mut times = [const { Vec::new() }; 2];
    let mut starts = [const { Vec::new() }; 2];
    for _ in 0..rounds {
        for (which, trust) in ["own", "others"].into_iter().enumerate() {
            let cache = tempfile::tempdir().expect("a temporary folder");
            let output = Command::new(env::current_exe().expect("this program"))
                .args(["once", trust, slug])
                .env("GRADER_DEVICE", &program)
                .env("POCL_CACHE_DIR", cache.path())
                .output()
                .expect("this program starts");
            let text = String::from_utf8_lossy(&output.stdout);
            let mut numbers = text.split_whitespace().map(str::parse::<u64>);
            let (Some(Ok(whole)), Some(Ok(start))) = (numbers.next(), numbers.next()) else {
                eprint!("{}", String::from_utf8_lossy(&output.stderr));
                return ExitCode::from(2);
            };
            times[which].push(whole as f64 / 1000.0);
            starts[which].push(start as f64 / 1000.0);
        }
    }
    println!("{slug}, {rounds} rounds, milliseconds: median (quartiles)");
    for (which, name) in ["without", "in the box"].into_iter().enumerate() {
        println!("{name:>12}: check {}, start {}", spread(&mut times[which]), spread(&mut starts[which]));
    }
    let [without, within] = [&times[0], &times[1]].map(|times| times[times.len() / 2]);
    println!("the box costs {:+.1} %", (within / without - 1.0) * 100.0);
    ExitCode::SUCCESS
}

fn spread(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() - 1) * part / 4];
    format!("{:.1} ({:.1} to {:.1})", at(2), at(1), at(3))
}
