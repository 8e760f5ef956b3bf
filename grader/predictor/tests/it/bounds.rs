//! What bounds a kernel: kernels that are each built to be bound by one thing, with the profile of a GPU whose
//! latencies were measured.

use launch::NdRange;
use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::{Caches, Given, Limit, Profile, Shape};
use std::fs;
use std::path::Path;

/// The limit of a kernel over a line of work-items, with 256 MB of each buffer and `n` as its number.
fn limit(body: &str, items: usize, group: usize, n: i32) -> Limit {
    limit_within(body, items, group, (1 << 28, n))
}

/// The same, where `in` has this number of bytes.
fn limit_within(body: &str, items: usize, group: usize, (bytes, n): (u64, i32)) -> Limit {
    let text = format!(
        "kernel void k(global const float *in, global float *out, global int *numbers, int n)\n\
         {{\n    int i = get_global_id(0);\n    {body}\n}}\n"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/data/h100/profile.toml");
    let profile = fs::read_to_string(path).expect("a kept profile");
    let profile = Profile::from_toml(&profile).expect("a profile");
    let compiled = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let buffer = Given::Buffer(1 << 28);
    let shape = Shape {
        kernel: "k".to_owned(),
        arguments: vec![
            Given::Buffer(bytes),
            Given::Buffer(bytes),
            buffer,
            Given::Value(n.to_le_bytes().to_vec()),
        ],
        range: NdRange {
            offset: None,
            global: vec![items],
            local: Some(vec![group]),
            sub_group: None,
        },
    };
    let work = predictor::read(&program, &shape, 32).expect("a reading");
    let predicted = predictor::predict(&work, &profile, Caches::Aware).expect("a prediction");
    predicted.limit()
}

const BUSY: usize = 1 << 22;

#[test]
fn small_launch_is_bound_by_its_start() {
    assert_eq!(limit("out[i] = in[i];", 256, 256, 0), Limit::Launch);
}

#[test]
fn tiny_work_groups_are_bound_by_their_start() {
    assert_eq!(limit("out[i] = 1.0f;", BUSY, 32, 0), Limit::Launch);
}

#[test]
fn copy_of_much_is_bound_by_memory() {
    assert_eq!(limit("out[i] = in[i];", 1 << 26, 1024, 0), Limit::Memory);
}

#[test]
fn few_work_items_that_sum_rows_are_bound_by_occupancy() {
    let rows = "float sum = 0.0f; for (int k = 0; k < n; ++k) sum += in[i * n + k]; out[i] = sum;";
    assert_eq!(limit(rows, 4096, 32, 1024), Limit::Occupancy);
}

#[test]
fn a_chain_in_few_work_items_is_bound_by_occupancy() {
    let chain = "float a = in[i]; for (int k = 0; k < n; ++k) a = a * 0.9f + 0.1f; out[i] = a;";
    assert_eq!(limit(chain, 256, 256, 100_000), Limit::Occupancy);
}

#[test]
fn loads_one_after_the_other_in_a_full_device_is_bound_by_latency() {
    // The store keeps the next load from being issued before.
    let chain = "for (int k = 0; k < n; ++k) out[i] = in[(k * 8192) & 4194303];";
    assert_eq!(
        limit_within(chain, 132 * 2048, 256, (1 << 24, 4096)),
        Limit::Latency
    );
}

#[test]
fn functions_are_bound_by_their_pipeline() {
    let sines = format!("float a = i; {} out[i] = a;", "a = sin(a);".repeat(64));
    assert_eq!(limit(&sines, BUSY, 256, 0), Limit::Pipe);
}

#[test]
fn many_kinds_of_short_operations_are_bound_by_issue() {
    let mixed = "a = a * 0.9f; b = b - a; a = a + b * 0.5f; c = c * 3 + 1; c = c ^ (c >> 3);";
    let body = format!(
        "float a = i, b = 1.0f; int c = i; {} out[i] = a + b + c;",
        mixed.repeat(64)
    );
    assert_eq!(limit(&body, BUSY, 256, 0), Limit::Issue);
}

#[test]
fn one_counter_for_all_is_bound_by_atomics() {
    assert_eq!(
        limit("atomic_add(numbers, i);", BUSY, 256, 0),
        Limit::Atomics
    );
}

#[test]
fn a_histogram_of_few_bins_is_bound_by_atomics() {
    let bins = "atomic_inc(&numbers[(int)in[i]]); atomic_inc(&numbers[(int)in[i] + 1]);";
    assert_eq!(limit(bins, BUSY, 256, 0), Limit::Atomics);
}

#[test]
fn bank_conflicts_are_bound_by_local_memory() {
    let body = "local float tile[8192]; int l = get_local_id(0); float sum = 0.0f; tile[l] = i;\n\
                for (int k = 0; k < 256; ++k) sum += tile[(l * 32 + k) & 8191]; out[i] = sum;";
    assert_eq!(limit(body, BUSY, 256, 0), Limit::LocalMemory);
}

#[test]
fn loads_far_apart_that_hit_are_bound_by_the_nearest_cache() {
    let body = "float sum = 0.0f; int l = get_local_id(0);\n\
                for (int k = 0; k < n; ++k) sum += in[l * 33 + (k & 31)]; out[i] = sum;";
    assert_eq!(limit(body, BUSY, 256, 512), Limit::L1);
}

#[test]
fn barriers_of_few_work_items_are_bound_by_barriers() {
    let body = "for (int k = 0; k < n; ++k) barrier(CLK_LOCAL_MEM_FENCE); out[i] = i;";
    assert_eq!(limit(body, 256, 256, 4096), Limit::Barriers);
}

#[test]
fn repeated_passes_over_a_medium_buffer_are_bound_by_l2() {
    let body = "float sum = 0.0f; for (int k = 0; k < 64; ++k)\n\
                sum += in[(i + k * 65536) & 2097151]; out[i & 1023] = sum;";
    assert_eq!(limit_within(body, BUSY, 256, (1 << 23, 0)), Limit::L2);
}
