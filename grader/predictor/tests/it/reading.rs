//! What is read in a kernel: a folder of kernels, each with what the model counts in it beside it. A kernel
//! may say the rounds of its loops, `// --trips 6=100`, and its version, `// --std CL3.0`.
//!
//! `UPDATE=1 cargo test -p predictor reading` writes the counts anew: read them before they are kept.

use launch::NdRange;
use opencl_c::preprocessor::{NoIncludes, Options, Standard};
use opencl_c::program::Program;
use predictor::{Given, Kind, Refusal, Shape, Trip, Work, key};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn program(name: &str, text: &str) -> Program {
    let mut options = Options::default();
    if let Some(version) = text.lines().find_map(|line| line.strip_prefix("// --std ")) {
        options.standard = Standard::from_flag(version).expect("a version");
    }
    let compiled = opencl_c::compile(name, text, &options, &mut NoIncludes);
    compiled.expect("a kernel without errors").program
}

/// A launch over 1024 x 64 work-items in groups of 16 x 16: buffers of a megabyte, and 64 for each number.
fn shape(program: &Program) -> Shape {
    let (_, kernel) = program.kernels().next().expect("a kernel");
    let arguments = kernel.vars[..kernel.parameters].iter().map(|parameter| {
        match program.types.as_pointer(parameter.ty) {
            Some((_, _, opencl_c::types::AddressSpace::Local)) => Given::Local(4096),
            Some(_) => Given::Buffer(1 << 20),
            None => Given::Value(64_u64.to_le_bytes().to_vec()),
        }
    });
    Shape {
        kernel: kernel.name.to_string(),
        arguments: arguments.collect(),
        range: NdRange {
            offset: None,
            global: vec![1024, 64],
            local: Some(vec![16, 16]),
            sub_group: None,
        },
    }
}

fn found(read: &Result<Work, Refusal>) -> String {
    let work = match read {
        Ok(work) => work,
        Err(refusal) => {
            let at = refusal.at.as_ref().map_or(String::new(), |at| {
                format!(" at {}:{}:{}", at.file, at.line, at.column)
            });
            return format!("cannot predict{at}: {:?}\n", refusal.why);
        }
    };
    let mut text = String::new();
    for (&operation, count) in &work.operations {
        _ = writeln!(text, "{} x {count:.3}", key(operation));
    }
    for (&operation, count) in &work.hoisted {
        _ = writeln!(text, "hoisted: {} x {count:.3}", key(operation));
    }
    for request in &work.traffic.requests {
        _ = writeln!(
            text,
            "line {}: {} {} {} x {:.3}, {:.2} sectors or rounds a warp, {:.2} bytes cold for the group, {:.2} for the launch",
            request.at.line,
            if request.local { "local" } else { "global" },
            match request.kind {
                Kind::Load => "read",
                Kind::Store => "write",
                Kind::Atomic => "atomic",
            },
            request.pattern.name(),
            request.count,
            request.degree,
            request.group_cold,
            request.launch_cold,
        );
    }
    if work.barriers > 0.0 {
        _ = writeln!(text, "barriers x {:.3}", work.barriers);
    }
    for (at, rounds) in &work.given_rounds {
        _ = writeln!(text, "line {}: {rounds} rounds, as given", at.line);
    }
    let row = work
        .critical_path
        .values()
        .fold(0.0, |sum, count| sum + count);
    _ = writeln!(text, "{row:.3} operations on the critical path");
    _ = writeln!(text, "code size {}", work.code_size);
    if work.rounds > 0.0 {
        _ = writeln!(text, "loop iterations x {:.3}", work.rounds);
    }
    if work.argument_stride {
        text.push_str("an argument as stride\n");
    }
    if work.row_start_loads {
        text.push_str("a uniform load whose row pitch is an argument\n");
    }
    if work.unknown_trip_count {
        text.push_str("a loop with an unknown trip count\n");
    } else if work.has_loop {
        text.push_str("a loop with a constant trip count\n");
    }
    if work.diverges {
        text.push_str("a divergent branch\n");
    }
    if work.is_estimate {
        text.push_str("an estimate: depends on data\n");
    }
    text
}

#[test]
fn each_kernel_is_read_as_it_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the kernels")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    files.sort();
    assert!(files.len() >= 12);
    let mut checks = Vec::new();
    for file in files {
        let name = file
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&file).expect("a kernel");
        let program = program(&name, &text);
        let given_rounds = text
            .lines()
            .filter_map(|line| line.strip_prefix("// --trips "));
        let trips: Vec<Trip> = given_rounds
            .map(|trip| trip.parse().expect("a line and its rounds"))
            .collect();
        let found = found(&predictor::read_with(
            &program,
            &shape(&program),
            32,
            &trips,
        ));
        checks.push(testing::golden::check(file.with_extension("txt"), &found));
    }
    testing::golden::assert_all(checks);
}
