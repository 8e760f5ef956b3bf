//! A check on a GPU takes turns with what launches: here that is the simulator, or something worse.

use opencl_c::preprocessor::{NoIncludes, Options};
use playground::{Adapter, Begin, Check, GpuCheck, GpuMeasurement, Job, Launched, Measure, Turn};
use serde_json::Value;
use std::collections::BTreeMap;

const RIGHT: &str = "kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        y[i] = alpha * x[i] + y[i];
}
";

fn adapter() -> Adapter {
    Adapter {
        name: "a GPU".to_owned(),
        max_compute_invocations_per_workgroup: 256,
        max_compute_workgroup_size_x: 256,
        max_compute_workgroup_size_y: 256,
        max_compute_workgroup_size_z: 64,
        max_compute_workgroups_per_dimension: 65535,
        max_compute_workgroup_storage_size: 16384,
        max_storage_buffer_binding_size: 1 << 27,
        max_storage_buffers_per_shader_stage: 8,
        fused: true,
    }
}

fn begin(text: &str) -> String {
    begin_beside(text, None)
}

fn begin_beside(text: &str, solution: Option<&str>) -> String {
    let begin = Begin {
        check: Check {
            exercise: "saxpy".to_owned(),
            files: BTreeMap::from([("kernel.cl".to_owned(), text.to_owned())]),
            seed: None,
            cases: Some(30),
            replay: None,
            columns: None,
            steps: None,
            repair: false,
        },
        adapter: adapter(),
        solution: solution.map(str::to_owned),
    };
    serde_json::to_string(&begin).expect("JSON")
}

/// The whole check, with what a device does to each launch.
fn checked(text: &str, device: impl Fn(&mut Job)) -> Value {
    answered(&begin(text), device)
}

/// The answer to a request. Each turn takes longer than the one before: the second takes 2000 ns.
fn answered(begin: &str, device: impl Fn(&mut Job)) -> Value {
    let (check, mut answer) = GpuCheck::begin(begin);
    let mut check = check;
    let mut turns = 0;
    while let Some(mut under_way) = check.take() {
        turns += 1;
        under_way.launched().iter_mut().for_each(&device);
        let times = vec![Some(1000.0 * f64::from(turns)); under_way.launched().len()];
        let launched = serde_json::to_string(&Launched::Done(times)).expect("JSON");
        answer = match under_way.go_on(&launched) {
            Turn::Launch(text) => {
                check = Some(under_way);
                text
            }
            Turn::Report(text) => text,
        };
    }
    serde_json::from_str(&answer).expect("JSON")
}

fn simulated(text: &str, job: &mut Job) {
    let options = Options::default();
    let checked = opencl_c::compile("kernel.cl", text, &options, &mut NoIncludes).expect("text");
    let options = simulator::Options::default();
    let outcome = simulator::simulate(&checked.program, &job.launch, &options).expect("a run");
    for output in outcome.outputs {
        if let Some((bytes, range)) = job.placed.contents_mut(output.argument) {
            bytes[range].copy_from_slice(&output.bytes);
        }
    }
}

#[test]
fn a_device_that_does_as_the_simulator_passes_every_case() {
    let answer = checked(RIGHT, |job| simulated(RIGHT, job));
    assert_eq!(answer["gpu"]["state"], "passed", "{answer:#}");
    assert_eq!(answer["gpu"]["cases"], answer["stages"][0]["cases"]);
    let time = answer["gpu"]["nanoseconds"].as_f64().expect("a time");
    assert!(time >= 2000.0, "the time of the last turn: {time}");
    assert!(answer["gpu"].get("solution_nanoseconds").is_none());
    assert_eq!(answer["verdict"]["kind"], "passed");
}

/// Another kernel of the same name.
const SOLUTION: &str =
    "kernel void saxpy(float a, global const float *b, global float *c, uint count)
{
    for (uint i = get_global_id(0); i < count; i += get_global_size(0))
        c[i] = fma(a, b[i], c[i]);
}
";

#[test]
fn the_solution_is_timed_after_a_kernel_that_passes() {
    let begin = begin_beside(RIGHT, Some(SOLUTION));
    let answer = answered(&begin, |job| simulated(RIGHT, job));
    let time = answer["gpu"]["nanoseconds"].as_f64().expect("a time");
    assert_eq!(answer["gpu"]["solution_nanoseconds"], time + 1000.0);
    assert_eq!(answer["gpu"]["state"], "passed", "{answer:#}");
    // Its shader is its own.
    let (check, _) = GpuCheck::begin(&begin);
    let mut check = check.expect("launches");
    let mut shaders = Vec::new();
    loop {
        let launched = check.launched();
        launched.iter_mut().for_each(|job| simulated(RIGHT, job));
        let times = vec![Some(1.0); launched.len()];
        let launched = serde_json::to_string(&Launched::Done(times)).expect("JSON");
        match check.go_on(&launched) {
            Turn::Launch(text) => {
                let work: Value = serde_json::from_str(&text).expect("JSON");
                shaders.push(work["shaders"].to_string());
            }
            Turn::Report(_) => break,
        }
    }
    let last = shaders.last().expect("turns");
    assert!(
        last.contains("loop") && !shaders[..shaders.len() - 1].contains(last),
        "{last}"
    );
}

#[test]
fn a_solution_that_does_not_translate_is_left_out() {
    let begin = begin_beside(RIGHT, Some("kernel void saxpy("));
    let answer = answered(&begin, |job| simulated(RIGHT, job));
    assert!(answer["gpu"]["nanoseconds"].is_number());
    assert!(answer["gpu"].get("solution_nanoseconds").is_none());
}

#[test]
fn what_a_device_leaves_out_is_seen_and_costs_nothing() {
    let answer = checked(RIGHT, |_| {});
    assert_eq!(answer["gpu"]["state"], "differs", "{answer:#}");
    assert_eq!(answer["verdict"]["kind"], "passed");
}

#[test]
fn a_write_beside_a_buffer_is_seen() {
    let answer = checked(RIGHT, |job| {
        simulated(RIGHT, job);
        if let Some((bytes, range)) = job.placed.contents_mut(2) {
            bytes[range.end] ^= 1;
        }
    });
    assert_eq!(answer["gpu"]["state"], "differs", "{answer:#}");
    let text = answer["gpu"]["text"].as_str().expect("a report");
    assert!(text.contains("outside"), "{text}");
}

#[test]
fn what_fails_in_the_simulator_is_not_launched() {
    let text = RIGHT.replace("i < n", "i <= n");
    let (check, answer) = GpuCheck::begin(&begin(&text));
    assert!(check.is_none());
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["gpu"]["state"], "not-run");
    assert_eq!(answer["verdict"]["kind"], "mistake");
}

#[test]
fn what_has_no_form_says_where_and_why() {
    let text = RIGHT.replace("    if (i", "    goto on;\non:\n    if (i");
    let answer = checked(&text, |_| {});
    assert_eq!(answer["gpu"]["state"], "refused");
    assert_eq!(
        answer["gpu"]["why"],
        "cannot run here: kernel.cl:4:5: WGSL has no `goto`"
    );
    assert_eq!(answer["verdict"]["kind"], "passed");
}

#[test]
fn a_device_that_fails_is_said_to() {
    let (check, _) = GpuCheck::begin(&begin(RIGHT));
    let launched = Launched::Failed("It was lost.".to_owned());
    let launched = serde_json::to_string(&launched).expect("JSON");
    let Turn::Report(answer) = check.expect("launches").go_on(&launched) else {
        panic!("more launches");
    };
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["gpu"]["state"], "failed");
    assert_eq!(answer["gpu"]["why"], "It was lost.");
    assert_eq!(answer["verdict"]["kind"], "passed");
}

fn measured(launch: &str, text: &str) -> (Option<GpuMeasurement>, Value) {
    let measure = Measure {
        launch: launch.to_owned(),
        files: BTreeMap::from([("kernel.cl".to_owned(), text.to_owned())]),
        adapter: adapter(),
    };
    let request = serde_json::to_string(&measure).expect("JSON");
    let (measurement, answer) = GpuMeasurement::begin(&request);
    (measurement, serde_json::from_str(&answer).expect("JSON"))
}

const LAUNCH: &str = r#"source = "kernel.cl"
kernel = "fill"
global = [1024]
local = [64]
[[arg]]
buffer = "float"
len = 1024
init = "zeros"
"#;

const FILL: &str = "kernel void fill(global float *x) { x[get_global_id(0)] = 1.0f; }";

#[test]
fn a_launch_is_laid_out_for_its_time() {
    let (measurement, answer) = measured(LAUNCH, FILL);
    assert!(measurement.is_some());
    assert_eq!(answer["timed"], true);
    assert_eq!(
        answer["launches"][0]["groups"],
        serde_json::json!([16, 1, 1])
    );
    let shader = answer["shaders"]["0"].as_str().expect("a shader");
    assert!(shader.contains("@workgroup_size(64, 1, 1)"), "{shader}");
    let bound = answer["launches"][0]["bound"].as_array().expect("bindings");
    let written = bound.iter().filter(|bound| bound["kind"] == "written");
    let lengths = written.map(|bound| bound["length"].as_u64().expect("bytes"));
    assert!(lengths.sum::<u64>() >= 4 * 1024, "{answer:#}");
}

#[test]
fn a_launch_that_cannot_be_measured_says_why() {
    let refused = |launch: &str, text: &str| {
        let (measurement, answer) = measured(launch, text);
        assert!(measurement.is_none());
        let message = answer["refused"]["message"].as_str();
        message.expect("a message").to_owned()
    };
    let jumps = FILL.replace("{ x", "{ goto on; on: x");
    assert!(refused(LAUNCH, &jumps).contains("WGSL has no `goto`"));
    assert_eq!(
        refused(LAUNCH, "kernel void"),
        "the kernel does not compile"
    );
    assert!(refused(&LAUNCH.replace("\"fill\"", "\"fell\""), FILL).contains("fell"));
    let large = LAUNCH.replace("local = [64]", "local = [512]");
    assert!(refused(&large, FILL).contains("512"));
}
