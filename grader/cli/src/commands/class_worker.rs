//! `grader class-worker`: checks the jobs of a class grader, one per line, until its input ends.

use super::Exit;
use crate::arguments::ClassWorker;
use crate::device::gpu_lock::LockedDevice;
use crate::device::untrusted::{self, SandboxOptions};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::system::{bind_to, processor_time};
use class::{Check, Job, Message, Outcome, RunOn};
use course::{Course, Engine, Observer, Simulator};
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub(super) fn run(arguments: &ClassWorker, session: &Session) -> Result<Exit, Refusal> {
    take_share(&arguments.cores);
    let course = session.course()?.course;
    let jobs = jobs();
    let mut simulator = Simulator::default();
    let mut device = None;
    while let Ok(line) = jobs.recv() {
        // The client is this program itself, so an invalid line means that it has ended.
        let Ok(job) = serde_json::from_str::<Job>(&line) else {
            return Ok(Exit::Fault);
        };
        for check in &job.checks {
            let outcome = checked(check, &course, &mut simulator, &mut device);
            let message = Message::Done {
                slug: check.slug.clone(),
                outcome,
            };
            if say(&message).is_err() {
                return Ok(Exit::Fault);
            }
        }
    }
    Ok(Exit::Good)
}

/// Pins this process and its device's process to some cores, and makes it the first victim when memory runs
/// out, before the grader and everything else. Errors are ignored: a system may support neither.
fn take_share(cores: &[usize]) {
    bind_to(cores);
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
}

/// The lines of standard input. When it ends, this process ends at once: its client is gone.
fn jobs() -> Receiver<String> {
    let (line_read, jobs) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let is_heard = line.is_ok_and(|line| line_read.send(line).is_ok());
            if !is_heard {
                break;
            }
        }
        std::process::exit(0);
    });
    jobs
}

fn checked(
    check: &Check,
    course: &Course,
    simulator: &mut Simulator,
    device: &mut Option<LockedDevice>,
) -> Outcome {
    let exercise = match course.find(&check.slug) {
        Ok(exercise) => exercise,
        Err(unknown) => {
            return Outcome::Fault {
                why: unknown.to_string(),
                transient: false,
            };
        }
    };
    if check.run_on != RunOn::Simulator && device.is_none() {
        let terms = SandboxOptions {
            unsandboxed_allowed: check.unsandboxed,
            memory: check.memory_mib << 20,
        };
        match untrusted::open(terms) {
            Ok(engine) => *device = Some(LockedDevice::of(engine)),
            Err(error) => {
                return Outcome::Fault {
                    why: error.to_string(),
                    transient: true,
                };
            }
        }
    }
    let mut engines: Vec<&mut dyn Engine> = Vec::new();
    if check.run_on != RunOn::Device {
        engines.push(simulator);
    }
    if check.run_on != RunOn::Simulator
        && let Some(device) = device
    {
        engines.push(device);
    }
    class::run_check(exercise, check, &mut engines, &mut OwnTime)
}

fn say(message: &Message) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut output = std::io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}

/// The CPU time of this process, so that a search ends no sooner on a busy machine.
struct OwnTime;

impl Observer for OwnTime {
    fn elapsed(&self) -> Duration {
        processor_time()
    }
}
