//! Workers on this machine: processes of the command's own, one thread here for each. A worker that dies is
//! started again, and what it was about is tried again; what it had done is not.

use crate::executor::{Hands, HandsError};
use crate::job::{Finished, Job, Message, Outcome};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often something that is not the student's fault is tried, altogether.
const TRIES: u32 = 3;

/// How often to look whether to stop.
const TICK: Duration = Duration::from_millis(100);

/// How long to wait before a worker that died is started again: long enough for a machine that is short of
/// memory to breathe.
const PAUSE: Duration = Duration::from_millis(300);

/// How long a worker that closed its output may take to end.
const GRACE: Duration = Duration::from_secs(2);

/// How workers are started.
#[derive(Clone, Debug)]
pub struct LocalOptions {
    /// The program, with arguments: it reads a [`Job`] a line, and writes a [`Message`] a line.
    pub program: Vec<std::ffi::OsString>,
    /// The cores of each worker, as numbers; none where the system shares them out.
    pub cores: Vec<Vec<usize>>,
    /// How long a worker may say nothing.
    pub silence: Duration,
}

/// Shares `cores` out among `workers`: one for each, be it the only worker, so that a check costs the same
/// however many there are. Where there are more workers than cores they share in turn.
pub fn shares(cores: &[usize], workers: usize) -> Vec<Vec<usize>> {
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
    /// Jobs that were given and are not back.
    out: usize,
}

impl Local {
    /// Starts as many workers as there are shares of cores.
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
                // Where there is no thread there is one hand less; with none at all, giving fails.
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

impl Hands for Local {
    fn has_room(&self) -> bool {
        // One in hand and one waiting for each, so that nobody waits and memory stays flat.
        self.out < 2 * self.threads.len().max(1)
    }

    fn give(&mut self, job: Job) -> Result<(), HandsError> {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        match sent {
            Some(Ok(())) => {
                self.out += 1;
                Ok(())
            }
            _ => Err(HandsError::NoWorker {
                why: "none of them is left".to_owned(),
            }),
        }
    }

    fn close(&mut self) -> Result<(), HandsError> {
        self.jobs = None;
        Ok(())
    }

    fn next(&mut self, wait: Duration) -> Result<Option<Finished>, HandsError> {
        match self.finished.recv_timeout(wait) {
            Ok(Ok(finished)) => {
                self.out = self.out.saturating_sub(1);
                Ok(Some(finished))
            }
            Ok(Err(why)) => Err(HandsError::NoWorker { why }),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) if self.out == 0 => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(HandsError::NoWorker {
                why: "none of them is left".to_owned(),
            }),
        }
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has no worker any more.
            let _ = thread.join();
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The place of one worker, and what happens there.
struct Slot {
    options: LocalOptions,
    cores: Vec<usize>,
    worker: Option<Worker>,
    stop: Arc<AtomicBool>,
}

/// A worker process. It is killed when this is dropped.
struct Worker {
    process: Child,
    requests: ChildStdin,
    replies: Receiver<String>,
}

/// Why there is no message.
enum Silence {
    /// The worker ended so.
    Ended(String),
    /// It has said nothing for too long.
    Hangs,
    /// Everybody is to stop.
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
                    // Whoever grades stops for it, so that nobody is there to hear of a second.
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

    /// Works a job off; nothing where everybody is to stop, an error where no worker can be started.
    fn work(&mut self, job: Job) -> Result<Option<Finished>, String> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; job.checks.len()];
        let mut tries = vec![0; job.checks.len()];
        while let Some(first) = outcomes.iter().position(Option::is_none) {
            if self.is_stopped() {
                return Ok(None);
            }
            // What is left, in order; a check that failed for the machine's sake comes again.
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
                    Ok(Outcome::Fault { passing: true, .. }) if tries[number] < TRIES => {
                        // A fresh worker, for the present one may be what is wrong.
                        self.worker = None;
                        break;
                    }
                    Ok(outcome) => outcomes[number] = Some(outcome),
                    Err(Silence::Stopped) => return Ok(None),
                    Err(silence) => {
                        self.worker = None;
                        if tries[number] >= TRIES {
                            let how = match silence {
                                Silence::Ended(how) => how,
                                Silence::Hangs | Silence::Stopped => {
                                    let minutes = self.options.silence.as_secs() / 60;
                                    format!("it said nothing for {minutes} minutes")
                                }
                            };
                            outcomes[number] = Some(Outcome::Fault {
                                why: format!(
                                    "the worker was lost {TRIES} times over it, at last so: {how}"
                                ),
                                passing: true,
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

    /// Sends a job to the worker, which is started where there is none. One that dies meanwhile is found out
    /// when it is heard.
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

    /// The outcome of the check that the worker is about.
    fn hear(&mut self, slug: &str) -> Result<Outcome, Silence> {
        let Some(worker) = &mut self.worker else {
            return Err(Silence::Ended("it was not there".to_owned()));
        };
        let begin = Instant::now();
        loop {
            match worker.replies.recv_timeout(TICK) {
                Ok(line) => {
                    return match serde_json::from_str(&line) {
                        Ok(Message::Done {
                            slug: told,
                            outcome,
                        }) if told == slug => Ok(outcome),
                        _ => Err(Silence::Ended("it talked nonsense".to_owned())),
                    };
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Ended(worker.end()));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::SeqCst) => {
                    return Err(Silence::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if begin.elapsed() > self.options.silence => {
                    return Err(Silence::Hangs);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Worker {
    fn start(options: &LocalOptions, cores: &[usize]) -> Result<Worker, String> {
        let Some((program, arguments)) = options.program.split_first() else {
            return Err("it has no name".to_owned());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Out of reach of a Ctrl-C at the terminal: whoever grades decides how this ends.
            .process_group(0);
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
    /// How it ended, once it has closed its output; where it dawdles it is killed.
    fn end(&mut self) -> String {
        let begin = Instant::now();
        while begin.elapsed() < GRACE {
            match self.process.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        "it fell silent".to_owned()
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
    use crate::job::{Check, Place};

    fn job(id: &str, slugs: &[&str]) -> Job {
        let check = |slug: &&str| Check {
            slug: (*slug).to_owned(),
            key: format!("key of {slug}"),
            kernel: None,
            answers: None,
            cases: 1,
            seed: 0,
            place: Place::Simulator,
            unsandboxed: false,
            memory_mib: 1024,
        };
        Job {
            id: id.to_owned(),
            checks: slugs.iter().map(check).collect(),
        }
    }

    /// What becomes of a job whose worker is a shell script. Its arguments behind `$1` are left out.
    fn of_script(script: &str, job: Job) -> Finished {
        let mut local = Local::start(&LocalOptions {
            program: ["sh", "-c", script].map(Into::into).to_vec(),
            cores: vec![Vec::new()],
            silence: Duration::from_secs(60),
        });
        local.give(job).unwrap();
        let finished = local.next(Duration::from_secs(60)).unwrap();
        finished.expect("an end within a minute")
    }

    fn done(slug: &str) -> String {
        let outcome = r#"{"kind":"fault","why":"as the test has it","passing":false}"#;
        format!(r#"echo '{{"said":"done","slug":"{slug}","outcome":{outcome}}}'"#)
    }

    #[test]
    fn what_a_worker_did_before_it_was_killed_is_not_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let first = folder.path().join("first");
        // The first worker does one check and is killed over the second; whichever is asked for the first
        // again ends.
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
                    passing: false
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
        let outcome = r#"{"kind":"fault","why":"no device","passing":true}"#;
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
            silence: Duration::from_secs(60),
        });
        local.give(job("anna", &["a"])).unwrap();
        assert!(matches!(
            local.next(Duration::from_secs(60)),
            Err(HandsError::NoWorker { .. })
        ));
    }

    #[test]
    fn cores_are_shared_out_fairly() {
        assert_eq!(shares(&[4, 5, 6], 2), [vec![4], vec![5]]);
        assert_eq!(shares(&[0, 1], 3), [vec![0], vec![1], vec![0]]);
        assert_eq!(shares(&[0, 1], 1), [vec![0]]);
        assert_eq!(shares(&[], 2), [Vec::<usize>::new(), Vec::new()]);
    }
}
