//! Energy: what a device takes while it works and while it idles, read from its own sensor.
//!
//! NVIDIA's GPUs tell their power through NVML, an Intel or AMD CPU counts the energy of its package
//! (RAPL, through Linux's powercap). Either sensor shows an average over a while (a second on recent
//! GPUs), so a window is much longer than that and its beginning is not used.

use crate::Summary;
use launch::protocol::Device;
use nvml_wrapper::Nvml;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Between two readings.
const INTERVAL: Duration = Duration::from_millis(40);

/// The part of a window that shows what was before it.
pub(crate) const SETTLING: Duration = Duration::from_millis(1200);

/// Where Linux keeps the counters of a CPU's energy.
const POWERCAP: &str = "/sys/class/powercap";

/// The energy of one repetition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    pub sensor: String,
    /// The median power while it ran, in watts.
    pub watts: f64,
    /// The first quartile of the readings.
    pub lower: f64,
    /// The third quartile of the readings.
    pub upper: f64,
    pub readings: usize,
    /// The median power of the idle device before, in watts.
    pub idle_before: f64,
    /// Watts of the idle device afterwards.
    pub idle_after: f64,
    /// Seconds that doing it once takes.
    pub seconds: f64,
}

impl Energy {
    /// Joules that doing it once takes: the power times the time.
    pub fn joules(&self) -> f64 {
        self.watts * self.seconds
    }

    /// Joules beyond what the idle device takes in that time.
    pub fn net_joules(&self) -> f64 {
        (self.watts - (self.idle_before + self.idle_after) / 2.0) * self.seconds
    }
}

/// Why a device's power cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMeasurable {
    /// NVIDIA's library is not here or does not work.
    Nvml(String),
    /// Several GPUs have this name, and OpenCL does not identify one.
    SeveralOfTheName(usize),
    NoCounters(PathBuf),
    /// The counters cannot be read.
    Unreadable(PathBuf, String),
    /// No sensor of such a device is known.
    NoSensor,
}

impl std::fmt::Display for NotMeasurable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotMeasurable::Nvml(reason) => write!(f, "NVIDIA's NVML does not answer: {reason}"),
            NotMeasurable::SeveralOfTheName(count) => write!(
                f,
                "{count} GPUs here have the same name, and OpenCL does not tell which of them it uses"
            ),
            NotMeasurable::NoCounters(folder) => write!(
                f,
                "there are no counters of the CPU's energy in {} (virtual machines hide them)",
                folder.display()
            ),
            NotMeasurable::Unreadable(file, reason) => write!(
                f,
                "{} cannot be read: {reason} (only root may, since 2020)",
                file.display()
            ),
            NotMeasurable::NoSensor => {
                f.write_str("only NVIDIA's GPUs (NVML) and CPUs under Linux (RAPL) are supported")
            }
        }
    }
}

/// The sensors of this machine.
pub struct Meters {
    nvml: Result<Arc<Nvml>, String>,
    powercap: PathBuf,
}

#[derive(Clone)]
enum Sensor {
    Nvml(Arc<Nvml>, u32),
    Rapl(Vec<Counter>),
}

/// A counter of a CPU's energy, and its range.
#[derive(Clone)]
struct Counter {
    file: PathBuf,
    range: u64,
}

impl Sensor {
    fn name(&self) -> String {
        match self {
            Sensor::Nvml(..) => "NVML".to_owned(),
            Sensor::Rapl(counters) => match counters.len() {
                1 => "RAPL, the package".to_owned(),
                count => format!("RAPL, {count} packages"),
            },
        }
    }
}

impl Meters {
    /// Looks for them.
    pub fn find() -> Meters {
        Meters {
            nvml: Nvml::init()
                .map(Arc::new)
                .map_err(|error| error.to_string()),
            powercap: PathBuf::from(POWERCAP),
        }
    }

    fn sensor(&self, device: &Device) -> Result<Sensor, NotMeasurable> {
        if device.platform.contains("NVIDIA") {
            self.gpu(device)
        } else if device.kind == "CPU" {
            rapl(&self.powercap)
        } else {
            Err(NotMeasurable::NoSensor)
        }
    }

    fn gpu(&self, device: &Device) -> Result<Sensor, NotMeasurable> {
        let nvml = match &self.nvml {
            Ok(nvml) => nvml,
            Err(reason) => return Err(NotMeasurable::Nvml(reason.clone())),
        };
        let failed = |error: nvml_wrapper::error::NvmlError| NotMeasurable::Nvml(error.to_string());
        let mut same = Vec::new();
        for index in 0..nvml.device_count().map_err(failed)? {
            let gpu = nvml.device_by_index(index).map_err(failed)?;
            if gpu.name().map_err(failed)? == device.name {
                gpu.power_usage().map_err(failed)?;
                same.push(index);
            }
        }
        match same[..] {
            [index] => Ok(Sensor::Nvml(Arc::clone(nvml), index)),
            [] => Err(NotMeasurable::Nvml(format!(
                "it knows no `{}`",
                device.name
            ))),
            _ => Err(NotMeasurable::SeveralOfTheName(same.len())),
        }
    }

    /// Watches the device's power, if it has a sensor.
    pub(crate) fn watch(&self, device: &Device) -> Option<Watch> {
        self.sensor(device).ok().map(Watch::new)
    }

    /// Why there is no watch.
    pub fn why_not(&self, device: &Device) -> String {
        match self.sensor(device) {
            Ok(_) => String::new(),
            Err(why) => why.to_string(),
        }
    }
}

/// The packages of a CPU.
fn rapl(powercap: &Path) -> Result<Sensor, NotMeasurable> {
    let none = || NotMeasurable::NoCounters(powercap.to_owned());
    let mut counters = Vec::new();
    for entry in fs::read_dir(powercap).map_err(|_| none())?.flatten() {
        let folder = entry.path();
        let text = |name: &str| fs::read_to_string(folder.join(name));
        // The package's counter includes its parts.
        if !text("name").is_ok_and(|name| name.starts_with("package")) {
            continue;
        }
        let file = folder.join("energy_uj");
        let unreadable =
            |reason: String| NotMeasurable::Unreadable(folder.join("energy_uj"), reason);
        read_counter(&file).map_err(unreadable)?;
        let range = read_counter(&folder.join("max_energy_range_uj")).map_err(unreadable)?;
        counters.push(Counter { file, range });
    }
    if counters.is_empty() {
        return Err(none());
    }
    Ok(Sensor::Rapl(counters))
}

fn read_counter(file: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    text.trim()
        .parse()
        .map_err(|_| format!("`{}` is no number", text.trim()))
}

/// A reading of a sensor.
enum Shown {
    /// Watts.
    Power(f64),
    /// Microjoules since some time, by counter.
    Counters(Vec<u64>),
}

impl Sensor {
    fn read(&self) -> Option<Shown> {
        match self {
            Sensor::Nvml(nvml, index) => {
                let gpu = nvml.device_by_index(*index).ok()?;
                Some(Shown::Power(f64::from(gpu.power_usage().ok()?) * 1e-3))
            }
            Sensor::Rapl(counters) => counters
                .iter()
                .map(|counter| read_counter(&counter.file).ok())
                .collect::<Option<Vec<u64>>>()
                .map(Shown::Counters),
        }
    }

    /// The power between two readings, in watts.
    fn power(&self, before: &(Instant, Shown), after: &(Instant, Shown)) -> Option<f64> {
        match (self, &before.1, &after.1) {
            (_, _, Shown::Power(watts)) => Some(*watts),
            (Sensor::Rapl(counters), Shown::Counters(first), Shown::Counters(second)) => {
                let microjoules: u64 = counters
                    .iter()
                    .zip(first.iter().zip(second))
                    .map(|(counter, (&first, &second))| {
                        // The counter wraps around at its range.
                        second.checked_sub(first).unwrap_or_else(|| {
                            counter.range.saturating_sub(first).saturating_add(second)
                        })
                    })
                    .sum();
                let seconds = after.0.duration_since(before.0).as_secs_f64();
                (seconds > 0.0).then(|| microjoules as f64 * 1e-6 / seconds)
            }
            _ => None,
        }
    }
}

/// Reads a sensor while something else happens.
pub(crate) struct Watch {
    sensor: Sensor,
    stop: Arc<AtomicBool>,
    readings: Receiver<(Instant, Shown)>,
    reader: Option<JoinHandle<()>>,
    idle: Vec<(Instant, Instant)>,
    work: Option<(Instant, Instant)>,
}

impl Watch {
    fn new(sensor: Sensor) -> Watch {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, readings) = channel();
        let (reading, stopped) = (sensor.clone(), Arc::clone(&stop));
        let reader = thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                if let Some(shown) = reading.read()
                    && sender.send((Instant::now(), shown)).is_err()
                {
                    return;
                }
                thread::sleep(INTERVAL);
            }
        });
        Watch {
            sensor,
            stop,
            readings,
            reader: Some(reader),
            idle: Vec::new(),
            work: None,
        }
    }

    /// Waits while the device is idle.
    pub(crate) fn idle(&mut self, time: Duration) {
        let begin = Instant::now();
        thread::sleep(time + SETTLING);
        self.idle.push((begin, Instant::now()));
    }

    /// The work begins now.
    pub(crate) fn begin(&mut self) {
        let now = Instant::now();
        self.work = Some((now, now));
    }

    /// The work has ended.
    pub(crate) fn end(&mut self) {
        if let Some((_, end)) = &mut self.work {
            *end = Instant::now();
        }
    }

    /// The power of the idle device, once it has been looked at, in watts.
    pub(crate) fn idle_power(self) -> Result<f64, String> {
        let window = self.idle.first().copied();
        let powers = self.powers();
        let idle = window.and_then(|window| within(&powers, window));
        idle.map(|idle| idle.median).ok_or_else(few)
    }

    /// The energy of work that takes `seconds`. `idle` is the power of the idle device in watts, if it was not
    /// measured before and after.
    pub(crate) fn energy(self, seconds: f64, idle: Option<f64>) -> Result<Energy, String> {
        let sensor = self.sensor.name();
        let (work, looks) = (self.work, self.idle.clone());
        let powers = self.powers();
        let work = work
            .and_then(|window| within(&powers, window))
            .ok_or_else(few)?;
        let mut looks = looks
            .iter()
            .map(|&window| within(&powers, window).map(|look| look.median));
        let (before, after) = match idle {
            Some(idle) => (idle, idle),
            None => match (looks.next(), looks.next()) {
                (Some(Some(before)), Some(Some(after))) => (before, after),
                _ => return Err(few()),
            },
        };
        Ok(Energy {
            sensor,
            watts: work.median,
            lower: work.lower,
            upper: work.upper,
            readings: work.count,
            idle_before: before,
            idle_after: after,
            seconds,
        })
    }

    /// The power between each two readings, in watts. No more are taken.
    fn powers(mut self) -> Vec<(Instant, f64)> {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        let readings: Vec<(Instant, Shown)> = self.readings.try_iter().collect();
        readings
            .windows(2)
            .filter_map(|pair| Some((pair[1].0, self.sensor.power(&pair[0], &pair[1])?)))
            .collect()
    }
}

fn few() -> String {
    "its sensor gave too few readings".to_owned()
}

/// The readings of a window, after the sensor has settled.
fn within(powers: &[(Instant, f64)], (begin, end): (Instant, Instant)) -> Option<Summary> {
    let used: Vec<f64> = powers
        .iter()
        .filter(|(when, _)| *when >= begin + SETTLING && *when <= end)
        .map(|&(_, watts)| watts)
        .collect();
    Summary::of(&used)
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(folder: &Path, packages: &[(&str, &str)]) {
        for (number, (name, energy)) in packages.iter().enumerate() {
            let package = folder.join(format!("intel-rapl:{number}"));
            fs::create_dir_all(&package).unwrap();
            fs::write(package.join("name"), name).unwrap();
            fs::write(package.join("energy_uj"), energy).unwrap();
            fs::write(package.join("max_energy_range_uj"), "1000000\n").unwrap();
        }
    }

    #[test]
    fn packages_are_added_and_their_parts_are_not() {
        let folder = tempfile::tempdir().unwrap();
        counters(
            folder.path(),
            &[
                ("package-0\n", "5\n"),
                ("core\n", "3\n"),
                ("package-1\n", "7\n"),
            ],
        );
        let sensor = rapl(folder.path()).ok().unwrap();
        assert_eq!(sensor.name(), "RAPL, 2 packages");
        let Some(Shown::Counters(mut shown)) = sensor.read() else {
            panic!("no counters");
        };
        shown.sort_unstable();
        assert_eq!(shown, [5, 7]);
    }

    #[test]
    fn a_counter_that_starts_again_counts_on() {
        let folder = tempfile::tempdir().unwrap();
        counters(folder.path(), &[("package-0", "0")]);
        let sensor = rapl(folder.path()).ok().unwrap();
        let begin = Instant::now();
        let shown = |energy| Shown::Counters(vec![energy]);
        // From 0.9 J over 1 J to 0.4 J in half a second: a watt.
        let power = sensor.power(
            &(begin, shown(900_000)),
            &(begin + Duration::from_millis(500), shown(400_000)),
        );
        assert!((power.unwrap() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_missing_or_no_number_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = rapl(&folder.path().join("none")).err().unwrap();
        assert!(missing.to_string().contains("none"), "{missing}");
        counters(folder.path(), &[("package-0", "many")]);
        let damaged = rapl(folder.path()).err().unwrap();
        assert!(
            damaged.to_string().contains("`many` is no number"),
            "{damaged}"
        );
    }

    #[test]
    fn energy_is_power_by_time_and_the_idle_share_is_told_apart() {
        let energy = Energy {
            sensor: String::new(),
            watts: 300.0,
            lower: 290.0,
            upper: 310.0,
            readings: 20,
            idle_before: 90.0,
            idle_after: 110.0,
            seconds: 0.01,
        };
        assert!((energy.joules() - 3.0).abs() < 1e-12);
        assert!((energy.net_joules() - 2.0).abs() < 1e-12);
    }
}
