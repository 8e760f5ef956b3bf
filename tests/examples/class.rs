//! Grades a class that never was, and says what that takes: how many submissions a second with one worker and
//! with two, by turns over the same submissions; whether both come to the same, byte for byte; and the most
//! memory of the process that leads, with a hundred submissions and with three hundred.
//!
//! `cargo run --release -p tests --example class -- [STUDENTS] [--minutes M] [--engine slurm] [--on simulator]`
//!
//! In the minutes that it is given (7 by default) it grades as many submissions as fit. With a number of
//! students it grades a class of so many, once with one worker and once with two, however long that takes.
//! Other options are those of `grader class`. It fails where a verdict is not the one that its text is labelled
//! with, or not the same with both.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};
use tests::class::{EXERCISES, Student, generate, labels};
use tests::slurm::Cluster;
use tests::{binaries, project};

/// By turns with one worker and with two, so often.
const ROUNDS: usize = 3;

/// Submissions of the class that has many, and of the one that has a third of them.
const MANY: usize = 300;

fn main() -> ExitCode {
    let mut minutes = 7.0;
    let mut students = None;
    let mut options = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--minutes" => {
                let asked = arguments.next().and_then(|text| text.parse().ok());
                minutes = asked.expect("minutes, as a number");
            }
            _ => match argument.parse() {
                Ok(count) => students = Some(count),
                Err(_) => options.push(argument),
            },
        }
    }
    // Building them takes none of the minutes.
    binaries();
    let begin = Instant::now();
    let is_slurm = options.iter().any(|option| option == "slurm");
    let bench = Bench {
        folder: tempfile::tempdir().expect("a temporary folder"),
        cluster: is_slurm.then(Cluster::start_confined),
        options,
    };
    let sound = if let Some(students) = students {
        bench.throughput(1, students)
    } else {
        let sound = bench.memory();
        // What is left, by what one submission takes: each of a round's is graded by one worker, and by two.
        let left = Duration::from_secs_f64(minutes * 60.0).saturating_sub(begin.elapsed());
        let (each, fixed) = bench.one_submission();
        let left = left.as_secs_f64() * 0.9 - 2.0 * ROUNDS as f64 * fixed;
        let count = (left / ROUNDS as f64 / (1.55 * each)) as usize;
        bench.throughput(ROUNDS, count.clamp(4, MANY)) && sound
    };
    println!("in all {:.0} s", begin.elapsed().as_secs_f64());
    if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Bench {
    folder: tempfile::TempDir,
    cluster: Option<Cluster>,
    options: Vec<String>,
}

/// What a run of `grader class` took.
struct Took {
    seconds: f64,
    /// Seconds for which but one worker had work, at the end.
    alone: f64,
    /// The most memory of the process that leads, in MiB.
    memory: f64,
    /// Its processor time, in seconds.
    leading: f64,
    /// Exercises that came to something else than their texts are labelled with.
    unexpected: usize,
    /// The results, by the names of their files.
    results: BTreeMap<PathBuf, Vec<u8>>,
}

impl Bench {
    /// A class of so many; the same for the same name and seed.
    fn class(&self, name: &str, students: usize, seed: u64) -> (PathBuf, Vec<Student>) {
        let folder = self.folder.path().join(name);
        let students = generate(&folder, students, &EXERCISES, seed).expect("a class");
        (folder, students)
    }

    /// Grades a class.
    fn grade(&self, class: &(PathBuf, Vec<Student>), jobs: usize, options: &[String]) -> Took {
        let (class, expected) = class;
        let out = class.with_extension(format!("results-{jobs}"));
        let mut command = Command::new(binaries().join("grader"));
        if let Some(cluster) = &self.cluster {
            cluster.use_in(&mut command);
        }
        let begin = Instant::now();
        let mut process = command
            .args(["--course".as_ref(), project().as_os_str()])
            .args(["class".as_ref(), class.as_os_str()])
            .args(["--jobs", &jobs.to_string(), "--out"])
            .arg(&out)
            .args(options)
            .stdout(Stdio::null())
            .spawn()
            .expect("grader starts");
        let (mut memory, mut leading) = (0.0f64, 0.0f64);
        let status = loop {
            memory = memory.max(most_memory(process.id()));
            leading = leading.max(processor_time(process.id()));
            if let Some(status) = process.try_wait().expect("a status") {
                break status;
            }
            sleep(Duration::from_millis(20));
        };
        let seconds = begin.elapsed().as_secs_f64();
        assert!(status.success(), "grader class: {status}");
        let results = results(&out);
        let took = Took {
            seconds,
            alone: alone(&results),
            memory,
            leading,
            unexpected: unexpected(&out, expected),
            results: results
                .into_iter()
                .map(|(name, (contents, _))| (name, contents))
                .collect(),
        };
        fs::remove_dir_all(&out).expect("the results go");
        took
    }

    /// What a submission takes one worker, and what a run takes beside that, in seconds.
    fn one_submission(&self) -> (f64, f64) {
        let [few, more] = [2, 6].map(|students| {
            let class = self.class(&format!("try-{students}"), students, 40);
            self.grade(&class, 1, &self.options).seconds
        });
        let each = ((more - few) / 4.0).max(0.01);
        (each, (few - 2.0 * each).max(0.0))
    }

    /// The memory of the process that leads. What it does for a submission does not hang on the checks: they
    /// are as short as can be here.
    fn memory(&self) -> bool {
        let mut options = self.options.clone();
        if !options.iter().any(|option| option == "--on") {
            options.extend(["--on", "simulator"].map(str::to_owned));
        }
        let mut sound = true;
        for students in [MANY / 3, MANY] {
            let class = self.class(&format!("many-{students}"), students, 30);
            let plan = class.0.join("class.toml");
            let text = fs::read_to_string(&plan).expect("a plan");
            fs::write(&plan, format!("cases = 1\n{text}")).expect("a plan");
            let took = self.grade(&class, 2, &options);
            println!(
                "{students} submissions, 1 case, simulator: {:.1} s, the leading process {:.1} MiB and {:.1} s of \
                 processor time",
                took.seconds, took.memory, took.leading
            );
            // One case may be too few to tell a mistake: what it came to is not held against the labels.
            sound &= took.results.len() == students;
        }
        sound
    }

    /// Rounds of so many submissions, each with one worker and with two.
    fn throughput(&self, rounds: usize, students: usize) -> bool {
        let mut sound = true;
        let (mut ratios, mut while_both) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            let class = self.class(&format!("round-{round}"), students, round as u64 + 1);
            let mut order = [1, 2];
            if round % 2 == 1 {
                order.reverse();
            }
            let mut took = order.map(|jobs| self.grade(&class, jobs, &self.options));
            if round % 2 == 1 {
                took.reverse();
            }
            for (jobs, took) in [1, 2].iter().zip(&took) {
                println!(
                    "round {round}, {students} submissions, {jobs} at a time: {:.1} s, {:.3} submissions/s; the \
                     leading process {:.1} MiB, {:.2} s of processor time; {} unexpected",
                    took.seconds,
                    students as f64 / took.seconds,
                    took.memory,
                    took.leading,
                    took.unexpected
                );
                sound &= took.unexpected == 0;
            }
            let [one, two] = &took;
            let same = one.results == two.results && one.results.len() == students;
            println!(
                "round {round}: {}",
                if same {
                    "the same results, byte for byte"
                } else {
                    "OTHER RESULTS"
                }
            );
            sound &= same;
            ratios.push(one.seconds / two.seconds);
            while_both.push(one.seconds / (two.seconds - two.alone / 2.0));
        }
        println!("two to one, the whole run: {}", spread(&mut ratios));
        println!(
            "two to one, without the end at which but one had work: {}",
            spread(&mut while_both)
        );
        sound
    }
}

/// The median, the least and the most.
fn spread(ratios: &mut [f64]) -> String {
    ratios.sort_by(f64::total_cmp);
    let median = (ratios[(ratios.len() - 1) / 2] + ratios[ratios.len() / 2]) / 2.0;
    format!(
        "{median:.2} (median of {}; {:.2} to {:.2})",
        ratios.len(),
        ratios[0],
        ratios[ratios.len() - 1]
    )
}

/// The results of a run, and when each was written.
fn results(out: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(out.join("results")).expect("results");
    let result = |entry: fs::DirEntry| {
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        let contents = fs::read(entry.path()).expect("a result");
        (
            entry.file_name().into(),
            (contents, written.expect("a time")),
        )
    };
    entries
        .map(|entry| result(entry.expect("an entry")))
        .collect()
}

/// Seconds from the last result but one to the last: one worker of two had no work then.
fn alone(results: &BTreeMap<PathBuf, (Vec<u8>, SystemTime)>) -> f64 {
    let mut times: Vec<SystemTime> = results.values().map(|(_, written)| *written).collect();
    times.sort_unstable();
    match times.as_slice() {
        [.., before, last] => last
            .duration_since(*before)
            .unwrap_or_default()
            .as_secs_f64(),
        _ => 0.0,
    }
}

/// The most memory that a process has had, in MiB.
fn most_memory(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kib: Option<f64> = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    kib.unwrap_or_default() / 1024.0
}

/// The processor time of a process without its children, in seconds.
fn processor_time(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum();
    ticks / rustix::param::clock_ticks_per_second() as f64
}

/// How many exercises came to something else than their texts are labelled with.
fn unexpected(out: &Path, expected: &[Student]) -> usize {
    let labels = labels(out);
    let of = |student: &Student| {
        let is_other = |(slug, expected): &(&String, &tests::class::Expected)| {
            let label = labels.get(&(student.name.clone(), (*slug).clone()));
            !label.is_some_and(|label| expected.is(label))
        };
        student.expected.iter().filter(is_other).count()
    };
    expected.iter().map(of).sum()
}
