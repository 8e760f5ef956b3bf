//! What `grader check --format ...` writes for other programs is what they take: by the shapes in
//! `tests/shapes`, for checks of every verdict, whatever their texts hold. A grader's fault is no zero.

use crate::hostile_reports;
use course::{Blame, ExerciseName, Report};
use formats::{Entry, Graded};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::shapes::Shape;
use tests::{course, grader, project};

/// What ends a block in XML or looks like the end, breaks a line, is no character of XML, or is cut in two.
const ODD: &str = "]]> <![CDATA[ &amp; <b> \u{0} \u{1} \u{b} \u{1f} \u{7f} \u{9b} \u{202e} \u{feff} \u{fffe} \
                   \u{ffff} \u{1f980}\u{200d} e\u{301} \" ' \\ \r\n\t";

fn format(shape: Shape, entries: &[Entry<'_>]) -> String {
    match shape {
        Shape::Sarif => formats::sarif_of_checks(entries),
        Shape::Junit => formats::junit(entries),
        Shape::Gradescope => formats::gradescope(entries),
        Shape::Classroom => formats::classroom(entries),
        Shape::Exercism => formats::exercism(entries),
    }
}

fn entry<'a>(report: &'a Report, account: &'a str) -> Entry<'a> {
    Entry {
        exercise: report.exercise.clone(),
        of: report.points.of,
        file: ODD,
        graded: Graded::Checked { report, account },
    }
}

fn assert_valid(shape: Shape, text: &str) {
    let errors = shape.errors(text);
    assert!(errors.is_empty(), "{shape:?}: {errors:#?}\n{text:.3000}");
    let is_bad = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
    assert!(!text.contains(is_bad), "{shape:?}: {text:.3000}");
}

#[test]
fn a_report_of_every_verdict_with_hostile_texts_is_valid_in_every_format() {
    for verdict in hostile_reports::verdicts() {
        let report = hostile_reports::report(verdict);
        let account = format!("{ODD}{}", hostile_reports::HOSTILE);
        let refused = Entry {
            graded: Graded::Refused { reason: ODD },
            ..entry(&report, &account)
        };
        let not_made = Entry {
            graded: Graded::NotMade { reason: ODD },
            ..entry(&report, &account)
        };
        for shape in Shape::ALL {
            assert_valid(shape, &format(shape, &[entry(&report, &account)]));
            let all = [entry(&report, &account), refused.clone(), not_made.clone()];
            assert_valid(shape, &format(shape, &all));
        }
    }
}

#[test]
fn what_was_said_reaches_the_reader_of_xml_as_far_as_xml_can_say_it() {
    let mut report = hostile_reports::report(course::Verdict::Wrong);
    report.exercise.title = "a ]]> b <c> & \"d\"".to_owned();
    let account = "x ]]> y\n\u{1b}[31m <z> \u{1f980} & ";
    let xml = formats::junit(&[entry(&report, account)]);
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let suite = document
        .descendants()
        .find(|node| node.has_tag_name("testsuite"));
    let name = suite.and_then(|suite| suite.attribute("name"));
    assert!(name.expect("a name").ends_with("a ]]> b <c> & \"d\""));
    let failure = document
        .descendants()
        .find(|node| node.has_tag_name("failure"));
    let text = failure.and_then(|failure| failure.text()).expect("a text");
    assert_eq!(text, "x ]]> y\n\u{241b}[31m <z> \u{1f980} & ");
}

#[test]
fn ten_megabytes_of_text_are_cut_to_what_readers_take() {
    let mut report = hostile_reports::report(course::Verdict::Wrong);
    let long = "\u{1b}\"\u{1f980}".repeat(10_000_000 / 6);
    report.findings[0].message = long.clone();
    report.exercise.title = long.clone();
    if let Some(case) = &mut report.counterexample {
        case.wrong[0].buffer = long.clone();
    }
    let entries: Vec<Entry<'_>> = (0..40).map(|_| entry(&report, &long)).collect();
    for shape in Shape::ALL {
        let text = format(shape, &entries);
        assert_valid(shape, &text);
        assert!(text.len() < 40 * 200_000, "{shape:?}: {} bytes", text.len());
    }
    // An environment variable of Linux holds 128 KiB with its name.
    let classroom = format(Shape::Classroom, &entries);
    assert!(classroom.len() < 128 << 10, "{} bytes", classroom.len());
}

#[test]
fn a_fault_of_the_machine_is_a_zero_in_no_format() {
    for verdict in hostile_reports::verdicts() {
        let report = hostile_reports::report(verdict);
        if report.verdict.blame() != Some(Blame::Machine) {
            continue;
        }
        let mut passed = hostile_reports::report(course::Verdict::Passed);
        let mut report = report;
        for report in [&mut passed, &mut report] {
            report.answers.clear();
            report.costs.clear();
        }
        let entries = [entry(&report, "a fault"), entry(&passed, "passed")];
        let gradescope = Shape::Gradescope.value(&formats::gradescope(&entries));
        assert_eq!(gradescope["tests"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            gradescope["extra_data"]["not_graded"][0],
            hostile_reports::HOSTILE
        );
        let classroom = Shape::Classroom.value(&formats::classroom(&entries));
        assert_eq!(classroom["status"], "error");
        assert_eq!(classroom["max_score"], 0);
        let exercism = Shape::Exercism.value(&formats::exercism(&entries));
        assert_eq!(exercism["tests"][0]["status"], "error");
        let xml = formats::junit(&entries);
        let document = roxmltree::Document::parse(&xml).expect("XML");
        let root = document.root_element();
        assert_eq!(root.attribute("errors"), Some("1"));
        assert_eq!(root.attribute("failures"), Some("0"));
        let sarif = Shape::Sarif.value(&formats::sarif_of_checks(&entries));
        let invocation = &sarif["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
    }
}

#[test]
fn the_replay_of_a_case_is_worth_no_points_and_no_zero() {
    let mut report = hostile_reports::report(course::Verdict::Passed);
    report.replayed = true;
    let gradescope = Shape::Gradescope.value(&formats::gradescope(&[entry(&report, "")]));
    assert_eq!(gradescope["tests"][0]["max_score"], 0);
    let classroom = Shape::Classroom.value(&formats::classroom(&[entry(&report, "")]));
    assert_eq!(classroom["max_score"], 0);
}

/// What the command writes for a check, and its exit code.
fn written(folder: &Path, shape: Shape, arguments: &[&str]) -> (String, i32) {
    let file = folder.join("result");
    let output = grader(folder)
        .arg("check")
        .args(arguments)
        .args(["--format", shape.name(), "--output"])
        .arg(&file)
        .output()
        .expect("grader starts");
    assert!(output.stdout.is_empty());
    let text = fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    fs::remove_file(&file).expect("it was there");
    (text, output.status.code().expect("an exit code"))
}

/// Passing, failing and not compiling kernels; all of them, two files among them that are none.
#[test]
fn what_the_command_writes_is_valid_and_says_what_the_exit_code_says() {
    let course = course();
    let folder = course.path();
    let saxpy = project().join("solutions/02-saxpy");
    let kernels = [
        (saxpy.join("kernel.cl"), 0),
        (saxpy.join("mistakes/no-tail-guard.cl"), 1),
        (saxpy.join("mistakes/writes-to-const.cl"), 1),
    ];
    for (kernel, expected) in &kernels {
        let kernel = kernel.to_str().expect("a path in UTF-8");
        let arguments = ["saxpy", "--file", kernel];
        for shape in Shape::ALL {
            let (text, code) = written(folder, shape, &arguments);
            assert_eq!(code, *expected);
            assert_valid(shape, &text);
            assert_eq!(passed(shape, &text), code == 0, "{shape:?}: {text}");
        }
        let exercism = Shape::Exercism.value(&written(folder, Shape::Exercism, &arguments).0);
        let expected = match kernel.rsplit('/').next() {
            Some("kernel.cl") => "pass",
            Some("writes-to-const.cl") => "error",
            _ => "fail",
        };
        assert_eq!(exercism["status"], expected, "{exercism:#}");
    }
    let exercises = folder.join("exercises");
    fs::write(exercises.join("01-fill/kernel.cl"), "").expect("an empty file");
    fs::remove_file(exercises.join("03-map-contiguous/kernel.cl")).expect("it was there");
    fs::copy(&kernels[0].0, exercises.join("02-saxpy/kernel.cl")).expect("a copy");
    for shape in Shape::ALL {
        let (text, code) = written(folder, shape, &["all", "--cases", "3"]);
        assert_eq!(code, 2);
        assert_valid(shape, &text);
        assert!(!passed(shape, &text), "{shape:?}");
        if shape == Shape::Gradescope {
            let tests = shape.value(&text)["tests"].clone();
            let told = |place: usize| {
                (
                    tests[place]["score"].as_u64(),
                    tests[place]["status"].clone(),
                )
            };
            assert_eq!(told(0), (Some(0), Value::from("failed")));
            assert_eq!(told(1), (Some(10), Value::from("passed")));
            assert_eq!(told(2), (Some(0), Value::from("failed")));
            assert!(
                tests[2]["output"]
                    .as_str()
                    .expect("a text")
                    .contains("kernel.cl")
            );
        }
    }
}

/// Does a result say that all is well?
fn passed(shape: Shape, text: &str) -> bool {
    if shape == Shape::Junit {
        let document = roxmltree::Document::parse(text).expect("XML");
        let root = document.root_element();
        return ["failures", "errors"]
            .iter()
            .all(|count| root.attribute(*count) == Some("0"));
    }
    let value = shape.value(text);
    match shape {
        Shape::Sarif => {
            let results = value["runs"][0]["results"].as_array().expect("results");
            !results.iter().any(|result| result["level"] == "error")
        }
        Shape::Gradescope => {
            let tests = value["tests"].as_array().expect("tests");
            tests.iter().all(|test| test["status"] == "passed")
        }
        _ => value["status"] == "pass",
    }
}

/// A kernel that the simulator does not analyse, where there is no device: nobody knows whether it is right.
#[test]
fn what_cannot_be_run_here_is_told_as_an_error_of_the_run() {
    let course = course();
    let kernel = project().join("solutions/02-saxpy/kernel.cl");
    let kernel = fs::read_to_string(kernel).expect("a solution");
    let kernel = kernel.replacen('{', "{ queue_t to;", 1);
    let own = course.path().join("exercises/02-saxpy/kernel.cl");
    fs::write(own, kernel).expect("a file");
    for shape in Shape::ALL {
        let (text, code) = written(course.path(), shape, &["saxpy", "--on", "simulator"]);
        assert_eq!(code, 2, "{text}");
        assert_valid(shape, &text);
        match shape {
            Shape::Gradescope => {
                assert_eq!(shape.value(&text)["extra_data"]["not_graded"][0], "saxpy");
            }
            Shape::Classroom => assert_eq!(shape.value(&text)["max_score"], 0),
            Shape::Exercism => assert_eq!(shape.value(&text)["status"], "error"),
            Shape::Junit => assert!(text.contains("<error "), "{text}"),
            Shape::Sarif => assert!(text.contains("\"executionSuccessful\": false"), "{text}"),
        }
    }
}

#[test]
fn a_slip_in_a_result_is_none_by_its_shape() {
    let report = hostile_reports::report(course::Verdict::Wrong);
    let entries = [Entry {
        exercise: ExerciseName {
            slug: "saxpy".to_owned(),
            number: 2,
            title: "y".to_owned(),
        },
        ..entry(&report, "an account")
    }];
    let slips: [(Shape, &str, &str); 8] = [
        (Shape::Gradescope, "\"score\": 0,", ""),
        (Shape::Gradescope, "\"failed\"", "\"fail\""),
        (Shape::Gradescope, "\"tests\"", "\"test\""),
        (Shape::Exercism, "\"version\": 3", "\"version\": 2"),
        (
            Shape::Exercism,
            "\"status\": \"fail\"",
            "\"status\": \"pass\"",
        ),
        (Shape::Junit, "<failure ", "<failed "),
        (Shape::Junit, " classname=\"saxpy\"", ""),
        (Shape::Junit, "]]&gt;", "\u{1b}"),
    ];
    for (shape, right, slip) in slips {
        let text = format(shape, &entries).replace("an account", "an account ]]&gt;");
        assert!(shape.errors(&text).is_empty(), "{shape:?}");
        assert!(text.contains(right), "{shape:?}: {right}\n{text}");
        let spoilt = text.replacen(right, slip, 1);
        assert!(!shape.errors(&spoilt).is_empty(), "{shape:?}: {right}");
    }
    let classroom = formats::classroom(&entries);
    assert!(!Shape::Classroom.errors(&classroom[4..]).is_empty());
    let json = Shape::Classroom.value(&classroom);
    for key in ["version", "status", "max_score", "tests"] {
        let mut without = json.clone();
        without
            .as_object_mut()
            .and_then(|it| it.remove(key))
            .expect("the key");
        let text = data_encoding::BASE64.encode(without.to_string().as_bytes());
        assert!(!Shape::Classroom.errors(&text).is_empty(), "{key}");
    }
}
