//! Workers on a cluster: one Slurm job array, whose tasks check some submissions each and leave the
//! results in a shared folder. The results are polled there; Slurm is asked from time to time for
//! tasks that ended without them.
//!
//! A verdict on a student's work is always a result. A task that ends without one points to a node,
//! to Slurm or to this program, so its submissions are resubmitted, one per task.

use crate::executor::{Executor, ExecutorError};
use crate::job::{Finished, Job, Outcome};
use crate::key;
use crate::local::{Local, LocalOptions};
use crate::plan::SlurmOptions;
use crate::slurm_commands::{End, SlurmError, ask, joined, queued, quoted, talk};
use crate::store::{StoreError, read, unreadable, unwritable, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Attempts at a submission whose task may itself be the reason for its end.
const TRIES: u32 = 3;

/// Attempts at a submission whose node failed.
const NODE_TRIES: u32 = 10;

/// How often results are polled.
const LOOK: Duration = Duration::from_millis(100);

/// How often Slurm is asked for the state of its tasks.
const ASK: Duration = Duration::from_secs(5);

/// How long results may take to become visible after a task has ended: shared folders are slow.
const GRACE: Duration = Duration::from_secs(10);

/// How long to wait for the tasks of an earlier run to end.
const CANCEL: Duration = Duration::from_secs(120);

/// Array tasks per concurrent job, enough for an even load at the end.
const TASKS_A_JOB: usize = 12;

/// The most tasks of an array. Slurm's default limit (`MaxArraySize`) is 1001.
const MOST_TASKS: usize = 1000;

/// The file of an array task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayTask {
    /// The ids of its submissions. Their jobs are in `jobs/`.
    pub jobs: Vec<String>,
}

/// A job array that was submitted or is about to be.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Array {
    /// Its job name, which is unique.
    name: String,
    /// Its job id, once Slurm has assigned one.
    number: Option<String>,
    /// The ids of each task's submissions.
    tasks: Vec<Vec<String>>,
}

/// The attempts at a submission without a result.
struct Out {
    /// Attempts that may have ended because of the submission.
    tries: u32,
    /// Attempts that ended because of a node.
    node_tries: u32,
}

/// Workers on a cluster.
pub struct Slurm {
    /// The program of a task, without the path of its file.
    program: Vec<OsString>,
    /// The shared folder.
    work: PathBuf,
    /// Concurrent tasks.
    jobs: usize,
    memory_mib: u64,
    options: SlurmOptions,
    arrays: Vec<Array>,
    out: BTreeMap<String, Out>,
    /// Ids to submit.
    waiting: Vec<String>,
    ready: VecDeque<Finished>,
    asked: Instant,
    /// When each task, by array and index, was first missing from Slurm's queue.
    ended: BTreeMap<(usize, usize), Instant>,
}

impl Slurm {
    /// Takes over the folder of an earlier run and cancels its tasks.
    pub fn open(
        program: Vec<OsString>,
        work: &Path,
        jobs: usize,
        memory_mib: u64,
        options: SlurmOptions,
    ) -> Result<Slurm, ExecutorError> {
        let slurm = Slurm {
            program,
            work: work.to_owned(),
            jobs: jobs.max(1),
            memory_mib,
            options,
            arrays: Vec::new(),
            out: BTreeMap::new(),
            waiting: Vec::new(),
            ready: VecDeque::new(),
            asked: Instant::now(),
            ended: BTreeMap::new(),
        };
        ask("sinfo", &["--version"])?;
        for folder in ["jobs", "tasks", "done", "log"] {
            let folder = work.join(folder);
            fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, error))?;
        }
        let earlier: Vec<Array> = match slurm.record().exists() {
            true => read(&slurm.record())?,
            false => Vec::new(),
        };
        for array in &earlier {
            end(array)?;
        }
        Ok(slurm)
    }

    /// The file that lists the arrays.
    fn record(&self) -> PathBuf {
        self.work.join("array.json")
    }

    fn job_file(&self, id: &str) -> PathBuf {
        self.work.join(format!("jobs/{id}.json"))
    }

    fn done_file(&self, id: &str) -> PathBuf {
        self.work.join(format!("done/{id}.json"))
    }

    fn keep_record(&self) -> Result<(), StoreError> {
        let json = serde_json::to_vec_pretty(&self.arrays)
            .map_err(|error| unwritable(&self.record(), error.into()))?;
        write_whole(&self.record(), &json)
    }

    /// Submits the waiting ids to Slurm, `each` per task.
    fn submit_array(&mut self, each: usize) -> Result<(), ExecutorError> {
        let ids = std::mem::take(&mut self.waiting);
        // The rest goes into further arrays.
        for part in ids.chunks(each * MOST_TASKS) {
            let tasks: Vec<Vec<String>> = part.chunks(each).map(<[String]>::to_vec).collect();
            let name = format!("grader-{}", fresh_word(&self.work, self.arrays.len()));
            for (number, jobs) in tasks.iter().enumerate() {
                let path = self.work.join(format!("tasks/{name}-{number}.json"));
                let task = ArrayTask { jobs: jobs.clone() };
                let json =
                    serde_json::to_vec(&task).map_err(|error| unwritable(&path, error.into()))?;
                write_whole(&path, &json)?;
            }
            let count = tasks.len();
            self.arrays.push(Array {
                name: name.clone(),
                number: None,
                tasks,
            });
            // If this process ends before it knows the id, the array can be found by its name.
            self.keep_record()?;
            let number = self.sbatch(&name, count)?;
            if let Some(array) = self.arrays.last_mut() {
                array.number = Some(number);
            }
            self.keep_record()?;
        }
        Ok(())
    }

    fn sbatch(&self, name: &str, tasks: usize) -> Result<String, SlurmError> {
        const COMMAND: &str = "sbatch";
        let mut command = Command::new(COMMAND);
        command
            .arg("--parsable")
            .arg("--requeue")
            .arg("--open-mode=append")
            .arg("--cpus-per-task=1")
            .arg(format!("--job-name={name}"))
            .arg(format!("--array=0-{}%{}", tasks - 1, self.jobs))
            .arg(format!("--mem={}M", self.memory_mib))
            .arg(joined(
                b"--chdir=",
                self.work.as_os_str().as_encoded_bytes(),
            ))
            .arg(joined(b"--output=", &self.log_of(&format!("{name}-%a"))));
        let options = &self.options;
        let minutes = options.minutes.map(|minutes| minutes.to_string());
        for (option, value) in [
            ("gres", &options.gres),
            ("partition", &options.partition),
            ("account", &options.account),
            ("time", &minutes),
        ] {
            if let Some(value) = value {
                command.arg(format!("--{option}={value}"));
            }
        }
        let mut script = b"#!/bin/sh\nexec".to_vec();
        for word in &self.program {
            script.push(b' ');
            script.extend(quoted(word.as_encoded_bytes()));
        }
        script.push(b' ');
        let path = self.work.join(format!("tasks/{name}-"));
        script.extend(quoted(path.as_os_str().as_encoded_bytes()));
        script.extend(b"\"$SLURM_ARRAY_TASK_ID\".json\n");
        let said = talk(COMMAND, command, &script)?;
        let number = said.trim().split(';').next().unwrap_or_default().to_owned();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(SlurmError::Refused {
                command: COMMAND,
                said,
            });
        }
        Ok(number)
    }

    /// The output file of a task. `%` is doubled because Slurm expands it.
    fn log_of(&self, name: &str) -> Vec<u8> {
        let folder = self.work.join("log/");
        let mut path = Vec::new();
        for &byte in folder.as_os_str().as_encoded_bytes() {
            path.push(byte);
            if byte == b'%' {
                path.push(byte);
            }
        }
        path.extend(name.as_bytes());
        path.extend(b".txt");
        path
    }

    /// Collects results of submissions that are out.
    fn look(&mut self) {
        let Ok(names) = fs::read_dir(self.work.join("done")) else {
            return;
        };
        let found: Vec<Finished> = names
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let id = name.strip_suffix(".json")?;
                // A result that cannot be read yet is read later.
                let is_out = self.out.contains_key(id);
                is_out.then(|| read(&entry.path()).ok()).flatten()
            })
            .collect();
        for finished in found {
            self.out.remove(&finished.id);
            self.ready.push_back(finished);
        }
    }

    /// Looks for tasks that ended without the results of their submissions.
    fn check_lost_tasks(&mut self) -> Result<(), ExecutorError> {
        let mut again = Vec::new();
        for at in 0..self.arrays.len() {
            let array = self.arrays[at].clone();
            let left = |task: &Vec<String>| -> Vec<String> {
                let is_out =
                    |id: &&String| self.out.contains_key(*id) && !self.waiting.contains(id);
                task.iter().filter(is_out).cloned().collect()
            };
            let unfinished: Vec<(usize, Vec<String>)> = array
                .tasks
                .iter()
                .map(left)
                .enumerate()
                .filter(|(_, left)| !left.is_empty())
                .collect();
            let Some(number) = array.number.as_deref().filter(|_| !unfinished.is_empty()) else {
                continue;
            };
            // The controller may be unavailable for a while: ask again later.
            let Ok(known) = queued(number) else {
                break;
            };
            for (task, left) in unfinished {
                if known.contains_key(&task) {
                    self.ended.remove(&(at, task));
                    continue;
                }
                let since = *self.ended.entry((at, task)).or_insert_with(Instant::now);
                if since.elapsed() < GRACE {
                    continue;
                }
                let end = End::of(number, task);
                for (place, id) in left.into_iter().enumerate() {
                    if let Some(end) = self.lost(&id, &end, place == 0) {
                        self.give_up(&id, &end)?;
                    } else {
                        again.push(id);
                    }
                }
                // What is left of this task is in another one now.
                self.arrays[at].tasks[task].clear();
            }
        }
        if !again.is_empty() {
            self.waiting.extend(again);
            self.submit_array(1)?;
        }
        Ok(())
    }

    /// Counts an attempt and returns the reason to give up after the last one. Only the `first`
    /// unfinished submission of a task had been started.
    fn lost(&mut self, id: &str, end: &End, first: bool) -> Option<String> {
        let out = self.out.get_mut(id)?;
        if end.is_nodes {
            out.node_tries += 1;
        } else if first {
            out.tries += 1;
        }
        let is_last = out.tries >= TRIES || out.node_tries >= NODE_TRIES;
        let times = out.tries + out.node_tries;
        is_last.then(|| {
            format!(
                "Slurm ended its task {times} times without a result, the last time: {}",
                end.description
            )
        })
    }

    fn give_up(&mut self, id: &str, why: &str) -> Result<(), StoreError> {
        let job: Job = read(&self.job_file(id))?;
        self.out.remove(id);
        let fault = Outcome::Fault {
            why: why.to_owned(),
            transient: true,
        };
        self.ready.push_back(Finished {
            id: job.id,
            outcomes: job
                .checks
                .into_iter()
                .map(|check| (check.key, fault.clone()))
                .collect(),
        });
        Ok(())
    }
}

impl Executor for Slurm {
    fn has_room(&self) -> bool {
        true
    }

    fn submit(&mut self, job: Job) -> Result<(), ExecutorError> {
        let id = job.id.clone();
        if let Ok(finished) = read::<Finished>(&self.done_file(&id)) {
            if is_of(&finished, &job) {
                self.ready.push_back(finished);
                return Ok(());
            }
            let path = self.done_file(&id);
            fs::remove_file(&path).map_err(|error| unwritable(&path, error))?;
        }
        let path = self.job_file(&id);
        let json = serde_json::to_vec(&job).map_err(|error| unwritable(&path, error.into()))?;
        write_whole(&path, &json)?;
        self.waiting.push(id.clone());
        let fresh = Out {
            tries: 0,
            node_tries: 0,
        };
        self.out.insert(id, fresh);
        Ok(())
    }

    fn close(&mut self) -> Result<(), ExecutorError> {
        let tasks = (self.jobs * TASKS_A_JOB).min(MOST_TASKS);
        let each = self.waiting.len().div_ceil(tasks).max(1);
        self.submit_array(each)
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExecutorError> {
        let begin = Instant::now();
        loop {
            if let Some(finished) = self.ready.pop_front() {
                return Ok(Some(finished));
            }
            self.look();
            if self.ready.is_empty() {
                if self.asked.elapsed() >= ASK {
                    self.check_lost_tasks()?;
                    self.asked = Instant::now();
                }
                if begin.elapsed() >= wait {
                    return Ok(None);
                }
                thread::sleep(LOOK.min(wait));
            }
        }
    }

    fn discard(&mut self, id: &str) {
        // Leftovers are removed when the folder is reused.
        let _ = fs::remove_file(self.job_file(id));
        let _ = fs::remove_file(self.done_file(id));
        if self.out.is_empty() && self.ready.is_empty() && !self.arrays.is_empty() {
            for array in std::mem::take(&mut self.arrays) {
                for number in 0..array.tasks.len() {
                    let name = format!("tasks/{}-{number}.json", array.name);
                    let _ = fs::remove_file(self.work.join(name));
                }
            }
            let _ = fs::remove_file(self.record());
        }
    }

    fn stop(&mut self) {
        for array in &self.arrays {
            // What cannot be cancelled now is cancelled by the next run.
            let _ = ask("scancel", &["--quiet", array.handle()]);
        }
    }
}

impl Array {
    fn handle(&self) -> &str {
        self.number.as_deref().unwrap_or_default()
    }
}

/// Does it hold verdicts for exactly the checks of this job?
fn is_of(finished: &Finished, job: &Job) -> bool {
    let keys = finished.outcomes.iter().map(|(key, _)| key);
    let is_checked = |(_, outcome): &(String, Outcome)| matches!(outcome, Outcome::Checked { .. });
    keys.eq(job.checks.iter().map(|check| &check.key)) && finished.outcomes.iter().all(is_checked)
}

/// Cancels an array of an earlier run and waits for its end.
fn end(array: &Array) -> Result<(), SlurmError> {
    let which = match &array.number {
        Some(number) => vec!["--jobs".to_owned(), number.clone()],
        None => vec!["--name".to_owned(), array.name.clone()],
    };
    let cancelled = match &array.number {
        Some(number) => ask("scancel", &["--quiet", number]),
        None => ask("scancel", &["--quiet", "--name", &array.name]),
    };
    if let Err(SlurmError::NoCommand { command, error }) = cancelled {
        return Err(SlurmError::NoCommand { command, error });
    }
    let begin = Instant::now();
    while begin.elapsed() < CANCEL {
        let mut arguments = vec!["--noheader", "--format=%K %T"];
        arguments.extend(which.iter().map(String::as_str));
        match ask("squeue", &arguments) {
            Ok(text) if text.trim().is_empty() => return Ok(()),
            Err(error) if error.is_unknown_job() => return Ok(()),
            _ => thread::sleep(Duration::from_millis(500)),
        }
    }
    Err(SlurmError::Lingers {
        array: array.number.clone().unwrap_or_else(|| array.name.clone()),
    })
}

/// A unique word.
fn fresh_word(folder: &Path, number: usize) -> String {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    let hash = key::hash(&[
        folder.as_os_str().as_encoded_bytes(),
        &std::process::id().to_le_bytes(),
        &now.as_nanos().to_le_bytes(),
        &number.to_le_bytes(),
    ]);
    key::word(&hash, 5)
}

/// Runs an array task: checks each of its submissions that has no result yet.
pub fn run_task(path: &Path, options: &LocalOptions) -> Result<(), ExecutorError> {
    let task: ArrayTask = read(path)?;
    let Some(work) = path.parent().and_then(Path::parent) else {
        return Err(unreadable(path, io::ErrorKind::NotFound.into()).into());
    };
    let mut local = Local::start(options);
    for id in task.jobs {
        let done = work.join(format!("done/{id}.json"));
        let job = work.join(format!("jobs/{id}.json"));
        if done.exists() || !job.exists() {
            // The task was requeued after another node had finished this part.
            continue;
        }
        local.submit(read(&job)?)?;
        let finished = loop {
            if let Some(finished) = local.next(Duration::from_secs(1))? {
                break finished;
            }
        };
        let json =
            serde_json::to_vec(&finished).map_err(|error| unwritable(&done, error.into()))?;
        write_whole(&done, &json)?;
    }
    Ok(())
}
