//! Workers on this machine: child processes of the command, each driven by a thread. A worker that
//! dies is restarted and its unfinished checks are retried.

use crate::executor::{Executor, ExecutorError};
use crate::job::{Finished, Job, Message, Outcome};
use crate::system::out_of_reach_of_ctrl_c;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Attempts at a check that fails through no fault of the student.
const TRIES: u32 = 3;

/// How often threads look whether to stop.
const TICK: Duration = Duration::from_millis(100);

/// The pause before a dead worker is restarted, which lets a machine that ran out of memory
/// recover.
const PAUSE: Duration = Duration::from_millis(300);

/// How long a worker that closed its output may take to exit.
const GRACE: Duration = Duration::from_secs(2);

/// How workers are started.
#[derive(Clone, Debug)]
pub struct LocalOptions {
    /// The program with its arguments: it reads a [`Job`] and writes [`Message`]s, one JSON line
    /// each.
    pub program: Vec<std::ffi::OsString>,
    /// The cores that each worker is bound to; empty leaves the choice to the system.
    pub cores: Vec<Vec<usize>>,
    /// How long a worker may be silent before it counts as hung.
    pub reply_timeout: Duration,
}

/// Assigns one core to each worker, even to a single one, so that a check takes the same time
/// however many workers run. With more workers than cores, cores are shared.
pub fn assign_cores(cores: &[usize], workers: usize) -> Vec<Vec<usize>> {
    (0..workers.max(1))
        .map(|worker| {
            let core = worker.checked_rem(cores.len()).map(|at| cores[at]);
            core.into_iter().collect()
        })
        .collect()
}

/// Workers on this machine.
pub struct Local {
    jobs: Option<SyncSender<Job>>,
    finished: Receiver<Result<Finished, String>>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
    /// Jobs submitted and not finished.
    out: usize,
}

impl Local {
    /// Starts one worker for each entry of `options.cores`.
    pub fn start(options: &LocalOptions) -> Local {
        let workers = options.cores.len().max(1);
        let (jobs, queue) = sync_channel::<Job>(workers);
        let queue = Arc::new(Mutex::new(queue));
        let (done, finished) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let threads = (0..workers)
            .filter_map(|number| {
                let mut slot = Slot {
                    options: options.clone(),
                    cores: options.cores.get(number).cloned().unwrap_or_default(),
                    worker: None,
                    stop: stop.clone(),
                };
                let (queue, done) = (queue.clone(), done.clone());
                let thread = thread::Builder::new().name(format!("worker {number}"));
                // If a thread cannot be started there is one worker less; without any, submitting
                // fails.
                thread.spawn(move || slot.run(&queue, &done)).ok()
            })
            .collect();
        Local {
            jobs: Some(jobs),
            finished,
            stop,
            threads,
            out: 0,
        }
    }
}

impl Executor for Local {
    fn has_room(&self) -> bool {
        // One running and one queued job a worker: nobody waits, and memory stays bounded.
        self.out < 2 * self.threads.len().max(1)
    }

    fn submit(&mut self, job: Job) -> Result<(), ExecutorError> {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        match sent {
            Some(Ok(())) => {
                self.out += 1;
                Ok(())
            }
            _ => Err(ExecutorError::NoWorker {
                why: "none is left".to_owned(),
            }),
        }
    }

    fn close(&mut self) -> Result<(), ExecutorError> {
        self.jobs = None;
        Ok(())
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, ExecutorError> {
        match self.finished.recv_timeout(wait) {
            Ok(Ok(finished)) => {
                self.out = self.out.saturating_sub(1);
                Ok(Some(finished))
            }
            Ok(Err(why)) => Err(ExecutorError::NoWorker { why }),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) if self.out == 0 => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExecutorError::NoWorker {
                why: "none is left".to_owned(),
            }),
        }
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has already dropped its worker.
            let _ = thread.join();
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.stop();
    }
}

/// One worker and its state.
struct Slot {
    options: LocalOptions,
    cores: Vec<usize>,
    worker: Option<Worker>,
    stop: Arc<AtomicBool>,
}

/// A worker process, killed on drop.
struct Worker {
    process: Child,
    requests: ChildStdin,
    replies: Receiver<String>,
}

/// Why there is no message.
enum NoReply {
    /// The worker exited; the text says how.
    Ended(String),
    /// It sent nothing within the timeout.
    Hangs,
    /// Grading was stopped.
    Stopped,
}

impl Slot {
    fn run(&mut self, queue: &Mutex<Receiver<Job>>, done: &Sender<Result<Finished, String>>) {
        loop {
            let job = {
                let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.recv_timeout(TICK)
            };
            let job = match job {
                Ok(job) => job,
                Err(RecvTimeoutError::Timeout) if !self.is_stopped() => continue,
                Err(_) => return,
            };
            let is_heard = match self.work(job) {
                Ok(Some(finished)) => done.send(Ok(finished)).is_ok(),
                Ok(None) => false,
                Err(why) => {
                    // Grading stops at the first such error, so nobody may receive a second one.
                    let _ = done.send(Err(why));
                    false
                }
            };
            if !is_heard {
                return;
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Executes a job. `None` if grading was stopped, an error if no worker can be started.
    fn work(&mut self, job: Job) -> Result<Option<Finished>, String> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; job.checks.len()];
        let mut tries = vec![0; job.checks.len()];
        while let Some(first) = outcomes.iter().position(Option::is_none) {
            if self.is_stopped() {
                return Ok(None);
            }
            // The open checks, in order; a check that failed transiently is among them again.
            let left: Vec<usize> = (first..outcomes.len())
                .filter(|&number| outcomes[number].is_none())
                .collect();
            let round = Job {
                id: job.id.clone(),
                checks: left.iter().map(|&it| job.checks[it].clone()).collect(),
            };
            self.ask(&round)?;
            for number in left {
                tries[number] += 1;
                match self.hear(&job.checks[number].slug) {
                    Ok(Outcome::Fault {
                        transient: true, ..
                    }) if tries[number] < TRIES => {
                        // The present worker may be the cause: start another one.
                        self.worker = None;
                        break;
                    }
                    Ok(outcome) => outcomes[number] = Some(outcome),
                    Err(NoReply::Stopped) => return Ok(None),
                    Err(no_reply) => {
                        self.worker = None;
                        if tries[number] >= TRIES {
                            let how = match no_reply {
                                NoReply::Ended(how) => how,
                                NoReply::Hangs | NoReply::Stopped => {
                                    let minutes = self.options.reply_timeout.as_secs() / 60;
                                    format!("it was silent for {minutes} minutes")
                                }
                            };
                            outcomes[number] = Some(Outcome::Fault {
                                why: format!(
                                    "the worker was lost {TRIES} times, the last time: {how}"
                                ),
                                transient: true,
                            });
                        } else {
                            thread::sleep(PAUSE);
                        }
                        break;
                    }
                }
            }
        }
        Ok(Some(Finished {
            id: job.id,
            outcomes: job
                .checks
                .into_iter()
                .map(|check| check.key)
                .zip(outcomes.into_iter().flatten())
                .collect(),
        }))
    }

    /// Sends a job to the worker, which is started if needed. If it dies meanwhile, `hear` notices.
    fn ask(&mut self, job: &Job) -> Result<(), String> {
        let mut line = serde_json::to_vec(job).map_err(|error| error.to_string())?;
        line.push(b'\n');
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(Worker::start(&self.options, &self.cores)?),
        };
        let _ = worker.requests.write_all(&line);
        let _ = worker.requests.flush();
        Ok(())
    }

    /// Waits for the outcome of the check in progress.
    fn hear(&mut self, slug: &str) -> Result<Outcome, NoReply> {
        let Some(worker) = &mut self.worker else {
            return Err(NoReply::Ended("it was not there".to_owned()));
        };
        let begin = Instant::now();
        loop {
            match worker.replies.recv_timeout(TICK) {
                Ok(line) => {
                    return match serde_json::from_str(&line) {
                        Ok(Message::Done {
                            slug: answered,
                            outcome,
                        }) if answered == slug => Ok(outcome),
                        _ => Err(NoReply::Ended("it sent an invalid message".to_owned())),
                    };
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoReply::Ended(worker.end()));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::SeqCst) => {
                    return Err(NoReply::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if begin.elapsed() > self.options.reply_timeout => {
                    return Err(NoReply::Hangs);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Worker {
    fn start(options: &LocalOptions, cores: &[usize]) -> Result<Worker, String> {
        let Some((program, arguments)) = options.program.split_first() else {
            return Err("no program is configured".to_owned());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // The grader decides how workers end.
        out_of_reach_of_ctrl_c(&mut command);
        if !cores.is_empty() {
            let cores: Vec<String> = cores.iter().map(usize::to_string).collect();
            command.arg("--cores").arg(cores.join(","));
        }
        let started = command.spawn();
        let mut process = started.map_err(|error| format!("{}: {error}", program.display()))?;
        let (Some(requests), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            let _ = process.kill();
            return Err("it has no pipes".to_owned());
        };
        let (reply, replies) = channel();
        thread::Builder::new()
            .name("worker replies".into())
            .spawn(move || {
                for line in BufReader::new(output).lines() {
                    let is_heard = line.is_ok_and(|line| reply.send(line).is_ok());
                    if !is_heard {
                        return;
                    }
                }
            })
            .map_err(|error| error.to_string())?;
        Ok(Worker {
            process,
            requests,
            replies,
        })
    }
}

impl Worker {
    /// How it ended after closing its output. A worker that lingers is reported and killed on drop.
    fn end(&mut self) -> String {
        let begin = Instant::now();
        while begin.elapsed() < GRACE {
            match self.process.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "it closed its output and did not exit".to_owned()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Check, RunOn};

    fn job(id: &str, slugs: &[&str]) -> Job {
        let check = |slug: &&str| Check {
            slug: (*slug).to_owned(),
            key: format!("key of {slug}"),
            kernel: None,
            answers: None,
            cases: 1,
            seed: 0,
            run_on: RunOn::Simulator,
            unsandboxed: false,
            memory_mib: 1024,
            repair: false,
            counting: None,
        };
        Job {
            id: id.to_owned(),
            checks: slugs.iter().map(check).collect(),
        }
    }

    /// Runs a job on a worker that is a shell script.
    fn of_script(script: &str, job: Job) -> Finished {
        let mut local = Local::start(&LocalOptions {
            program: ["sh", "-c", script].map(Into::into).to_vec(),
            cores: vec![Vec::new()],
            reply_timeout: Duration::from_secs(60),
        });
        local.submit(job).unwrap();
        let finished = local.next(Duration::from_secs(60)).unwrap();
        finished.expect("an end within a minute")
    }

    fn done(slug: &str) -> String {
        let outcome = r#"{"kind":"fault","why":"as the test has it","transient":false}"#;
        format!(r#"echo '{{"said":"done","slug":"{slug}","outcome":{outcome}}}'"#)
    }

    #[test]
    fn what_a_worker_did_before_it_was_killed_is_not_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let first = folder.path().join("first");
        // The first worker finishes one check and is killed in the second. Any worker that is asked
        // for the first check again exits.
        let script = format!(
            "read job; if [ -e {0} ]; then case $job in *'\"slug\":\"a\"'*) exit 7;; esac; {2}; \
             else : > {0}; {1}; kill -9 $$; fi; read more",
            first.display(),
            done("a"),
            done("b"),
        );
        let finished = of_script(&script, job("anna", &["a", "b"]));
        let keys: Vec<&str> = finished.outcomes.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(keys, ["key of a", "key of b"]);
        for (_, outcome) in finished.outcomes {
            assert_eq!(
                outcome,
                Outcome::Fault {
                    why: "as the test has it".to_owned(),
                    transient: false
                }
            );
        }
    }

    #[test]
    fn a_check_that_every_worker_dies_of_is_a_fault_and_the_rest_is_done() {
        let script = format!(
            "read job; case $job in *'\"slug\":\"a\"'*) kill -9 $$;; esac; {}; read more",
            done("b")
        );
        let finished = of_script(&script, job("anna", &["a", "b"]));
        let [
            (_, Outcome::Fault { why, .. }),
            (_, Outcome::Fault { why: other, .. }),
        ] = finished.outcomes.as_slice()
        else {
            panic!("{finished:?}");
        };
        assert!(
            why.contains("lost 3 times") && why.contains("signal: 9"),
            "{why}"
        );
        assert_eq!(other, "as the test has it");
    }

    #[test]
    fn a_fault_that_may_pass_is_tried_three_times() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let outcome = r#"{"kind":"fault","why":"no device","transient":true}"#;
        let script = format!(
            "read job; echo tried >> {}; echo '{{\"said\":\"done\",\"slug\":\"a\",\"outcome\":{outcome}}}'; read more",
            log.display()
        );
        let finished = of_script(&script, job("anna", &["a"]));
        assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 3);
        assert!(
            matches!(&finished.outcomes[0].1, Outcome::Fault { why, .. } if why == "no device")
        );
    }

    #[test]
    fn a_worker_that_is_no_program_is_an_error() {
        let mut local = Local::start(&LocalOptions {
            program: vec!["/no/such/program".into()],
            cores: vec![Vec::new()],
            reply_timeout: Duration::from_secs(60),
        });
        local.submit(job("anna", &["a"])).unwrap();
        assert!(matches!(
            local.next(Duration::from_secs(60)),
            Err(ExecutorError::NoWorker { .. })
        ));
    }

    #[test]
    fn cores_are_shared_out_fairly() {
        assert_eq!(assign_cores(&[4, 5, 6], 2), [vec![4], vec![5]]);
        assert_eq!(assign_cores(&[0, 1], 3), [vec![0], vec![1], vec![0]]);
        assert_eq!(assign_cores(&[0, 1], 1), [vec![0]]);
        assert_eq!(assign_cores(&[], 2), [Vec::<usize>::new(), Vec::new()]);
    }
}
