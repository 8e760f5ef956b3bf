//! `grader watch` in a terminal: what a save does, what the keys do, and that the terminal is as it was
//! whatever ends the command.

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use tests::pseudo_terminal::PseudoTerminal;
use tests::{course, grader, project, wait_for};

/// The end of the line of keys.
const KEYS: &str = " quit";

/// Watches `saxpy` in the simulator, in a terminal of 80 columns, until the first report is there.
fn watch(course: &Path, arguments: &[&str]) -> PseudoTerminal {
    let mut command = grader(course);
    command
        .args(["watch", "saxpy", "--on", "simulator"])
        .args(arguments);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("wrong");
    terminal.wait(KEYS);
    terminal
}

fn kernel(course: &Path) -> PathBuf {
    course.join("exercises/02-saxpy/kernel.cl")
}

fn right() -> String {
    let path = project().join("solutions/02-saxpy/kernel.cl");
    fs::read_to_string(path).expect("the solution")
}

fn wrong() -> String {
    let path = project().join("solutions/02-saxpy/mistakes/guard-by-groups.cl");
    fs::read_to_string(path).expect("a mistake")
}

fn hints_seen(course: &Path) -> u64 {
    let text = fs::read_to_string(course.join(".grader/progress.json")).expect("progress");
    let progress: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    progress["exercises"]["saxpy"]["hint"].as_u64().unwrap_or(0)
}

fn passes(terminal: &mut PseudoTerminal) {
    terminal.wait("saved: check");
    terminal.wait("10/10 passed");
    terminal.wait(KEYS);
}

/// A key that is typed while a check runs is dropped, so it is typed until it counts.
fn quits(mut terminal: PseudoTerminal) {
    let code = terminal.end_by("q").code();
    assert_eq!(code, Some(0), "{}", terminal.screen());
    assert!(terminal.is_as_before());
}

#[test]
fn each_way_of_saving_is_one_check() {
    let course = course();
    let path = kernel(course.path());
    let mut terminal = watch(course.path(), &[]);
    // Written over.
    fs::write(&path, right()).expect("a written file");
    passes(&mut terminal);
    // Another file is put in its place, as many editors do.
    let beside = path.with_extension("cl~");
    fs::write(&beside, wrong()).expect("a written file");
    fs::rename(&beside, &path).expect("a replaced file");
    terminal.wait("saved: check 3");
    terminal.wait(KEYS);
    // Emptied, and filled a while later.
    fs::write(&path, "").expect("an emptied file");
    sleep(Duration::from_millis(300));
    fs::write(&path, right()).expect("a written file");
    terminal.wait("saved: check 4");
    terminal.wait("10/10 passed");
    terminal.wait(KEYS);
    // Gone for a moment, and there again.
    fs::remove_file(&path).expect("a removed file");
    sleep(Duration::from_millis(300));
    fs::write(&path, wrong()).expect("a written file");
    terminal.wait("saved: check 5");
    terminal.wait(KEYS);
    assert!(!terminal.screen().contains("there is no file"));
    assert!(!terminal.screen().contains("is empty"));
    // Saved as it was, twice in a row.
    fs::write(&path, wrong()).expect("a written file");
    fs::write(&path, wrong()).expect("a written file");
    terminal.wait("saved: check 6");
    terminal.wait(KEYS);
    quits(terminal);
}

#[test]
fn a_save_is_seen_by_looking_too() {
    let course = course();
    let mut terminal = watch(course.path(), &["--poll"]);
    assert!(terminal.screen().contains("looked at every 0.5 s"));
    let path = kernel(course.path());
    fs::write(&path, right()).expect("a written file");
    passes(&mut terminal);
    // Slowly: it is empty for a while.
    fs::write(&path, "").expect("an emptied file");
    sleep(Duration::from_millis(800));
    fs::write(&path, wrong()).expect("a written file");
    terminal.wait("saved: check 3");
    terminal.wait(KEYS);
    assert!(!terminal.screen().contains("is empty"));
    quits(terminal);
}

#[test]
fn answers_are_watched_as_kernels_are() {
    let course = course();
    let mut command = grader(course.path());
    command.args(["watch", "device-query", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("Edit exercises/14-device-query/answers.toml");
    terminal.wait(KEYS);
    let solution = project().join("solutions/14-device-query/answers.toml");
    let own = course.path().join("exercises/14-device-query/answers.toml");
    fs::copy(solution, own).expect("a written file");
    passes(&mut terminal);
    quits(terminal);
}

#[test]
fn a_file_that_is_gone_is_told_and_waited_for() {
    let course = course();
    let mut terminal = watch(course.path(), &[]);
    fs::remove_file(kernel(course.path())).expect("a removed file");
    terminal.wait("there is no file");
    terminal.wait("saxpy not checked");
    fs::write(kernel(course.path()), right()).expect("a written file");
    passes(&mut terminal);
    quits(terminal);
}

#[test]
fn a_save_during_a_check_is_checked_after_it() {
    let course = course();
    let path = kernel(course.path());
    let mut terminal = watch(course.path(), &[]);
    let endless = project().join("tests/hostile/endless-loop.cl");
    fs::copy(endless, &path).expect("a written file");
    terminal.wait("saved: check 2");
    fs::write(&path, right()).expect("a written file");
    terminal.wait("saved: check 3");
    terminal.wait("10/10 passed");
    terminal.wait(KEYS);
    quits(terminal);
}

#[test]
fn the_keys_do_what_the_commands_do() {
    let course = course();
    let mut terminal = watch(course.path(), &[]);
    terminal.type_in("h");
    terminal.wait("Hint 1 of");
    terminal.wait("Not enough?");
    terminal.wait(KEYS);
    terminal.type_in("H");
    terminal.wait("Hint 2 of");
    terminal.wait(KEYS);
    assert_eq!(hints_seen(course.path()), 2);
    terminal.type_in("l");
    terminal.wait("Index mappings");
    terminal.wait("Next: edit");
    terminal.wait(KEYS);
    fs::write(kernel(course.path()), right()).expect("a written file");
    passes(&mut terminal);
    terminal.type_in("n");
    terminal.wait("Edit exercises/03-map-contiguous/kernel.cl");
    terminal.wait("hint map-contiguous");
    terminal.wait(KEYS);
    // It is the file of the next exercise that counts now.
    let next = course.path().join("exercises/03-map-contiguous/kernel.cl");
    let solution = project().join("solutions/03-map-contiguous/kernel.cl");
    fs::copy(solution, next).expect("a written file");
    terminal.wait("saved: check 2");
    terminal.wait("10/10 passed");
    terminal.wait(KEYS);
    quits(terminal);
}

#[test]
fn a_reset_asks_and_keeps_a_copy() {
    let course = course();
    let path = kernel(course.path());
    let starter = fs::read_to_string(&path).expect("the starter");
    fs::write(&path, wrong()).expect("a written file");
    let mut command = grader(course.path());
    command.args(["watch", "saxpy", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait(KEYS);
    terminal.type_in("r");
    terminal.wait("[y/N] ");
    // The answer is a line that is seen while it is typed.
    assert!(terminal.is_as_before());
    terminal.type_in("no\n");
    terminal.wait("no\r\nNothing changed.");
    terminal.wait(KEYS);
    assert_eq!(fs::read_to_string(&path).ok(), Some(wrong()));
    terminal.type_in("r");
    terminal.wait("[y/N] ");
    terminal.type_in("y\n");
    terminal.wait("is the starter again");
    terminal.wait("saved: check 2");
    terminal.wait(KEYS);
    assert_eq!(fs::read_to_string(&path).ok(), Some(starter));
    let copy = path.with_extension("cl.bak");
    assert_eq!(fs::read_to_string(copy).ok(), Some(wrong()));
    quits(terminal);
}

#[test]
fn pasted_text_and_strange_keys_do_nothing() {
    let course = course();
    let path = kernel(course.path());
    fs::write(&path, wrong()).expect("a written file");
    let mut command = grader(course.path());
    command.args(["watch", "saxpy", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait(KEYS);
    let shown = terminal.screen();
    assert!(shown.contains("\u{1b}[?2004h"), "pastes are not marked");
    for strange in [
        "quit now: r\ny\n",
        "\u{1b}[A",
        "\u{1b}",
        "ä",
        "x",
        "\n",
        "\u{1b}[200~rh\ny\n",
    ] {
        terminal.type_in(strange);
        sleep(Duration::from_millis(100));
    }
    // The end of the paste, much later than its beginning.
    terminal.type_in("q\n\u{1b}[201~");
    sleep(Duration::from_millis(200));
    terminal.type_in("l");
    terminal.wait("Next: edit");
    terminal.wait(KEYS);
    let after = terminal.screen();
    assert!(!after.contains("[y/N]"), "{after}");
    assert_eq!(hints_seen(course.path()), 0);
    assert_eq!(fs::read_to_string(&path).ok(), Some(wrong()));
    quits(terminal);
}

#[test]
fn ctrl_c_and_every_polite_end_put_the_terminal_right() {
    for (signal, code) in [
        (None, Some(130)),
        (Some(Signal::INT), Some(130)),
        (Some(Signal::TERM), Some(130)),
        (Some(Signal::HUP), Some(130)),
        (Some(Signal::QUIT), None),
    ] {
        let course = course();
        let mut terminal = watch(course.path(), &[]);
        assert!(!terminal.is_as_before());
        match signal {
            None => terminal.type_in("\u{3}"),
            Some(signal) => terminal.signal(signal),
        }
        assert_eq!(terminal.end().code(), code, "{signal:?}");
        assert!(terminal.is_as_before(), "{signal:?}");
        // The line of keys is gone, and pastes are no longer marked.
        wait_for("last escape", || {
            let screen = terminal.screen();
            screen.ends_with("\r\u{1b}[K\u{1b}[?2004l").then_some(())
        });
    }
}

/// A signal wakes whoever waits for keys, who then sees to it that the terminal is in the mode for them:
/// not any more once it was put right for good. Changes of the terminal's size wake it over and over here.
#[test]
fn what_was_put_right_stays_right_while_other_signals_come() {
    for signal in [Signal::QUIT, Signal::TERM] {
        for time in 0..4 {
            let course = course();
            let mut terminal = watch(course.path(), &[]);
            let process = terminal.process();
            let is_over = AtomicBool::new(false);
            thread::scope(|scope| {
                scope.spawn(|| {
                    let begin = Instant::now();
                    while !is_over.load(Ordering::Relaxed) && begin.elapsed().as_secs() < 30 {
                        // It may have ended by now.
                        let _ = kill_process(process, Signal::WINCH);
                    }
                });
                sleep(Duration::from_millis(5 * time));
                terminal.signal(signal);
                terminal.end();
                is_over.store(true, Ordering::Relaxed);
            });
            assert!(terminal.is_as_before(), "{signal:?}");
        }
    }
}

#[test]
fn ctrl_c_at_the_question_changes_nothing() {
    let course = course();
    let path = kernel(course.path());
    fs::write(&path, wrong()).expect("a written file");
    let mut command = grader(course.path());
    command.args(["watch", "saxpy", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait(KEYS);
    terminal.type_in("r");
    terminal.wait("[y/N] ");
    terminal.type_in("y\u{3}");
    assert_eq!(terminal.end().code(), Some(130));
    assert!(terminal.is_as_before());
    assert_eq!(fs::read_to_string(&path).ok(), Some(wrong()));
}

/// The first letter of a process's state: `T` for a stopped one.
fn state(process: Pid) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

#[test]
fn a_stop_gives_the_terminal_back_and_going_on_takes_it_again() {
    let course = course();
    let mut command = Command::new("sh");
    // A shell that does what one at a prompt does when what runs in it is stopped.
    let program = grader(course.path());
    let line = format!(
        "set -m; {} watch saxpy --on simulator; echo stopped; read line; fg; exit $?",
        program.get_program().display()
    );
    command.args(["-c", &line]).current_dir(course.path());
    for signal in [Signal::TSTP, Signal::STOP] {
        let mut terminal = PseudoTerminal::run(&command, 80);
        terminal.wait(KEYS);
        let process = child_of(terminal.process()).expect("grader");
        kill_process(process, signal).expect("a signal");
        wait_for("stopped process", || {
            (state(process) == Some('T')).then_some(())
        });
        terminal.wait("stopped\r\n");
        if signal == Signal::TSTP {
            assert!(terminal.is_as_before());
        }
        terminal.type_in("\n");
        terminal.wait(KEYS);
        assert!(!terminal.is_as_before());
        terminal.type_in("h");
        terminal.wait("Hint ");
        terminal.wait(KEYS);
        quits(terminal);
    }
}

#[test]
fn a_stop_that_nobody_could_end_is_none() {
    let course = course();
    let mut terminal = watch(course.path(), &[]);
    terminal.signal(Signal::TSTP);
    terminal.wait(KEYS);
    terminal.signal(Signal::CONT);
    terminal.wait(KEYS);
    terminal.type_in("h");
    terminal.wait("Hint ");
    terminal.wait(KEYS);
    quits(terminal);
}

fn child_of(parent: Pid) -> Option<Pid> {
    let parent = parent.as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    Pid::from_raw(children.split(' ').next()?.parse().ok()?)
}

/// The process that a device's kernels run in, in the middle of one.
fn busy_device(process: Pid) -> Option<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).ok()?;
    let device = tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok())
        .find_map(|children| Pid::from_raw(children.split(' ').next()?.parse().ok()?))?;
    let stat = fs::read_to_string(format!("/proc/{}/stat", device.as_raw_nonzero())).ok()?;
    let user: u64 = stat.rsplit(") ").next()?.split(' ').nth(11)?.parse().ok()?;
    (user > 30).then_some(device)
}

#[test]
fn neither_ctrl_c_nor_a_lost_terminal_leaves_a_kernel_running() {
    for hangs_up in [false, true] {
        let course = course();
        let endless = project().join("tests/hostile/endless-loop.cl");
        fs::copy(endless, kernel(course.path())).expect("a written file");
        let mut command = grader(course.path());
        command.args(["watch", "saxpy", "--on", "device"]);
        let mut terminal = PseudoTerminal::run(&command, 80);
        terminal.wait("each save is checked");
        let process = terminal.process();
        let device = wait_for("process that works", || busy_device(process));
        match hangs_up {
            true => {
                terminal.hang_up();
            }
            false => {
                terminal.type_in("\u{3}");
                assert_eq!(terminal.end().code(), Some(130));
                assert!(terminal.is_as_before());
            }
        }
        wait_for("end of grader-device", || {
            test_kill_process(device).is_err().then_some(())
        });
    }
}

#[test]
fn the_line_of_keys_follows_the_width_and_fits_it() {
    let course = course();
    let mut terminal = watch(course.path(), &[]);
    terminal.resize(40);
    terminal.wait("\u{1b}[1mn\u{1b}[0m next");
    terminal.wait(KEYS);
    terminal.resize(36);
    terminal.wait("n h l r q");
    terminal.resize(100);
    terminal.wait("0/10 wrong");
    terminal.wait(KEYS);
    quits(terminal);
}

#[test]
fn a_terminal_without_colour_or_escapes_gets_none() {
    let course = course();
    for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let mut command = grader(course.path());
        command
            .args(["watch", "saxpy", "--on", "simulator"])
            .env(variable.0, variable.1);
        let mut terminal = PseudoTerminal::run(&command, 80);
        terminal.wait("n next  h hint  l list  r reset  q quit");
        terminal.type_in("h");
        terminal.wait("Hint ");
        terminal.wait(KEYS);
        terminal.type_in("q");
        assert_eq!(terminal.end().code(), Some(0));
        let screen = terminal.screen();
        assert!(!screen.contains("\u{1b}[1m"), "{variable:?} {screen:?}");
        if variable.0 == "TERM" {
            assert!(!screen.contains('\u{1b}'), "{screen:?}");
        }
    }
}

#[test]
fn without_a_terminal_it_checks_saves_and_ends_with_its_input() {
    let course = course();
    let mut child = grader(course.path())
        .args(["watch", "saxpy", "--on", "simulator"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let stdin = child.stdin.take();
    let mut stdout = child.stdout.take().expect("standard output");
    let mut text = String::new();
    read_until(&mut stdout, &mut text, "Hint 1 of");
    assert!(text.contains("No keys here"), "{text}");
    fs::write(kernel(course.path()), right()).expect("a written file");
    read_until(&mut stdout, &mut text, "10/10 points");
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    stdout.read_to_string(&mut text).expect("text");
    assert!(
        !text.contains('\u{1b}') && !text.contains("n next"),
        "{text}"
    );
}

#[test]
fn it_ends_when_nobody_reads_its_reports() {
    let course = course();
    let mut child = grader(course.path())
        .args(["watch", "saxpy", "--on", "simulator"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("grader starts");
    let mut stdout = child.stdout.take().expect("standard output");
    read_until(&mut stdout, &mut String::new(), "Hint 1 of");
    drop(stdout);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

fn read_until(stream: &mut impl Read, text: &mut String, end: &str) {
    let mut chunk = [0; 4096];
    while !text.contains(end) {
        let count = stream.read(&mut chunk).expect("text");
        assert!(count > 0, "no `{end}` in {text}");
        text.push_str(&String::from_utf8_lossy(&chunk[..count]));
    }
}

#[test]
fn where_everything_has_passed_it_says_so() {
    let course = course();
    for exercise in fs::read_dir(course.path().join("exercises")).expect("a folder") {
        let exercise = exercise.expect("an entry");
        if exercise.file_name() != "01-fill" {
            fs::remove_dir_all(exercise.path()).expect("a removed folder");
        }
    }
    let solution = project().join("solutions/01-fill/kernel.cl");
    let own = course.path().join("exercises/01-fill/kernel.cl");
    fs::copy(solution, own).expect("a copy");
    let mut command = grader(course.path());
    command.args(["watch", "--on", "simulator"]);
    let mut terminal = PseudoTerminal::run(&command, 80);
    terminal.wait("That was the last open exercise.");
    terminal.wait("1/1");
    terminal.wait(KEYS);
    terminal.type_in("n");
    terminal.wait("There is no other open exercise.");
    terminal.wait(KEYS);
    quits(terminal);
    let output = grader(course.path()).arg("watch").output();
    let output = output.expect("grader starts");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("Every exercise has passed."), "{text}");
}
