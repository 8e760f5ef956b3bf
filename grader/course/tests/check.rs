//! The check from end to end, with closures for kernels: right ones pass, and each wrong one is
//! caught, shrunk to the smallest case there is, and explained by what the data proves.

mod closure_engine;

use closure_engine::{Clock, ClosureEngine, End, Item};
use course::{
    BuildFailure, Built, ElementState, Engine, Exercise, ExerciseFiles, Explanation, Outcome,
    Report, Settings, ShrinkLimits, Simulator, Skipped, Step, TokenError, Verdict, check, replay,
};
use launch::protocol::Kernel;
use launch::{Evidence, Finding, Launch, Level, NdRange, Source};
use std::time::Duration;

fn exercise(problem: &str) -> Exercise {
    let manifest = format!(
        "slug = \"{problem}\"\nnumber = 7\ntitle = \"{problem}\"\nteaches = \"t\"\n\
         chapter = \"c\"\nminutes = 1\npoints = 10\nprerequisites = []\n\
         problem = \"{problem}\"\nkernel = \"kernel.cl\"\n"
    );
    Exercise::parse(ExerciseFiles {
        folder: &format!("07-{problem}"),
        manifest: &manifest,
        hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
    })
    .unwrap()
}

/// A text with the kernel of every problem; what they do is the engine's affair.
fn source() -> Source {
    let text = "
        kernel void fill(global int *out, int first, uint n) {}
        kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {}
        kernel void map_contiguous(global int *data, global uint *who, uint w, uint m) {}
        kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint m) {}
        kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint m) {}
    ";
    Source {
        name: "kernel.cl".to_owned(),
        text: text.to_owned(),
        defines: Vec::new(),
    }
}

fn engine<F: FnMut(&mut Item<'_>)>(
    problem: &str,
    mut kernel: F,
) -> ClosureEngine<impl FnMut(&mut Item<'_>) -> End> {
    deadly(problem, move |item| {
        kernel(item);
        End::Fine
    })
}

fn deadly<F: FnMut(&mut Item<'_>) -> End>(problem: &str, kernel: F) -> ClosureEngine<F> {
    let name = kernels::problem(problem).unwrap().signature().kernel;
    ClosureEngine::new(kernel).with_kernel(&name, None)
}

fn checked(problem: &str, engine: &mut dyn Engine) -> Report {
    let settings = Settings::default();
    check(
        &exercise(problem),
        &source().into(),
        &mut [engine],
        &settings,
        &mut Clock::default(),
    )
}

/// The case as `n = 1, work-group = 4`, the first `count` facts of it.
fn case(report: &Report, count: usize) -> String {
    let facts = &report.counterexample.as_ref().unwrap().case;
    let facts: Vec<String> = facts[..count]
        .iter()
        .map(|fact| format!("{} = {}", fact.name, fact.value))
        .collect();
    facts.join(", ")
}

fn saxpy_at(item: &mut Item<'_>, i: usize) {
    let alpha = f32::from_bits(item.value(0));
    let i = i as i64;
    let sum = alpha * item.get_f32(0, i) + item.get_f32(1, i);
    item.set_f32(1, i, sum);
}

fn saxpy(item: &mut Item<'_>) {
    if item.gid < item.value(1) as usize {
        saxpy_at(item, item.gid);
    }
}

#[test]
fn a_right_kernel_passes_all_cases_and_earns_its_points() {
    let mut engine = engine("saxpy", saxpy);
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!((report.points.earned, report.points.of), (10, 10));
    assert_eq!((report.stages[0].cases, engine.launches.len()), (100, 100));
    assert_eq!(report.exit_code(), 0);
    assert_eq!(report.counterexample, None);
    assert_eq!(report.stages[0].device, "a closure");
    assert_eq!(report.stages[0].times.unwrap().device_ms, Some(0.1));
}

#[test]
fn the_right_mappings_pass() {
    fn work(item: &mut Item<'_>, i: usize) {
        if i < item.value(0) as usize {
            let doubled = 2 * item.get(0, i as i64) as i32 + 1;
            item.set(0, i as i64, doubled as u32);
            item.set(1, i as i64, item.gid as u32);
        }
    }
    let contiguous = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            let per_item = item.value(1) as usize;
            (0..per_item).for_each(|k| work(item, item.gid * per_item + k));
        }),
    );
    let globally = checked(
        "map-globally-spaced",
        &mut engine("map-globally-spaced", |item| {
            (0..item.value(1) as usize).for_each(|k| work(item, item.gid + k * item.global_size));
        }),
    );
    let locally = checked(
        "map-locally-spaced",
        &mut engine("map-locally-spaced", |item| {
            let per_item = item.value(1) as usize;
            let start = item.group * per_item * item.local_size + item.lid;
            (0..per_item).for_each(|k| work(item, start + k * item.local_size));
        }),
    );
    for report in [contiguous, globally, locally] {
        assert_eq!(report.verdict, Verdict::Passed);
    }
}

#[test]
fn a_missing_guard_is_shrunk_to_one_element_and_shows_who_wrote_behind_it() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| saxpy_at(item, item.gid)),
    );
    assert_eq!(report.verdict, Verdict::WroteOutside);
    assert_eq!(case(&report, 3), "n = 1, work-group = 4, alpha = 2");
    let counterexample = report.counterexample.unwrap();
    assert_eq!(counterexample.range, NdRange::linear(4, 4));
    assert!(counterexample.shrinking.unwrap().complete);
    assert!(counterexample.wrong.is_empty());
    let [outside] = counterexample.outside.as_slice() else {
        panic!("{:?}", counterexample.outside);
    };
    assert_eq!((outside.buffer.as_str(), outside.index), ("y", 1));
    assert_eq!((outside.len, outside.count), (1, 3));
    assert!(outside.value.is_some());
    let owner = outside.owner.as_ref().unwrap();
    assert_eq!((owner.global[0], owner.local[0], owner.group[0]), (1, 1, 0));
}

#[test]
fn a_local_id_for_a_global_one_is_shrunk_to_two_work_groups() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            if item.lid < item.value(1) as usize {
                let value = item.value(0).wrapping_add(item.lid as u32);
                item.set(0, item.lid as i64, value);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    // The smallest with more than one work-group: two of one work-item.
    assert_eq!(case(&report, 3), "n = 2, work-group = 1, first = 1");
    let counterexample = report.counterexample.unwrap();
    let [wrong] = counterexample.wrong.as_slice() else {
        panic!("{:?}", counterexample.wrong);
    };
    assert_eq!((wrong.index, wrong.wrong, wrong.of), (1, 1, 2));
    assert_eq!(wrong.expected, "2");
    assert_eq!(wrong.state, ElementState::NeverWritten);
    assert_eq!(wrong.owner.as_ref().unwrap().group, [1]);
    assert_eq!(
        counterexample.explanations,
        [Explanation::FirstGroupRight {
            buffer: "out".to_owned(),
            groups: 2
        }]
    );
}

#[test]
fn where_every_element_is_wrong_that_is_said() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if item.lid < item.value(1) as usize {
                saxpy_at(item, item.lid);
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 2, work-group = 1");
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::All {
            buffer: "y".to_owned(),
            count: 2
        }]
    );
}

#[test]
fn a_missing_term_is_shown_with_what_was_expected_and_what_came() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if item.gid < item.value(1) as usize {
                let product = f32::from_bits(item.value(0)) * item.get_f32(0, item.gid as i64);
                item.set_f32(1, item.gid as i64, product);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(
        case(&report, 5),
        "n = 1, work-group = 4, alpha = 2, x = 1, y = 10"
    );
    let wrong = &report.counterexample.unwrap().wrong[0];
    assert_eq!((wrong.expected.as_str(), wrong.got.as_str()), ("12", "2"));
    assert_eq!(wrong.allowed_ulps, 1.0);
    assert!(wrong.ulps.unwrap() > 1e6);
}

#[test]
fn a_negative_alpha_alone_is_found_and_kept_by_shrinking() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            if f32::from_bits(item.value(0)) >= 0.0 {
                saxpy(item);
            }
        }),
    );
    assert_eq!(case(&report, 3), "n = 1, work-group = 4, alpha = -1");
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::Unchanged {
            buffer: "y".to_owned(),
            count: 1
        }]
    );
}

#[test]
fn a_mistake_that_only_large_sizes_show_is_found_and_shrunk_to_its_edge() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let i = item.gid as u32;
            if i < item.value(1) && i < 1000 {
                item.set(0, i.into(), item.value(0).wrapping_add(i));
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 1001, work-group = 4");
    let counterexample = report.counterexample.unwrap();
    assert!(counterexample.shrinking.unwrap().complete);
    assert_eq!(
        counterexample.explanations,
        [Explanation::LastGroupOnly {
            buffer: "out".to_owned(),
            group: 250
        }]
    );
}

#[test]
fn the_neighbours_value_is_recognised() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let (i, n) = (item.gid as u32, item.value(1));
            if i < n {
                // Rotated by one.
                item.set(0, i.into(), item.value(0).wrapping_add((i + 1) % n));
            }
        }),
    );
    assert_eq!(case(&report, 2), "n = 2, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(
        explanations[0],
        Explanation::BelongsAt {
            buffer: "out".to_owned(),
            index: 0,
            belongs: 1
        }
    );
}

#[test]
fn another_mapping_with_the_right_values_is_told_by_who_wrote() {
    let report = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            for k in 0..item.value(1) as usize {
                let i = item.gid + k * item.global_size;
                if i < item.value(0) as usize {
                    let doubled = 2 * item.get(0, i as i64) as i32 + 1;
                    item.set(0, i as i64, doubled as u32);
                    item.set(1, i as i64, item.gid as u32);
                }
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(case(&report, 3), "w = 2, per_item = 2, work-group = 4");
    let counterexample = report.counterexample.unwrap();
    let [Explanation::DoneBy { index: 1, by, .. }] = counterexample.explanations.as_slice() else {
        panic!("{:?}", counterexample.explanations);
    };
    assert_eq!((by.global[0], by.local[0], by.group[0]), (1, 1, 0));
    let wrong = counterexample.wrong;
    assert_eq!(wrong.len(), 1);
    assert_eq!((wrong[0].buffer.as_str(), wrong[0].index), ("who", 1));
    assert_eq!(
        (wrong[0].expected.as_str(), wrong[0].got.as_str()),
        ("0", "1")
    );
}

#[test]
fn an_element_done_twice_is_recognised() {
    let report = checked(
        "map-contiguous",
        &mut engine("map-contiguous", |item| {
            let per_item = item.value(1) as usize;
            // One too far: the next work-item's first element is done again.
            for k in 0..=per_item {
                let i = item.gid * per_item + k;
                if i < item.value(0) as usize {
                    let doubled = 2 * item.get(0, i as i64) as i32 + 1;
                    item.set(0, i as i64, doubled as u32);
                    item.set(1, i as i64, item.gid as u32);
                }
            }
        }),
    );
    assert_eq!(case(&report, 3), "w = 2, per_item = 1, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(
        explanations[0],
        Explanation::DoneTwice {
            buffer: "data".to_owned(),
            index: 1
        }
    );
}

#[test]
fn a_changed_input_is_wrong_even_where_the_output_is_right() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| {
            saxpy(item);
            if item.gid < item.value(1) as usize {
                item.set_f32(0, item.gid as i64, 0.0);
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(
        report.counterexample.unwrap().explanations,
        [Explanation::InputChanged {
            buffer: "x".to_owned()
        }]
    );
}

#[test]
fn a_write_in_the_empty_case_alone_is_found() {
    let report = checked(
        "fill",
        &mut engine("fill", |item| {
            let (i, n) = (item.gid as u32, item.value(1));
            // An unsigned n - 1 goes round at n = 0.
            if i <= n.wrapping_sub(1) {
                item.set(0, i.into(), item.value(0).wrapping_add(i));
            }
        }),
    );
    assert_eq!(report.verdict, Verdict::WroteOutside);
    assert_eq!(case(&report, 2), "n = 0, work-group = 4");
    let explanations = report.counterexample.unwrap().explanations;
    assert_eq!(explanations, [Explanation::EmptyCase]);
}

#[test]
fn a_kernel_that_fails_at_once_is_not_run_on_everything_first() {
    let mut engine = engine("saxpy", |_| {});
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Wrong);
    assert_eq!(report.stages[0].cases, 1);
    let largest = engine.launches.iter().map(|launch| launch.range.global[0]);
    assert!(largest.max().unwrap() <= 64);
}

#[test]
fn crashes_are_shrunk_within_a_few_restarts() {
    let mut engine = deadly("saxpy", |item| {
        if item.gid >= 700 {
            return End::Crash;
        }
        saxpy(item);
        End::Fine
    });
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        &report.verdict,
        Verdict::Crashed { how, compiling: false } if how == "SIGSEGV"
    ));
    let limit = ShrinkLimits::default().crashes;
    assert_eq!(engine.crashes, 1 + limit);
    let shrinking = report.counterexample.unwrap().shrinking.unwrap();
    assert!(!shrinking.complete);
}

#[test]
fn an_endless_loop_costs_one_more_time_limit_at_most() {
    let mut engine = deadly("saxpy", |item| {
        if item.gid >= 700 {
            return End::Hang;
        }
        saxpy(item);
        End::Fine
    });
    let report = checked("saxpy", &mut engine);
    assert_eq!(
        report.verdict,
        Verdict::OutOfTime {
            limit_ms: 1000,
            compiling: false
        }
    );
    assert_eq!(report.exit_code(), 1);
}

#[test]
fn a_crash_that_does_not_come_alone_is_not_shrunk() {
    let mut engine = engine("saxpy", saxpy);
    engine.failing = Some((
        20,
        Outcome::Crashed {
            how: "SIGABRT".to_owned(),
            alone: false,
        },
    ));
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.stages[0].cases, 21);
    assert_eq!(engine.launches.len(), 21);
    let counterexample = report.counterexample.unwrap();
    assert_eq!(counterexample.explanations, [Explanation::NotAlone]);
    assert!(!counterexample.shrinking.unwrap().complete);
}

#[test]
fn a_failing_machine_is_not_the_students_failure() {
    for outcome in [
        Outcome::DeviceLost {
            detail: "CL_DEVICE_NOT_AVAILABLE".to_owned(),
        },
        Outcome::Fault {
            message: "no answer".to_owned(),
        },
    ] {
        let mut engine = engine("saxpy", saxpy);
        engine.failing = Some((3, outcome));
        let report = checked("saxpy", &mut engine);
        assert_eq!(report.exit_code(), 2);
        assert_eq!(report.counterexample, None);
        assert_eq!(report.points.earned, 0);
    }
}

#[test]
fn a_machine_that_fails_while_shrinking_leaves_what_was_found() {
    let mut engine = engine("saxpy", |item| {
        if item.gid < 700 {
            saxpy(item);
        }
    });
    engine.failing = Some((
        70,
        Outcome::Fault {
            message: "no answer".to_owned(),
        },
    ));
    let report = checked("saxpy", &mut engine);
    assert_eq!(report.verdict, Verdict::Wrong);
    assert!(!report.counterexample.unwrap().shrinking.unwrap().complete);
}

#[test]
fn shrinking_stops_when_its_time_is_up() {
    let mut engine = engine("saxpy", |item| {
        if item.gid < 700 {
            saxpy(item);
        }
    });
    let mut clock = Clock {
        tick: Duration::from_secs(3),
        ..Clock::default()
    };
    let settings = Settings::default();
    let report = check(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut engine],
        &settings,
        &mut clock,
    );
    let shrinking = report.counterexample.unwrap().shrinking.unwrap();
    assert!(!shrinking.complete);
    assert_eq!(shrinking.launches, 3);
    assert_eq!(clock.steps[0], Step::Building);
    assert_eq!(clock.steps[1], Step::Running { done: 0, of: 100 });
    assert!(clock.steps.contains(&Step::Shrinking { launches: 2 }));
}

#[test]
fn a_program_that_does_not_build_runs_nothing() {
    for (failure, exit_code) in [
        (
            BuildFailure::Refused {
                messages: Vec::new(),
                log: "error".to_owned(),
            },
            1,
        ),
        (
            BuildFailure::Crashed {
                how: "SIGSEGV".to_owned(),
            },
            1,
        ),
        (BuildFailure::OutOfTime { limit_ms: 5 }, 1),
        (
            BuildFailure::DeviceLost {
                detail: String::new(),
            },
            2,
        ),
        (
            BuildFailure::Fault {
                message: String::new(),
            },
            2,
        ),
    ] {
        let mut engine = engine("saxpy", saxpy);
        engine.built = Err(failure);
        let report = checked("saxpy", &mut engine);
        assert_eq!(report.exit_code(), exit_code);
        assert_eq!((report.stages[0].cases, engine.launches.len()), (0, 0));
    }
}

#[test]
fn a_kernel_of_another_name_or_other_arguments_is_not_launched() {
    let mut engine = engine("saxpy", saxpy).with_kernel("saxpi", None);
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        report.verdict,
        Verdict::NoSuchKernel { nearest: Some(nearest), .. } if nearest == "saxpi"
    ));
    let fill = kernels::problem("fill").unwrap().signature();
    let mut engine = self::engine("saxpy", saxpy).with_kernel("saxpy", Some(fill.parameters));
    let report = checked("saxpy", &mut engine);
    assert!(matches!(
        report.verdict,
        Verdict::OtherArguments { first: Some(0), .. }
    ));
    assert!(engine.launches.is_empty());
}

#[test]
fn the_same_seed_gives_the_same_report_and_another_seed_other_cases() {
    let wrong = |item: &mut Item<'_>| {
        if item.gid < 3000 {
            saxpy(item);
        }
    };
    let run = |seed| {
        let mut engine = engine("saxpy", wrong);
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let clock = &mut Clock::default();
        let report = check(
            &exercise("saxpy"),
            &source().into(),
            &mut [&mut engine],
            &settings,
            clock,
        );
        (serde_json::to_string(&report).unwrap(), engine.launches)
    };
    let (first, second, other) = (run(1), run(1), run(2));
    assert_eq!(first.0, second.0);
    assert!(first.1 == second.1);
    assert!(first.1 != other.1);
}

#[test]
fn corner_cases_always_run_and_more_cases_are_drawn_as_asked() {
    let corners = kernels::problem("saxpy").unwrap().corners().len();
    for (asked, run) in [(0, corners), (1, corners), (corners + 5, corners + 5)] {
        let mut engine = engine("saxpy", saxpy);
        let settings = Settings {
            cases: asked as u32,
            ..Settings::default()
        };
        let clock = &mut Clock::default();
        let report = check(
            &exercise("saxpy"),
            &source().into(),
            &mut [&mut engine],
            &settings,
            clock,
        );
        assert_eq!(report.stages[0].cases as usize, run);
    }
}

#[test]
fn a_token_replays_its_case_and_no_other() {
    let no_guard = |item: &mut Item<'_>| saxpy_at(item, item.gid);
    let found = checked("saxpy", &mut engine("saxpy", no_guard));
    let found = found.counterexample.unwrap();

    let mut wrong = engine("saxpy", no_guard);
    let clock = &mut Clock::default();
    let again = replay(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut wrong],
        &found.token,
        clock,
    )
    .unwrap();
    assert_eq!(wrong.launches.len(), 1);
    assert_eq!(again.verdict, Verdict::WroteOutside);
    let again = again.counterexample.unwrap();
    assert_eq!(again.case, found.case);
    assert_eq!(again.outside, found.outside);
    assert_eq!(again.shrinking, None);

    let mut right = engine("saxpy", saxpy);
    let passed = replay(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut right],
        &found.token,
        clock,
    )
    .unwrap();
    assert_eq!(
        (passed.verdict, passed.stages[0].cases),
        (Verdict::Passed, 1)
    );
    assert!(passed.replayed);
    assert_eq!(passed.points.earned, 0);

    let mut engine = engine("fill", saxpy);
    let foreign = replay(
        &exercise("fill"),
        &source().into(),
        &mut [&mut engine],
        &found.token,
        clock,
    );
    assert!(matches!(foreign, Err(TokenError::OtherProblem { .. })));
    assert!(engine.launches.is_empty());
}

#[test]
fn a_report_is_read_back_from_its_json() {
    let report = checked(
        "saxpy",
        &mut engine("saxpy", |item| saxpy_at(item, item.gid)),
    );
    let text = serde_json::to_string_pretty(&report).unwrap();
    let again: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(again, report);
}

/// An engine that says of every launch what it is told to, and computes nothing.
struct Watcher {
    built: Option<BuildFailure>,
    findings: Vec<Finding>,
    launches: usize,
}

impl Engine for Watcher {
    fn device(&self) -> String {
        "a watcher".to_owned()
    }

    fn build(&mut self, _: &Source) -> Result<Built, BuildFailure> {
        let kernels = vec![Kernel {
            name: "saxpy".to_owned(),
            parameters: None,
        }];
        let built = Built {
            messages: Vec::new(),
            kernels,
        };
        self.built.take().map_or(Ok(built), Err)
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        self.launches += launches.len();
        let mut right = engine("saxpy", saxpy);
        let mut outcomes = right.run(launches);
        for outcome in &mut outcomes {
            if let Outcome::Ran(ran) = outcome {
                ran.findings.clone_from(&self.findings);
            }
        }
        outcomes
    }
}

fn finding(mistake: &str, level: Level) -> Finding {
    Finding {
        mistake: mistake.to_owned(),
        level,
        evidence: Evidence::Observed,
        message: "it was seen".to_owned(),
        help: String::new(),
        kernel: "saxpy".to_owned(),
        spans: Vec::new(),
        work_items: Vec::new(),
        macro_backtrace: Vec::new(),
        fix: Vec::new(),
    }
}

/// A check on a watcher, then on an engine that is right: the report, and the launches of both.
fn in_two_stages(built: Option<BuildFailure>, findings: Vec<Finding>) -> (Report, [usize; 2]) {
    let mut watcher = Watcher {
        built,
        findings,
        launches: 0,
    };
    let mut right = engine("saxpy", saxpy);
    let report = check(
        &exercise("saxpy"),
        &source().into(),
        &mut [&mut watcher, &mut right],
        &Settings::default(),
        &mut Clock::default(),
    );
    (report, [watcher.launches, right.launches.len()])
}

#[test]
fn a_kernel_that_passes_runs_the_same_cases_in_every_stage() {
    let (report, launches) = in_two_stages(None, Vec::new());
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.stages.len(), 2);
    assert_eq!(launches, [100, 100]);
}

#[test]
fn a_mistake_that_was_seen_fails_though_the_result_is_right_and_never_reaches_the_next_stage() {
    let findings = vec![
        finding("float-equality", Level::Warning),
        finding("data-race", Level::Error),
    ];
    let (report, launches) = in_two_stages(None, findings);
    assert_eq!(report.verdict.label(), "data-race");
    assert_eq!(report.findings[0].mistake, "data-race");
    assert_eq!(report.findings.len(), 2);
    assert_eq!(report.points.earned, 0);
    assert_eq!(launches[1], 0);
    assert_eq!(report.stages[1].skipped, Some(Skipped::FailedBefore));
    let found = report.counterexample.unwrap();
    assert!(found.wrong.is_empty() && found.shrinking.is_some());
}

#[test]
fn a_warning_does_not_fail_and_is_told_once() {
    let (report, _) = in_two_stages(None, vec![finding("float-equality", Level::Warning)]);
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.findings.len(), 1);
}

#[test]
fn what_one_stage_does_not_analyse_is_left_to_the_next() {
    let not_analysed = BuildFailure::NotAnalysed {
        finding: Box::new(finding("not-analysed", Level::Warning)),
    };
    let (report, launches) = in_two_stages(Some(not_analysed), Vec::new());
    assert_eq!(report.verdict, Verdict::Passed);
    assert!(matches!(
        report.stages[0].skipped,
        Some(Skipped::NotAnalysed { .. })
    ));
    assert_eq!(launches, [0, 100]);
}

#[test]
fn where_nothing_could_run_nobody_passes_and_no_student_is_blamed() {
    let mut watcher = Watcher {
        built: Some(BuildFailure::Unavailable {
            reason: "there is none".to_owned(),
        }),
        findings: Vec::new(),
        launches: 0,
    };
    let report = checked("saxpy", &mut watcher);
    assert_eq!(
        (report.verdict.clone(), report.exit_code()),
        (Verdict::NotAnalysed, 2)
    );
    assert_eq!(report.points.earned, 0);
}

#[test]
fn what_the_text_alone_tells_no_device_is_asked() {
    let nameless = Source {
        text: "float saxpy(float x) { return x; }".to_owned(),
        ..source()
    };
    let mut right = engine("saxpy", saxpy);
    let report = check(
        &exercise("saxpy"),
        &nameless.into(),
        &mut [&mut right],
        &Settings::default(),
        &mut Clock::default(),
    );
    assert!(matches!(report.verdict, Verdict::NoSuchKernel { .. }));
    assert_eq!(report.stages[0].skipped, Some(Skipped::FailedBefore));
}

#[test]
fn a_program_with_an_error_runs_nowhere() {
    let broken = Source {
        text: "kernel void saxpy(global float *x) { x[0] = y; }".to_owned(),
        ..source()
    };
    let mut right = engine("saxpy", saxpy);
    let report = check(
        &exercise("saxpy"),
        &broken.into(),
        &mut [&mut right],
        &Settings::default(),
        &mut Clock::default(),
    );
    assert_eq!(report.verdict.name(), "build-failed");
    assert_eq!(report.findings[0].mistake, "compile-error");
    assert!(right.launches.is_empty());
}

#[test]
fn the_simulator_sees_a_missing_guard_and_passes_the_kernel_that_has_it() {
    let check_text = |text: &str| {
        let source = Source {
            text: text.to_owned(),
            ..source()
        };
        check(
            &exercise("saxpy"),
            &source.into(),
            &mut [&mut Simulator::default()],
            &Settings::default(),
            &mut Clock::default(),
        )
    };
    let right = kernels::problem("saxpy").unwrap().reference();
    assert_eq!(check_text(right).verdict, Verdict::Passed);
    let wrong = check_text(&right.replace("if (i < n)", ""));
    assert_eq!(wrong.verdict.label(), "out-of-bounds");
    let facts = wrong.counterexample.unwrap().case;
    assert_eq!(
        (facts[0].name.as_str(), facts[0].value.as_str()),
        ("n", "1")
    );
}

/// A check of a kernel from `solutions/19-transpose` in the simulator.
fn transposed(file: &str) -> Report {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../solutions");
    let source = Source {
        name: "kernel.cl".to_owned(),
        text: std::fs::read_to_string(folder.join("19-transpose").join(file)).unwrap(),
        defines: Vec::new(),
    };
    check(
        &exercise("transpose"),
        &source.into(),
        &mut [&mut Simulator::default()],
        &Settings::default(),
        &mut Clock::default(),
    )
}

#[test]
fn a_right_kernel_that_keeps_its_bounds_earns_all_points() {
    let report = transposed("kernel.cl");
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.points.earned, 10);
    let requirements = &report.costs[0].requirements;
    assert!(requirements.len() > 2);
    assert!(requirements.iter().all(|requirement| requirement.met));
}

#[test]
fn a_right_kernel_that_costs_too_much_earns_half_and_its_own_figure_stands_by_the_course_s() {
    let report = transposed("mistakes/tile-without-padding.cl");
    assert_eq!(report.verdict, Verdict::TooCostly);
    assert_eq!(report.points.earned, 5);
    let unmet: Vec<_> = report.costs[0]
        .requirements
        .iter()
        .filter(|requirement| !requirement.met)
        .map(|requirement| (requirement.measure, requirement.own, requirement.solution))
        .collect();
    assert_eq!(unmet, [(kernels::Measure::BankConflict, 3200, 100)]);
}

#[test]
fn a_wrong_kernel_is_not_counted() {
    let report = transposed("mistakes/no-barrier.cl");
    assert!(report.costs.is_empty());
    assert_eq!(report.points.earned, 0);
}

#[test]
fn costs_that_cannot_be_counted_leave_their_half_of_the_points_open() {
    let name = "constant-table";
    let mut engine = engine(name, |item| {
        let (count, n) = (item.value(0), item.value(1));
        let i = item.gid as i64;
        if i < i64::from(n) {
            let value = item.get(1, i) as i32;
            let reached = (0..i64::from(count)).filter(|&k| item.get(0, k) as i32 <= value);
            let reached = reached.count() as u32;
            item.set(2, i, reached);
        }
    });
    let source = Source {
        text: "kernel void classify(constant int *l, uint c, global const int *in, \
               global uint *out, uint n) { out[0] = ({ 1; }); }"
            .to_owned(),
        ..source()
    };
    let settings = Settings::default();
    let clock = &mut Clock::default();
    let report = check(
        &exercise(name),
        &source.into(),
        &mut [&mut engine],
        &settings,
        clock,
    );
    assert_eq!(report.verdict, Verdict::Passed, "{report:?}");
    assert!(report.uncounted && report.costs.is_empty());
    assert_eq!(report.points.earned, 5);
}
