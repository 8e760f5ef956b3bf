//! Many programs, on as many threads as there are cores, each with a judge of its own.

use crate::{Device, Program, compare, exact_program, program, simulate, single_program};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A program on which the simulator and the device do not agree, or in which the simulator finds
/// something wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// The program's seed.
    pub seed: u64,
    /// What is wrong.
    pub message: String,
}

/// Runs `count` programs from the seed `first` on. `report` hears of each failure at once; all come
/// back in the order of their seeds.
pub fn many(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    many_of(program, Device::start, first, count, report)
}

/// [`many`] of programs without `double` whose operations are exact, on a device of WebGPU.
pub fn many_exact(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    many_of(
        exact_program,
        Device::start_on_adapter,
        first,
        count,
        report,
    )
}

fn many_of(
    program: fn(u64) -> Program,
    device: fn() -> Result<Device, String>,
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    let start = || {
        let mut device = device()?;
        Ok(move |seed| failure(seed, judge(&program(seed), &mut device)))
    };
    on_every_core(first, count, start, report)
}

/// [`many`] of programs without `double`.
pub fn many_single(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    many_of(single_program, Device::start, first, count, report)
}

/// The failure of a seed, where there is one.
pub(crate) fn failure(seed: u64, judged: Result<(), String>) -> Vec<Failure> {
    let failure = judged.err().map(|message| Failure { seed, message });
    failure.into_iter().collect()
}

/// Judges `count` numbers from `first` on, on as many threads as there are cores. Each thread has a judge
/// of its own, which `start` makes.
pub(crate) fn on_every_core<J: FnMut(u64) -> Vec<Failure>>(
    first: u64,
    count: u64,
    start: impl Fn() -> Result<J, String> + Sync,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    let end = first.saturating_add(count);
    let next = AtomicU64::new(first);
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || -> Result<(), String> {
        let mut judge = start()?;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return Ok(());
            }
            for failure in judge(seed) {
                report(&failure);
                failures
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .push(failure);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err("a thread panicked".to_owned()))
        })
    })?;
    let mut failures = failures
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    failures.sort();
    Ok(failures)
}

/// Do the simulator and a device agree on a program?
pub fn judge(program: &Program, device: &mut Device) -> Result<(), String> {
    let outcome = simulate(program)?;
    if let Some(event) = outcome.events.first() {
        let finding = mistakes::describe(event);
        return Err(format!(
            "a finding in a correct program: {}: {}",
            finding.mistake, finding.message
        ));
    }
    let outputs = outcome.outputs.into_iter();
    let simulated: Vec<Vec<u8>> = outputs.map(|output| output.bytes).collect();
    match compare(program, &simulated, &device.run(program)?) {
        Some(difference) => Err(difference.to_string()),
        None => Ok(()),
    }
}
