//! Rounds that nobody reads one by one: what a long loop fetches against the exact count, and what a launch
//! costs as a formula in rounds that hang on data against readings with those rounds.

use launch::NdRange;
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use predictor::{Given, Kind, Profile, Question, Shape, Trip, Why, Work};
use std::collections::HashSet;
use std::path::Path;

fn program(text: &str) -> Program {
    let compiled = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes);
    compiled.expect("a kernel without errors").program
}

fn shape(buffers: &[u64], numbers: &[i32], global: &[usize], local: &[usize]) -> Shape {
    let buffers = buffers.iter().map(|&bytes| Given::Buffer(bytes));
    let numbers = numbers
        .iter()
        .map(|number| Given::Value(number.to_le_bytes().to_vec()));
    Shape {
        kernel: "k".to_owned(),
        arguments: buffers.chain(numbers).collect(),
        range: NdRange {
            offset: None,
            global: global.to_vec(),
            local: Some(local.to_vec()),
            sub_group: None,
        },
    }
}

/// Bytes for each work-item that its work-group fetches, of reads from global memory.
fn fetched(work: &Work) -> f64 {
    let reads = work.traffic.requests.iter();
    let reads = reads.filter(|request| !request.local && request.kind == Kind::Load);
    reads.map(|request| request.group_cold).sum()
}

/// The same, counted round by round and work-item by work-item: `places` has the bytes where each reads.
fn counted(items: usize, places: impl Fn(usize, &mut dyn FnMut(u8, i64))) -> f64 {
    let mut sectors = HashSet::new();
    for item in 0..items {
        places(item, &mut |buffer, at| {
            sectors.insert((buffer, at.div_euclid(32)));
        });
    }
    sectors.len() as f64 * 32.0 / items as f64
}

fn near(one: f64, other: f64) -> bool {
    (one / other - 1.0).abs() < 0.01
}

#[test]
fn what_a_product_of_matrices_fetches_is_what_a_work_group_of_it_fetches() {
    let program = program(
        "kernel void k(global float *c, global const float *a, global const float *b, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
",
    );
    for n in [64_i32, 1000, 1024, 2047] {
        let bytes = 4 * (n as u64).pow(2);
        let shape = shape(&[bytes; 3], &[n], &[n as usize / 8 * 8; 2], &[8, 8]);
        let work = predictor::read(&program, &shape, 32).expect("a reading");
        // The group that is looked at lies a third into the range.
        let groups = n as usize / 8;
        let corner = (groups - 1) / 3 + 1;
        let exact = counted(64, |item, read| {
            let (x, y) = (corner * 8 + item % 8, corner * 8 + item / 8);
            let n = i64::from(n);
            for k in 0..n {
                read(0, 4 * (y as i64 * n + k));
                read(1, 4 * (k * n + x as i64));
            }
        });
        let found = fetched(&work);
        assert!(near(found, exact), "n = {n}: {found} for {exact}");
    }
}

#[test]
fn a_long_loop_fetches_what_its_rounds_fetch_however_they_go() {
    // The loop's text, and where an item's round reads.
    type Place = fn(i64, i64) -> i64;
    let loops: [(&str, Place); 8] = [
        ("in[x * 4096 + k]", |x, k| x * 4096 + k),
        ("in[x + k]", |x, k| x + k),
        ("in[x * 8192 + 2 * k]", |x, k| x * 8192 + 2 * k),
        ("in[x * 12288 + 3 * k]", |x, k| x * 12288 + 3 * k),
        ("in[x + 16 * k]", |x, k| x + 16 * k),
        ("in[k * 512 + x]", |x, k| k * 512 + x),
        ("in[k & 255]", |_, k| k & 255),
        ("in[x * 4096 + 4095 - k]", |x, k| x * 4096 + 4095 - k),
    ];
    for (place, at) in loops {
        let text = format!(
            "kernel void k(global float *out, global const float *in)\n{{\n    int x = get_global_id(0);\n    \
             float sum = 0.0f;\n    for (int k = 0; k < 4096; ++k)\n        sum = sum * 0.5f + {place};\n    \
             out[x] = sum;\n}}\n"
        );
        let shape = shape(&[1 << 20, 1 << 30], &[], &[65536], &[64]);
        let work = predictor::read(&program(&text), &shape, 32).expect("a reading");
        let first = ((65536 / 64 - 1) / 3 + 1) * 64;
        let exact = counted(64, |item, read| {
            for k in 0..4096 {
                read(0, 4 * at((first + item) as i64, k));
            }
        });
        let found = fetched(&work);
        assert!(near(found, exact), "{place}: {found} for {exact}");
    }
}

fn profile() -> Profile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/data/h200/profile.toml");
    let text = std::fs::read_to_string(path).expect("a profile");
    Profile::from_toml(&text).expect("a profile")
}

const NESTED: &str = "kernel void k(global float *out, global const int *row, int width)
{
    int x = get_global_id(0);
    float sum = 0.0f;
    for (int i = 0; i < row[x]; i++) {
        sum = sqrt(sum);
        int j = 0;
        do {
            sum = sum / 3.0f;
            j++;
        } while (sum > 1.0f);
    }
    out[x] = sum;
}
";

#[test]
fn a_formula_says_at_any_rounds_what_a_reading_with_them_says() {
    let program = program(NESTED);
    let shape = shape(&[1 << 20; 2], &[64], &[65536], &[256]);
    let profile = profile();
    let question = Question::of(&program, &shape, 32, &[]).expect("a question");
    let lines: Vec<u32> = question.open().iter().map(|at| at.line).collect();
    assert_eq!(lines, [5, 8]);
    let formula = question.formula(&profile).expect("a formula");
    let division = formula.terms.iter().find(|term| term.what == "float /");
    let division = division.expect("divisions");
    assert!(division.is_exact);
    let both = division.factors.last().expect("a factor");
    assert_eq!((both.symbols.as_slice(), both.count), (&[0, 1][..], 1.0));
    for rounds in [[1, 1], [3, 7], [200, 5], [1, 1_000_000]] {
        let predicted = question.predict(&rounds, &profile).expect("a prediction");
        for term in formula.terms.iter().filter(|term| term.is_exact) {
            let row = predicted.rows.iter().find(|row| row.what == term.what);
            let count: f64 = term
                .factors
                .iter()
                .map(|factor| {
                    let times = factor.symbols.iter().map(|&it| rounds[it] as f64);
                    factor.count * times.product::<f64>()
                })
                .sum();
            let came = row.map_or(0.0, |row| row.count);
            assert!(
                (count - came).abs() <= 1e-6 * came.max(1.0),
                "{} at {rounds:?}: {count} for {came}",
                term.what
            );
        }
    }
    let times: Vec<f64> = [1, 10, 100, 1000]
        .map(|rounds| {
            question
                .predict(&[rounds, 8], &profile)
                .expect("a prediction")
                .seconds
        })
        .to_vec();
    assert!(times.is_sorted() && times[3] > 10.0 * times[0], "{times:?}");
}

#[test]
fn what_a_condition_and_the_round_behind_it_both_need_is_counted_once_a_round() {
    let program = program(
        "kernel void k(global int *out, global const float *in, int limit)
{
    int x = get_global_id(0);
    float a = in[x];
    int n = 0;
    while (n < limit && a * a < 4.0f) {
        a = a * a / 3.0f;
        ++n;
    }
    out[x] = n;
}
",
    );
    let shape = shape(&[1 << 20; 2], &[1_000_000], &[65536], &[256]);
    let question = Question::of(&program, &shape, 32, &[]).expect("a question");
    for rounds in [1, 20, 24, 25, 30, 33, 39, 40, 41, 100, 1000, 12_345] {
        let work = question.work(&[rounds]).expect("a reading");
        let count = |key: &str| -> f64 {
            let of = work.operations.iter();
            let of = of.filter(|(operation, _)| predictor::key(**operation) == key);
            of.map(|(_, count)| count).sum()
        };
        // The condition is asked once more than there are rounds.
        let rounds = rounds as f64;
        assert_eq!(count("float /"), rounds);
        assert_eq!(count("float *"), rounds + 1.0);
        assert_eq!(count("float compare"), rounds + 1.0);
    }
}

#[test]
fn what_is_said_of_one_loop_leaves_the_other_open() {
    let program = program(NESTED);
    let shape = shape(&[1 << 20; 2], &[64], &[65536], &[256]);
    let of = |trips: &[&str]| {
        let trips: Vec<Trip> = trips
            .iter()
            .map(|trip| trip.parse().expect("a trip"))
            .collect();
        Question::of(&program, &shape, 32, &trips)
    };
    let open = |trips: &[&str]| -> Vec<u32> {
        let question = of(trips).expect("a question");
        question.open().iter().map(|at| at.line).collect()
    };
    assert_eq!(open(&["5=10"]), [8]);
    assert_eq!(open(&["k.cl:8=10"]), [5]);
    assert_eq!(open(&["5=10", "8=3"]), [] as [u32; 0]);
    for (trip, why) in [
        (
            "6=10",
            Why::NoLoop {
                file: None,
                line: 6,
                column: None,
            },
        ),
        (
            "other.cl:5=10",
            Why::NoLoop {
                file: Some("other.cl".to_owned()),
                line: 5,
                column: None,
            },
        ),
    ] {
        assert_eq!(of(&[trip]).expect_err("no such loop").why, why);
    }
    let given_rounds = of(&["5=10", "8=3"]).expect("a question");
    let work = given_rounds.work(&[]).expect("a reading");
    let given_rounds: Vec<(u32, u64)> = work
        .given_rounds
        .iter()
        .map(|(at, n)| (at.line, *n))
        .collect();
    assert_eq!(given_rounds, [(5, 10), (8, 3)]);
}
