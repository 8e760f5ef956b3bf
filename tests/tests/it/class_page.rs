//! What the class's page and its tables tell: what went wrong with examples, lateness, how often students handed in.

use super::{Class, right};
use std::fs;
use tests::class::results;
use tests::project;

#[test]
fn the_overview_tells_what_the_class_gets_wrong_most() {
    let class = Class::empty("");
    for (student, file) in [
        ("anna", "mistakes/no-tail-guard.cl"),
        ("ben", "mistakes/y-is-lost.cl"),
        ("cleo", "mistakes/guard-off-by-one.cl"),
        ("dan", "kernel.cl"),
    ] {
        fs::create_dir(class.path().join(student)).expect("a folder");
        let from = project().join("solutions/02-saxpy").join(file);
        fs::copy(from, class.path().join(student).join("saxpy.cl")).expect("a copy");
    }
    let (code, stdout, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stdout.contains("out-of-bounds: 2 students\nwrong: 1 student\n"),
        "{stdout}"
    );
    let read = |name: &str| fs::read_to_string(class.out("out").join(name)).expect("an overview");
    let markdown = read("overview.md");
    for expected in [
        "| out-of-bounds | 2 | saxpy (2) |\n| wrong | 1 | saxpy (1) |\n",
        "| anna | 0 |  | 0 out-of-bounds |\n",
        "| dan | 10 |  | 10 |\n",
        " | 1 | 0 | 0 | 2.5 | 10 |\n",
    ] {
        assert!(markdown.contains(expected), "{expected}: {markdown}");
    }
    let page = read("overview.html");
    let row = ["out-of-bounds", "2", "saxpy (2)"].map(|it| format!("<td dir=\"auto\">{it}</td>"));
    assert!(page.contains(&row.concat()), "{page}");
}

#[test]
fn the_class_page_shows_an_example_of_each_mistake_and_no_name() {
    let class = Class::empty("");
    for (student, file) in [
        ("ada lovelace", "mistakes/guard-off-by-one.cl"),
        ("ben", "mistakes/guard-off-by-one.cl"),
        ("cleo", "kernel.cl"),
    ] {
        fs::create_dir(class.path().join(student)).expect("a folder");
        let from = project().join("solutions/02-saxpy").join(file);
        let text = fs::read_to_string(from).expect("a kernel");
        // The shorter of the two is the example: the other's is made longer.
        let text = match student {
            "ben" => text.replace("i <= n", "i <= n && 1 == 1"),
            _ => text
                .replace("(i ", "(lovelace_i ")
                .replace("i =", "lovelace_i =")
                .replace("[i]", "[lovelace_i]"),
        };
        let text = format!("// by Ada\n{text}\n/* and {student} */\n");
        fs::write(class.path().join(student).join("saxpy.cl"), text).expect("a file");
    }
    let (code, _, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    let read = |name: &str| fs::read_to_string(class.out("out").join(name)).expect("an overview");
    let page = read("overview.html");
    let start = page.find("id=\"teach\"").expect("a section");
    let section = &page[start..page.find("id=\"students\"").expect("the next")];
    assert!(
        section.contains("<h4>out-of-bounds: 2 submissions</h4>"),
        "{section}"
    );
    assert!(section.contains("<mark>    if (name &lt;= n)"), "{section}");
    assert!(
        section.contains("grader explain out-of-bounds"),
        "{section}"
    );
    assert!(
        !section.to_lowercase().contains("ada") && !section.contains("lovelace"),
        "{section}"
    );
    let csv = read("mistakes.csv");
    let row = "saxpy,out-of-bounds,comparison,2,3,if (name <= n) {,if (name < n) {,models/execution-model,4\r\n";
    assert!(csv.contains(row), "{csv}");
}

#[test]
fn how_often_a_student_handed_in_is_told_where_the_list_of_times_says_it() {
    let class = Class::empty("times = \"times.toml\"\nretries = 1");
    for name in ["once", "often"] {
        fs::create_dir(class.path().join(name)).expect("a folder");
        fs::write(class.path().join(name).join("saxpy.cl"), right()).expect("a file");
    }
    let times = "once = 2026-11-20T12:00:00Z\n\
                 often = [2026-11-18T12:00:00Z, 2026-11-20T12:00:00Z, 2026-11-19T12:00:00Z]\n";
    fs::write(class.path().join("times.toml"), times).expect("a file");
    let (code, _, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    let mut counted: Vec<(String, Option<u32>, Option<f64>)> = results(&class.out("out"))
        .into_iter()
        .map(|graded| (graded.student, graded.handed_in, graded.points))
        .collect();
    counted.sort_by_key(|(name, ..)| name.clone());
    let expected = [("often", 3), ("once", 1)];
    assert_eq!(
        counted,
        expected.map(|(name, times)| (name.to_owned(), Some(times), Some(10.0)))
    );
    let read = |name: &str| fs::read_to_string(class.out("out").join(name)).expect("a file");
    let page = read("overview.html");
    assert!(
        page.contains("Everybody may hand in again 1 time."),
        "{page}"
    );
    assert!(
        page.contains("It was handed in 3 times, and 2 are allowed."),
        "{page}"
    );
    assert!(read("grades.csv").contains(",remarks,handed_in\r\n"));
    class.plan("retries = 1\n[[exercise]]\nname = \"saxpy\"\n");
    let (code, _, stderr) = class.in_simulator("none");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("`retries` needs `times`"), "{stderr}");
}

#[test]
fn being_late_costs_what_the_plan_says_and_the_list_of_times_counts_before_files() {
    let class = Class::empty(
        "deadline = 2026-11-20T23:59:00+01:00\ntimes = \"times.toml\"\n\
         late = { percent_a_day = 25, grace_minutes = 10 }",
    );
    for name in ["early", "graced", "late", "unknown"] {
        fs::create_dir(class.path().join(name)).expect("a folder");
        fs::write(class.path().join(name).join("saxpy.cl"), right()).expect("a file");
    }
    let times = "early = 2026-11-20T12:00:00+01:00\ngraced = 2026-11-21T00:05:00+01:00\n\
                 late = 2026-11-22T00:00:00+01:00\n";
    fs::write(class.path().join("times.toml"), times).expect("a file");
    let (code, _, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    let share = |student: &str| {
        let all = results(&class.out("out"));
        let graded = all
            .iter()
            .find(|graded| graded.student == student)
            .expect("a result");
        graded.points.expect("points") / graded.of
    };
    assert_eq!(
        ["early", "graced", "late", "unknown"].map(share),
        [1.0, 1.0, 0.5, 1.0]
    );
    let overview = fs::read_to_string(class.out("out").join("overview.md")).expect("an overview");
    assert!(
        overview.contains("The time of submission is unknown"),
        "{overview}"
    );
    // Without the list the files' own times count: these are as new as this test.
    let plan = fs::read_to_string(class.path().join("class.toml")).expect("a plan");
    class.plan(
        &plan
            .replace("times = \"times.toml\"\n", "")
            .replace("2026-11-20", "2020-11-20"),
    );
    let (code, _, stderr) = class.graded("out", &["--on", "simulator", "--resume"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(share("early"), 0.0);
}
