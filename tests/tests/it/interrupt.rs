//! A check that is stopped in the middle leaves no process and nothing half-written.

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::fs;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Mutex;
use tests::pseudo_terminal::PseudoTerminal;
use tests::{course, grader, project, wait_for};

/// A check that runs an endless kernel, and the process that works on it.
fn endless(course: &Path) -> (Child, Pid) {
    let check = grader(course)
        .args(["check", "saxpy", "--on", "device", "--file"])
        .arg(project().join("tests/hostile/endless-loop.cl"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    // Looked up each time: a child that is out of time makes room for another.
    let device = wait_for("process that works", || {
        child_of(check.id()).filter(|child| is_busy(*child))
    });
    (check, device)
}

fn child_of(parent: u32) -> Option<Pid> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).ok()?;
    tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok())
        .find_map(|children| Pid::from_raw(children.split(' ').next()?.parse().ok()?))
}

/// Has the process done some work? It builds the kernel or is in its loop.
fn is_busy(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero()));
    // Behind the program's name in parentheses, user time is the 12th field, in hundredths.
    let ticks = stat.ok().and_then(|stat| {
        let fields = stat.rsplit(") ").next()?;
        fields.split(' ').nth(11)?.parse::<u64>().ok()
    });
    ticks.is_some_and(|ticks| ticks > 30)
}

fn is_gone(process: Pid) -> Option<()> {
    test_kill_process(process).is_err().then_some(())
}

fn stopped_by(signal: Signal, course: &Path) -> ExitStatus {
    // One at a time: each wants the processor for itself.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock();
    let (mut check, device) = endless(course);
    let pid = Pid::from_child(&check);
    kill_process(pid, signal).expect("a signal");
    let status = check.wait().expect("an end");
    wait_for("end of grader-device", || is_gone(device));
    status
}

fn left_behind(course: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(course.join(".grader")) else {
        return Vec::new();
    };
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned()
    };
    entries.map(name).collect()
}

#[test]
fn ctrl_c_ends_the_check_and_its_child() {
    let course = course();
    let status = stopped_by(Signal::INT, course.path());
    assert_eq!(status.code(), Some(130));
    assert_eq!(left_behind(course.path()), [""; 0]);
}

#[test]
fn a_check_that_is_killed_takes_its_child_along() {
    let course = course();
    let status = stopped_by(Signal::KILL, course.path());
    assert_eq!(status.code(), None);
    assert_eq!(left_behind(course.path()), [""; 0]);
}

/// A kernel that takes minutes, with its launch.
const LONG: &str = "source = \"long.cl\"\nkernel = \"long_sum\"\nglobal = [65536]\nlocal = [64]\n\n\
    [[arg]]\nbuffer = \"uint\"\nlen = 65536\naccess = \"write\"\n";

#[test]
fn ctrl_c_ends_a_long_simulation_which_shows_what_it_has_done() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kernel = "kernel void long_sum(global uint *out) {\n    uint sum = 0;\n    \
                  for (uint i = 0; i < 100000; i++) sum += i;\n    out[get_global_id(0)] = sum;\n}\n";
    fs::write(folder.path().join("long.cl"), kernel).expect("a kernel");
    fs::write(folder.path().join("LAUNCH.toml"), LONG).expect("a launch");
    let simulation = grader(folder.path())
        .args(["simulate", "LAUNCH.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let pid = Pid::from_child(&simulation);
    wait_for("a simulation that works", || is_busy(pid).then_some(()));
    kill_process(pid, Signal::INT).expect("a signal");
    let output = simulation.wait_with_output().expect("an end");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("long_sum was interrupted"), "{told}");
}

#[test]
fn ctrl_c_ends_a_check_of_the_course_with_what_was_found_until_then() {
    let check = grader(project())
        .args(["course", "check"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let pid = Pid::from_child(&check);
    wait_for("a check that works", || is_busy(pid).then_some(()));
    kill_process(pid, Signal::INT).expect("a signal");
    let output = check.wait_with_output().expect("an end");
    let remark = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{remark}");
    assert!(remark.contains("exercises were checked"), "{remark}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("exercises are whole"));
}

#[test]
fn ctrl_c_ends_a_search_for_the_best_choice_which_keeps_the_best_so_far() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tuned = folder.path().join("tuned.toml");
    let mut command = grader(folder.path());
    command.args(["tune", "transpose", "--quick", "--search", "exhaustive"]);
    command
        .args(["--budget", "600"])
        .env("GRADER_TUNED", &tuned);
    let mut terminal = PseudoTerminal::run(&command, 200);
    terminal.wait("choices tried, the last");
    terminal.type_in("\u{3}");
    terminal.wait("the best of the choices that were tried is kept");
    assert_eq!(terminal.end().code(), Some(130));
    let kept = fs::read_to_string(&tuned).expect("a file with the best choice");
    assert!(kept.contains("name = \"transpose\""), "{kept}");
    let table = folder.path().join("bench/tune-transpose");
    assert!(fs::read_dir(table).expect("a folder").next().is_some());
}
