//! Several engines in a row, and what the text alone tells before them.

use super::*;

/// An engine that says of every launch what it is told to, and computes nothing.
struct Watcher {
    built: Option<BuildError>,
    findings: Vec<Finding>,
    launches: usize,
}

impl Engine for Watcher {
    fn device(&self) -> String {
        "a watcher".to_owned()
    }

    fn build(&mut self, _: &TranslationUnit) -> Result<Built, BuildError> {
        let kernels = vec![Kernel {
            name: "saxpy".to_owned(),
            parameters: None,
        }];
        let built = Built {
            kernels,
            ..Built::default()
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

fn finding(mistake: MistakeId, level: Level) -> Finding {
    Finding {
        mistake,
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
fn in_two_stages(built: Option<BuildError>, findings: Vec<Finding>) -> (Report, [usize; 2]) {
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
        finding(MistakeId::FloatEquality, Level::Warning),
        finding(MistakeId::DataRace, Level::Error),
    ];
    let (report, launches) = in_two_stages(None, findings);
    assert_eq!(report.verdict.label(), "data-race");
    assert_eq!(report.findings[0].mistake, MistakeId::DataRace);
    assert_eq!(report.findings.len(), 2);
    assert_eq!(report.points.earned, 0);
    assert_eq!(launches[1], 0);
    assert_eq!(report.stages[1].skipped, Some(Skipped::FailedBefore));
    let found = report.counterexample.unwrap();
    assert!(found.wrong.is_empty() && found.shrinking.is_some());
}

#[test]
fn a_warning_does_not_fail_and_is_told_once() {
    let (report, _) = in_two_stages(
        None,
        vec![finding(MistakeId::FloatEquality, Level::Warning)],
    );
    assert_eq!(report.verdict, Verdict::Passed);
    assert_eq!(report.findings.len(), 1);
}

#[test]
fn what_one_stage_does_not_analyse_is_left_to_the_next() {
    let not_analysed = BuildError::NotAnalysed {
        finding: Box::new(finding(MistakeId::NotAnalysed, Level::Warning)),
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
        built: Some(BuildError::Unavailable {
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
    assert_eq!(report.findings[0].mistake, MistakeId::CompileError);
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

fn refused() -> BuildError {
    BuildError::Compiler {
        messages: Vec::new(),
        log: "no such function".to_owned(),
    }
}

/// The report on a problem's own kernel: by the simulator, if it takes part, and by a device whose compiler
/// refuses the first program that it gets.
fn with_a_refusing_device(problem: &str, is_simulated: bool) -> Report {
    let kernel = Source {
        text: kernels::problem(problem).unwrap().reference().to_owned(),
        ..source()
    };
    let mut device = Watcher {
        built: Some(refused()),
        findings: Vec::new(),
        launches: 0,
    };
    let mut simulator = Simulator::default();
    let mut engines: Vec<&mut dyn Engine> = Vec::new();
    if is_simulated {
        engines.push(&mut simulator);
    }
    engines.push(&mut device);
    check(
        &exercise(problem),
        &kernel.into(),
        &mut engines,
        &Settings::default(),
        &mut Clock::default(),
    )
}

#[test]
fn a_device_that_lacks_an_optional_part_of_a_later_version_is_left_out() {
    let report = with_a_refusing_device("shuffle-sum", true);
    assert_eq!(report.verdict, Verdict::Passed);
    let standard = "3.0".to_owned();
    assert_eq!(report.stages[1].skipped, Some(Skipped::Lacks { standard }));
}

#[test]
fn a_device_that_builds_the_courses_own_kernel_and_not_the_students_refuses_it() {
    // The second program that the device gets, the course's own, it builds.
    let report = with_a_refusing_device("shuffle-sum", false);
    assert!(matches!(report.verdict, Verdict::BuildFailed { .. }));
}

#[test]
fn nothing_of_the_first_versions_is_optional() {
    let report = with_a_refusing_device("saxpy", true);
    assert!(matches!(report.verdict, Verdict::BuildFailed { .. }));
}
