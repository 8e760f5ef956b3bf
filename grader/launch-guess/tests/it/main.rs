//! The kernels of `tests/guesses`: for each the LAUNCH.toml that is guessed, and what its run shows, in the
//! file beside it. `UPDATE=1 cargo test -p launch-guess` writes those files anew.

use launch::Level;
use launch_file::{Ending, Filling, InMemory};
use launch_guess::{
    Argument, CannotGuess, Frame, Guessed, NotTaken, Request, Value, compile_with_missing, guess,
};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::Options;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const NAME: &str = "kernel.cl";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guesses")
}

fn guessed(text: &str, request: &Request) -> Result<Guessed, NotTaken> {
    let mut options = Preprocessing::default();
    let (compiled, missing) = compile_with_missing(NAME, text, &mut options, &mut NoIncludes);
    let checked = compiled.unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
    let files = BTreeMap::new();
    guess(&checked, &missing, request, &mut InMemory::new(&files))
}

fn request() -> Request {
    Request {
        warp: 32,
        ..Request::default()
    }
}

/// The launch, and what a run of it shows.
fn told(text: &str, guessed: &Guessed) -> String {
    let frame = Frame {
        source: NAME,
        ..Frame::default()
    };
    let mut told = guessed.launch_file(&frame);
    let files = BTreeMap::from([(NAME.to_owned(), text.to_owned())]);
    let options = Options {
        steps: guessed.steps,
        ..Options::default()
    };
    let run = launch_file::run("LAUNCH.toml", &told, &mut InMemory::new(&files), &options);
    let mut simulation = run.unwrap_or_else(|refused| panic!("{}", refused.finding.message));
    guessed.mark(&mut simulation.ending);
    let Ending::Ran(ran) = &simulation.ending else {
        panic!("it did not run");
    };
    told.push('\n');
    for finding in ran
        .findings
        .iter()
        .filter(|it| it.level != Level::Performance)
    {
        let sure = if mistakes::fails(finding) {
            "certain"
        } else {
            "not certain"
        };
        let line = finding.spans.first().map_or(0, |place| place.line);
        let mistake = finding.mistake;
        told += &format!("{sure}: {mistake} in line {line}: {}\n", finding.message);
        let depends = finding
            .help
            .lines()
            .find(|line| line.contains("depends on"));
        told += &depends.map_or(String::new(), |depends| format!("  {depends}\n"));
    }
    for elsewhere in &guessed.elsewhere {
        let (change, mistake) = (&elsewhere.change, elsewhere.finding.mistake);
        told += &format!("elsewhere, with {change}: {mistake}\n");
    }
    told + &format!("{} steps or fewer: {:?}\n", guessed.steps, ran.outcome.end)
}

#[test]
fn each_kernel_gets_its_launch() {
    let mut checks = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "cl") {
            let text = fs::read_to_string(&path).unwrap();
            let guessed = guessed(&text, &request()).unwrap();
            let told = told(&text, &guessed);
            checks.push(testing::golden::check(path.with_extension("txt"), &told));
        }
    }
    assert!(checks.len() >= 45);
    testing::golden::assert_all(checks);
}

fn kernel(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn given(values: &[(&str, &str)]) -> Request {
    Request {
        values: values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..request()
    }
}

#[test]
fn what_is_given_is_kept() {
    let request = Request {
        global: Some(vec![256]),
        local: Some(vec![32]),
        ..given(&[("n", "200"), ("a", "2.5f"), ("x", "iota"), ("y", "300")])
    };
    let guess = guessed(&kernel("saxpy.cl"), &request).unwrap().guess;
    assert_eq!((guess.global, guess.local), (vec![256], vec![32]));
    let value = |name: &str| -> Argument {
        let mut arguments = guess.arguments.iter();
        arguments.find(|it| it.name == name).unwrap().clone()
    };
    assert!(matches!(&value("n").value, Value::Numbers { numbers, .. }
        if numbers[..] == [launch_guess::Number::Whole(200)]));
    assert!(matches!(&value("a").value, Value::Numbers { numbers, .. }
        if numbers[..] == [launch_guess::Number::Real(2.5)]));
    assert!(
        matches!(value("x").value, Value::Buffer(x) if x.filling == Filling::Iota && x.len == 200)
    );
    assert!(matches!(value("y").value, Value::Buffer(y) if y.len == 300));
}

#[test]
fn an_access_beyond_a_given_length_is_certain() {
    let text = kernel("copy.cl");
    let request = Request {
        global: Some(vec![1024]),
        ..given(&[("in", "1000")])
    };
    let guessed = guessed(&text, &request).unwrap();
    let told = told(&text, &guessed);
    assert!(told.contains("certain: out-of-bounds in line 4"), "{told}");
}

#[test]
fn what_fits_no_parameter_is_refused_with_its_remedy() {
    let refused = |values: &[(&str, &str)]| match guessed(&kernel("saxpy.cl"), &given(values)) {
        Err(NotTaken::Request(error)) => error,
        other => panic!("{other:?}"),
    };
    let error = refused(&[("m", "3")]);
    assert!(
        matches!(&error, CannotGuess::NoSuchParameter { .. }),
        "{error:?}"
    );
    for (name, value) in [
        ("n", "-1"),
        ("n", "1,2"),
        ("n", "many"),
        ("n", "4294967296"),
        ("x", "-4"),
        ("x", "some"),
        ("x", "99999999999999999999"),
        ("a", ""),
    ] {
        let error = refused(&[(name, value)]);
        assert!(
            matches!(error, CannotGuess::Given { .. }),
            "{name}={value}: {error:?}"
        );
        assert!(!error.help().is_empty());
    }
}

#[test]
fn sizes_that_no_launch_has_are_refused() {
    for (global, local) in [
        (vec![], None),
        (vec![1, 1, 1, 1], None),
        (vec![0], None),
        (vec![1 << 40], None),
        (vec![u64::MAX, u64::MAX], None),
        (vec![64], Some(vec![8, 8])),
        (vec![64], Some(vec![48])),
    ] {
        let request = Request {
            global: Some(global.clone()),
            local,
            ..request()
        };
        let refused = guessed(&kernel("copy.cl"), &request);
        let sizes = matches!(refused, Err(NotTaken::Request(CannotGuess::Sizes { .. })));
        assert!(sizes, "{global:?}");
    }
}

#[test]
fn a_kernel_is_chosen_by_its_name() {
    let text = kernel("two-kernels.cl");
    let named = |name: &str| Request {
        kernel: Some(name.to_owned()),
        ..request()
    };
    let second = guessed(&text, &named("second")).unwrap();
    assert_eq!(second.guess.kernel, "second");
    let error = guessed(&text, &named("secnd")).unwrap_err();
    let NotTaken::Request(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.help(), "did you mean `second`?");
    let none = guessed("void f(void) {}", &request());
    assert!(matches!(
        none,
        Err(NotTaken::Request(CannotGuess::NoKernel))
    ));
}

#[test]
fn hostile_sizes_in_a_text_end_in_an_answer() {
    for text in [
        "kernel void k(global float *a) { a[get_global_id(0) * 4000000000ul] = 1; }",
        "kernel void k(global float *a, int n) { for (;;) a[0] = n; }",
        "kernel void k(local float *a) { a[1 << 30] = 1; }",
        "kernel void k(global float16 *a, int n) { a[get_global_id(0) << n] = 1; }",
        "__attribute__((reqd_work_group_size(4096, 4096, 4096))) kernel void k(global int *a) { a[0] = 1; }",
        "kernel void k(global int *a) { local int t[1000000]; t[get_local_id(0)] = 1; a[0] = t[0]; }",
        "kernel void k(global int *a, uint d) { a[get_global_id(d)] = 1; }",
    ] {
        let guessed = guessed(text, &request()).unwrap();
        let launch = guessed.launch_file(&Frame::default());
        let files = BTreeMap::from([(String::new(), text.to_owned())]);
        let options = Options {
            steps: guessed.steps,
            ..Options::default()
        };
        let ran = launch_file::run("LAUNCH.toml", &launch, &mut InMemory::new(&files), &options);
        let mut simulation =
            ran.unwrap_or_else(|refused| panic!("{text}: {}", refused.finding.message));
        guessed.mark(&mut simulation.ending);
        if let Ending::Ran(ran) = &simulation.ending {
            let strays = ran.findings.iter().filter(|it| mistakes::fails(it));
            let strays: Vec<_> = strays
                .filter(|it| it.mistake == launch::MistakeId::OutOfBounds)
                .collect();
            assert!(strays.is_empty(), "{text}: {strays:?}");
        }
    }
}
