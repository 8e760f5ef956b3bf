//! Where a task measures: buffers, programs, comparisons, times, limits, and the record.

use crate::limit::Measured;
use crate::power::{Energy, Meters, SETTLING};
use crate::{Depth, Limit, Outcome, Point, Share, Verified, Work};
use launch::measurement::{Effort, Fill, KernelLimits, Sample, Step, StepArgument, Way};
use launch::protocol::{Device, Failure, Resource};
use launch::{NdRange, Source};
use runner::{Bench, BenchError};
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long one timing may take in all before the device is held to hang.
const DEADLINE: Duration = Duration::from_secs(240);

/// The shortest sample that is timed on its own; shorter ones are done in batches.
const SHORT: f64 = 2e-4;

/// Launches that do not count before those that do: caches take several to settle.
const UNCOUNTED: u32 = 4;

/// Launches that count.
const COUNTED: u32 = 5;

/// The same of launches so short that so many take no more than [`BRIEF`]: each of those takes what its cores make of it
/// that are awake, or are not.
const COUNTED_SHORT: u32 = 51;

/// Seconds of launches that count, where more than a few do.
const BRIEF: f64 = 1e-3;

/// Seconds of a launch that takes as long whatever caches hold before it; and seconds after which no further one is
/// begun that does not count, or that does.
pub(crate) const LONG: f64 = 0.02;

/// How long a measured limit is good for: a machine's clock moves with its load and its warmth.
const FRESH: Duration = Duration::from_secs(60);

/// Why a task ends before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The device or its process refused something or was lost.
    Bench(BenchError),
    /// A result is not what it should be. Nothing is timed that is wrong.
    Wrong {
        /// What was computed.
        what: String,
        /// How it differs.
        how: String,
    },
    /// The device cannot do it.
    Unable {
        /// Why.
        reason: String,
    },
}

impl From<BenchError> for Stop {
    fn from(error: BenchError) -> Stop {
        Stop::Bench(error)
    }
}

impl Stop {
    /// Would the next task fare no better?
    pub fn is_final(&self) -> bool {
        matches!(self, Stop::Bench(BenchError::Fault(_)))
            || matches!(
                self,
                Stop::Bench(BenchError::Failed(Failure::DeviceLost { .. }))
            )
    }

    /// Was the process of the device lost, with all that was on it?
    pub(crate) fn lost_the_process(&self) -> bool {
        matches!(
            self,
            Stop::Bench(
                BenchError::OutOfTime { .. }
                    | BenchError::Crashed { .. }
                    | BenchError::Fault(_)
                    | BenchError::Failed(Failure::DeviceLost { .. })
            )
        )
    }

    /// In words.
    pub fn reason(&self) -> String {
        match self {
            Stop::Wrong { what, how } => format!("{what} is wrong: {how}"),
            Stop::Unable { reason } => reason.clone(),
            Stop::Bench(error) => match error {
                BenchError::Compiler { log } => {
                    let first = log.lines().find(|line| line.contains("error"));
                    format!(
                        "the device's compiler refused the kernel: {}",
                        first.or(log.lines().next()).unwrap_or("no reason given")
                    )
                }
                BenchError::Failed(failure) => refused(failure),
                BenchError::OutOfTime { deadline } => {
                    format!("no end within {} s", deadline.as_secs())
                }
                BenchError::Crashed { exit } => match exit {
                    runner::Exit::Signal { number, name: "" } => {
                        format!("the device's process was ended by signal {number}")
                    }
                    runner::Exit::Signal { name, .. } => {
                        format!("the device's process was ended by {name}")
                    }
                    runner::Exit::Code(code) => {
                        format!("the device's process ended with code {code}")
                    }
                    runner::Exit::Silent | runner::Exit::Garbled => {
                        "the device's process fell silent".to_owned()
                    }
                },
                BenchError::Fault(fault) => format!("the device runner failed: {fault:?}"),
            },
        }
    }
}

fn refused(failure: &Failure) -> String {
    match failure {
        Failure::OutOfResources {
            shortage: Some(shortage),
            ..
        } => {
            let what = match shortage.resource {
                Resource::WorkGroup | Resource::WorkGroupDimension(_) => {
                    "work-items in a work-group"
                }
                Resource::Dimensions => "dimensions",
                Resource::LocalMemory => "bytes of local memory",
                Resource::Buffer { .. } | Resource::GlobalMemory => "bytes in one buffer",
                Resource::Message => "bytes in one message",
            };
            format!(
                "it needs {} {what}, and the device has {}",
                shortage.asked, shortage.available
            )
        }
        Failure::OutOfResources { code, .. } => format!("the device has not enough: {code}"),
        Failure::DeviceLost { code } => format!("the device was lost: {code}"),
        Failure::Refused { code, call } => format!("{call} answered {code}"),
        Failure::NoSuchKernel { kernel, .. } => format!("the program has no kernel `{kernel}`"),
        Failure::Arguments { .. } => "the kernel takes other arguments".to_owned(),
        Failure::Range(error) => format!("no device runs such a range: {error:?}"),
        Failure::RequiredWorkGroup { required, .. } => {
            format!("the kernel demands a work-group of {required:?}")
        }
    }
}

/// A buffer on the device, until the task ends or it is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    number: u32,
    /// Its size in bytes.
    pub bytes: usize,
}

impl Buffer {
    /// It as an argument.
    pub fn argument(self) -> StepArgument {
        StepArgument::Buffer(self.number)
    }
}

/// A program that was built for the device, until the task ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    number: u32,
    /// How long the device's compiler took.
    pub took: Duration,
    /// What the device tells of its kernels.
    pub kernels: Vec<KernelLimits>,
}

impl Program {
    /// A launch of one of its kernels.
    pub fn step(
        &self,
        kernel: &str,
        arguments: Vec<StepArgument>,
        global: &[usize],
        local: Option<&[usize]>,
    ) -> Step<'static> {
        Step {
            program: self.number,
            kernel: Cow::Owned(kernel.to_owned()),
            arguments,
            range: NdRange {
                global: global.to_vec(),
                local: local.map(<[usize]>::to_vec),
            },
        }
    }

    /// Most work-items of a kernel in one work-group, where the device tells.
    pub fn work_group(&self, kernel: &str) -> Option<u64> {
        let found = self.kernels.iter().find(|limits| limits.name == kernel);
        found.and_then(|limits| limits.work_group)
    }
}

/// Seconds of each sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// By the wall's clock, from before the first command was enqueued until all had ended.
    pub wall: Vec<f64>,
    /// By the device's clock, from each command's begin to its end, summed; where the device has one.
    pub device: Option<Vec<f64>>,
    /// By the device's clock, from when the first command was enqueued until it began.
    pub wait: Option<Vec<f64>>,
    /// What it took, where that was to be measured and could be.
    pub energy: Option<Energy>,
}

impl Times {
    /// The times of samples that each do something `batch` times.
    fn of(samples: &[Sample], batch: u32) -> Times {
        let seconds = |nanoseconds: u64| nanoseconds as f64 * 1e-9;
        let each = f64::from(batch);
        let device: Option<Vec<f64>> = samples
            .iter()
            .map(|sample| sample.device.map(|time| seconds(time) / each))
            .collect();
        Times {
            wall: samples
                .iter()
                .map(|sample| seconds(sample.wall) / each)
                .collect(),
            // A clock that stands still is none.
            device: device.filter(|times| times.iter().all(|&time| time > 0.0)),
            wait: samples
                .iter()
                .map(|sample| sample.wait.map(seconds))
                .collect(),
            energy: None,
        }
    }

    /// Adds more samples of the same.
    pub fn extend(&mut self, more: Times) {
        self.wall.extend(more.wall);
        let both = |mine: &mut Option<Vec<f64>>, more: Option<Vec<f64>>| match (mine.as_mut(), more)
        {
            (Some(mine), Some(more)) => mine.extend(more),
            _ => *mine = None,
        };
        both(&mut self.device, more.device);
        both(&mut self.wait, more.wait);
    }

    /// Times that no device has told.
    pub fn by_the_wall(wall: Vec<f64>) -> Times {
        Times {
            wall,
            device: None,
            wait: None,
            energy: None,
        }
    }

    /// The median by the device's clock, or by the wall's where it has none, in seconds.
    pub fn median(&self) -> f64 {
        let samples = self.device.as_ref().unwrap_or(&self.wall);
        crate::Summary::of(samples).map_or(f64::NAN, |summary| summary.median)
    }

    /// As an outcome.
    pub fn outcome(self, work: Work, share: Option<Share>, verified: Verified) -> Outcome {
        Outcome::Timed {
            wall: self.wall,
            device: self.device,
            work,
            share,
            verified,
            energy: self.energy,
        }
    }
}

/// How a float result is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verify {
    /// How far it may be off, as a share of the expected value's size.
    pub relative: f64,
    /// How far it may be off in any case.
    pub absolute: f64,
}

impl Verify {
    /// Compares results with what they should be. The first that is off is told.
    pub fn floats<'a>(
        self,
        what: &str,
        results: impl IntoIterator<Item = &'a f32>,
        expected: impl IntoIterator<Item = f64>,
    ) -> Result<(), Stop> {
        let mut results = results.into_iter();
        for (index, expected) in expected.into_iter().enumerate() {
            let Some(&got) = results.next() else {
                return Err(Stop::Wrong {
                    what: what.to_owned(),
                    how: format!("it has {index} elements and no more"),
                });
            };
            let off = (f64::from(got) - expected).abs();
            // A NaN is wrong as well.
            if off.is_nan() || off > self.absolute + self.relative * expected.abs() {
                return Err(Stop::Wrong {
                    what: what.to_owned(),
                    how: format!("element {index} is {got}, not {expected}"),
                });
            }
        }
        Ok(())
    }
}

/// What was found best on a device, by tunable: names of parameters and values.
pub type Choices = HashMap<String, Vec<(String, u64)>>;

/// The desk.
pub struct Desk<'a> {
    bench: &'a mut Bench,
    device: Device,
    depth: Depth,
    meters: &'a mut Meters,
    note: &'a mut dyn FnMut(&Point),
    task: String,
    next: u32,
    buffers: Vec<Buffer>,
    /// What was built to be built once, by its text.
    kept: HashMap<String, Program>,
    limits: HashMap<Limit, (Measured, Instant)>,
    tuned: Choices,
    weighing: Option<Weighing>,
}

/// How energy is measured beside the times of the present task.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Weighing {
    /// Between two looks at the idle device.
    Whole,
    /// With what the device took when it was last looked at while it idled, in watts.
    Work(f64),
}

/// Seconds that work is repeated for while its power is read, after the sensor has settled.
const WEIGHED: f64 = 2.0;

impl<'a> Desk<'a> {
    /// A desk at a device that is open. `note` hears of every point.
    pub fn new(
        bench: &'a mut Bench,
        device: Device,
        depth: Depth,
        meters: &'a mut Meters,
        tuned: Choices,
        note: &'a mut dyn FnMut(&Point),
    ) -> Desk<'a> {
        Desk {
            bench,
            device,
            depth,
            meters,
            note,
            task: String::new(),
            next: 0,
            buffers: Vec::new(),
            kept: HashMap::new(),
            limits: HashMap::new(),
            tuned,
            weighing: None,
        }
    }

    /// Begins a task: what the one before left on the device is released.
    pub fn begin(&mut self, task: &str) {
        self.task = task.to_owned();
        self.weighing = None;
        for buffer in std::mem::take(&mut self.buffers) {
            // What cannot be released is gone with its process.
            let _ = self.bench.release(buffer.number);
        }
    }

    /// Goes on after a task that lost the device's process, with a fresh one.
    pub fn recover(&mut self, after: &Stop) -> Result<(), Stop> {
        self.buffers.clear();
        if after.lost_the_process() {
            self.kept.clear();
            self.bench.reopen()?;
        }
        Ok(())
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Is it a CPU?
    pub fn is_cpu(&self) -> bool {
        self.device.kind == "CPU"
    }

    /// Is it a processor whose compiler has Clang's builtin for stores that go past the caches?
    pub fn stores_past_caches(&self) -> bool {
        self.is_cpu() && self.device.platform == "Portable Computing Language"
    }

    /// How much is to be done.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// What was found best on this device for a tunable, by an earlier `grader tune`: names of
    /// parameters and values.
    pub fn tuned(&self, tunable: &str) -> Option<&[(String, u64)]> {
        self.tuned.get(tunable).map(Vec::as_slice)
    }

    /// How long a time is taken, unless told otherwise.
    pub fn effort(&self) -> Effort {
        match self.depth {
            Depth::Quick => Effort {
                warm_up: 1,
                least: 3,
                most: 10,
                standard_error: 0.05,
                seconds: 0.3,
            },
            Depth::Full => Effort {
                warm_up: 2,
                least: 5,
                most: 100,
                standard_error: 0.02,
                seconds: 3.0,
            },
        }
    }

    /// A new buffer.
    pub fn buffer(&mut self, bytes: usize, fill: Fill) -> Result<Buffer, Stop> {
        let number = self.number();
        self.bench.allocate(number, bytes, fill)?;
        let buffer = Buffer { number, bytes };
        self.buffers.push(buffer);
        Ok(buffer)
    }

    /// A new buffer with these bytes.
    pub fn upload(&mut self, contents: &[u8]) -> Result<Buffer, Stop> {
        let buffer = self.buffer(contents.len(), Fill::Zeros)?;
        self.bench.write(buffer.number, contents)?;
        Ok(buffer)
    }

    /// A new buffer with these floats.
    pub fn upload_floats(&mut self, contents: &[f32]) -> Result<Buffer, Stop> {
        let bytes: Vec<u8> = contents.iter().flat_map(|x| x.to_ne_bytes()).collect();
        self.upload(&bytes)
    }

    /// Writes over a buffer from its beginning on.
    pub fn write(&mut self, buffer: Buffer, contents: &[u8]) -> Result<(), Stop> {
        Ok(self.bench.write(buffer.number, contents)?)
    }

    /// A buffer's bytes.
    pub fn download(&mut self, buffer: Buffer) -> Result<Vec<u8>, Stop> {
        Ok(self.bench.read(buffer.number, 0, buffer.bytes)?)
    }

    /// A part of a buffer's bytes.
    pub fn download_part(
        &mut self,
        buffer: Buffer,
        offset: usize,
        bytes: usize,
    ) -> Result<Vec<u8>, Stop> {
        Ok(self.bench.read(buffer.number, offset, bytes)?)
    }

    /// A buffer's floats.
    pub fn floats(&mut self, buffer: Buffer) -> Result<Vec<f32>, Stop> {
        let bytes = self.download(buffer)?;
        let (words, _) = bytes.as_chunks::<4>();
        Ok(words.iter().map(|word| f32::from_ne_bytes(*word)).collect())
    }

    /// Releases a buffer before the task ends.
    pub fn release(&mut self, buffer: Buffer) -> Result<(), Stop> {
        self.buffers.retain(|kept| kept.number != buffer.number);
        Ok(self.bench.release(buffer.number)?)
    }

    /// Builds a program. `name` is what the compiler's messages call it.
    pub fn build(
        &mut self,
        name: &str,
        text: &str,
        defines: &[(&str, String)],
        options: &str,
    ) -> Result<Program, Stop> {
        let source = Source {
            name: name.to_owned(),
            text: text.to_owned(),
            defines: defines
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
        };
        let number = self.number();
        let compiled = self.bench.build(number, &source, options)?;
        Ok(Program {
            number,
            took: compiled.took,
            kernels: compiled.kernels,
        })
    }

    /// The same without definitions, for a text that comes back in a later task: it is built once.
    pub fn build_once(&mut self, name: &str, text: &str) -> Result<Program, Stop> {
        if let Some(kept) = self.kept.get(text) {
            return Ok(kept.clone());
        }
        let program = self.build(name, text, &[], "")?;
        self.kept.insert(text.to_owned(), program.clone());
        Ok(program)
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Launches once, in order, and waits.
    pub fn run(&mut self, steps: &[Step<'_>]) -> Result<Times, Stop> {
        let once = Effort {
            warm_up: 0,
            least: 1,
            most: 1,
            standard_error: 1.0,
            seconds: 0.0,
        };
        let samples = self.bench.time(steps, 1, once, None, DEADLINE)?;
        Ok(Times::of(&samples, 1))
    }

    /// Launches a few times in a row, long ones less often and short ones more often, after some that do not count:
    /// only then do caches hold what such launches leave, and no longer what others had left before.
    pub fn run_settled(&mut self, steps: &[Step<'_>]) -> Result<Times, Stop> {
        let few = Effort {
            warm_up: UNCOUNTED,
            least: 1,
            most: COUNTED,
            standard_error: 0.0,
            seconds: LONG,
        };
        let samples = self.bench.time(steps, 1, few, None, DEADLINE)?;
        let times = Times::of(&samples, 1);
        let many = counted(times.median());
        if many <= COUNTED {
            return Ok(times);
        }
        let many = Effort {
            least: many,
            most: many,
            ..few
        };
        let samples = self.bench.time(steps, 1, many, None, DEADLINE)?;
        Ok(Times::of(&samples, 1))
    }

    /// Times launches, done in order, until the times are steady. Short ones are done several times in
    /// a sample; the times are those of doing them once.
    pub fn time(&mut self, steps: &[Step<'_>]) -> Result<Times, Stop> {
        self.time_with(steps, self.effort(), None)
    }

    /// The same with an effort of its own, and a buffer that is overwritten before each sample, so that
    /// no cache holds what it reads.
    pub fn time_with(
        &mut self,
        steps: &[Step<'_>],
        effort: Effort,
        flush: Option<Buffer>,
    ) -> Result<Times, Stop> {
        let first = self.run(steps)?;
        let second = self.run(steps)?;
        let once = first.median().min(second.median());
        let batch = match flush {
            Some(_) => 1,
            None => (SHORT / once.max(1e-7)).ceil().clamp(1.0, 500.0) as u32,
        };
        let flush = flush.map(|buffer| buffer.number);
        let samples = self.bench.time(steps, batch, effort, flush, DEADLINE)?;
        let mut times = Times::of(&samples, batch);
        if self.weighing.is_some() {
            times.energy = self.energy(steps, times.median())?;
        }
        Ok(times)
    }

    /// The same, each sample doing the launches once, however short they are.
    pub fn time_one_by_one(&mut self, steps: &[Step<'_>]) -> Result<Times, Stop> {
        let effort = self.effort();
        let samples = self.bench.time(steps, 1, effort, None, DEADLINE)?;
        Ok(Times::of(&samples, 1))
    }

    /// Times copies between the host's memory and the device's.
    pub fn transfer(&mut self, bytes: usize, way: Way, pinned: bool) -> Result<Times, Stop> {
        let effort = self.effort();
        let samples = self.bench.transfer(bytes, way, pinned, effort)?;
        Ok(Times::of(&samples, 1))
    }

    /// Times the product of two square matrices of floats by the vendor's own library, or tells why there
    /// is none.
    pub fn vendor_product(&mut self, side: usize) -> Result<Result<Times, String>, Stop> {
        let effort = self.effort();
        let samples = self.bench.vendor_product(side, effort)?;
        Ok(samples.map(|samples| Times::of(&samples, 1)))
    }

    /// From now on until the task ends, energy is measured beside every time: with `idle`, between two
    /// looks at the idle device each, else with one look for all. Err where the device has no sensor, and
    /// why.
    pub fn weigh(&mut self, idle: bool) -> Result<(), String> {
        let Some(mut watch) = self.meters.watch(&self.device) else {
            return Err(self.meters.why_not(&self.device));
        };
        self.weighing = Some(if idle {
            Weighing::Whole
        } else {
            watch.idle(Duration::from_secs_f64(WEIGHED));
            Weighing::Work(watch.idle_power()?)
        });
        Ok(())
    }

    /// The energy of doing launches once that take `once` seconds. None where the sensor fell silent.
    fn energy(&mut self, steps: &[Step<'_>], once: f64) -> Result<Option<Energy>, Stop> {
        let (Some(weighing), Some(mut watch)) = (self.weighing, self.meters.watch(&self.device))
        else {
            return Ok(None);
        };
        let pause = Duration::from_secs_f64(WEIGHED);
        if weighing == Weighing::Whole {
            watch.idle(pause);
        }
        let batch = (0.05 / once).ceil().clamp(1.0, 10_000.0) as u32;
        let effort = Effort {
            warm_up: 0,
            least: 1,
            most: u32::MAX,
            // Never steady enough: the time alone ends it.
            standard_error: -1.0,
            seconds: WEIGHED + SETTLING.as_secs_f64(),
        };
        watch.begin();
        let samples = self.bench.time(steps, batch, effort, None, DEADLINE);
        watch.end();
        if weighing == Weighing::Whole {
            watch.idle(pause);
        }
        let times = Times::of(&samples?, batch);
        // By the wall's clock: the sensor reads the pauses between launches as well.
        let once = crate::Summary::of(&times.wall).map_or(f64::NAN, |summary| summary.median);
        let idle = match weighing {
            Weighing::Whole => None,
            Weighing::Work(idle) => Some(idle),
        };
        Ok(watch.energy(once, idle).ok())
    }

    /// A limit of this device in its units a second, measured anew where the last time is long ago.
    pub fn limit(&mut self, limit: Limit) -> Result<f64, Stop> {
        if let Some((measured, when)) = self.limits.get(&limit)
            && when.elapsed() < FRESH
        {
            return Ok(measured.rate);
        }
        let weighing = self.weighing.take();
        let measured = limit.measure(self);
        self.weighing = weighing;
        let measured = measured?;
        self.note_limit(limit, &measured);
        let rate = measured.rate;
        self.limits.insert(limit, (measured, Instant::now()));
        Ok(rate)
    }

    /// Has a limit measured anew when it is asked for next: a share that a study is about is one of the
    /// limit in the same seconds.
    pub fn forget(&mut self, limit: Limit) {
        self.limits.remove(&limit);
    }

    fn note_limit(&mut self, limit: Limit, measured: &Measured) {
        self.record(Point {
            task: self.task.clone(),
            series: format!("limit: {}", limit.name()),
            at: Vec::new(),
            outcome: measured.outcome.clone(),
        });
    }

    /// A share of a limit, measured now or of late.
    pub fn share(&mut self, limit: Limit) -> Result<Share, Stop> {
        Ok(Share {
            limit,
            rate: self.limit(limit)?,
            of: limit.amount(),
        })
    }

    /// Records a point of the present task.
    pub fn record(&mut self, mut point: Point) {
        point.task.clone_from(&self.task);
        (self.note)(&point);
    }

    /// Records what was timed.
    pub fn timed(
        &mut self,
        series: &str,
        at: &[(&str, f64)],
        times: Times,
        work: Work,
        limit: Option<Limit>,
        verified: Verified,
    ) -> Result<(), Stop> {
        let share = limit.map(|limit| self.share(limit)).transpose()?;
        self.record(point(series, at, times.outcome(work, share, verified)));
        Ok(())
    }

    /// Records that a point could not be measured, where the device still works: the study goes on.
    pub fn skip(&mut self, series: &str, at: &[(&str, f64)], why: Stop) -> Result<(), Stop> {
        if why.lost_the_process() || matches!(why, Stop::Wrong { .. }) {
            return Err(why);
        }
        let reason = why.reason();
        self.record(point(series, at, Outcome::Skipped { reason }));
        Ok(())
    }
}

/// How many launches count that take so many seconds each.
fn counted(seconds: f64) -> u32 {
    ((BRIEF / seconds) as u32).clamp(COUNTED, COUNTED_SHORT)
}

fn point(series: &str, at: &[(&str, f64)], outcome: Outcome) -> Point {
    Point {
        task: String::new(),
        series: series.to_owned(),
        at: at
            .iter()
            .map(|&(axis, value)| (axis.to_owned(), value))
            .collect(),
        outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_float_is_told_with_its_place_and_a_nan_is_wrong() {
        let verify = Verify {
            relative: 1e-6,
            absolute: 0.0,
        };
        assert_eq!(verify.floats("it", &[1.0, 2.0], [1.0, 2.0]), Ok(()));
        for results in [[1.0, 2.1], [1.0, f32::NAN]] {
            let Err(Stop::Wrong { how, .. }) = verify.floats("it", &results, [1.0, 2.0]) else {
                panic!("{results:?} passed");
            };
            assert!(how.starts_with("element 1 is "), "{how}");
        }
        assert!(verify.floats("it", &[1.0], [1.0, 2.0]).is_err());
    }

    #[test]
    fn the_shorter_a_launch_the_more_count() {
        assert_eq!(counted(1e-6), COUNTED_SHORT);
        assert_eq!(counted(1e-4), 10);
        assert_eq!(counted(1.0), COUNTED);
    }

    #[test]
    fn the_times_of_a_batch_are_those_of_one() {
        let sample = Sample {
            wall: 4000,
            device: Some(2000),
            wait: None,
        };
        let times = Times::of(&[sample], 2);
        assert!((times.wall[0] - 2e-6).abs() < 1e-15);
        assert!((times.median() - 1e-6).abs() < 1e-15);
    }
}
