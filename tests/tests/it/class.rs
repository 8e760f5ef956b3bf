//! `grader class` from end to end: the verdicts of a class made of the course's own solutions and mistakes,
//! whoever works on them, in whatever order and however it is interrupted; and what no submission should be.

#[path = "class_page.rs"]
mod page;

use class::Standing;
use course::Verdict;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;
use tests::class::{Student, files, generate, labels, results};
use tests::pseudo_terminal::PseudoTerminal;
use tests::{attacks, binaries, grader, project, wait_for};

/// The same exercises for every small class: a copy, a guard, barriers.
const FEW: [&str; 3] = ["fill", "saxpy", "reduce"];

/// A class in a folder of its own.
struct Class {
    folder: TempDir,
    students: Vec<Student>,
}

impl Class {
    fn of(students: usize, seed: u64) -> Class {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let class = folder.path().join("class");
        let students = generate(&class, students, &FEW, seed).expect("a class");
        Class { folder, students }
    }

    /// A class of nobody yet that is asked for `saxpy`.
    fn empty(plan: &str) -> Class {
        let class = Class {
            folder: tempfile::tempdir().expect("a temporary folder"),
            students: Vec::new(),
        };
        fs::create_dir(class.path()).expect("a folder");
        class.plan(&format!("{plan}\n[[exercise]]\nname = \"saxpy\"\n"));
        class
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("class")
    }

    fn plan(&self, text: &str) {
        fs::write(self.path().join("class.toml"), text).expect("a written file");
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `grader class` into the folder `out`.
    fn command(&self, out: &str, arguments: &[&str]) -> Command {
        let mut command = grader(self.folder.path());
        command
            .arg("--course")
            .arg(project())
            .args(["class", "class", "--out", out])
            .args(arguments);
        command
    }

    fn graded(&self, out: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
        said(
            self.command(out, arguments)
                .output()
                .expect("grader starts"),
        )
    }

    fn in_simulator(&self, out: &str) -> (Option<i32>, String, String) {
        self.graded(out, &["--on", "simulator"])
    }
}

fn said(output: Output) -> (Option<i32>, String, String) {
    let stdout = String::from_utf8(output.stdout).expect("text");
    let stderr = String::from_utf8(output.stderr).expect("text");
    let stderr = stderr.replace("\n  ", " ");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code(), stdout, stderr)
}

/// The file systems' numbers of the results: a file that was written again has another.
fn numbers(out: &Path) -> BTreeMap<PathBuf, u64> {
    let entries = fs::read_dir(out.join("results"))
        .into_iter()
        .flatten()
        .flatten();
    // A result that is being written has another name, under which it is soon gone.
    entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            let number = fs::metadata(&path).expect("a result").ino();
            (path, number)
        })
        .collect()
}

/// The processes of this program that a process started.
fn children_of(parent: u32) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task"))
        .into_iter()
        .flatten();
    tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|children| {
            let numbers: Vec<i32> = children
                .split_whitespace()
                .filter_map(|number| number.parse().ok())
                .collect();
            numbers
        })
        .filter_map(Pid::from_raw)
        .collect()
}

/// A run that has so many results, and goes on.
fn begun(class: &Class, out: &str, arguments: &[&str], count: usize) -> Child {
    let child = class
        .command(out, arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let out = class.out(out);
    wait_for("first results", || {
        (numbers(&out).len() >= count).then_some(())
    });
    child
}

#[test]
fn every_submission_gets_its_verdict_from_one_worker_and_from_two() {
    let class = Class::of(8, 11);
    let (code, stdout, stderr) = class.graded("one", &["--jobs", "1"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stdout.contains("8 submissions graded, 8 of them now"),
        "{stdout}"
    );
    let labels = labels(&class.out("one"));
    for student in &class.students {
        for (slug, expected) in &student.expected {
            let label = &labels[&(student.name.clone(), slug.clone())];
            assert!(
                expected.is(label),
                "{} {slug}: {label}, not {expected:?}",
                student.name
            );
        }
    }
    let (code, _, stderr) = class.graded("two", &["--jobs", "2"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(files(&class.out("two")), files(&class.out("one")));
}

#[test]
fn what_is_done_and_how_long_the_rest_takes_is_told_meanwhile() {
    let class = Class::of(8, 19);
    let command = class.command("out", &["--on", "simulator", "--jobs", "1"]);
    let mut terminal = PseudoTerminal::run(&command, 100);
    terminal.wait(" of 8, about ");
    terminal.wait(" left");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.wait("8 submissions graded, 8 of them now");
    assert!(terminal.is_as_before());
}

/// Every hostile file, and answers that attack, each handed in by a student with a right one behind.
#[cfg(target_arch = "x86_64")]
#[test]
fn hostile_submissions_are_contained_and_named_and_cost_nobody_else_a_point() {
    let class = Class::empty("");
    let marker = class.folder.path().join("marker");
    let mut allowed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut hand_in = |student: String, text: String, verdicts: &[&str]| {
        fs::create_dir(class.path().join(&student)).expect("a folder");
        fs::write(class.path().join(&student).join("saxpy.cl"), text).expect("a file");
        let verdicts = verdicts.iter().map(|verdict| (*verdict).to_owned());
        allowed.insert(student, verdicts.collect());
    };
    for entry in fs::read_dir(project().join("tests/hostile")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.extension().is_some_and(|extension| extension == "cl") {
            let text = fs::read_to_string(&path).expect("a kernel");
            let head = text
                .lines()
                .next()
                .and_then(|line| line.strip_prefix("// verdict: "));
            let verdicts: Vec<&str> = head.expect("a label").split(", ").collect();
            hand_in(name.clone(), text.clone(), &verdicts);
            hand_in(format!("{name} neighbour"), right(), &["passed"]);
        }
    }
    for (name, attack) in [
        ("opens a socket", attacks::SOCKET),
        ("kills its parent", attacks::KILL),
        ("forks", attacks::FORK),
    ] {
        hand_in(
            name.to_owned(),
            attacks::within("02-saxpy", attack),
            &["crashed"],
        );
        hand_in(format!("{name} neighbour"), right(), &["passed"]);
    }
    // What it tries is refused, and it is right otherwise.
    let writes = attacks::within("02-saxpy", &attacks::write(&marker, "here"));
    hand_in("writes".to_owned(), writes, &["passed"]);

    let (code, stdout, stderr) = class.graded("out", &["--on", "device", "--jobs", "2"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(!marker.exists());
    let all = results(&class.out("out"));
    assert_eq!(all.len(), allowed.len());
    for graded in all {
        let Standing::Checked { report } = &graded.exercises[0].standing else {
            panic!("{}: {:?}", graded.student, graded.exercises);
        };
        let verdicts = &allowed[&graded.student];
        let name = report.verdict.name();
        assert!(
            verdicts.iter().any(|it| it == name),
            "{}: {name}",
            graded.student
        );
        if let Verdict::Crashed { how, .. } = &report.verdict
            && !project()
                .join(format!("tests/hostile/{}.cl", graded.student))
                .exists()
        {
            assert!(how.contains("SIGSYS"), "{}: {how}", graded.student);
        }
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_does_nothing_twice() {
    let class = Class::of(10, 12);
    assert_eq!(class.in_simulator("whole").0, Some(0));
    let whole = files(&class.out("whole"));
    let arguments = ["--on", "simulator", "--jobs", "2"];
    for count in [1, 4, 7] {
        let out = format!("killed-{count}");
        let mut child = begun(&class, &out, &arguments, count);
        let workers = children_of(child.id());
        child.kill().expect("a kill");
        child.wait().expect("an end");
        for worker in workers {
            wait_for("end of the workers", || {
                test_kill_process(worker).is_err().then_some(())
            });
        }
        let there = numbers(&class.out(&out));
        assert!(there.len() >= count && there.len() < 10, "{}", there.len());
        // Without being told so it does not go on.
        let (code, _, stderr) = class.in_simulator(&out);
        assert_eq!(code, Some(2));
        assert!(
            stderr.contains("already holds results") && stderr.contains("--resume"),
            "{stderr}"
        );
        let (code, stdout, stderr) = class.graded(&out, &["--on", "simulator", "--resume"]);
        assert_eq!(code, Some(0), "{stderr}");
        let now = format!("10 submissions graded, {} of them now", 10 - there.len());
        assert!(stdout.contains(&now), "{stdout}");
        for (path, number) in there {
            assert_eq!(
                fs::metadata(&path).expect("a result").ino(),
                number,
                "{}",
                path.display()
            );
        }
        assert_eq!(files(&class.out(&out)), whole);
    }
}

#[test]
fn ctrl_c_ends_it_cleanly_and_it_goes_on() {
    let class = Class::of(10, 13);
    let arguments = ["--on", "simulator", "--jobs", "2"];
    let child = begun(&class, "stopped", &arguments, 2);
    let workers = children_of(child.id());
    assert!(!workers.is_empty());
    kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
    let output = child.wait_with_output().expect("an end");
    let (code, _, stderr) = said(output);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("--resume goes on"), "{stderr}");
    for worker in workers {
        assert!(test_kill_process(worker).is_err(), "a worker lives on");
    }
    assert_eq!(
        class
            .graded("stopped", &["--on", "simulator", "--resume"])
            .0,
        Some(0)
    );
    assert_eq!(class.in_simulator("whole").0, Some(0));
    assert_eq!(files(&class.out("stopped")), files(&class.out("whole")));
}

#[test]
fn a_worker_that_is_killed_costs_nobody_a_point() {
    let class = Class::of(8, 14);
    assert_eq!(class.in_simulator("whole").0, Some(0));
    let mut child = begun(&class, "killed", &["--on", "simulator", "--jobs", "2"], 1);
    let workers = children_of(child.id());
    assert!(!workers.is_empty());
    for worker in workers {
        // One may have ended by itself meanwhile.
        let _ = kill_process(worker, Signal::KILL);
    }
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert_eq!(files(&class.out("killed")), files(&class.out("whole")));
}

#[test]
fn what_has_changed_is_graded_again_and_nothing_else() {
    let class = Class::of(4, 15);
    assert_eq!(class.in_simulator("out").0, Some(0));
    let out = class.out("out");
    let before = numbers(&out);
    let again = |now: &str| {
        let (code, stdout, stderr) = class.graded("out", &["--on", "simulator", "--resume"]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(
            stdout.contains(&format!("4 submissions graded, {now} of them now")),
            "{stdout}"
        );
    };
    again("0");
    assert_eq!(numbers(&out), before);

    let student = class.path().join("student 002");
    let _ = fs::remove_dir_all(student.join("fill"));
    fs::write(student.join("fill.cl"), "kernel void other(void) {}\n").expect("a written file");
    again("1");
    let label = labels(&out)[&("student 002".to_owned(), "fill".to_owned())].clone();
    assert_eq!(label, "no-such-kernel");
    let changed: Vec<PathBuf> = numbers(&out)
        .into_iter()
        .filter(|(path, number)| before[path] != *number)
        .map(|(path, _)| path)
        .collect();
    assert!(matches!(changed.as_slice(), [path] if path.to_string_lossy().contains("student-002")));

    // What an exercise is worth needs no check; how it is checked does.
    let plan = fs::read_to_string(class.path().join("class.toml")).expect("a plan");
    class.plan(&plan.replace("name = \"fill\"", "name = \"fill\"\nweight = 99.5"));
    again("0");
    let sum: f64 = results(&out)[0]
        .exercises
        .iter()
        .map(|exercise| exercise.of)
        .sum();
    assert_eq!(results(&out)[0].exercises[0].of, 99.5);
    assert_eq!(results(&out)[0].of, sum);
    class.plan(&format!("cases = 20\n{plan}"));
    again("4");
}

#[test]
fn a_fault_of_the_machine_is_no_zero_and_is_made_up_for() {
    use std::os::unix::fs::PermissionsExt;
    let class = Class::of(3, 16);
    // Whether there is a device is asked once; from then on the device's process ends at once.
    let once = class.folder.path().join("once");
    let fake = class.folder.path().join("fake-device");
    let script = format!(
        "#!/bin/sh\nif [ -e {0} ]; then exit 3; fi\n: > {0}\nexec {1} \"$@\"\n",
        once.display(),
        binaries().join("grader-device").display()
    );
    fs::write(&fake, script).expect("a script");
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut command = class.command("out", &[]);
    let (code, stdout, stderr) = said(command.env("GRADER_DEVICE", &fake).output().expect("a run"));
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stdout.contains("through no fault of the student's"),
        "{stdout}"
    );
    for graded in results(&class.out("out")) {
        for exercise in &graded.exercises {
            let is_checked = exercise.standing.label() != "missing";
            assert_eq!(exercise.points.is_none(), is_checked, "{exercise:?}");
        }
    }
    let csv = fs::read_to_string(class.out("out").join("grades.csv")).expect("grades");
    assert!(csv.contains("not-graded"), "{csv}");
    let (code, _, stderr) = class.graded("out", &["--resume"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        results(&class.out("out"))
            .iter()
            .all(|graded| graded.points.is_some())
    );
}

#[test]
fn kernels_run_on_a_device_only_where_they_are_enclosed_or_somebody_says_so() {
    let class = Class::of(1, 17);
    // A device runner of a machine that can enforce but a part of the box.
    let fake = project().join("grader/device/tests/fakes/boxed-in-part.sh");
    let command = class
        .command("out", &["--on", "device"])
        .env("GRADER_DEVICE", fake)
        .output();
    let (code, _, stderr) = said(command.expect("grader starts"));
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("--allow-unsandboxed") && stderr.contains("cannot contain"),
        "{stderr}"
    );
    assert!(!class.out("out").exists());
    let (code, _, stderr) = class.graded("out", &["--on", "device"]);
    assert_eq!(code, Some(0), "{stderr}");
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost_or_half_written() {
    let class = Class::of(10, 18);
    assert_eq!(class.in_simulator("whole").0, Some(0));
    // A disk of its own with room for a few results, made where it is nobody else's to see.
    let inner = "set -e; mkdir -p full; mount -t tmpfs -o size=64k,nr_inodes=200 tmpfs full; \
                 code=0; \"$@\" --out full || code=$?; ls full/results | wc -l; \
                 find full -name '.unfinished-*'; \
                 mount -o remount,size=64m full; \"$@\" --out full --resume; cp -r full rescued; exit $code";
    let grader = class.command("full", &[]);
    let mut command = Command::new("unshare");
    command
        .args([
            "--user",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            inner,
            "sh",
        ])
        .arg(grader.get_program())
        .arg("--course")
        .arg(project())
        .args(["class", "class", "--on", "simulator"])
        .current_dir(class.folder.path());
    let (code, stdout, stderr) = said(command.output().expect("unshare, of util-linux"));
    assert_eq!(code, Some(2), "{stdout}{stderr}");
    assert!(
        stderr.contains("cannot be written") && stderr.contains("--resume"),
        "no full disk (does this system let users mount?): {stdout}{stderr}"
    );
    let mut lines = stdout.lines();
    let there: usize = lines
        .next()
        .and_then(|it| it.trim().parse().ok())
        .expect("a number");
    assert!(there < 10, "{stdout}");
    assert!(
        stdout.contains(&format!(
            "10 submissions graded, {} of them now",
            10 - there
        )),
        "{stdout}"
    );
    assert!(!stdout.contains("unfinished"), "{stdout}");
    assert_eq!(files(&class.out("rescued")), files(&class.out("whole")));
}

#[test]
fn a_pass_that_was_not_simulated_is_a_hint_for_the_instructor() {
    let class = Class::empty("");
    let with_builtin = right().replacen(
        '{',
        "{\n    if (__builtin_bitreverse32(0) > 32) return;\n",
        1,
    );
    for (student, kernel) in [("ada", right()), ("bob", with_builtin)] {
        let folder = class.path().join(student);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("saxpy.cl"), kernel).expect("a kernel");
    }
    let (code, _, stderr) = class.graded("out", &[]);
    assert_eq!(code, Some(0), "{stderr}");
    let hint = "ran on the device alone: not simulated, `__builtin_bitreverse32` is not analysed";
    for graded in results(&class.out("out")) {
        let exercise = &graded.exercises[0];
        assert_eq!(graded.points, Some(graded.of), "{}", graded.student);
        let is_marked = exercise
            .device_alone
            .as_deref()
            .is_some_and(|it| it.starts_with(hint));
        assert_eq!(
            is_marked,
            graded.student == "bob",
            "{:?}",
            exercise.device_alone
        );
    }
    let csv = fs::read_to_string(class.out("out").join("grades.csv")).expect("grades");
    assert_eq!(csv.matches(hint).count(), 1, "{csv}");
    let page = fs::read_to_string(class.out("out").join("overview.html")).expect("an overview");
    assert!(page.contains(hint), "{page}");
    let feedback = fs::read_dir(class.out("out").join("feedback")).expect("feedback");
    for path in feedback.map(|it| it.expect("an entry").path()) {
        let text = fs::read_to_string(&path).expect("feedback");
        let is_told = text.contains("It ran on the device alone");
        assert_eq!(is_told, text.starts_with("# The class: bob"), "{text}");
    }
}

/// A kernel that is right.
fn right() -> String {
    fs::read_to_string(project().join("solutions/02-saxpy/kernel.cl")).expect("a solution")
}

/// An archive of these files.
fn archive(path: &Path, files: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).expect("a file"));
    let options = zip::write::SimpleFileOptions::default();
    for (name, contents) in files {
        zip.start_file(*name, options).expect("an entry");
        zip.write_all(contents).expect("its contents");
    }
    zip.finish().expect("an archive");
}

#[test]
fn odd_files_are_told_by_name_and_never_followed() {
    let class = Class::empty("");
    let at = |name: &str| {
        let folder = class.path().join(name);
        fs::create_dir(&folder).expect("a folder");
        folder.join("saxpy.cl")
    };
    fs::write(at("right"), right()).expect("a file");
    fs::write(at("empty"), " \n").expect("a file");
    fs::write(at("binary"), b"a\0b").expect("a file");
    let latin = [&b"// caf\xe9\n"[..], right().as_bytes()].concat();
    fs::write(at("latin"), latin).expect("a file");
    fs::write(at("huge"), vec![b' '; (1 << 20) + 1]).expect("a file");
    at("missing");
    let link = at("link");
    fs::write(class.folder.path().join("secret.cl"), right()).expect("a file");
    std::os::unix::fs::symlink("../../secret.cl", link).expect("a link");
    let folder = class.path().join("linked-folder");
    fs::create_dir(&folder).expect("a folder");
    std::os::unix::fs::symlink(project().join("solutions/02-saxpy"), folder.join("saxpy"))
        .expect("a link");
    let pipe = at("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(pipe)
            .status()
            .is_ok_and(|status| status.success())
    );
    let extra = at("extra");
    fs::write(&extra, right()).expect("a file");
    fs::write(extra.with_file_name("a.out"), "x").expect("a file");
    let twice = at("twice");
    fs::write(&twice, right()).expect("a file");
    fs::create_dir(twice.with_file_name("saxpy")).expect("a folder");
    fs::write(twice.with_file_name("saxpy").join("kernel.cl"), right()).expect("a file");
    let course = class.path().join("course");
    fs::create_dir_all(course.join("exercises/02-saxpy")).expect("folders");
    fs::write(course.join("exercises/02-saxpy/kernel.cl"), right()).expect("a file");

    let (code, stdout, stderr) = class.in_simulator("out");
    // Which of two files counts is for a person to say.
    assert_eq!(code, Some(2), "{stdout}{stderr}");
    let labels = labels(&class.out("out"));
    let label = |student: &str| labels[&(student.to_owned(), "saxpy".to_owned())].as_str();
    for student in ["right", "extra", "course", "latin"] {
        assert_eq!(label(student), "passed", "{student}");
    }
    for student in ["empty", "binary", "huge", "link", "linked-folder", "pipe"] {
        assert_eq!(label(student), "refused", "{student}");
    }
    assert_eq!(label("missing"), "missing");
    assert_eq!(label("twice"), "not-graded");
    let overview = fs::read_to_string(class.out("out").join("overview.md")).expect("an overview");
    for told in [
        "saxpy.cl is a symbolic link",
        "saxpy.cl is longer than 1048576 bytes",
        "Ignored, because no exercise asks for it: a.out",
        "submitted more than once: saxpy.cl, saxpy/kernel.cl",
    ] {
        assert!(overview.contains(told), "{told}: {overview}");
    }
}

#[test]
fn odd_names_are_shown_safely_and_lose_nobody() {
    let class = Class::empty("");
    let names: [&[u8]; 9] = [
        "Zo\u{eb} \u{5b57}\u{1f980}".as_bytes(),
        b"-rf",
        b"a b",
        b"tab\there",
        b"\x1b[31mred",
        b"line\nfeed",
        b"\xff\xfe",
        b"<img src=x onerror=alert(1)>",
        b"=cmd()",
    ];
    for name in names {
        let folder = class.path().join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("saxpy.cl"), right()).expect("a file");
    }
    let (code, stdout, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("9 submissions graded"), "{stdout}");
    let all = results(&class.out("out"));
    assert_eq!(all.len(), 9);
    assert!(all.iter().all(|graded| graded.points == Some(graded.of)));
    for (path, contents) in files(&class.out("out")) {
        let text = String::from_utf8(contents).expect("UTF-8");
        assert!(
            !text.contains(['\u{1b}', '\t', '\u{7f}']),
            "{}",
            path.display()
        );
        if path
            .extension()
            .is_some_and(|it| it == "html" || it == "md")
        {
            assert!(!text.contains("<img"), "{}", path.display());
        }
    }
    let csv = fs::read_to_string(class.out("out").join("grades.csv")).expect("grades");
    assert!(
        csv.contains("\n'=cmd(),") && csv.contains("\n'-rf,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 10, "{csv}");
}

#[test]
fn archives_are_read_in_memory_and_lead_nowhere() {
    let class = Class::empty("");
    let right = right();
    let at = |name: &str| class.path().join(name);
    archive(&at("plain.zip"), &[("saxpy.cl", right.as_bytes())]);
    archive(
        &at("wrapped.zip"),
        &[("wrapped/saxpy/kernel.cl", right.as_bytes())],
    );
    let bomb = vec![b' '; 32 << 20];
    archive(&at("bomb.zip"), &[("saxpy.cl", &bomb)]);
    drop(bomb);
    assert!(fs::metadata(at("bomb.zip")).expect("a file").len() < 1 << 20);
    archive(
        &at("traversal.zip"),
        &[
            ("saxpy.cl", right.as_bytes()),
            ("../outside.cl", right.as_bytes()),
            ("/tmp/../outside.cl", right.as_bytes()),
        ],
    );
    let mut zip = zip::ZipWriter::new(fs::File::create(at("link.zip")).expect("a file"));
    let options = zip::write::SimpleFileOptions::default();
    zip.add_symlink("saxpy.cl", "/etc/passwd", options)
        .expect("an entry");
    zip.finish().expect("an archive");
    let mut damaged = fs::read(at("plain.zip")).expect("an archive");
    let middle = damaged.len() / 3;
    damaged[middle] ^= 0x55;
    fs::write(at("damaged.zip"), &damaged).expect("a file");
    fs::write(at("none.zip"), "no archive").expect("a file");
    fs::write(at("long.zip"), vec![0; (16 << 20) + 1]).expect("a file");

    let (code, stdout, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let labels = labels(&class.out("out"));
    let label = |student: &str| labels[&(student.to_owned(), "saxpy".to_owned())].as_str();
    for student in ["plain", "wrapped", "traversal"] {
        assert_eq!(label(student), "passed", "{student}");
    }
    for student in ["bomb", "link", "damaged", "none", "long"] {
        assert_eq!(label(student), "refused", "{student}");
    }
    assert!(!class.folder.path().join("outside.cl").exists());
    let overview = fs::read_to_string(class.out("out").join("overview.md")).expect("an overview");
    assert!(
        overview.contains("its path leads out of the archive: ../outside.cl"),
        "{overview}"
    );
}

#[test]
fn a_hidden_seed_is_in_nothing_that_is_written_and_a_student_gets_no_token() {
    let plan = "hidden_seed = \"correct horse battery staple\"";
    let class = Class::empty(plan);
    let wrong = "solutions/02-saxpy/mistakes/y-is-lost.cl";
    fs::create_dir(class.path().join("anna")).expect("a folder");
    fs::copy(project().join(wrong), class.path().join("anna/saxpy.cl")).expect("a copy");
    let (code, _, stderr) = class.in_simulator("out");
    assert_eq!(code, Some(0), "{stderr}");
    let is_feedback = |path: &Path| path.starts_with("feedback");
    for (path, contents) in files(&class.out("out")) {
        let text = String::from_utf8(contents).expect("UTF-8");
        assert!(!text.contains("battery"), "{}", path.display());
        let has_token = text.contains("r1:");
        assert!(!(is_feedback(&path) && has_token), "{text}");
        if path.starts_with("results") {
            assert!(has_token, "{text}");
        }
        if is_feedback(&path) {
            assert!(text.contains("The smallest failing case found"), "{text}");
        }
    }
    // Other cases than the open ones: another seed, of which a result stands under another key.
    let hidden = results(&class.out("out"));
    class.plan("[[exercise]]\nname = \"saxpy\"\n");
    assert_eq!(
        class.graded("out", &["--on", "simulator", "--resume"]).0,
        Some(0)
    );
    assert_ne!(
        results(&class.out("out"))[0].exercises[0].key,
        hidden[0].exercises[0].key
    );
    let feedback: Vec<_> = files(&class.out("out"))
        .into_iter()
        .filter(|it| is_feedback(&it.0))
        .collect();
    assert!(String::from_utf8_lossy(&feedback[0].1).contains("--replay r1:"));
}

#[test]
fn what_cannot_be_graded_is_told_with_what_mends_it() {
    let class = Class::empty("late = { percent_a_day = 10 }");
    fs::create_dir(class.path().join("anna")).expect("a folder");
    let refused = |told: &[&str]| {
        let (code, stdout, stderr) = class.in_simulator("out");
        assert_eq!((code, stdout.as_str()), (Some(2), ""));
        for told in told {
            assert!(stderr.contains(told), "{told}: {stderr}");
        }
        assert!(!class.out("out").exists());
    };
    refused(&["class.toml: line 1", "`late` needs a `deadline`"]);
    class.plan("weights = 3\n[[exercise]]\nname = \"saxpy\"\n");
    refused(&["class.toml: line 1", "unknown field `weights`"]);
    class.plan("\n[[exercise]]\nname = \"saxpi\"\n");
    refused(&["line 3", "did you mean `saxpy`?"]);
    class.plan("hidden_seed = \"7\"\n[[exercise]]\nname = \"saxpy\"\n");
    refused(&["could be guessed"]);
    class.plan("deadline = 2026-11-20\n[[exercise]]\nname = \"saxpy\"\n");
    refused(&["offset from UTC"]);
    class.plan("title = \"none\"\n");
    refused(&["names no exercise"]);
    fs::remove_file(class.path().join("class.toml")).expect("a file");
    refused(&["there is no file", "--init"]);
    class.plan("[[exercise]]\nname = \"saxpy\"\n");
    fs::remove_dir(class.path().join("anna")).expect("a folder");
    refused(&["no submission"]);
}

#[test]
fn a_class_begins_and_is_graded_without_a_course_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |arguments: &[&str]| {
        let output = grader(folder.path()).args(arguments).output();
        let output = output.expect("grader starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).expect("text");
        (output.status.code(), text)
    };
    let (code, text) = run(&["class", "my class", "--init"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("grader class 'my class'"), "{text}");
    let (code, text) = run(&["class", "my class", "--init"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("left as it is"), "{text}");
    let plan = folder.path().join("my class/class.toml");
    let all = fs::read_to_string(&plan).expect("a plan");
    let saxpy = all.find("[[exercise]] # 02").expect("saxpy");
    let next = all.find("[[exercise]] # 03").expect("the next");
    fs::write(&plan, &all[saxpy..next]).expect("a written file");
    let anna = folder.path().join("my class/anna");
    fs::create_dir(&anna).expect("a folder");
    let solution = project().join("solutions/02-saxpy/kernel.cl");
    fs::copy(solution, anna.join("saxpy.cl")).expect("a copy");
    let (code, text) = run(&["class", "my class", "--on", "simulator"]);
    assert_eq!(code, Some(0), "{text}");
    let grades = fs::read_to_string(folder.path().join("my class-results/grades.csv"));
    let grades = grades.expect("grades");
    assert!(grades.contains("anna") && grades.contains("10"), "{grades}");
}
