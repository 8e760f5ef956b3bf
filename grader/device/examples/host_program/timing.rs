//! How long a launch takes: the four times of its event, the host's clock beside them, and what many
//! repetitions say that one does not.

use crate::{LOCAL, SAXPY};
use ocl::enums::{DeviceInfo, ProfilingInfo};
use ocl::flags::CommandQueueProperties;
use ocl::{Buffer, Context, Device, Event, Kernel, Program, Queue};
use std::time::Instant;

/// Launches measured for each size, after those that warm up.
const REPETITIONS: usize = 101;

/// Launches before that, which count for nothing.
const WARM_UP: usize = 10;

/// Elements of the launches measured.
const SIZES: [usize; 3] = [1 << 10, 1 << 16, 1 << 22];

// ANCHOR: times
/// The times of one command, in nanoseconds of the device's clock; only differences mean something.
struct Times {
    queued: u64,
    submit: u64,
    start: u64,
    end: u64,
}

impl Times {
    /// The times of a command that is complete, from a queue with profiling.
    fn of(event: &Event) -> ocl::Result<Self> {
        let time = |which| -> ocl::Result<u64> { Ok(event.profiling_info(which)?.time()?) };
        Ok(Times {
            queued: time(ProfilingInfo::Queued)?,
            submit: time(ProfilingInfo::Submit)?,
            start: time(ProfilingInfo::Start)?,
            end: time(ProfilingInfo::End)?,
        })
    }
}
// ANCHOR_END: times

/// One launch, in microseconds: the stretches between its event's times, and what the host saw.
struct Launch {
    queued: f64,
    submitted: f64,
    running: f64,
    wall: f64,
}

// ANCHOR: once
/// Launches the kernel, waits for it, and tells how long that took.
fn once(kernel: &Kernel) -> ocl::Result<Launch> {
    let mut event = Event::empty();
    let clock = Instant::now();
    // SAFETY: the kernel compares its index with the length of both buffers.
    unsafe { kernel.cmd().enew(&mut event).enq()? };
    event.wait_for()?;
    let wall = clock.elapsed();
    let times = Times::of(&event)?;
    // A clock that a driver reads in two places may run backwards by a tick.
    let between = |from: u64, to: u64| to.saturating_sub(from) as f64 / 1e3;
    Ok(Launch {
        queued: between(times.queued, times.submit),
        submitted: between(times.submit, times.start),
        running: between(times.start, times.end),
        wall: wall.as_secs_f64() * 1e6,
    })
}
// ANCHOR_END: once

/// What many measurements of one thing come to, in the unit of the measurements.
#[derive(Debug, PartialEq)]
struct Spread {
    least: f64,
    quartiles: [f64; 3],
    most: f64,
    mean: f64,
    standard_error: f64,
}

// ANCHOR: spread
impl Spread {
    /// Of at least two measurements.
    fn of(measurements: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = measurements.collect();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len() as f64;
        // The measurement with that share of the others below it.
        let at = |share: f64| sorted[((n - 1.0) * share).round() as usize];
        let mean = sorted.iter().sum::<f64>() / n;
        let squares: f64 = sorted.iter().map(|time| (time - mean).powi(2)).sum();
        let deviation = (squares / (n - 1.0)).sqrt();
        Spread {
            least: at(0.0),
            quartiles: [at(0.25), at(0.5), at(0.75)],
            most: at(1.0),
            mean,
            standard_error: deviation / n.sqrt(),
        }
    }
}
// ANCHOR_END: spread

/// A kernel over `n` elements, freshly built, so that its first launch is its first.
fn prepare(device: Device, n: usize) -> ocl::Result<Kernel> {
    let context = Context::builder().devices(device).build()?;
    // ANCHOR: profiling
    let properties = CommandQueueProperties::new().profiling();
    let queue = Queue::new(&context, device, Some(properties))?;
    // ANCHOR_END: profiling
    let filled = |value| {
        Buffer::<f32>::builder()
            .queue(queue.clone())
            .len(n)
            .fill_val(value)
            .build()
    };
    // Where `x` is 0, `y` stays what it is: each launch does the same work on the same numbers.
    let (x, y) = (filled(0.0)?, filled(1.0)?);
    let program = Program::builder()
        .src(SAXPY)
        .devices(device)
        .build(&context)?;
    Kernel::builder()
        .program(&program)
        .name("saxpy")
        .queue(queue.clone())
        .arg(0.5f32)
        .arg(&x)
        .arg(&y)
        .arg(u32::try_from(n).expect("the kernel's n is a uint"))
        .global_work_size(n.next_multiple_of(LOCAL))
        .local_work_size(LOCAL)
        .build()
}

/// A line of the table.
fn line(label: &str, figures: impl IntoIterator<Item = f64>) -> String {
    let figures = figures.into_iter();
    let figures: String = figures.map(|time| format!("{time:>9.1}")).collect();
    format!("{label:<21}{figures}\n")
}

/// A table of measured launches, for people.
pub(crate) fn report(device: Device) -> ocl::Result<String> {
    let driver = device.info(DeviceInfo::DriverVersion)?;
    let head = [
        "least", "quarter", "median", "quarter", "most", "mean", "s.e.",
    ];
    let head: String = head.iter().map(|word| format!("{word:>9}")).collect();
    let mut text = format!(
        "{}, driver {driver}\n{REPETITIONS} launches, microseconds\n\n{:<21}{head}\n",
        device.name()?,
        ""
    );
    for n in SIZES {
        let kernel = prepare(device, n)?;
        let first = once(&kernel)?;
        for _ in 0..WARM_UP {
            once(&kernel)?;
        }
        let launches = (0..REPETITIONS)
            .map(|_| once(&kernel))
            .collect::<ocl::Result<Vec<Launch>>>()?;
        text += &format!("\n{n} elements\n");
        text += &line("  the first launch", [first.wall]);
        text += &line("  built again, first", [once(&prepare(device, n)?)?.wall]);
        for (label, part) in [
            ("  queued to submit", (|it| it.queued) as fn(&Launch) -> f64),
            ("  submit to start", |it| it.submitted),
            ("  start to end", |it| it.running),
            ("  the host's clock", |it| it.wall),
        ] {
            let spread = Spread::of(launches.iter().map(part));
            let [low, median, high] = spread.quartiles;
            let Spread { least, most, .. } = spread;
            let (mean, error) = (spread.mean, spread.standard_error);
            text += &line(label, [least, low, median, high, most, mean, error]);
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device;
    use std::path::Path;

    #[test]
    fn the_spread_is_that_of_the_measurements() {
        let spread = Spread::of([4.0, 1.0, 3.0, 2.0, 100.0].into_iter());
        assert_eq!(spread.quartiles, [2.0, 3.0, 4.0]);
        assert_eq!((spread.least, spread.most, spread.mean), (1.0, 100.0, 22.0));
        // Deviations 21, 20, 19, 18 and 78, squared and summed 7610, over 4 and over 5.
        let expected = (7610.0f64 / 4.0 / 5.0).sqrt();
        assert!((spread.standard_error - expected).abs() < 1e-12);
    }

    #[test]
    fn an_event_has_four_times_in_order() {
        let kernel = prepare(device(), 1 << 16).expect("a kernel");
        let mut event = Event::empty();
        // SAFETY: the kernel compares its index with the length of both buffers.
        unsafe { kernel.cmd().enew(&mut event).enq() }.expect("a launch");
        event.wait_for().expect("a complete launch");
        let times = Times::of(&event).expect("times");
        assert!(times.queued > 0);
        assert!(times.queued <= times.submit && times.submit <= times.start);
        assert!(times.start <= times.end);
    }

    /// The table without its figures.
    fn labels(table: &str) -> Vec<String> {
        let is_figure = |word: &&str| word.parse::<f64>().is_err();
        let line = |line: &str| line.split(' ').filter(is_figure).collect();
        table.lines().skip(1).map(line).collect()
    }

    /// `UPDATE=1` measures anew; what the figures are is no test's business.
    #[test]
    fn the_table_in_the_book_has_the_lines_of_todays_program() {
        let today = report(device()).expect("measurements");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = folder.join("../../book/src/transcripts/timing.txt");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &today).expect("a written file");
        }
        let kept = std::fs::read_to_string(&path).expect("the table in the book");
        assert_eq!(labels(&kept), labels(&today));
    }
}
