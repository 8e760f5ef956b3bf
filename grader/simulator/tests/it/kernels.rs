//! Every kernel of `pass/` is run: no event, the outputs of the `.expected` file beside it, and the same on
//! several threads. `UPDATE=1 cargo test -p simulator kernels` writes those files anew. Kernels that
//! make mistakes are tested with their findings, in the crate `mistakes`.

use launch::Argument;
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
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
    Case { launch, result }
}

fn tell(case: &Case) -> String {
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
    for output in &outcome.outputs {
        if let Argument::Buffer(buffer) = &case.launch.arguments[output.argument]
            && buffer.access != launch::Access::Read
        {
            let values = cases::show(buffer.element, &output.bytes, &output.defined);
            writeln!(text, "{} = {values}", output.name).unwrap();
        }
        if let Argument::Image(image) = &case.launch.arguments[output.argument]
            && image.access != launch::Access::Read
        {
            let element = image.format.stored();
            let values = cases::show(element, &output.bytes, &output.defined);
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

fn compare(path: &Path, told: &str) {
    testing::golden::assert(path.with_extension("expected"), told);
}

#[test]
fn correct_kernels_give_their_outputs_and_no_event() {
    for path in kernels("pass") {
        let case = run(&path, 1);
        let told = tell(&case);
        let outcome = case
            .result
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(outcome.events, [], "{}", path.display());
        compare(&path, &told);
    }
}

#[test]
fn calls_too_deep_for_the_stack_are_not_supported() {
    let helpers: String = (1..=5000)
        .map(|number| {
            format!(
                "int f{number}(int x) {{ return f{}(x) + 1; }}\n",
                number - 1
            )
        })
        .collect();
    let text = format!(
        "int f0(int x) {{ return x; }}\n{helpers}kernel void k(global int *a) {{ *a = f5000(1); }}"
    );
    let options = Preprocessing::default();
    let checked = opencl_c::compile("k.cl", &text, &options, &mut NoIncludes).expect("a program");
    let Err(Refusal::Unsupported(refused)) = simulator::prepare(&checked.program, "k") else {
        panic!("not refused");
    };
    assert!(refused.what.contains("nested more than"), "{refused}");
}

#[test]
fn threads_do_not_change_the_outcome() {
    for path in kernels("pass") {
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
