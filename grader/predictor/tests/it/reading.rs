//! What is read in a kernel: a folder of kernels, each with what the model counts in it beside it. A kernel
//! may say the rounds of its loops: `// --trips 6=100`.
//!
//! `UPDATE=1 cargo test -p predictor reading` writes the counts anew: read them before they are kept.

use launch::NdRange;
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use predictor::{Given, Kind, Refusal, Shape, Trip, Work, key};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn program(name: &str, text: &str) -> Program {
    let compiled = opencl_c::compile(name, text, &Options::default(), &mut NoIncludes);
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
            global: vec![1024, 64],
            local: Some(vec![16, 16]),
        },
    }
}

fn told(read: &Result<Work, Refusal>) -> String {
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
    for (&operation, count) in &work.in_common {
        _ = writeln!(text, "a row in common: {} x {count:.3}", key(operation));
    }
    for asked in &work.traffic.asked {
        _ = writeln!(
            text,
            "line {}: {} {} {} x {:.3}, {:.2} sectors or rounds a warp, {:.2} bytes fresh, {:.2} new",
            asked.at.line,
            if asked.local { "local" } else { "global" },
            match asked.kind {
                Kind::Load => "read",
                Kind::Store => "write",
                Kind::Atomic => "atomic",
            },
            asked.pattern.name(),
            asked.count,
            asked.degree,
            asked.fresh,
            asked.new,
        );
    }
    if work.barriers > 0.0 {
        _ = writeln!(text, "barriers x {:.3}", work.barriers);
    }
    for (at, rounds) in &work.said {
        _ = writeln!(text, "line {}: {rounds} rounds, as was said", at.line);
    }
    let row = work.path.values().fold(0.0, |sum, count| sum + count);
    _ = writeln!(text, "{row:.3} operations in a row");
    _ = writeln!(
        text,
        "{} values, {} of each work-item's own",
        work.values, work.own_values
    );
    if work.rounds > 0.0 {
        _ = writeln!(text, "rounds of loops x {:.3}", work.rounds);
    }
    if work.columns {
        text.push_str("neighbours are an argument apart\n");
    }
    if work.row_starts {
        text.push_str("a row reads one place, and the next row one that is an argument on\n");
    }
    if work.four_rows {
        text.push_str("four rows at once\n");
    }
    if work.rolled {
        text.push_str("a loop whose rounds the text alone does not tell\n");
    } else if work.looped {
        text.push_str("a loop whose rounds the text tells\n");
    }
    if work.branched {
        text.push_str("work-items part\n");
    }
    if work.guessed {
        text.push_str("some of it hangs on data\n");
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
        let said = text
            .lines()
            .filter_map(|line| line.strip_prefix("// --trips "));
        let trips: Vec<Trip> = said
            .map(|trip| trip.parse().expect("a line and its rounds"))
            .collect();
        let told = told(&predictor::read_with(
            &program,
            &shape(&program),
            32,
            &trips,
        ));
        checks.push(testing::golden::check(file.with_extension("txt"), &told));
    }
    testing::golden::assert_all(checks);
}
