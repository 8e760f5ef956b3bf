//! Grades a class that never was, with one worker and with two, and says what that took: submissions a
//! second, the most memory of the process that leads, and whether both came to the same.
//!
//! `cargo run --release -p tests --example class -- 300 [--engine slurm] [--on simulator]`

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tests::class::{EXERCISES, generate};
use tests::{binaries, project};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let students: usize = arguments
        .next()
        .and_then(|count| count.parse().ok())
        .expect("the number of students");
    let options: Vec<String> = arguments.collect();
    let is_slurm = options.iter().any(|option| option == "slurm");
    let cluster = is_slurm.then(tests::slurm::Cluster::start);
    let grader = binaries().join("grader");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut results = Vec::new();
    for jobs in ["1", "2"] {
        // Other texts in each run, so that no cache of a compiler's knows them.
        let class = folder.path().join("class").join(jobs);
        let seed = jobs.parse().expect("a number");
        let expected = generate(&class, students, &EXERCISES, seed).expect("a class");
        let out = folder.path().join(format!("results-{jobs}"));
        let mut command = Command::new(&grader);
        if let Some(cluster) = &cluster {
            cluster.use_in(&mut command);
        }
        let begin = Instant::now();
        let mut process = command
            .args(["--course".as_ref(), project().as_os_str()])
            .args(["class".as_ref(), class.as_os_str()])
            .args(["--jobs", jobs, "--out"])
            .arg(&out)
            .args(&options)
            .stdout(Stdio::null())
            .spawn()
            .expect("grader starts");
        let mut most = 0;
        let status = loop {
            most = most.max(most_memory(process.id()));
            if let Some(status) = process.try_wait().expect("a status") {
                break status;
            }
            sleep(Duration::from_millis(50));
        };
        let seconds = begin.elapsed().as_secs_f64();
        let wrong = wrong(&out, &expected);
        let each = students as f64 / seconds;
        println!(
            "jobs {jobs}: {status}, {seconds:.1} s, {each:.3} submissions/s, {} KiB, {wrong} unexpected",
            most
        );
        results.push(each);
    }
    println!("two to one: {:.2}", results[1] / results[0]);
}

/// The most memory that a process has had, in KiB.
fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}

/// How many exercises came to something else than their texts are labelled with.
fn wrong(out: &Path, expected: &[tests::class::Student]) -> usize {
    let mut wrong = 0;
    let labels = tests::class::labels(out);
    for student in expected {
        for (slug, expected) in &student.expected {
            let label = labels.get(&(student.name.clone(), slug.clone()));
            wrong += usize::from(!label.is_some_and(|label| expected.is(label)));
        }
    }
    wrong
}
