//! The packages: made by the project's own script from the programs as they are now, and installed where nothing
//! else of the project is. Each ends with a student's first report.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use tempfile::TempDir;
use tests::{binaries, example_pack, grader, project};

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The output of a command that has to succeed.
fn done(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| {
        panic!("{command:?}: {error}; ./setup --packages installs what packaging needs")
    });
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// The folder with the archive of these programs, and packages made from it.
fn packages() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = temporary();
        pack(folder.path());
        folder
    });
    folder.path()
}

/// Packs these programs. The book stays out: it is packed as it is, and takes long.
fn pack(out: &Path) {
    let programs = temporary();
    for program in [
        "grader",
        "grader-device",
        "grader-wgpu",
        "shell-files",
        "libgrader_capture.so",
    ] {
        let own = programs.path().join(program);
        fs::copy(binaries().join(program), &own).expect("a copy");
        // As in a release.
        done(Command::new("strip").arg(&own));
    }
    let options = ["--without-book", "--binaries"].map(OsStr::new);
    let options = [&options[..], &[programs.path().as_os_str()]].concat();
    package(out, &options, "archive");
}

fn package(out: &Path, options: &[&OsStr], kind: &str) {
    done(
        Command::new(project().join("packaging/package"))
            .arg("--out")
            .arg(out)
            .args(options)
            .arg(kind),
    );
}

/// The package of a kind, made from the archive, by its ending.
fn made(kind: &str, ending: &str) -> PathBuf {
    package(packages(), &[], kind);
    found(packages(), ending)
}

/// The only file in a folder with that ending.
fn found(folder: &Path, ending: &str) -> PathBuf {
    let entries = fs::read_dir(folder).expect("a folder");
    let found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    let [path] = found.as_slice() else {
        panic!("not one {ending}: {found:?}");
    };
    path.clone()
}

/// A student's first two commands, with an installed program: the report is the one that the build here gives.
fn reports(installed: &dyn Fn() -> Command) {
    // By its own name, as a student calls it.
    let installed = || {
        let mut command = installed();
        command.env_remove("CARGO");
        command
    };
    let folder = temporary();
    let course = folder.path().join("course");
    done(
        installed()
            .current_dir(folder.path())
            .args(["init", "course"]),
    );
    let check = ["check", "saxpy", "--on", "simulator"];
    let output = installed().current_dir(&course).args(check).output();
    let output = output.expect("the installed program starts");
    let expected = grader(&course).args(check).output().expect("grader starts");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("02 saxpy"), "{text}");
    assert_eq!(text, String::from_utf8_lossy(&expected.stdout));
}

#[test]
fn programs_packed_again_are_the_same_bytes() {
    let again = temporary();
    pack(again.path());
    let first = found(packages(), ".tar.gz");
    let second = again.path().join(first.file_name().expect("a name"));
    assert!(fs::read(first).expect("a file") == fs::read(second).expect("a file"));
}

#[test]
fn an_archive_for_windows_is_a_zip_as_well() {
    let (programs, out) = (temporary(), temporary());
    let shell_files = programs.path().join("shell-files");
    fs::copy(binaries().join("shell-files"), shell_files).expect("a copy");
    fs::write(programs.path().join("grader.exe"), "MZ").expect("a file");
    let target = "x86_64-pc-windows-msvc";
    let options = ["--target", target, "--without-book", "--binaries"].map(OsStr::new);
    let options = [&options[..], &[programs.path().as_os_str()]].concat();
    package(out.path(), &options, "archive");
    let mut list = Command::new("python3");
    list.args(["-m", "zipfile", "-l"]);
    let listed = done(list.arg(found(out.path(), ".zip")));
    let listed = String::from_utf8_lossy(&listed.stdout);
    let folder = format!("opencl-grader-{}-{target}", env!("CARGO_PKG_VERSION"));
    for file in ["grader.exe", "LICENSE-MIT", "completions/grader.bash"] {
        assert!(listed.contains(&format!("{folder}/{file} ")), "{listed}");
    }
}

#[test]
fn cargo_binstall_finds_the_archive_by_its_name() {
    let manifest = fs::read_to_string(project().join("grader/cli/Cargo.toml")).expect("a manifest");
    let address = manifest
        .lines()
        .find_map(|line| line.strip_prefix("pkg-url = \"{ repo }/releases/download/v{ version }/"))
        .expect("an address");
    let name = address
        .trim_end_matches('"')
        .replace("{ version }", env!("CARGO_PKG_VERSION"))
        .replace("{ target }", "TARGET");
    let archive = found(packages(), ".tar.gz");
    let own = archive.file_name().expect("a name").to_string_lossy();
    let (before, after) = name.split_once("TARGET").expect("a target");
    assert!(
        own.starts_with(before) && own.ends_with(after),
        "{own}: {name}"
    );
}

#[test]
fn a_debian_package_holds_the_command_and_its_files_for_the_shell() {
    let root = temporary();
    let package = made("deb", ".deb");
    done(
        Command::new("dpkg-deb")
            .arg("-x")
            .arg(&package)
            .arg(root.path()),
    );
    for file in [
        "usr/bin/grader-device",
        "usr/bin/grader-wgpu",
        "usr/lib/opencl-grader/libgrader_capture.so",
        "usr/share/bash-completion/completions/grader",
        "usr/share/fish/vendor_completions.d/grader.fish",
        "usr/share/man/man1/grader-check.1.gz",
        "usr/share/zsh/vendor-completions/_grader",
    ] {
        assert!(root.path().join(file).is_file(), "{file}");
    }
    let mut install = Command::new("dpkg");
    install
        .args(["--dry-run", "--force-not-root", "--install"])
        .arg(&package);
    done(&mut install);
    let installed = root.path().join("usr/bin/grader");
    reports(&|| Command::new(&installed));
    // It finds its layer: what is captured is a launch of none, by a program without OpenCL.
    let folder = temporary();
    let mut capture = Command::new(&installed);
    capture
        .current_dir(folder.path())
        .args(["capture", "--", "true"]);
    let output = capture.output().expect("grader starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("no loader of OpenCL has loaded the layer"),
        "{error}"
    );
}

#[test]
fn an_npm_package_runs_by_npx() {
    let folder = temporary();
    let package = made("npm", ".tgz");
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
    ]);
    done(install.arg(folder.path()).arg(&package));
    reports(&|| {
        let mut npx = Command::new("npx");
        npx.args(["--offline", "--prefix"])
            .arg(folder.path())
            .arg("grader");
        // What npm tells of itself is no part of a report.
        npx.env("NO_UPDATE_NOTIFIER", "1");
        npx
    });
}

#[test]
fn the_installer_refuses_an_archive_that_is_not_the_release() {
    let folder = temporary();
    let home = temporary();
    let installer = made("installers", "install.sh");
    let archive = found(packages(), ".tar.gz");
    for file in [&archive, &installer] {
        fs::copy(file, folder.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    package(folder.path(), &[], "checksums");
    let install = || {
        let mut install = Command::new("sh");
        install
            .arg(folder.path().join("install.sh"))
            .stdin(Stdio::null());
        install.env("HOME", home.path());
        install.env(
            "GRADER_RELEASE",
            format!("file://{}", folder.path().display()),
        );
        install.output().expect("a shell")
    };
    let installed = home.path().join(".local/bin/grader");

    let spoiled = folder.path().join(archive.file_name().expect("a name"));
    let whole = fs::read(&spoiled).expect("the archive");
    fs::write(&spoiled, &whole[1..]).expect("a file");
    let refused = install();
    assert!(!refused.status.success());
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("nothing is installed"), "{told}");
    assert!(!installed.exists());

    fs::write(&spoiled, whole).expect("a file");
    let output = install();
    assert!(output.status.success(), "{output:?}");
    reports(&|| Command::new(&installed));
}

#[test]
fn the_repository_of_a_class_holds_the_exercises_and_grades_those_that_are_named() {
    let folder = temporary();
    let template = folder.path().join("template");
    let write = |template: &Path, pack: &[&str], exercises: [&str; 2]| {
        let mut write = Command::new(project().join("packaging/template/write"));
        write.args(pack).arg(template);
        write.arg("https://example.org/course").args(exercises);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::env::split_paths(&path);
        let path = std::env::join_paths([binaries().to_owned()].into_iter().chain(paths));
        write
            .env("PATH", path.expect("a path"))
            .output()
            .expect("the script starts")
    };
    let refused = write(&template, &[], ["fill", "no-such-exercise"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let written = write(&template, &[], ["fill", "saxpy"]);
    assert!(written.status.success(), "{written:?}");
    assert!(template.join("exercises/02-saxpy/kernel.cl").is_file());
    assert!(template.join(".devcontainer/devcontainer.json").is_file());
    let workflow = template.join(".github/workflows/autograding.yml");
    let workflow = fs::read_to_string(workflow).expect("the workflow");
    for line in [
        "  COURSE: https://example.org/course",
        "  EXERCISES: fill saxpy",
        "  PACK: \"\"",
    ] {
        assert!(workflow.lines().any(|it| it == line), "{workflow}");
    }

    let template = folder.path().join("of-a-pack");
    let example = example_pack();
    let pack = example.path();
    let published = "https://example.org/published";
    let pack = ["--pack", pack.to_str().expect("a path"), published];
    let written = write(&template, &pack, ["saxpy", "moving-average"]);
    assert!(written.status.success(), "{written:?}");
    assert!(
        template
            .join("exercises/10-moving-average/problem.toml")
            .is_file()
    );
    assert!(!template.join("solutions").exists());
    let workflow = template.join(".github/workflows/autograding.yml");
    let workflow = fs::read_to_string(workflow).expect("the workflow");
    let line = format!("  PACK: \"{published}\"");
    assert!(workflow.lines().any(|it| it == line), "{workflow}");
}

#[test]
#[ignore = "long: makes an environment of Python's and installs a wheel into it"]
fn a_wheel_installs_into_a_fresh_environment() {
    let folder = temporary();
    let wheel = made("wheel", ".whl");
    let environment = folder.path().join("environment");
    done(
        Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment),
    );
    let mut install = Command::new(environment.join("bin/pip"));
    install.args(["install", "--no-index", "--disable-pip-version-check"]);
    done(install.arg(&wheel));
    reports(&|| Command::new(environment.join("bin/grader")));
}

#[test]
#[ignore = "long: fetches a bare Debian; only root can"]
fn a_bare_debian_needs_nothing_but_the_archive() {
    let root = temporary();
    let mut debian = Command::new("debootstrap");
    debian.args(["--variant=minbase", "bookworm"]);
    done(debian.arg(root.path()));
    // As it is released: in one file, whatever the C library.
    let out = temporary();
    package(out.path(), &[OsStr::new("--without-book")], "archive");
    let archive = found(out.path(), ".tar.gz");
    let mut unpack = Command::new("tar");
    unpack
        .args(["--strip-components=1", "-x", "-z", "-f"])
        .arg(&archive);
    done(unpack.arg("-C").arg(root.path().join("opt")));
    // The loader of OpenCL is missing, and that is no error.
    let script = "cd /root && /opt/grader init course && cd course && /opt/grader check saxpy";
    let mut bare = Command::new("chroot");
    bare.arg(root.path()).args(["/bin/sh", "-c", script]);
    let output = bare.output().expect("chroot starts");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("error[wrong]"), "{text}");
}

#[test]
#[ignore = "long: builds a release twice"]
fn programs_built_again_elsewhere_are_the_same_bytes() {
    let archives = [(), ()].map(|()| {
        let out = temporary();
        let target = temporary();
        let mut package = Command::new(project().join("packaging/package"));
        package.env("CARGO_TARGET_DIR", target.path());
        package.args(["--without-book", "--out"]).arg(out.path());
        done(package.arg("archive"));
        fs::read(found(out.path(), ".tar.gz")).expect("an archive")
    });
    assert!(archives[0] == archives[1]);
}
