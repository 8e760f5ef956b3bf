//! Predictions with the kept profiles of a GPU and a CPU: properties that a wrong model would break, and golden times
//! of random kernels. `UPDATE=1` rewrites the golden file.

use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::random::{Class, RandomKernel, shape};
use predictor::{Caches, Prediction, Profile, Refusal, Why};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn profile_text(name: &str) -> String {
    let path = folder().join(format!("../../book/data/{name}/profile.toml"));
    fs::read_to_string(path).expect("a kept profile")
}

fn profile(name: &str) -> Profile {
    Profile::from_toml(&profile_text(name)).expect("a profile")
}

fn gpu() -> Profile {
    profile("h200")
}

fn cpu() -> Profile {
    profile("pocl-two-cores")
}

/// Predicts a kernel over `side` x `side` work-items.
fn predict(
    body: &str,
    side: usize,
    profile: &Profile,
    caches: Caches,
) -> Result<Prediction, Refusal> {
    let text = format!(
        "kernel void k(global const float *matrix, global float *result, int pitch, int width,\n\
         \x20            int height, int rounds)\n\
         {{\n    int x = get_global_id(0);\n    int y = get_global_id(1);\n    {body}\n}}\n"
    );
    let compiled = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let shape = shape("k", side, 3, [1 << 30; 2], profile.probed);
    let work = predictor::read(&program, &shape, profile.warp as usize)?;
    predictor::predict(&work, profile, caches)
}

fn seconds(body: &str, side: usize, profile: &Profile) -> f64 {
    let predicted = predict(body, side, profile, Caches::Aware);
    predicted.expect("a prediction").seconds
}

fn has_row(body: &str, side: usize, profile: &Profile, row: &str) -> bool {
    let predicted = predict(body, side, profile, Caches::Aware).expect("a prediction");
    predicted.rows.iter().any(|of| of.what == row)
}

const ROW: &str = "result[y * width + x] = matrix[y * pitch + x] * 1.5f;";
const COLUMN: &str = "result[y * width + x] = matrix[x * pitch + y] * 1.5f;";
const RANDOM: &str =
    "result[y * width + x] = matrix[((uint)x * 2654435761u + (uint)y * 40503u) & 67108863u];";

#[test]
fn scattered_reads_are_slower_than_rows() {
    for profile in [gpu(), cpu()] {
        let row = seconds(ROW, 4096, &profile);
        assert!(seconds(RANDOM, 4096, &profile) > 2.0 * row);
    }
    assert!(seconds(COLUMN, 4096, &cpu()) > 1.5 * seconds(ROW, 4096, &cpu()));
}

#[test]
fn cache_unaware_model_ignores_the_addresses() {
    let fetched = |body| {
        let predicted = predict(body, 4096, &gpu(), Caches::Unaware).expect("a prediction");
        predicted.of(predictor::Part::Far)
    };
    assert_eq!(fetched(ROW), fetched(COLUMN));
}

#[test]
fn argument_stride_makes_a_cpu_kernel_scalar() {
    assert!(has_row(COLUMN, 1024, &cpu(), "scalar work-item"));
    assert!(!has_row(ROW, 1024, &cpu(), "scalar work-item"));
    assert!(!has_row(COLUMN, 1024, &gpu(), "scalar work-item"));
}

#[test]
fn cpu_hoists_what_is_uniform_along_a_row() {
    let division = |of: &str| format!("result[y * width + x] = (float)({of} / (uint)rounds);");
    let (uniform, varying) = (division("(uint)y"), division("(uint)x"));
    assert!(seconds(&varying, 2048, &cpu()) > 1.5 * seconds(&uniform, 2048, &cpu()));
    let ratio = seconds(&varying, 2048, &gpu()) / seconds(&uniform, 2048, &gpu());
    assert!((ratio - 1.0).abs() < 0.2, "{ratio}");
}

#[test]
fn dependent_operations_are_slower_than_independent_ones_in_scalar_code() {
    let start = "float a = matrix[x * rounds], b = a, c = a, d = a;";
    let end = "result[y * width + x] = a + b + c + d;";
    let chain = format!("{start} {} {end}", "a *= 0.9f;".repeat(128));
    let chains = format!(
        "{start} {} {end}",
        "a *= 0.9f; b *= 0.8f; c *= 0.7f; d *= 0.6f;".repeat(32)
    );
    assert!(has_row(&chain, 1024, &cpu(), "dependency chain"));
    assert!(seconds(&chain, 1024, &cpu()) > 1.5 * seconds(&chains, 1024, &cpu()));
}

#[test]
fn sleeping_cores_delay_short_launches_only() {
    let slow = |side| {
        let sleeping = Profile {
            wake_up: Some(1e-4),
            ..cpu()
        };
        let awake = Profile {
            wake_up: None,
            ..cpu()
        };
        seconds(ROW, side, &sleeping) / seconds(ROW, side, &awake)
    };
    assert!(slow(128) > 1.1, "{}", slow(128));
    assert!(slow(8192) < 1.05, "{}", slow(8192));
}

#[test]
fn one_work_group_leaves_most_of_a_gpu_idle() {
    let body = format!(
        "float a = x; {} result[y * width + x] = a;",
        "a = a * 0.9f + 0.1f;".repeat(400)
    );
    // 16 times as many work-items, on units that were idle.
    assert!(seconds(&body, 128, &gpu()) < 4.0 * seconds(&body, 32, &gpu()));
    assert!(seconds(&body, 8192, &gpu()) > 10.0 * seconds(&body, 2048, &gpu()));
}

#[test]
fn older_profile_without_private_arrays_is_refused() {
    let body = "float own[16]; for (int k = 0; k < 16; ++k) own[k] = x;\n result[y * width + x] = own[(x * rounds) & 15];";
    let mut older = gpu();
    assert!(predict(body, 512, &older, Caches::Aware).is_ok());
    older.near.private = None;
    let refused = predict(body, 512, &older, Caches::Aware).expect_err("no cost");
    assert!(matches!(refused.why, Why::OlderProfile(_)), "{refused:?}");
}

#[test]
fn profile_with_the_names_of_older_versions_is_read() {
    let text = profile_text("pocl-two-cores");
    let mut older = text.clone();
    for (name, old) in [
        ("compute_overlap_by_bytes", "hiding"),
        ("compute_overlap", "hidden"),
        ("int_division_overlap", "divisions"),
        ("float_division_overlap", "quotients"),
        ("pipe_overlap", "pipes"),
        ("enqueue_interval", "in_a_row"),
        ("loop_iteration", "round"),
        ("compute_units", "units"),
        ("wake_up", "waking"),
        ("vectorisation", "vectors"),
        ("known_loops", "over_loops"),
        ("argument_strides", "over_columns"),
        ("row_start_limit", "over_row_starts"),
        ("random_read", "lone"),
        ("compute = ", "beside = "),
        ("scalar_item", "item"),
        ("scalar = ", "rolled = "),
        ("affine_without_argument", "unmoved"),
        ("affine = ", "plain = "),
        ("uniform = ", "same = "),
        ("by_sectors", "apart"),
    ] {
        assert!(older.contains(name), "{name}");
        older = older.replace(name, old);
    }
    assert_eq!(Profile::from_toml(&older), Profile::from_toml(&text));
}

#[test]
fn random_kernels_are_predicted_as_kept() {
    let mut text = String::new();
    for (device, profile) in [("GPU", gpu()), ("CPU", cpu())] {
        for class in Class::ALL {
            for seed in 0..8 {
                let kernel = RandomKernel::new(class, seed);
                let name = class.name();
                let compiled =
                    opencl_c::compile("k.cl", &kernel.text, &Options::default(), &mut NoIncludes);
                let program = compiled.expect("a kernel without errors").program;
                let shape = kernel.shape(profile.probed);
                let predicted = predictor::read(&program, &shape, profile.warp as usize)
                    .and_then(|work| predictor::predict(&work, &profile, Caches::Aware))
                    .expect("a prediction");
                let (bound, seconds) = (predicted.bound().name(), predicted.seconds);
                _ = writeln!(
                    text,
                    "{device} {name} {seed}: {seconds:.6e} s, most of it {bound}"
                );
            }
        }
    }
    let kept = folder().join("tests/predictions.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&kept, &text).expect("written");
    }
    assert_eq!(fs::read_to_string(&kept).expect("the golden file"), text);
}
