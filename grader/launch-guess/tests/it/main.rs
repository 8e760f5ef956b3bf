//! The kernels of `tests/guesses`: for each the LAUNCH.toml that is guessed, and what its run shows, in the
//! file beside it. `UPDATE=1 cargo test -p launch-guess` writes those files anew.

use launch::Level;
use launch::image::{Addressing, Filter};
use launch_file::{Ending, Files, Filling, InMemory};
use launch_guess::{
    Argument, CannotGuess, Frame, Guessed, NotTaken, Request, Value, compile_with_missing, guess,
};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use simulator::Options;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const NAME: &str = "kernel.cl";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guesses")
}

fn guessed(text: &str, request: &Request) -> Result<Guessed, NotTaken> {
    let files = BTreeMap::new();
    guessed_with(text, request, &mut InMemory::new(&files))
}

fn guessed_with(text: &str, request: &Request, files: &mut dyn Files) -> Result<Guessed, NotTaken> {
    let mut options = Preprocessing {
        standard: standard(text)
            .and_then(Standard::from_flag)
            .unwrap_or_default(),
        ..Preprocessing::default()
    };
    let (compiled, missing) = compile_with_missing(NAME, text, &mut options, &mut NoIncludes);
    let checked = compiled.unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
    guess(&checked, &missing, request, files)
}

/// The version of the language, where a comment at the head of a kernel says it.
fn standard(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix("// -cl-std=")
}

fn request() -> Request {
    Request {
        warp: 32,
        ..Request::default()
    }
}

/// The launch, and what a run of it shows.
fn shown(text: &str, guessed: &Guessed) -> String {
    let frame = Frame {
        source: NAME,
        standard: standard(text),
        ..Frame::default()
    };
    let mut shown = guessed.launch_file(&frame);
    let files = BTreeMap::from([(NAME.to_owned(), text.to_owned())]);
    let options = Options {
        steps: guessed.steps,
        ..Options::default()
    };
    let run = launch_file::run("LAUNCH.toml", &shown, &mut InMemory::new(&files), &options);
    let mut simulation = run.unwrap_or_else(|refused| panic!("{}", refused.finding.message));
    guessed.mark(&mut simulation.ending);
    let Ending::Ran(ran) = &simulation.ending else {
        panic!("it did not run");
    };
    shown.push('\n');
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
        shown += &format!("{sure}: {mistake} in line {line}: {}\n", finding.message);
        let depends = finding
            .help
            .lines()
            .find(|line| line.contains("depends on"));
        shown += &depends.map_or(String::new(), |depends| format!("  {depends}\n"));
    }
    for elsewhere in &guessed.elsewhere {
        let (change, mistake) = (&elsewhere.change, elsewhere.finding.mistake);
        shown += &format!("elsewhere, with {change}: {mistake}\n");
    }
    shown + &format!("{} steps or fewer: {:?}\n", guessed.steps, ran.outcome.end)
}

#[test]
fn each_kernel_gets_its_launch() {
    let mut checks = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "cl") {
            let text = fs::read_to_string(&path).unwrap();
            let guessed = guessed(&text, &request()).unwrap();
            let shown = shown(&text, &guessed);
            checks.push(testing::golden::check(path.with_extension("txt"), &shown));
        }
    }
    assert!(checks.len() >= 65);
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
    let shown = shown(&text, &guessed);
    assert!(
        shown.contains("certain: out-of-bounds in line 4"),
        "{shown}"
    );
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
fn what_is_given_for_an_image_or_a_sampler_is_kept() {
    let request = given(&[
        ("in", "100x50"),
        ("in", "zeros"),
        ("through", "nearest, repeat"),
    ]);
    let guess = guessed(&kernel("image-normalized.cl"), &request)
        .unwrap()
        .guess;
    let Value::Image(image) = &guess.arguments[0].value else {
        panic!("{guess:?}");
    };
    assert_eq!(guess.image_size(image), [100, 50, 1]);
    assert_eq!(image.filling, Filling::Zeros);
    let Value::Sampler(sampler) = guess.arguments[1].value else {
        panic!("{guess:?}");
    };
    let parts = (sampler.filter, sampler.addressing, sampler.normalized);
    assert_eq!(parts, (Filter::Nearest, Addressing::Repeat, true));
}

#[test]
fn a_launch_covers_the_image_that_is_given() {
    let text = kernel("image-guard.cl");
    let guess = |request: Request| guessed(&text, &request).unwrap().guess;
    let covered = guess(given(&[("in", "60x35")]));
    assert_eq!(
        (&covered.global[..], &covered.local[..]),
        (&[60, 35][..], &[15, 7][..])
    );
    let Value::Image(out) = &covered.arguments[1].value else {
        panic!("{:?}", covered.arguments);
    };
    assert_eq!(covered.image_size(out), [60, 35, 1]);
    let request = given(&[("in", "60x35")]);
    let global = Some(vec![64, 64]);
    assert_eq!(guess(Request { global, ..request }).global, [64, 64]);
}

#[test]
fn an_access_outside_of_a_given_image_is_certain() {
    let text = kernel("image-helper.cl");
    let request = Request {
        global: Some(vec![64, 64]),
        ..given(&[("out", "60x64")])
    };
    let shown = shown(&text, &guessed(&text, &request).unwrap());
    assert!(
        shown.contains("certain: out-of-bounds in line 9"),
        "{shown}"
    );
    assert!(!shown.contains("not certain"), "{shown}");
}

#[test]
fn what_fits_no_image_and_no_sampler_is_refused_with_its_remedy() {
    for (name, value) in [
        ("in", "640"),
        ("in", "640x480x3"),
        ("in", "0x480"),
        ("in", "99999x99999"),
        ("in", "4294967296x1"),
        ("in", ""),
        ("through", ""),
        ("through", "smooth"),
        ("through", "linear,repeat,unnormalized"),
    ] {
        match guessed(&kernel("image-normalized.cl"), &given(&[(name, value)])) {
            Err(NotTaken::Request(error @ CannotGuess::Given { .. })) => {
                assert!(!error.help().is_empty());
            }
            other => panic!("{name}={value}: {other:?}"),
        }
    }
}

/// A picture of one white pixel.
const PICTURE: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0,
    0, 0, 58, 126, 155, 85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 156, 99, 248, 15, 0, 1, 1, 1, 0, 177,
    56, 246, 20, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

struct OnePicture;

impl Files for OnePicture {
    fn program(&mut self, _: &str) -> Result<launch_file::Text, String> {
        Err("there is no program".to_owned())
    }

    fn enter(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn includes(
        &mut self,
        _: &str,
    ) -> Result<Box<dyn opencl_c::preprocessor::Includes + '_>, String> {
        Err("there are no other files".to_owned())
    }

    fn data(&mut self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "white.png" => Ok(PICTURE.to_vec()),
            "text.png" => Ok(b"no picture".to_vec()),
            _ => Err(format!("there is no {path}")),
        }
    }
}

#[test]
fn a_picture_gives_an_image_its_size_and_its_pixels() {
    let given = |file| {
        let request = given(&[("in", file)]);
        guessed_with(&kernel("image-normalized.cl"), &request, &mut OnePicture)
    };
    let guessed = given("white.png").unwrap();
    let launch = guessed.launch_file(&Frame::default());
    assert!(
        launch.contains("size = [1, 1], init = { png = \"white.png\" }"),
        "{launch}"
    );
    assert!(matches!(given("black.png"), Err(NotTaken::File(_))));
    assert!(matches!(given("text.png"), Err(NotTaken::Data { .. })));
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
        "kernel void k(write_only image3d_t a) { int i = get_global_id(0); write_imagef(a, (int4)(i * 2000000000, i, -i, 0), 1.0f); }",
        "kernel void k(read_only image2d_array_t a, global float *b) { b[0] = read_imagef(a, (int4)(2147483647)).x; }",
        "kernel void k(read_only image2d_t a, sampler_t s, global float *b) { b[0] = read_imagef(a, s, (float2)(1e30f, INFINITY)).x; }",
        "kernel void k(read_only image2d_t a, global int *b) { for (int i = 0; i < get_image_width(a); i += get_image_height(a) - 16) b[0] = i; }",
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
