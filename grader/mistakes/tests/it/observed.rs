//! Every kernel of `observed/` is run; its findings and outputs must be those of the `.expected` file beside
//! it. `UPDATE=1 cargo test -p mistakes observed` writes those files anew.

use launch::Argument;
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use opencl_c::program::Program;
use simulator::{End, Options, Outcome, Refusal};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn kernels(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

struct Case {
    program: Program,
    launch: launch::Launch,
    result: Result<Outcome, Refusal>,
}

fn run(path: &Path, threads: usize) -> Case {
    let text = std::fs::read_to_string(path).expect("a readable kernel");
    let name = path.file_name().expect("a name").to_string_lossy();
    let header = cases::parse(&text);
    let mut launch = header.launch;
    let preprocessing = Preprocessing {
        defines: header.defines,
        standard: Standard::from_flag(&header.standard).expect("a version"),
        ..Preprocessing::default()
    };
    let checked = opencl_c::compile(&name, &text, &preprocessing, &mut NoIncludes)
        .unwrap_or_else(|rejected| panic!("{name}: {:?}", rejected.diagnostics));
    if launch.kernel.is_empty() {
        let (_, first) = checked.program.kernels().next().expect("a kernel");
        launch.kernel = first.name.to_string();
    }
    let options = Options {
        threads,
        sub_group_size: header.sub_group_size,
        non_uniform: header.non_uniform,
        steps: 2_000_000,
        ..Options::default()
    };
    let result = simulator::simulate(&checked.program, &launch, &options);
    Case {
        program: checked.program,
        launch,
        result,
    }
}

fn tell(case: &Case, explains: bool) -> String {
    let mut text = String::new();
    let outcome = match &case.result {
        Ok(outcome) => outcome,
        Err(refusal) => {
            let place = match refusal {
                Refusal::Unsupported(unsupported) => unsupported.place.as_ref(),
                _ => None,
            };
            let place = place.map(|place| format!("{}:{} ", place.line, place.column));
            return format!("{}{refusal}\n", place.unwrap_or_default());
        }
    };
    let mut findings = mistakes::observed(&outcome.events);
    if explains {
        findings = mistakes::explain_counted_races(&case.program, findings);
    }
    for (finding, count) in findings {
        let level = format!("{:?}", finding.level).to_lowercase();
        writeln!(
            text,
            "{level}[{}] x{count}: {}",
            finding.mistake, finding.message
        )
        .unwrap();
        for span in &finding.spans {
            writeln!(text, "    {}:{} {}", span.line, span.column, span.label).unwrap();
        }
        for item in &finding.work_items {
            writeln!(
                text,
                "    work-item {:?} of group {:?}",
                item.global, item.group
            )
            .unwrap();
        }
        if !finding.help.is_empty() {
            writeln!(text, "    help: {}", finding.help).unwrap();
        }
    }
    for output in &outcome.outputs {
        if let Argument::Buffer(buffer) = &case.launch.arguments[output.argument]
            && buffer.access != launch::Access::Read
        {
            let values = cases::show(buffer.element, &output.bytes, &output.defined);
            writeln!(text, "{} = {values}", output.name).unwrap();
        }
    }
    if !outcome.printf.is_empty() {
        writeln!(text, "printf:\n{}", outcome.printf).unwrap();
    }
    if outcome.end != End::Completed {
        writeln!(text, "{:?}", outcome.end).unwrap();
    }
    text
}

/// Those of `explained/` with what the text says about them.
#[test]
fn explained_findings_are_as_expected() {
    testing::golden::assert_all(kernels("explained").into_iter().map(|path| {
        let told = tell(&run(&path, 1), true);
        testing::golden::check(path.with_extension("expected"), &told)
    }));
}

#[test]
fn findings_are_as_expected() {
    testing::golden::assert_all(kernels("observed").into_iter().map(|path| {
        let told = tell(&run(&path, 1), false);
        testing::golden::check(path.with_extension("expected"), &told)
    }));
}

#[test]
fn threads_do_not_change_events() {
    for path in kernels("observed") {
        let Ok(one) = run(&path, 1).result else {
            continue;
        };
        for threads in [2, 3, 7] {
            let many = run(&path, threads).result.expect("as on one thread");
            let name = path.display();
            assert_eq!(one.events, many.events, "{name} on {threads} threads");
            assert_eq!(one.outputs, many.outputs, "{name} on {threads} threads");
            assert_eq!(one.counters, many.counters, "{name} on {threads} threads");
            assert_eq!(one.printf, many.printf, "{name} on {threads} threads");
            assert_eq!((one.steps, one.end), (many.steps, many.end), "{name}");
        }
    }
}
