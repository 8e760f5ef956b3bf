//! What a report names first where the race, the stray or the wrong value that was seen only follows from a
//! slip elsewhere.

use super::*;
use course::RepairLimits;
use repair::Kind;

/// The report on a kernel, run in the simulator.
fn report_on(problem: &str, text: &str) -> Report {
    report_in(&exercise(problem), text)
}

fn report_in(exercise: &Exercise, text: &str) -> Report {
    report_within(exercise, text, RepairLimits::default())
}

fn report_within(exercise: &Exercise, text: &str, repair: RepairLimits) -> Report {
    let settings = Settings {
        repair,
        ..Settings::default()
    };
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: text.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    };
    check(
        exercise,
        &source.into(),
        &mut [&mut Simulator::default()],
        &settings,
        &mut Clock::default(),
    )
}

fn saxpy_with(body: &str) -> Report {
    let head = "kernel void saxpy(float alpha, global const float *x, global float *y, uint n)";
    report_on("saxpy", &format!("{head} {{ {body} }}"))
}

/// The verdict's label, and the number of elements of the case that shows it.
fn named(report: &Report) -> (&str, usize) {
    let facts = &report.counterexample.as_ref().unwrap().case;
    let elements = facts.iter().find(|fact| fact.name == "n").unwrap();
    (report.verdict.label(), elements.value.parse().unwrap())
}

#[test]
fn a_local_id_for_the_global_one_is_named_and_not_the_race_it_makes() {
    let report = saxpy_with("uint i = get_local_id(0); if (i < n) y[i] = alpha * x[i] + y[i];");
    let (label, elements) = named(&report);
    assert_eq!(label, "work-item-query");
    assert!(elements >= 2);
    assert_eq!(
        report.findings[0].help,
        "write `get_global_id(0)` in its place"
    );
    let remedy = report.remedy.unwrap();
    assert_eq!(remedy.edits[0].text, "get_global_id(0)");
    assert!(remedy.cases > 10);
}

#[test]
fn a_group_id_for_the_global_one_is_named_in_a_case_with_several_elements() {
    let report = saxpy_with("uint i = get_group_id(0); if (i < n) y[i] = alpha * x[i] + y[i];");
    let (label, elements) = named(&report);
    assert_eq!(label, "work-item-query");
    assert!(elements >= 2);
}

#[test]
fn a_loop_over_everything_is_named_with_and_without_an_id() {
    for start in ["", "uint i = get_global_id(0); "] {
        let counter = if start.is_empty() { "uint i" } else { "i" };
        let body = format!("{start}for ({counter} = 0; i < n; i++) y[i] = alpha * x[i] + y[i];");
        let report = saxpy_with(&body);
        let (label, elements) = named(&report);
        assert_eq!(label, "whole-problem-loop");
        assert!(elements >= 2);
        let errors = report.findings.iter().filter(|it| it.level == Level::Error);
        assert_eq!(errors.count(), 1);
    }
}

#[test]
fn a_loop_that_no_change_of_its_head_mends_is_named_all_the_same() {
    let text =
        "kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item) {
                    uint gid = get_global_id(0);
                    for (uint i = 0; i < w; ++i) {
                        data[i] = 2 * data[i] + 1;
                        who[i] = gid;
                    }
                }";
    let report = report_on("map-contiguous", text);
    assert_eq!(report.verdict.label(), "whole-problem-loop");
    assert_eq!(report.remedy, None);
}

#[test]
fn a_race_that_no_change_mends_stays_a_race() {
    let text =
        "kernel void reduce(global const int *x, global int *sums, local int *tile, uint n) {
                    uint i = get_global_id(0);
                    sums[get_group_id(0)] = i < n ? x[i] : 0;
                }";
    let report = report_on("reduce", text);
    assert_eq!(report.verdict.label(), "data-race");
    assert_eq!(report.remedy, None);
}

#[test]
fn a_wrong_value_keeps_its_verdict_and_comes_with_the_change() {
    let text = solution_with("16-reduce", "get_global_id(0)", "get_local_id(0)");
    let report = report_on("reduce", &text);
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(report.remedy.unwrap().edits[0].text, "get_global_id(0)");
}

#[test]
fn a_right_kernel_has_no_remedy() {
    let report = saxpy_with("uint i = get_global_id(0); if (i < n) y[i] = alpha * x[i] + y[i];");
    assert_eq!((report.verdict, report.remedy), (Verdict::Passed, None));
}

#[test]
fn a_guard_that_is_missing_is_one_error() {
    let report = saxpy_with("uint i = get_global_id(0); y[i] = alpha * x[i] + y[i];");
    let errors: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|it| it.level == Level::Error)
        .collect();
    assert_eq!(errors.len(), 1);
    let reads = |text: &str| {
        errors[0]
            .spans
            .iter()
            .any(|span| span.label.starts_with(text))
    };
    assert!(
        reads("reads `x`[") && reads("reads `y`["),
        "{:?}",
        errors[0].spans
    );
}

/// The course's own kernel of an exercise, with one text in place of another.
fn solution_with(folder: &str, was: &str, now: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../solutions");
    let path = root.join(folder).join("kernel.cl");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(was), "{was}");
    text.replace(was, now)
}

#[test]
fn integers_that_are_one_too_large_all_over_point_to_the_rounding() {
    let text = solution_with(
        "23-convolve-naive",
        "convert_uchar_sat(sum)",
        "convert_uchar_sat_rte(sum)",
    );
    let explanations = report_on("convolve-naive", &text).counterexample.unwrap();
    let rounding = Explanation::OffByRounding {
        buffer: "out".to_owned(),
        too_small: false,
    };
    assert!(explanations.explanations.contains(&rounding));
}

#[test]
fn two_halves_that_overlap_are_named_and_no_barrier_is_advised() {
    let text = solution_with("17-scan", "tile + size;", "tile + size / 2;");
    let report = report_on("scan", &text);
    assert_eq!(report.verdict.label(), "data-race");
    let help = &report.findings[0].help;
    assert!(
        help.contains("`from[..]` and `to[..]` meet in `tile`["),
        "{help}"
    );
}

#[test]
fn a_barrier_that_mends_is_advised() {
    let barrier =
        "            tile[lid] += tile[lid + half_size];\n        barrier(CLK_LOCAL_MEM_FENCE);";
    let text = solution_with(
        "16-reduce",
        barrier,
        "            tile[lid] += tile[lid + half_size];",
    );
    let usual = report_on("reduce", &text);
    let whole = report_within(&exercise("reduce"), &text, RepairLimits::WHOLE);
    for report in [usual, whole] {
        assert_eq!(report.verdict.label(), "missing-barrier");
        let help = &report.findings[0].help;
        assert!(
            help.contains("a barrier is missing after line") && !help.contains("alone"),
            "{help}"
        );
        assert_eq!(report.remedy.unwrap().kind, Some(Kind::Barrier));
    }
}

#[test]
fn an_exercise_that_shows_no_repairs_gets_none() {
    let kernel = "kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {
        uint i = get_global_id(0);
        if (i <= n) y[i] = alpha * x[i] + y[i];
    }";
    let mut exercise = exercise("saxpy");
    assert!(report_in(&exercise, kernel).remedy.is_some());
    exercise.manifest.repair = Some(false);
    let report = report_in(&exercise, kernel);
    assert_eq!(report.remedy, None);
    assert_eq!(report.verdict.label(), "out-of-bounds");
}

/// The explanations of a report that no search for a repair came before.
fn explained(problem: &str, text: &str) -> Vec<Explanation> {
    let mut limits = RepairLimits::default();
    limits.effort.single = 0;
    let report = report_within(&exercise(problem), text, limits);
    report.counterexample.unwrap().explanations
}

#[test]
fn an_input_that_a_wrong_element_must_not_depend_on_is_named_with_its_read() {
    let text = "kernel void mirror(global const float *in, global float *out, uint width, \
                uint height, uint pitch) {\n\
                uint x = get_global_id(0), y = get_global_id(1);\n\
                if (x >= width || y >= height) return;\n\
                out[y * pitch + x] = in[y * pitch + x];\n}";
    let explanations = explained("image-2d", text);
    let Explanation::WrongInputs {
        missing,
        surplus,
        places,
        ..
    } = &explanations[0]
    else {
        panic!("{explanations:?}");
    };
    assert_eq!(
        (surplus.as_slice(), missing.as_slice()),
        (&["in[0]".to_owned()][..], &["in[1]".to_owned()][..])
    );
    assert_eq!((places.len(), places[0].line), (1, 4));
}

#[test]
fn an_input_that_counts_wrongly_is_named_with_its_effect() {
    let text = "kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {\n\
                uint i = get_global_id(0);\n\
                if (i < n) y[i] = 3.0f * alpha * x[i] + y[i];\n}";
    let explanations = explained("saxpy", text);
    let Explanation::WrongEffect { factor, .. } = &explanations[0] else {
        panic!("{explanations:?}");
    };
    // `y` counts as it should.
    assert_eq!(*factor, None);
}

#[test]
fn what_an_asynchronous_copy_reads_is_not_called_unread() {
    let text = "kernel void reduce(global const int *x, global int *sums, local int *tile, uint n) {\n\
                uint lid = get_local_id(0), first = get_group_id(0) * get_local_size(0);\n\
                uint count = first < n ? min((uint)get_local_size(0), n - first) : 0;\n\
                event_t e = async_work_group_copy(tile, x + first, count, 0);\n\
                wait_group_events(1, &e);\n\
                if (lid == 0) {\n\
                int sum = 0;\n\
                for (uint i = 0; i + 1 < count; i++) sum += tile[i];\n\
                sums[get_group_id(0)] = sum;\n}\n}";
    let explanations = explained("reduce", text);
    let Explanation::WrongInputs {
        missing, are_read, ..
    } = &explanations[0]
    else {
        panic!("{explanations:?}");
    };
    assert!(are_read);
    assert_eq!(missing, &["x[0]"]);
}

/// The advice of the first finding of a report that no search for a repair came before.
fn advice(problem: &str, text: &str) -> String {
    let mut limits = RepairLimits::default();
    limits.effort.single = 0;
    let report = report_within(&exercise(problem), text, limits);
    report.findings[0].help.clone()
}

const LOCALLY_SPACED: &str = "kernel void map_2d_horizontal_local(global int *data, global uint2 *who, \
     uint w, uint h, uint per_item) {\n\
     uint gx = get_global_id(0), gy = get_global_id(1);\n\
     uint tile = get_group_id(0) * get_local_size(0) * per_item;\n\
     for (uint k = 0; k < per_item; k++) {\n\
     uint x = tile + k * get_local_size(0) + get_local_id(0);\n\
     uint i = gy * w + x;\n\
     if (GUARD) {\n\
     data[i] = 2 * data[i] + 1;\n\
     who[i] = (uint2)(gx, gy);\n\
     }\n}\n}";

#[test]
fn the_condition_that_lets_a_surplus_work_item_through_is_named_with_what_it_compares() {
    let wide = LOCALLY_SPACED.replace("GUARD", "i < w * h");
    let advice = advice("map-2d-horizontal-local", &wide);
    assert!(
        advice.contains("the condition of line 7 lets it through: 1 < 2"),
        "{advice}"
    );
    assert!(
        advice.contains("`x` is 1 (line 5), `i` is 1 (line 6)"),
        "{advice}"
    );
}

#[test]
fn the_values_that_a_wrong_index_is_made_of_are_named() {
    let right = LOCALLY_SPACED.replace("GUARD", "x < w && gy < h");
    let turned = right.replace("= gy * w + x;", "= x * h + gy;");
    let advice = advice("map-2d-horizontal-local", &turned);
    assert!(advice.contains("`i` is "), "{advice}");
    // The work-item has an element, so the condition has to let it through.
    assert!(!advice.contains("condition"), "{advice}");
}

#[test]
fn what_was_written_of_an_array_is_named_where_an_element_lacks_a_value() {
    let text = "#define BINS 64\n\
         kernel void histogram(global const uchar *values, global uint *counts, uint n) {\n\
         local uint bins[BINS];\n\
         uint lid = get_local_id(0);\n\
         if (lid < BINS) bins[lid] = 0;\n\
         barrier(CLK_LOCAL_MEM_FENCE);\n\
         for (uint i = get_global_id(0); i < n; i += get_global_size(0))\n\
         atomic_inc(&bins[values[i] / 4]);\n\
         barrier(CLK_LOCAL_MEM_FENCE);\n\
         for (uint b = lid; b < BINS; b += get_local_size(0))\n\
         atomic_add(&counts[b], bins[b]);\n}";
    let advice = advice("histogram", text);
    assert!(
        advice.contains("before that, line 5 writes `bins`[0.."),
        "{advice}"
    );
}

#[test]
fn the_condition_that_keeps_a_work_item_from_reading_an_input_is_named() {
    let text = "kernel void matmul_naive(global const float *a, global const float *b, global float *c, \
                uint m, uint n, uint k) {\n\
                uint column = get_global_id(0), row = get_global_id(1);\n\
                if (column >= n || row >= m) return;\n\
                float sum = 0.0f;\n\
                for (uint i = 0; i < k / 8; i++)\n\
                sum += a[row * k + i] * b[i * n + column];\n\
                c[row * n + column] = sum;\n}";
    let explanations = explained("matmul-naive", text);
    let not_reached = explanations.iter().find_map(|it| match it {
        Explanation::NotReached {
            write,
            line,
            values,
            ..
        } => Some((*write, *line, values.as_str())),
        _ => None,
    });
    assert_eq!(not_reached, Some((6, 5, "0 < 0")), "{explanations:?}");
}
