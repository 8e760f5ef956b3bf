//! The autograder for Gradescope and the workflow for a classroom's repositories, run as far as a machine
//! without a network can: their own scripts over their own folders, with the programs as they are now. What
//! installs packages is replaced by programs that note how they were called.

use serde_json::Value;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use tests::shapes::Shape;
use tests::{attacks, binaries, example_pack, grader, machine, project};

fn autograders() -> PathBuf {
    project().join("grader/autograders")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// A program in a folder that does as a shell script says.
fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    write(&path, &format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

/// These folders before those of the system.
fn path_of(folders: &[&Path]) -> OsString {
    let own = env::var_os("PATH").unwrap_or_default();
    let system: Vec<PathBuf> = env::split_paths(&own).collect();
    let folders = folders.iter().map(|folder| folder.to_path_buf());
    env::join_paths(folders.chain(system)).expect("a path")
}

fn shown(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn solution(folder: &str) -> String {
    let path = project().join("solutions").join(folder).join("kernel.cl");
    fs::read_to_string(path).expect("a solution")
}

fn init(course: &Path) {
    let output = grader(project()).arg("init").arg(course).output();
    let output = output.expect("grader starts");
    assert!(output.status.success(), "{}", shown(&output));
}

/// What Gradescope makes of the zip, after `setup.sh`.
fn gradescope(exercises: &str) -> TempDir {
    let root = temporary();
    init(&root.path().join("course"));
    write(&root.path().join("source/exercises"), exercises);
    for script in ["collect", "gradescope/options"] {
        let script = autograders().join(script);
        let name = script.file_name().expect("a name");
        fs::copy(&script, root.path().join("source").join(name)).expect("a copy");
    }
    for folder in ["submission", "results"] {
        fs::create_dir(root.path().join(folder)).expect("a folder");
    }
    root
}

fn run_autograder(root: &Path) -> Command {
    // What a developer has set for the command is gone from its environment.
    let clean = grader(root);
    let mut command = Command::new("bash");
    for (name, _) in clean.get_envs() {
        command.env_remove(name);
    }
    command
        .arg(autograders().join("gradescope/run_autograder"))
        .current_dir(root)
        .stdin(Stdio::null())
        .env("AUTOGRADER", root)
        .env("PATH", path_of(&[binaries()]));
    command
}

/// The tests of results.json, which is as Gradescope takes it.
fn results(root: &Path) -> Vec<Value> {
    let text = fs::read_to_string(root.join("results/results.json")).expect("the results");
    let errors = Shape::Gradescope.errors(&text);
    assert!(errors.is_empty(), "{errors:#?}");
    let value = Shape::Gradescope.value(&text);
    value["tests"].as_array().expect("tests").clone()
}

#[test]
fn gradescope_gets_points_for_what_was_handed_in_and_none_for_what_was_not() {
    let root = gradescope("fill\nsaxpy\nmap-contiguous\n");
    let submission = root.path().join("submission");
    write(&submission.join("saxpy.cl"), &solution("02-saxpy"));
    let starter = fs::read_to_string(project().join("exercises/01-fill/starter.cl"));
    write(
        &submission.join("01-fill/kernel.cl"),
        &starter.expect("a starter"),
    );
    write(&submission.join("results.json"), "{ \"score\": 1000 }");
    let output = run_autograder(root.path()).output().expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    let tests = results(root.path());
    let points: Vec<(Option<u64>, Option<u64>)> = tests
        .iter()
        .map(|test| (test["score"].as_u64(), test["max_score"].as_u64()))
        .collect();
    assert_eq!(
        points,
        [
            (Some(0), Some(5)),
            (Some(10), Some(10)),
            (Some(0), Some(10))
        ]
    );
    assert_eq!(tests[0]["tags"][0], "wrong-work-item");
    assert_eq!(tests[2]["tags"][0], "refused");
    let shown = tests[2]["output"].as_str().expect("a text");
    assert!(shown.contains("kernel.cl"), "{shown}");
}

#[test]
fn gradescope_takes_the_kernel_of_an_assignment_of_one_exercise_by_its_usual_name() {
    let root = gradescope("saxpy\n");
    for (there, expected) in [(false, "refused"), (true, "passed")] {
        if there {
            write(
                &root.path().join("submission/kernel.cl"),
                &solution("02-saxpy"),
            );
        }
        let output = run_autograder(root.path()).output().expect("bash starts");
        assert!(output.status.success(), "{}", shown(&output));
        assert_eq!(results(root.path())[0]["tags"][0], expected);
    }
}

/// What students must neither read nor write.
const SECRET: &str = "the-answers-of-the-exam";

#[test]
fn a_hostile_submission_to_gradescope_is_contained_and_named() {
    let root = gradescope("fill\nsaxpy\nmap-contiguous\nmap-globally-spaced\nreduce\n");
    let results_file = root.path().join("results/results.json");
    let [secret, marker] = ["secret", "marker"].map(|name| root.path().join(name));
    write(&secret, SECRET);
    let submission = root.path().join("submission");
    let forged = attacks::write(&results_file, "forged");
    write(
        &submission.join("fill.cl"),
        &attacks::within("01-fill", &forged),
    );
    let hostile = attacks::within("02-saxpy", attacks::SOCKET);
    write(&submission.join("saxpy.cl"), &hostile);
    let hostile = attacks::within("03-map-contiguous", attacks::KILL);
    write(&submission.join("map-contiguous.cl"), &hostile);
    let kernel = solution("04-map-globally-spaced");
    let hostile = format!("#include \"{}\"\n{kernel}", secret.display());
    write(&submission.join("map-globally-spaced.cl"), &hostile);
    write(&submission.join("reduce.cl"), &solution("16-reduce"));

    let output = run_autograder(root.path()).output().expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    let tests = results(root.path());
    let tags: Vec<&str> = tests
        .iter()
        .map(|test| test["tags"][0].as_str().expect("a tag"))
        .collect();
    // What only tries what it is refused, and is right otherwise, passes.
    let included = tags[3];
    assert_eq!(tags, ["passed", "crashed", "crashed", included, "passed"]);
    assert_ne!(included, "passed");
    for crashed in [&tests[1], &tests[2]] {
        assert_eq!(crashed["score"], 0);
        let shown = crashed["output"].as_str().expect("a text");
        assert!(shown.contains("SIGSYS"), "{shown}");
    }
    let text = fs::read_to_string(&results_file).expect("the results");
    assert!(!text.contains(SECRET) && !text.contains("forged"), "{text}");
    assert!(!shown(&output).contains(SECRET));
    assert_eq!(fs::read_to_string(&secret).ok().as_deref(), Some(SECRET));

    // It is the box that holds it: one's own kernel does what it is written for.
    let kernel = submission.join("own.cl");
    write(
        &kernel,
        &attacks::within("01-fill", &attacks::write(&marker, "here")),
    );
    let mut check = grader(root.path());
    check.arg("--course").arg(root.path().join("course"));
    check
        .args(["check", "fill", "--on", "device", "--file"])
        .arg(&kernel);
    let output = check.arg("--others").output().expect("grader starts");
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(!marker.exists());
    let mut own = grader(root.path());
    own.args(check.get_args().filter(|argument| *argument != "--others"));
    let output = own.output().expect("grader starts");
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(marker.exists());
}

#[test]
fn where_the_box_is_not_whole_gradescope_gets_nothing_until_the_options_say_otherwise() {
    let root = gradescope("saxpy\n");
    write(
        &root.path().join("submission/saxpy.cl"),
        &solution("02-saxpy"),
    );
    let output = machine::without_landlock(&mut run_autograder(root.path()));
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    for expected in ["no Landlock", "--allow-unsandboxed", "could not be graded"] {
        assert!(shown(&output).contains(expected), "{}", shown(&output));
    }
    assert!(!root.path().join("results/results.json").exists());
    let options = root.path().join("source/options");
    let as_packed = fs::read_to_string(&options).expect("the options");
    for option in ["--on=simulator", "--allow-unsandboxed"] {
        let commented = format!("#{option}\n");
        assert!(as_packed.contains(&commented));
        write(
            &options,
            &as_packed.replace(&commented, &format!("{option}\n")),
        );
        let output = machine::without_landlock(&mut run_autograder(root.path()));
        assert!(output.status.success(), "{option}: {}", shown(&output));
        let tests = results(root.path());
        assert_eq!(tests[0]["tags"][0], "passed");
        let ran_on_device = tests[0]["output"]
            .as_str()
            .expect("a text")
            .contains("PoCL");
        assert_eq!(ran_on_device, option == "--allow-unsandboxed", "{tests:#?}");
    }
}

/// A kernel that the simulator does not analyse, on a machine that has lost its device.
#[test]
fn what_cannot_be_graded_leaves_gradescope_without_a_result() {
    let root = gradescope("saxpy\n");
    let unknown = "{\n    if (__builtin_bitreverse32(0) > 32) return;\n";
    let kernel = solution("02-saxpy").replacen('{', unknown, 1);
    write(&root.path().join("submission/saxpy.cl"), &kernel);
    let no_vendor = temporary();
    let output = run_autograder(root.path())
        .env("OCL_ICD_VENDORS", no_vendor.path())
        .output()
        .expect("bash starts");
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    assert!(
        shown(&output).contains("could not be graded"),
        "{}",
        shown(&output)
    );
    assert!(!root.path().join("results/results.json").exists());
}

#[test]
fn links_out_of_a_submission_are_not_followed_and_names_are_taken_as_they_are() {
    let (submission, course) = (temporary(), temporary());
    init(course.path());
    let outside = temporary();
    write(&outside.path().join("kernel.cl"), "// not handed in\n");
    symlink(
        outside.path().join("kernel.cl"),
        submission.path().join("fill.cl"),
    )
    .expect("a link");
    symlink(outside.path(), submission.path().join("saxpy")).expect("a link");
    symlink("reduce.cl", submission.path().join("scan.cl")).expect("a link");
    write(&submission.path().join("reduce.cl"), "// mine\n");
    write(&submission.path().join("-n \n*.cl"), "// odd\n");
    let mut collect = Command::new("bash");
    collect
        .arg(autograders().join("collect"))
        .args([submission.path(), course.path()])
        .args(["fill", "saxpy", "reduce", "scan"]);
    let output = collect.output().expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    assert_eq!(shown(&output).matches("leads out").count(), 2);
    let kernel = |folder: &str| {
        fs::read_to_string(
            course
                .path()
                .join("exercises")
                .join(folder)
                .join("kernel.cl"),
        )
        .ok()
    };
    assert_eq!(kernel("01-fill"), None);
    assert_eq!(kernel("02-saxpy"), None);
    assert_eq!(kernel("16-reduce").as_deref(), Some("// mine\n"));
    assert_eq!(kernel("17-scan").as_deref(), Some("// mine\n"));
    let output = collect.arg("../reduce").output().expect("bash starts");
    assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
}

/// A `./setup` that lays the programs as they are now where the real one builds them.
fn fake_setup(course: &Path) {
    let programs = binaries().display();
    script(
        course,
        "setup",
        &format!(
            "here=$(dirname \"$0\"); mkdir -p \"$here/target/release\"\n\
             cp '{programs}/grader' '{programs}/grader-device' \"$here/target/release/\""
        ),
    );
}

#[test]
fn the_set_up_of_gradescope_installs_the_programs_and_keeps_no_solutions() {
    let (root, stubs) = (temporary(), temporary());
    fake_setup(&root.path().join("source/course"));
    write(
        &root
            .path()
            .join("source/course/solutions/01-fill/kernel.cl"),
        "// secret\n",
    );
    let log = stubs.path().join("log");
    script(
        stubs.path(),
        "apt-get",
        &format!("echo \"$@\" >> '{}'", log.display()),
    );
    script(stubs.path(), "cargo", "exit 1");
    let programs = root.path().join("bin");
    fs::create_dir(&programs).expect("a folder");
    let output = Command::new("bash")
        .arg(autograders().join("gradescope/setup.sh"))
        .stdin(Stdio::null())
        .env("AUTOGRADER", root.path())
        .env("PROGRAMS", &programs)
        .env("PATH", path_of(&[stubs.path()]))
        .output()
        .expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    let log = fs::read_to_string(log).expect("the log");
    assert!(
        log.starts_with("update") && log.contains("install -q -y"),
        "{log}"
    );
    assert!(programs.join("grader-device").exists());
    assert!(
        root.path()
            .join("course/exercises/02-saxpy/kernel.cl")
            .exists()
    );
    assert!(!root.path().join("source/course").exists());
    // The log says what the machine can hold in.
    assert!(shown(&output).contains("sandbox"), "{}", shown(&output));
}

#[test]
fn the_zip_for_gradescope_holds_scripts_that_run_and_the_course() {
    let folder = temporary();
    let file = folder.path().join("autograder.zip");
    let output = Command::new(autograders().join("gradescope/pack"))
        .arg(&file)
        .args(["fill", "saxpy"])
        .output()
        .expect("pack starts");
    assert!(
        output.status.success(),
        "it packs what git has committed: {}",
        shown(&output)
    );
    let mut zip = zip::ZipArchive::new(fs::File::open(file).expect("the zip")).expect("a zip");
    zip.by_name("options").expect("the options");
    for name in ["setup.sh", "run_autograder", "collect", "course/setup"] {
        let entry = zip
            .by_name(name)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            entry.unix_mode().map(|mode| mode & 0o111),
            Some(0o111),
            "{name}"
        );
    }
    let mut exercises = String::new();
    let mut entry = zip.by_name("exercises").expect("the list");
    entry.read_to_string(&mut exercises).expect("a text");
    assert_eq!(exercises, "fill\nsaxpy\n");
    drop(entry);
    zip.by_name("course/Cargo.lock").expect("the course");
}

/// The folder for students of the book's example of a pack.
fn pack_for_students(to: &Path) {
    let example = example_pack();
    let mut pack = grader(project());
    pack.args(["course", "pack"]);
    let output = pack
        .arg(example.path())
        .arg("--to")
        .arg(to)
        .output()
        .expect("grader starts");
    assert!(output.status.success(), "{}", shown(&output));
}

/// The solution of an exercise of the example.
fn pack_solution(folder: &str) -> String {
    let path = project().join("book/example-pack/solutions").join(folder);
    fs::read_to_string(path.join("kernel.cl")).expect("a solution")
}

#[test]
fn gradescope_grades_the_exercises_of_a_pack() {
    let folder = temporary();
    let [course, zip, root, programs] =
        ["students", "autograder.zip", "root", "bin"].map(|name| folder.path().join(name));
    pack_for_students(&course);
    let pack = |course: &Path| {
        let mut pack = Command::new(autograders().join("gradescope/pack"));
        pack.arg("--course").arg(course).arg(&zip);
        pack.args(["moving-average", "neighbours"])
            .output()
            .expect("pack starts")
    };
    let refused = pack(&project().join("book/example-pack"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        shown(&refused).contains("holds solutions"),
        "{}",
        shown(&refused)
    );
    let output = pack(&course);
    assert!(output.status.success(), "{}", shown(&output));
    let file = fs::File::open(&zip).expect("the zip");
    let mut zip = zip::ZipArchive::new(file).expect("a zip");
    zip.extract(root.join("source")).expect("it is unpacked");
    fake_setup(&root.join("source/course"));
    for name in ["apt-get", "cargo"] {
        script(&folder.path().join("stubs"), name, "");
    }
    for folder in [&programs, &root.join("submission"), &root.join("results")] {
        fs::create_dir(folder).expect("a folder");
    }
    let output = Command::new("bash")
        .arg(root.join("source/setup.sh"))
        .stdin(Stdio::null())
        .env("AUTOGRADER", &root)
        .env("PROGRAMS", &programs)
        .env("PATH", path_of(&[&folder.path().join("stubs")]))
        .output()
        .expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    let kernel = pack_solution("10-moving-average");
    write(&root.join("submission/moving-average.cl"), &kernel);
    let output = run_autograder(&root).output().expect("bash starts");
    assert!(output.status.success(), "{}", shown(&output));
    let results = results(&root);
    let tags = results
        .iter()
        .map(|test| test["tags"][0].as_str().expect("a tag"));
    assert_eq!(tags.collect::<Vec<_>>(), ["passed", "refused"]);
}

fn workflow() -> Value {
    let text = fs::read_to_string(autograders().join("github/autograding.yml"));
    serde_saphyr::from_str(&text.expect("the workflow")).expect("YAML")
}

/// The steps of its job.
fn steps() -> Vec<Value> {
    let workflow = workflow();
    let steps = &workflow["jobs"]["run-autograding-tests"]["steps"];
    steps.as_array().expect("steps").clone()
}

#[test]
fn the_workflow_goes_by_the_names_that_a_classroom_looks_for_and_may_only_read() {
    let workflow = workflow();
    assert_eq!(workflow["name"], "Autograding Tests");
    assert_eq!(
        workflow["permissions"],
        serde_json::json!({ "contents": "read" })
    );
    let jobs = workflow["jobs"].as_object().expect("jobs");
    assert!(jobs.keys().eq(["run-autograding-tests"]));
    for step in steps() {
        // What stands in an expression is pasted into a script unquoted.
        let run = step["run"].as_str().unwrap_or_default();
        assert!(!run.contains("${{"), "{run}");
        assert!(
            step["run"].is_string() != step["uses"].is_string(),
            "{step}"
        );
    }
    let reporter = steps().pop().expect("a step");
    assert_eq!(reporter["with"]["runners"], "check");
    let result = "${{ steps.check.outputs.result }}";
    assert_eq!(reporter["env"]["CHECK_RESULTS"], result);
}

/// What the workflow did.
struct Done {
    /// What its steps wrote as outputs.
    outputs: String,
    /// The summary of the run.
    summary: String,
    /// What all steps printed.
    printed: String,
    /// The exit code of the last.
    code: Option<i32>,
}

/// Makes a folder a repository with everything in it committed.
fn commit(folder: &Path) {
    for arguments in [
        &["init", "--quiet", "--initial-branch=main"][..],
        &["add", "."],
        &[
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@x",
            "commit",
            "--quiet",
            "-m",
            "x",
        ],
    ] {
        let output = Command::new("git")
            .current_dir(folder)
            .args(arguments)
            .output();
        let output = output.expect("git starts");
        assert!(output.status.success(), "{}", shown(&output));
    }
}

/// Runs the steps that are shell, as GitHub's runner does, with these variables of the workflow set so.
fn run_workflow(
    repository: &Path,
    set: &[(&str, &str)],
    run_step: impl Fn(&mut Command) -> Output,
) -> Done {
    let machine = temporary();
    let course = machine.path().join("origin");
    fake_setup(&course);
    let collect = course.join("grader/autograders/collect");
    write(&collect, "");
    fs::copy(autograders().join("collect"), &collect).expect("a copy");
    commit(&course);
    let [outputs, paths, summary] =
        ["outputs", "paths", "summary"].map(|it| machine.path().join(it));
    for folder in ["home", "temp"] {
        fs::create_dir(machine.path().join(folder)).expect("a folder");
    }
    let variables = workflow()["env"].as_object().expect("variables").clone();
    let (mut printed, mut code) = (String::new(), None);
    for step in steps() {
        let Some(run) = step["run"].as_str() else {
            continue;
        };
        let added = fs::read_to_string(&paths).unwrap_or_default();
        let added: Vec<&Path> = added.lines().map(Path::new).collect();
        let mut step = Command::new("bash");
        step.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", run])
            .current_dir(repository)
            .stdin(Stdio::null())
            .env_clear()
            .envs(
                variables
                    .iter()
                    .filter_map(|(name, value)| Some((name, value.as_str()?))),
            )
            .env("COURSE", format!("file://{}", course.display()))
            .envs(set.iter().copied())
            .env("HOME", machine.path().join("home"))
            .env("RUNNER_TEMP", machine.path().join("temp"))
            .env("GITHUB_OUTPUT", &outputs)
            .env("GITHUB_PATH", &paths)
            .env("GITHUB_STEP_SUMMARY", &summary)
            .env("PATH", path_of(&added));
        let output = run_step(&mut step);
        printed += &shown(&output);
        code = output.status.code();
    }
    Done {
        outputs: fs::read_to_string(outputs).unwrap_or_default(),
        summary: fs::read_to_string(summary).unwrap_or_default(),
        printed,
        code,
    }
}

fn plainly(step: &mut Command) -> Output {
    step.output().expect("bash starts")
}

/// The result among the outputs of a step.
fn classroom(outputs: &str) -> Value {
    let result = outputs.strip_prefix("result=").expect("the result");
    let errors = Shape::Classroom.errors(result);
    assert!(errors.is_empty(), "{errors:#?}");
    Shape::Classroom.value(result)
}

#[test]
fn the_workflow_grades_a_repository_whatever_else_the_student_changed_in_it() {
    let repository = temporary();
    init(repository.path());
    let exercises = repository.path().join("exercises");
    write(&exercises.join("02-saxpy/kernel.cl"), &solution("02-saxpy"));
    write(&exercises.join("01-fill/exercise.toml"), "points = 1000\n");
    for (kernel, status, score, expected) in [
        (None, "fail", 10, Some(1)),
        (Some(solution("01-fill")), "pass", 15, Some(0)),
    ] {
        if let Some(kernel) = kernel {
            write(&exercises.join("01-fill/kernel.cl"), &kernel);
        }
        let set = [("EXERCISES", "fill saxpy")];
        let done = run_workflow(repository.path(), &set, plainly);
        assert_eq!(done.code, expected, "{}", done.printed);
        assert!(
            done.summary.starts_with("```text\n") && done.summary.ends_with("\n```\n"),
            "{}",
            done.summary
        );
        let result = classroom(&done.outputs);
        assert_eq!(result["status"], status);
        assert_eq!(result["max_score"], 15);
        let scores = result["tests"].as_array().expect("tests").iter();
        assert_eq!(
            scores
                .filter_map(|test| test["score"].as_u64())
                .sum::<u64>(),
            score
        );
    }
}

#[test]
fn the_workflow_grades_the_exercises_of_a_pack_as_they_were_published() {
    let folder = temporary();
    let [published, repository] = ["published", "repository"].map(|it| folder.path().join(it));
    pack_for_students(&published);
    commit(&published);
    pack_for_students(&repository);
    let exercise = repository.join("exercises/10-moving-average");
    write(
        &exercise.join("kernel.cl"),
        &pack_solution("10-moving-average"),
    );
    write(
        &exercise.join("problem.toml"),
        "# what is right is the student's own choice\n",
    );
    let address = format!("file://{}", published.display());
    let set = [("EXERCISES", "moving-average"), ("PACK", &address)];
    let done = run_workflow(&repository, &set, plainly);
    assert_eq!(done.code, Some(0), "{}", done.printed);
    assert_eq!(classroom(&done.outputs)["status"], "pass");
}

#[test]
fn the_workflow_holds_a_hostile_kernel_in_and_names_it() {
    let repository = temporary();
    init(repository.path());
    let outside = temporary();
    let marker = outside.path().join("marker");
    let exercises = repository.path().join("exercises");
    let hostile = attacks::within("01-fill", &attacks::write(&marker, "here"));
    write(&exercises.join("01-fill/kernel.cl"), &hostile);
    let hostile = attacks::within("02-saxpy", attacks::FORK);
    write(&exercises.join("02-saxpy/kernel.cl"), &hostile);
    let set = [("EXERCISES", "fill saxpy")];
    let done = run_workflow(repository.path(), &set, plainly);
    assert_eq!(done.code, Some(1), "{}", done.printed);
    assert!(done.summary.contains("SIGSYS"), "{}", done.summary);
    let result = classroom(&done.outputs);
    let tests = result["tests"].as_array().expect("tests");
    assert_eq!(
        (&tests[0]["status"], &tests[1]["status"]),
        (&"pass".into(), &"fail".into())
    );
    assert!(!marker.exists());
}

#[test]
fn where_the_box_is_not_whole_the_workflow_says_so_until_its_options_do() {
    let repository = temporary();
    init(repository.path());
    let exercises = repository.path().join("exercises");
    write(&exercises.join("02-saxpy/kernel.cl"), &solution("02-saxpy"));
    for (options, code) in [("", 2), ("--on=simulator", 0), ("--allow-unsandboxed", 0)] {
        let set = [("EXERCISES", "saxpy"), ("OPTIONS", options)];
        let done = run_workflow(repository.path(), &set, machine::without_landlock);
        assert_eq!(done.code, Some(code), "{}", done.printed);
        match code {
            0 => assert_eq!(classroom(&done.outputs)["status"], "pass"),
            _ => {
                assert_eq!((done.outputs.as_str(), done.summary.as_str()), ("", ""));
                assert!(done.printed.contains("no Landlock"), "{}", done.printed);
            }
        }
    }
}

#[test]
fn every_script_is_clean_by_shellcheck() {
    let mut scripts: Vec<(String, String)> = Vec::new();
    for name in [
        "collect",
        "gradescope/pack",
        "gradescope/setup.sh",
        "gradescope/run_autograder",
    ] {
        let text = fs::read_to_string(autograders().join(name)).expect("a script");
        scripts.push((name.to_owned(), text));
    }
    for step in steps() {
        if let Some(run) = step["run"].as_str() {
            scripts.push((
                step["name"].to_string(),
                format!("#!/usr/bin/env bash\n{run}"),
            ));
        }
    }
    assert_eq!(scripts.len(), 6);
    let folder = temporary();
    for (name, text) in scripts {
        let file = folder.path().join("script");
        write(&file, &text);
        let output = Command::new("shellcheck")
            .arg(&file)
            .output()
            .unwrap_or_else(|error| {
                panic!("shellcheck is needed ({error}): ./setup --test installs it")
            });
        assert!(output.status.success(), "{name}: {}", shown(&output));
    }
}
