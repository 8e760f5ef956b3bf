//! The simulator's speed, and in the same run that of the tools it stands beside, where they are
//! installed: `oclgrind-kernel` as found on the path, PoCL through the `grader-device` that
//! `GRADER_DEVICE` names.
//!
//! `cargo bench -p simulator`

use criterion::Criterion;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar, Source};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{Kernel, Options};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

const MATMUL: &str = include_str!("matmul.cl");
const SAXPY: &str = include_str!("saxpy.cl");
const SIDE: usize = 128;

fn floats(name: &str, length: usize, access: Access) -> Argument {
    let values = (0..length).map(|index| (index % 97) as f32 * 0.25);
    Argument::Buffer(Buffer {
        name: name.to_owned(),
        element: ElementType::scalar(Scalar::Float),
        contents: values.flat_map(f32::to_le_bytes).collect(),
        access,
        initialized: true,
    })
}

fn value(name: &str, bytes: [u8; 4]) -> Argument {
    Argument::Value {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    }
}

fn matmul() -> Launch {
    Launch {
        kernel: "matmul".to_owned(),
        arguments: vec![
            floats("a", SIDE * SIDE, Access::Read),
            floats("b", SIDE * SIDE, Access::Read),
            floats("c", SIDE * SIDE, Access::ReadWrite),
            value("n", (SIDE as i32).to_le_bytes()),
        ],
        range: NdRange {
            offset: None,
            global: vec![SIDE, SIDE],
            local: Some(vec![16, 16]),
            sub_group: None,
        },
    }
}

/// A hundred launches as a property test draws them: sizes around multiples of the work-group.
fn saxpy_cases() -> Vec<Launch> {
    (0..100)
        .map(|case| {
            let length = (case * case * 13 / 100 + case) % 1025;
            let local = [16, 32, 64, 128][case % 4];
            Launch {
                kernel: "saxpy".to_owned(),
                arguments: vec![
                    floats("x", length, Access::Read),
                    floats("y", length, Access::ReadWrite),
                    value("a", 1.5_f32.to_le_bytes()),
                    value("n", (length as i32).to_le_bytes()),
                ],
                range: NdRange::linear(length.max(1).next_multiple_of(local), local),
            }
        })
        .collect()
}

fn prepare(text: &str, kernel: &str) -> Kernel {
    let checked = opencl_c::compile("bench.cl", text, &Preprocessing::default(), &mut NoIncludes)
        .expect("the kernel is right");
    simulator::prepare(&checked.program, kernel).expect("the kernel is supported")
}

fn ours(criterion: &mut Criterion) {
    let kernel = prepare(MATMUL, "matmul");
    let launch = matmul();
    let checked = Options::default();
    let unchecked = Options {
        races: false,
        count: false,
        ..Options::default()
    };
    criterion.bench_function("matmul 128^3, every check, one thread", |bench| {
        bench.iter(|| kernel.run(black_box(&launch), &checked).expect("it runs"));
    });
    criterion.bench_function("matmul 128^3, no races or counters, one thread", |bench| {
        bench.iter(|| kernel.run(black_box(&launch), &unchecked).expect("it runs"));
    });
    let cases = saxpy_cases();
    criterion.bench_function("saxpy, 100 cases, compiled once, every check", |bench| {
        bench.iter(|| {
            let kernel = prepare(SAXPY, "saxpy");
            for case in &cases {
                black_box(kernel.run(case, &checked).expect("it runs"));
            }
        });
    });
}

/// The least of three runs.
fn least_of_three(mut run: impl FnMut() -> Option<Duration>) -> Option<Duration> {
    (0..3).filter_map(|_| run()).min()
}

fn tell(what: &str, time: Option<Duration>) {
    match time {
        Some(time) => println!("{what:<50} {time:?} (least of 3)"),
        None => println!("{what:<50} not installed"),
    }
}

fn oclgrind() -> Option<Duration> {
    let folder = std::env::temp_dir().join(format!("simulator-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    std::fs::write(folder.join("matmul.cl"), MATMUL).ok()?;
    let bytes = SIDE * SIDE * 4;
    let launch = format!(
        "matmul.cl\nmatmul\n{SIDE} {SIDE} 1\n16 16 1\n\n<size={bytes} float fill=1>\n\
         <size={bytes} float fill=2>\n<size={bytes} float fill=0>\n<size=4 int>\n{SIDE}\n"
    );
    std::fs::write(folder.join("matmul.sim"), launch).ok()?;
    let time = least_of_three(|| {
        let begun = Instant::now();
        let done = Command::new("oclgrind-kernel")
            .args(["--data-races", "--uninitialized", "matmul.sim"])
            .current_dir(&folder)
            .output()
            .ok()?;
        done.status.success().then(|| begun.elapsed())
    });
    std::fs::remove_dir_all(&folder).ok()?;
    time
}

fn pocl() -> Option<Duration> {
    let mut runner = runner::Runner::start(runner::Options::default()).ok()?;
    let source = Source {
        name: "matmul.cl".to_owned(),
        text: MATMUL.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    runner.build(0, &source).ok()?;
    least_of_three(|| {
        let outcomes = runner.run(&[matmul()], Duration::from_secs(20));
        match outcomes.first() {
            Some(runner::Outcome::Ran(ran)) => ran.nanoseconds.map(Duration::from_nanos),
            _ => None,
        }
    })
}

fn main() {
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    ours(&mut criterion);
    tell("matmul 128^3, oclgrind, races and definedness", oclgrind());
    tell("matmul 128^3, PoCL, time of the kernel alone", pocl());
    criterion.final_summary();
}
