//! A measurement session on a device: buffers, programs, comparisons, times, limits, and the recorded points.

use crate::limit::Measured;
use crate::power::{Energy, Meters, SETTLING};
use crate::{Depth, Limit, Outcome, Point, Share, Verified, Work};
use launch::measurement::{Effort, Fill, KernelLimits, Sample, Step, StepArgument, Way};
use launch::protocol::{Device, Failure};
use launch::{NdRange, Source};
use runner::{Bench, BenchError};
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The longest time of one measurement before the device counts as hanging.
const DEADLINE: Duration = Duration::from_secs(240);

/// Shorter launches are timed in batches, in seconds.
const SHORT: f64 = 2e-4;

/// Warm-up launches: caches need several to settle.
const UNCOUNTED: u32 = 4;

/// Counted launches.
const COUNTED: u32 = 5;

/// Repetitions of a short launch (all together below [`BRIEF`]). Many are needed, because its time depends on
/// whether the cores were asleep.
const COUNTED_SHORT: u32 = 51;

/// In seconds.
const BRIEF: f64 = 1e-3;

/// Seconds of a launch that needs no warm-up, and of all launches after which no further one begins.
pub(crate) const LONG: f64 = 0.02;

/// How long a measured limit is valid: a device's clock speed changes with load and temperature.
const FRESH: Duration = Duration::from_secs(60);

/// Why a task stops early.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The device or its process refused a request, or was lost.
    Bench(BenchError),
    /// A result is wrong. Wrong kernels are not timed.
    Wrong {
        /// The computed quantity.
        what: String,
        how: String,
    },
    /// The device cannot run it.
    Unable { reason: String },
}

impl From<BenchError> for Stop {
    fn from(error: BenchError) -> Stop {
        Stop::Bench(error)
    }
}

impl Stop {
    /// Whether the next task would fail too.
    pub fn is_final(&self) -> bool {
        matches!(self, Stop::Bench(BenchError::Fault(_)))
            || matches!(
                self,
                Stop::Bench(BenchError::Failed(Failure::DeviceLost { .. }))
            )
    }

    /// Whether the device's process was lost, with everything on the device.
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
                BenchError::Failed(failure) => failure.to_string(),
                BenchError::OutOfTime { deadline } => {
                    format!("no end within {} s", deadline.as_secs())
                }
                BenchError::Crashed { exit } => format!("the device's process ended: {exit}"),
                BenchError::Fault(fault) => fault.to_string(),
            },
        }
    }
}

/// A buffer on the device, until it is released or the task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    number: u32,
    pub bytes: usize,
}

impl Buffer {
    pub fn argument(self) -> StepArgument {
        StepArgument::Buffer(self.number)
    }
}

/// A program on the device, until the task ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    number: u32,
    pub took: Duration,
    /// The device's limits of each kernel.
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
                offset: None,
                global: global.to_vec(),
                local: local.map(<[usize]>::to_vec),
                sub_group: None,
            },
        }
    }

    /// The largest work-group of a kernel, if the device reports it.
    pub fn work_group(&self, kernel: &str) -> Option<u64> {
        let found = self.kernels.iter().find(|limits| limits.name == kernel);
        found.and_then(|limits| limits.work_group)
    }
}

/// Seconds of each sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// On the wall clock, from before the first enqueue until all commands have ended.
    pub wall: Vec<f64>,
    /// On the device's clock, from each command's start to its end, summed; none without such a clock.
    pub device: Option<Vec<f64>>,
    /// On the device's clock, from the enqueue of the first command to its start.
    pub wait: Option<Vec<f64>>,
    /// The energy, if it was measured.
    pub energy: Option<Energy>,
}

impl Times {
    /// The times of one repetition, from samples of `batch` repetitions each.
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
            // Ignores a clock that stands still.
            device: device.filter(|times| times.iter().all(|&time| time > 0.0)),
            wait: samples
                .iter()
                .map(|sample| sample.wait.map(seconds))
                .collect(),
            energy: None,
        }
    }

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

    /// Times on the wall clock alone.
    pub fn by_the_wall(wall: Vec<f64>) -> Times {
        Times {
            wall,
            device: None,
            wait: None,
            energy: None,
        }
    }

    /// The median on the device's clock, or on the wall clock without one, in seconds.
    pub fn median(&self) -> f64 {
        let samples = self.device.as_ref().unwrap_or(&self.wall);
        crate::Summary::of(samples).map_or(f64::NAN, |summary| summary.median)
    }

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

/// The tolerance of a float result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verify {
    /// The relative error.
    pub relative: f64,
    /// The absolute error, which is always allowed.
    pub absolute: f64,
}

impl Verify {
    /// Compares results with expected values. Reports the first difference.
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
            // A NaN is wrong too.
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

/// The best parameters of each tunable on a device: names and values.
pub type Choices = HashMap<String, Vec<(String, u64)>>;

pub struct MeasurementSession<'a> {
    bench: &'a mut Bench,
    device: Device,
    depth: Depth,
    meters: &'a mut Meters,
    note: &'a mut dyn FnMut(&Point),
    task: String,
    next: u32,
    buffers: Vec<Buffer>,
    /// Programs that outlive a task, by text.
    kept: HashMap<String, Program>,
    limits: HashMap<Limit, (Measured, Instant)>,
    tuned: Choices,
    weighing: Option<Weighing>,
}

/// How energy is measured beside the times of the current task.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Weighing {
    /// Between two measurements of the idle device.
    Whole,
    /// Above the idle power measured before, in watts.
    Work(f64),
}

/// Seconds of repeated work while the power is read, after the sensor has settled.
const WEIGHED: f64 = 2.0;

impl<'a> MeasurementSession<'a> {
    /// A session on an open device. `note` receives every point.
    pub fn new(
        bench: &'a mut Bench,
        device: Device,
        depth: Depth,
        meters: &'a mut Meters,
        tuned: Choices,
        note: &'a mut dyn FnMut(&Point),
    ) -> MeasurementSession<'a> {
        MeasurementSession {
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

    /// Begins a task. Releases the buffers of the task before.
    pub fn begin(&mut self, task: &str) {
        self.task = task.to_owned();
        self.weighing = None;
        for buffer in std::mem::take(&mut self.buffers) {
            // A buffer that cannot be released is gone with its process.
            let _ = self.bench.release(buffer.number);
        }
    }

    /// Continues after a task that lost the device's process, with a new one.
    pub fn recover(&mut self, after: &Stop) -> Result<(), Stop> {
        self.buffers.clear();
        if after.lost_the_process() {
            self.kept.clear();
            self.bench.reopen()?;
        }
        Ok(())
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    pub fn is_cpu(&self) -> bool {
        self.device.kind == "CPU"
    }

    /// Whether the device's compiler has Clang's builtin for non-temporal stores.
    pub fn stores_past_caches(&self) -> bool {
        self.is_cpu() && self.device.platform == "Portable Computing Language"
    }

    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The best parameters of a tunable, from an earlier `grader tune`.
    pub fn tuned(&self, tunable: &str) -> Option<&[(String, u64)]> {
        self.tuned.get(tunable).map(Vec::as_slice)
    }

    /// The default effort of a measurement.
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

    /// Writes from the buffer's beginning.
    pub fn write(&mut self, buffer: Buffer, contents: &[u8]) -> Result<(), Stop> {
        Ok(self.bench.write(buffer.number, contents)?)
    }

    pub fn download(&mut self, buffer: Buffer) -> Result<Vec<u8>, Stop> {
        Ok(self.bench.read(buffer.number, 0, buffer.bytes)?)
    }

    pub fn download_part(
        &mut self,
        buffer: Buffer,
        offset: usize,
        bytes: usize,
    ) -> Result<Vec<u8>, Stop> {
        Ok(self.bench.read(buffer.number, offset, bytes)?)
    }

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

    /// Builds a program. `name` appears in the compiler's messages.
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
            standard: launch::Standard::default(),
        };
        let number = self.number();
        let compiled = self.bench.build(number, &source, options)?;
        Ok(Program {
            number,
            took: compiled.took,
            kernels: compiled.kernels,
        })
    }

    /// Builds a program without definitions and keeps it across tasks.
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

    /// Launches once and waits.
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

    /// Launches several times, after a warm-up that lets the caches settle. Short launches are repeated more
    /// often.
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

    /// Times a sequence of launches until the times are steady. A sample repeats short launches; the times are
    /// those of one repetition.
    pub fn time(&mut self, steps: &[Step<'_>]) -> Result<Times, Stop> {
        self.time_with(steps, self.effort(), None)
    }

    /// Like [`MeasurementSession::time`], with an effort of its own, and a buffer that is overwritten before
    /// each sample to flush the caches.
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

    /// Like [`MeasurementSession::time`], without repetitions within a sample.
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

    /// Times the product of two square float matrices by the vendor's library, or returns why there is none.
    pub fn vendor_product(&mut self, side: usize) -> Result<Result<Times, String>, Stop> {
        let effort = self.effort();
        let samples = self.bench.vendor_product(side, effort)?;
        Ok(samples.map(|samples| Times::of(&samples, 1)))
    }

    /// Measures energy beside every time until the task ends. With `idle`, the idle power is measured around
    /// each time, otherwise once. Returns an error if the device has no sensor.
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

    /// The energy of one repetition, which takes `once` seconds. None if the sensor failed.
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
            // Never steady enough: only the time limit ends it.
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
        // On the wall clock: the sensor includes the pauses between launches.
        let once = crate::Summary::of(&times.wall).map_or(f64::NAN, |summary| summary.median);
        let idle = match weighing {
            Weighing::Whole => None,
            Weighing::Work(idle) => Some(idle),
        };
        Ok(watch.energy(once, idle).ok())
    }

    /// A limit of this device, in units per second. Measured again if the last measurement is old.
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

    /// Forgets a limit, so that the next share refers to a new measurement.
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

    /// A share of a limit that was measured recently.
    pub fn share(&mut self, limit: Limit) -> Result<Share, Stop> {
        Ok(Share {
            limit,
            rate: self.limit(limit)?,
            of: limit.amount(),
        })
    }

    pub fn record(&mut self, mut point: Point) {
        point.task.clone_from(&self.task);
        (self.note)(&point);
    }

    /// Records times.
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

    /// Records that a point could not be measured. The study continues if the device still works.
    pub fn skip(&mut self, series: &str, at: &[(&str, f64)], why: Stop) -> Result<(), Stop> {
        if why.lost_the_process() || matches!(why, Stop::Wrong { .. }) {
            return Err(why);
        }
        let reason = why.reason();
        self.record(point(series, at, Outcome::Skipped { reason }));
        Ok(())
    }
}

/// Counted launches, by the seconds of one.
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
