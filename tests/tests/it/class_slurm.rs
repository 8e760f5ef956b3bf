//! `grader class --engine slurm`, on a cluster of one machine that the tests start: the same results as on
//! this machine's cores, whatever is killed meanwhile.

use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use tests::class::{files, generate};
use tests::slurm::{Cluster, entering};
use tests::{Hog, binaries, grader, project, wait_for};

const FEW: [&str; 3] = ["fill", "saxpy", "reduce"];

fn class(students: usize, seed: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    generate(&folder.path().join("class"), students, &FEW, seed).expect("a class");
    folder
}

fn class_command(folder: &Path, out: &str, arguments: &[&str]) -> Command {
    let mut command = grader(folder);
    command
        .arg("--course")
        .arg(project())
        .args(["class", "class", "--out", out])
        .args(arguments);
    command
}

fn command(folder: &Path, out: &str, arguments: &[&str]) -> Command {
    let mut command = class_command(folder, out, &["--on", "simulator"]);
    command.args(arguments);
    command
}

/// Sets more in the class's plan, before its exercises.
fn plan_more(folder: &Path, more: &str) {
    let path = folder.join("class/class.toml");
    let plan = fs::read_to_string(&path).expect("a plan");
    let (head, exercises) = plan.split_once("\n[[exercise]]").expect("exercises");
    fs::write(&path, format!("{head}\n{more}\n[[exercise]]{exercises}")).expect("a plan");
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

    // Ctrl-C ends the array too.
    let leader = on_cluster(&cluster, folder, "stopped", &[])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("grader starts");
    wait_for("first results", || {
        (!results(folder, "stopped").is_empty()).then_some(())
    });
    kill_process(Pid::from_child(&leader), Signal::INT).expect("a signal");
    let output = leader.wait_with_output().expect("an end");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("--resume goes on"), "{stderr}");
    wait_for("end of the array", || {
        let left = cluster.ask("squeue", &["--noheader"]);
        left.trim().is_empty().then_some(())
    });
    runs(on_cluster(&cluster, folder, "stopped", &["--resume"]));
    assert_eq!(results(folder, "stopped"), local);

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

/// Every file below a folder, with what it holds.
fn all_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(all_files(&path));
        } else {
            let contents = fs::read(&path).expect("a file");
            found.push((path, contents));
        }
    }
    found
}

/// The same submissions and the same hidden seed, in the simulator and on a device: one worker, two, three beside
/// as much load again, a cluster, a cluster beside load, and all in another order.
#[test]
fn whoever_grades_in_whatever_order_beside_whatever_load_the_results_are_the_same() {
    let cluster = Cluster::start();
    let students = 6;
    let class = class(students, 24);
    let folder = class.path();
    plan_more(folder, "hidden_seed = \"correct horse battery staple\"\n");
    let local = |out: &str, jobs: &str| runs(class_command(folder, out, &["--jobs", jobs]));
    let by_slurm = |out: &str| {
        let mut command = class_command(folder, out, &["--engine", "slurm", "--jobs", "2"]);
        cluster.use_in(&mut command);
        runs(command);
    };
    local("one", "1");
    let one = files(&folder.join("one"));
    assert_eq!(results(folder, "one").len(), students);
    local("two", "2");
    by_slurm("cluster");
    {
        let _hogs = [Hog::start(), Hog::start(), Hog::start()];
        local("loaded", "3");
        by_slurm("loaded-cluster");
    }
    for other in ["two", "cluster", "loaded", "loaded-cluster"] {
        assert_eq!(files(&folder.join(other)), one, "{other}");
    }
    // The order is that of the names: under other names the same work comes in another order.
    let turned = |student: &str| {
        let (_, number) = student.split_once(' ').expect("a number");
        let number: usize = number.parse().expect("a number");
        format!("turned {}", students - 1 - number)
    };
    for number in 0..students {
        let name = format!("student {number:03}");
        let [from, to] = [name.clone(), turned(&name)].map(|it| folder.join("class").join(it));
        fs::rename(from, to).expect("a name");
    }
    local("turned", "2");
    let before = tests::class::results(&folder.join("one"));
    let after = tests::class::results(&folder.join("turned"));
    assert_eq!((before.len(), after.len()), (students, students));
    for graded in &before {
        let name = turned(&graded.student);
        let other = after.iter().find(|other| other.student == name);
        assert_eq!(other.expect("a result").exercises, graded.exercises);
    }
    // The seed is nowhere: not in results, feedback or overviews, nor in what was under way.
    for out in [
        "one",
        "two",
        "cluster",
        "loaded",
        "loaded-cluster",
        "turned",
    ] {
        for (path, contents) in all_files(&folder.join(out)) {
            let text = String::from_utf8_lossy(&contents);
            assert!(!text.contains("battery"), "{}", path.display());
        }
    }
}

/// The most tasks of the cluster that run at a time until a command ends, and what each was given.
fn watched(cluster: &Cluster, mut command: Command) -> (usize, Vec<String>) {
    let mut leader = command
        .stdout(Stdio::null())
        .spawn()
        .expect("grader starts");
    let (mut most, mut given) = (0, Vec::new());
    let status = wait_for("end of the class", || {
        let running = cluster.ask(
            "squeue",
            &[
                "--noheader",
                "--array",
                "--states=RUNNING",
                "--format=%i %b",
            ],
        );
        most = most.max(running.lines().count());
        given.extend(running.lines().map(str::to_owned));
        leader.try_wait().expect("a child")
    });
    assert!(status.success(), "{status}");
    (most, given)
}

#[test]
fn a_gpu_that_is_asked_for_is_given_to_one_task_at_a_time() {
    let cluster = Cluster::start();
    let class = class(8, 25);
    let folder = class.path();
    let (most, _) = watched(&cluster, on_cluster(&cluster, folder, "plain", &[]));
    assert_eq!(most, 2);
    plan_more(folder, "[slurm]\ngres = \"gpu:1\"\n");
    let (most, given) = watched(&cluster, on_cluster(&cluster, folder, "gpu", &[]));
    assert_eq!(most, 1);
    assert!(given.iter().all(|task| task.contains("gpu")), "{given:?}");
    assert_eq!(results(folder, "gpu"), results(folder, "plain"));
    // What no node has is refused by Slurm, in its own words.
    let path = folder.join("class/class.toml");
    let plan = fs::read_to_string(&path).expect("a plan");
    fs::write(&path, plan.replace("gpu:1", "gpu:2")).expect("a plan");
    let output = on_cluster(&cluster, folder, "refused", &[]).output();
    let output = output.expect("grader starts");
    let stderr = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("Slurm's `sbatch` refused"), "{stderr}");
}

/// A process with a small disk of its own in a folder that it shares with nobody.
struct Disk(Child);

impl Disk {
    fn mount(at: &Path, size: &str) -> Disk {
        fs::create_dir(at).expect("a folder");
        let mount = format!(
            "mount -t tmpfs -o {size} tmpfs '{}' && echo mounted && exec sleep 3600",
            at.display()
        );
        let mut process = Command::new("unshare")
            .args(["--mount", "sh", "-c", &mount])
            .stdout(Stdio::piped())
            .spawn()
            .expect("unshare, of util-linux");
        let mut said = [0; 8];
        let stdout = process.stdout.as_mut().expect("a pipe");
        stdout.read_exact(&mut said).expect("a disk");
        Disk(process)
    }

    /// Runs a program of the system that sees the disk.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = entering(Some(self.0.id()), Path::new(program))
            .args(arguments)
            .output()
            .expect("nsenter, of util-linux");
        assert!(output.status.success(), "{program}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_full_disk_that_the_cluster_shares_is_told_and_nothing_is_lost() {
    if !rustix::process::getuid().is_root() {
        println!("not run: only root mounts the disk that is to be full");
        return;
    }
    let class = class(16, 26);
    let folder = class.path();
    runs(command(folder, "local", &[]));
    let full = folder.join("full");
    let disk = Disk::mount(&full, "size=128k,nr_inodes=400");
    let cluster = Cluster::start_where(disk.0.id());
    let on_disk = |more: &[&str]| {
        let mut command = entering(Some(disk.0.id()), &binaries().join("grader"));
        cluster.use_in(&mut command);
        command
            .arg("--course")
            .arg(project())
            .arg("class")
            .arg(folder.join("class"))
            .args([
                "--engine",
                "slurm",
                "--jobs",
                "2",
                "--on",
                "simulator",
                "--out",
            ])
            .arg(&full)
            .args(more)
            .stdin(Stdio::null());
        command.output().expect("nsenter, of util-linux")
    };
    let output = on_disk(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("cannot be written") && stderr.contains("--resume"),
        "{stderr}"
    );
    let there = disk.run("ls", &["-A", &format!("{}/results", full.display())]);
    assert!(there.lines().count() < 16, "{there}");
    disk.run(
        "mount",
        &["-o", "remount,size=64m", &full.display().to_string()],
    );
    let output = on_disk(&["--resume"]);
    assert!(output.status.success(), "{output:?}");
    let rescued = folder.join("rescued");
    let paths = [&full, &rescued].map(|path| path.display().to_string());
    disk.run("cp", &["-r", &paths[0], &paths[1]]);
    assert_eq!(results(folder, "rescued"), results(folder, "local"));
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
