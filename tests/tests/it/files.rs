//! Kernel files that are none, course folders that cannot be written, progress that is damaged: a
//! clear sentence, exit code 2 where nothing could be checked, and nothing lost.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Output;
use tests::{binaries, course, grader, project};

fn check(course: &Path, file: &Path) -> (Option<i32>, String, String) {
    let output = grader(course)
        .args(["check", "saxpy", "--file"])
        .arg(file)
        .output()
        .expect("grader starts");
    texts(&output)
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

fn solution(slug: &str) -> String {
    let path = project().join("solutions").join(slug).join("kernel.cl");
    fs::read_to_string(path).expect("a solution")
}

#[test]
fn what_is_no_kernel_file_is_refused_with_the_reason() {
    let course = course();
    let at = |name: &str| course.path().join(name);
    fs::write(at("empty.cl"), "").expect("a written file");
    fs::write(at("blank.cl"), " \n\t\n").expect("a written file");
    fs::write(at("binary.cl"), b"\x7fELF\x02\x01\x01\0\0").expect("a written file");
    fs::write(at("huge.cl"), vec![b' '; 10 << 20]).expect("a written file");
    fs::create_dir(at("folder.cl")).expect("a folder");
    symlink("loop.cl", at("loop.cl")).expect("a link");
    for (name, reason) in [
        ("missing.cl", "there is no file"),
        ("empty.cl", "is empty"),
        ("blank.cl", "is empty"),
        ("binary.cl", "is binary"),
        ("huge.cl", "too long for a kernel file (10485760 bytes)"),
        ("folder.cl", "is a folder"),
        ("loop.cl", "cannot be read"),
        ("/dev/zero", "is no regular file"),
    ] {
        let (code, stdout, stderr) = check(course.path(), Path::new(name));
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{name}: {stderr}");
        let sentence = stderr.replace("\n  ", " ");
        assert!(
            sentence.starts_with("error: ") && sentence.contains(reason),
            "{sentence}"
        );
        assert!(!sentence.contains("panicked"), "{sentence}");
    }
}

#[test]
fn a_kernel_file_that_is_gone_is_refused_and_reset_brings_it_back() {
    let course = course();
    let kernel = course.path().join("exercises/02-saxpy/kernel.cl");
    fs::remove_file(&kernel).expect("a removed file");
    let output = grader(course.path()).args(["check", "2"]).output();
    let (code, _, stderr) = texts(&output.expect("grader starts"));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("grader reset saxpy"), "{stderr}");
    let output = grader(course.path()).args(["reset", "2", "--yes"]).output();
    assert!(output.expect("grader starts").status.success());
    assert!(kernel.is_file());
}

#[test]
fn reset_keeps_what_the_student_wrote_each_time() {
    let course = course();
    let folder = course.path().join("exercises/02-saxpy");
    for (written, backup) in [("first", "kernel.cl.bak"), ("second", "kernel.cl.bak-2")] {
        fs::write(folder.join("kernel.cl"), written).expect("a written file");
        let output = grader(course.path())
            .args(["reset", "saxpy", "--yes"])
            .output();
        assert!(output.expect("grader starts").status.success());
        assert_eq!(
            fs::read_to_string(folder.join(backup)).expect("a backup"),
            written
        );
        assert_eq!(
            fs::read(folder.join("kernel.cl")).expect("a file"),
            fs::read(folder.join("starter.cl")).expect("a file")
        );
    }
}

#[test]
fn progress_is_kept_and_damage_is_set_aside() {
    let course = course();
    let kept = course.path().join(".grader/progress.json");
    fs::write(
        course.path().join("exercises/01-fill/kernel.cl"),
        solution("01-fill"),
    )
    .expect("a written file");
    fs::create_dir(course.path().join(".grader")).expect("a folder");
    fs::write(&kept, "{ damaged").expect("a written file");
    let output = grader(course.path()).args(["check", "fill"]).output();
    let (code, _, stderr) = texts(&output.expect("grader starts"));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.starts_with("note: the progress file was damaged"),
        "{stderr}"
    );
    let aside = course.path().join(".grader/progress.json.damaged");
    assert_eq!(
        fs::read_to_string(aside).expect("the damaged file"),
        "{ damaged"
    );
    let output = grader(course.path()).arg("list").output();
    let (_, stdout, _) = texts(&output.expect("grader starts"));
    let folders = fs::read_dir(course.path().join("exercises")).expect("the exercises");
    let done = format!("1 of {} exercises", folders.count());
    assert!(stdout.contains(&done), "{stdout}");
}

#[test]
fn checks_at_once_all_keep_their_progress() {
    let course = course();
    let folders = ["01-fill", "02-saxpy", "03-map-contiguous"];
    for folder in folders {
        let kernel = course
            .path()
            .join("exercises")
            .join(folder)
            .join("kernel.cl");
        fs::write(kernel, solution(folder)).expect("a written file");
    }
    let children: Vec<_> = folders
        .iter()
        .map(|folder| {
            grader(course.path())
                .args(["check", folder, "--output", "/dev/null"])
                .spawn()
                .expect("grader starts")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("an end").success());
    }
    let kept = fs::read_to_string(course.path().join(".grader/progress.json")).expect("progress");
    let kept: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    for slug in ["fill", "saxpy", "map-contiguous"] {
        assert_eq!(kept["exercises"][slug]["passed"], true, "{kept}");
    }
}

#[test]
fn in_a_folder_that_cannot_be_written_a_check_works_and_says_what_is_not_kept() {
    let course = course();
    fs::write(
        course.path().join("exercises/01-fill/kernel.cl"),
        solution("01-fill"),
    )
    .expect("a written file");
    let root = rustix::process::geteuid().is_root();
    // Permissions don't bind root, so root steps down to nobody, who must be able to reach all.
    let reachable = tempfile::tempdir().expect("a temporary folder");
    for program in ["grader", "grader-device"] {
        fs::copy(binaries().join(program), reachable.path().join(program)).expect("a copy");
    }
    let cache = reachable.path().join("cache");
    fs::create_dir(&cache).expect("a folder");
    set_mode(&cache, 0o777);
    set_mode(reachable.path(), 0o755);
    set_mode(course.path(), 0o555);
    let environment = grader(course.path());
    let mut command = std::process::Command::new(reachable.path().join("grader"));
    command.current_dir(course.path()).args(["check", "fill"]);
    for (name, value) in environment.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env("HOME", &cache).env("XDG_CACHE_HOME", &cache);
    if root {
        command.uid(65534).gid(65534);
    }
    let (code, stdout, stderr) = texts(&command.output().expect("grader starts"));
    set_mode(course.path(), 0o755);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(
        stdout.contains("10/10") || stdout.contains("5/5"),
        "{stdout}"
    );
    assert!(stderr.starts_with("note: progress is not kept"), "{stderr}");
    assert!(!course.path().join(".grader").exists());
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}
