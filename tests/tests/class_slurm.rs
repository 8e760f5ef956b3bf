//! `grader class --engine slurm`, on a cluster of one machine that the tests start: the same results as on
//! this machine's cores, whatever is killed meanwhile.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use tests::class::generate;
use tests::slurm::Cluster;
use tests::{grader, project, wait_for};

const FEW: [&str; 3] = ["fill", "saxpy", "reduce"];

fn class(students: usize, seed: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    generate(&folder.path().join("class"), students, &FEW, seed).expect("a class");
    folder
}

fn command(folder: &Path, out: &str, arguments: &[&str]) -> Command {
    let mut command = grader(folder);
    command
        .arg("--course")
        .arg(project())
        .args(["class", "class", "--on", "simulator", "--out", out])
        .args(arguments);
    command
}

fn on_cluster(cluster: &Cluster, folder: &Path, out: &str, arguments: &[&str]) -> Command {
    let mut command = command(folder, out, &["--engine", "slurm", "--jobs", "2"]);
    command.args(arguments);
    cluster.use_in(&mut command);
    command
}

fn runs(mut command: Command) {
    let output = command.output().expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", output.status);
}

fn results(folder: &Path, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder.join(out).join("results"))
        .into_iter()
        .flatten()
        .flatten();
    entries
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "json"))
        .map(|entry| {
            (
                entry.file_name().into(),
                fs::read(entry.path()).unwrap_or_default(),
            )
        })
        .collect()
}

#[test]
fn a_cluster_comes_to_the_same_whatever_is_killed() {
    let mut cluster = Cluster::start();
    let folder = class(16, 21);
    let folder = folder.path();
    runs(command(folder, "local", &[]));
    let local = results(folder, "local");
    assert_eq!(local.len(), 16);

    runs(on_cluster(&cluster, folder, "plain", &[]));
    assert_eq!(results(folder, "plain"), local);
    let left: Vec<_> = fs::read_dir(folder.join("plain/work/jobs"))
        .expect("a folder")
        .collect();
    assert!(left.is_empty() && !folder.join("plain/work/array.json").exists());

    // The process that leads is killed: the array goes on, is ended by whoever goes on, and what it had
    // done is taken.
    let mut leader = on_cluster(&cluster, folder, "leader", &[])
        .stdout(Stdio::null())
        .spawn()
        .expect("grader starts");
    wait_for("first results", || {
        (results(folder, "leader").len() >= 2).then_some(())
    });
    leader.kill().expect("a kill");
    leader.wait().expect("an end");
    let before = results(folder, "leader");
    assert!(before.len() < 16);
    runs(on_cluster(&cluster, folder, "leader", &["--resume"]));
    assert_eq!(results(folder, "leader"), local);

    // The node's daemon is killed under its tasks, and comes back when Slurm has given it up.
    let mut leader = on_cluster(&cluster, folder, "node", &[])
        .stdout(Stdio::null())
        .spawn()
        .expect("grader starts");
    wait_for("first results", || {
        (!results(folder, "node").is_empty()).then_some(())
    });
    cluster.kill_node();
    sleep(Duration::from_secs(20));
    cluster.start_node();
    assert!(leader.wait().expect("an end").success());
    assert_eq!(results(folder, "node"), local);

    // A task is ended from outside, over and over: what it was about is given out again.
    let mut leader = on_cluster(&cluster, folder, "task", &[])
        .stdout(Stdio::null())
        .spawn()
        .expect("grader starts");
    wait_for("running task", || {
        let running = cluster.ask(
            "squeue",
            &["--noheader", "--array", "--states=RUNNING", "--format=%i"],
        );
        running.lines().next().map(|task| {
            cluster.ask("scancel", &["--signal=KILL", task.trim()]);
        })
    });
    assert!(leader.wait().expect("an end").success());
    assert_eq!(results(folder, "task"), local);
}

#[test]
fn no_slurm_is_told() {
    let folder = class(1, 22);
    let mut command = command(folder.path(), "out", &["--engine", "slurm"]);
    let output = command
        .env("PATH", "/nowhere")
        .output()
        .expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr.contains("Slurm's `sinfo` cannot be run here"),
        "{stderr}"
    );
}
