//! Calibration: micro-benchmarks whose times, fitted, are the profile that predictions are made from. It
//! is planned, measured and kept like a study.
//!
//! A cost is told from two kernels that differ in nothing but how often they do the thing: what both do
//! besides falls out of the difference. None of the kernels is one that predictions are tried on.

mod fit;
mod probes;

pub use fit::{Misfit, fit};

use crate::study::{Depth, Study, Task};
use crate::{Chart, Desk, Point, Program, Stage, Stop, Times, Verified, Work};
use launch::measurement::{Effort, Way};
use launch::protocol::Device;
use predictor::random::{GROUP, SIDES};
use probes::{GROUPS, NEAR, OPERATIONS, Probe, STRIDES};

/// The micro-benchmarks, as a study.
pub struct Calibration;

pub(crate) const BYTES: &str = "bytes";
pub(crate) const SIDE: &str = "side";
pub(crate) const COUNT: &str = "count";
pub(crate) const STRIDE: &str = "stride";
pub(crate) const SIZE: &str = "work-items of a work-group";

pub(crate) const TO: &str = "to the device";
pub(crate) const FROM: &str = "from the device";

const TRANSFER: &str = "transfer";
const BASE: &str = "base cost";
const GROUP_SIZES: &str = "work-groups";
const NEAR_READS: &str = "near";
const FAR: &str = "far";
const SHARED: &str = "local memory";
const MIXED: &str = "overlap";
const DIVIDED: &str = "overlap with divisions";

impl Study for Calibration {
    fn name(&self) -> &'static str {
        "calibrate"
    }

    fn question(&self) -> &'static str {
        "what does each operation and each access cost on this device?"
    }

    fn repeats(&self) -> &'static str {
        "source 2, sections 2.1 to 2.5"
    }

    fn chapter(&self) -> &'static str {
        "measuring/predicting"
    }

    fn plan(&self, device: &Device, _: Depth) -> Vec<Task> {
        // A CPU's compiler takes its time for each kernel.
        let each = if device.kind == "CPU" { 1.0 } else { 0.15 };
        let mut tasks = vec![
            Task::new(TRANSFER, "copies to and from the device, by bytes", 6.0),
            Task::new(BASE, "a kernel that does nothing, by work-items", 3.0),
            Task::new(GROUP_SIZES, "a kernel by the size of its work-groups", 4.0),
        ];
        for number in probes::numbers() {
            let count = OPERATIONS
                .iter()
                .filter(|probe| probe.number == number)
                .count();
            tasks.push(Task::new(
                format!("operations on {number}"),
                format!("{count} operations on {number}, many and more of each"),
                2.0 * each * count as f64,
            ));
        }
        tasks.extend([
            Task::new(
                NEAR_READS,
                "accesses that a near cache answers, by how they lie",
                25.0 * each,
            ),
            Task::new(
                FAR,
                "accesses that go further, by how much is touched",
                30.0 * each,
            ),
            Task::new(SHARED, "local memory, barriers, atomics", 16.0 * each),
            Task::new(MIXED, "arithmetic and accesses at once", 8.0 * each),
        ]);
        tasks
    }

    fn measure(&self, task: &Task, desk: &mut Desk<'_>) -> Result<(), Stop> {
        match task.id.as_str() {
            TRANSFER => transfer(desk),
            BASE => base(desk),
            GROUP_SIZES => groups(desk),
            NEAR_READS => near(desk),
            FAR => far(desk),
            SHARED => shared(desk),
            MIXED => mixed(desk),
            operations => {
                let number = operations
                    .strip_prefix("operations on ")
                    .unwrap_or_default();
                arithmetic(desk, number)
            }
        }
    }

    fn axes(&self) -> &'static [&'static str] {
        &[BYTES, SIDE, COUNT, STRIDE, SIZE]
    }

    fn charts(&self, _: &[Point]) -> Vec<Chart> {
        Vec::new()
    }

    fn remarks(&self, _: &[Point]) -> Vec<String> {
        Vec::new()
    }
}

/// How long a point is measured.
fn effort(desk: &Desk<'_>) -> Effort {
    Effort {
        warm_up: 1,
        least: 5,
        most: 60,
        standard_error: 0.02,
        seconds: if desk.depth() == Depth::Quick {
            0.05
        } else {
            0.4
        },
    }
}

/// Buffers of so many floats, or of as many as fit; and how many these are.
fn stage(desk: &mut Desk<'_>, wanted: usize) -> Result<(Stage, usize), Stop> {
    let device = desk.device();
    let most = device.max_allocation.min(device.global_memory / 4) / 4;
    let floats = wanted.min(usize::try_from(most).unwrap_or(wanted));
    Ok((Stage::new(desk, floats)?, floats))
}

/// Times a probe over `side` x `side` work-items.
fn time(
    desk: &mut Desk<'_>,
    stage: &Stage,
    program: &Program,
    side: usize,
    group: [usize; 2],
) -> Result<Times, Stop> {
    let step = stage.step(program, "probe", side, 1, group);
    let effort = effort(desk);
    desk.time_with(&[step], effort, None)
}

/// Builds a probe, times it over `side` x `side` work-items, and records it there.
fn probe(
    desk: &mut Desk<'_>,
    stage: &Stage,
    text: &str,
    (series, side, more): (&str, usize, &[(&str, usize)]),
) -> Result<(), Stop> {
    let program = desk.build("probe.cl", text, &[], "")?;
    let times = time(desk, stage, &program, side, GROUP)?;
    let mut at = vec![(SIDE, side as f64)];
    at.extend(more.iter().map(|&(axis, value)| (axis, value as f64)));
    note(desk, series, &at, times)
}

fn note(desk: &mut Desk<'_>, series: &str, at: &[(&str, f64)], times: Times) -> Result<(), Stop> {
    desk.timed(
        series,
        at,
        times,
        Work::default(),
        None,
        Verified::NothingComputed,
    )
}

/// The side of a launch in which no work-item waits for another.
pub(crate) const FEW: usize = 32;

/// Enough work-items to keep the device busy.
fn busy(desk: &Desk<'_>) -> usize {
    if desk.is_cpu() { 512 } else { 2048 }
}

fn transfer(desk: &mut Desk<'_>) -> Result<(), Stop> {
    for (series, way) in [(TO, Way::Up), (FROM, Way::Down)] {
        for exponent in (12..=26).step_by(2) {
            let bytes = 1usize << exponent;
            let times = desk.transfer(bytes, way, false)?;
            note(desk, series, &[(BYTES, bytes as f64)], times)?;
        }
    }
    Ok(())
}

fn base(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let most = SIDES[SIDES.len() - 1];
    let (stage, floats) = stage(desk, most * most)?;
    for side in SIDES.into_iter().filter(|side| side * side <= floats) {
        probe(desk, &stage, &probes::nothing(), (BASE, side, &[]))?;
    }
    Ok(())
}

fn groups(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = 1024;
    let (stage, _) = stage(desk, Stage::floats(side))?;
    let most = desk.device().max_work_group_size;
    let limits = desk.device().max_work_item_sizes.clone();
    let program = desk.build("probe.cl", &probes::ordinary(), &[], "")?;
    for group in GROUPS {
        let fits = group.iter().zip(&limits).all(|(size, limit)| size <= limit);
        let size = group[0] * group[1];
        if size <= most && fits {
            let times = time(desk, &stage, &program, side, group)?;
            note(desk, GROUP_SIZES, &[(SIZE, size as f64)], times)?;
        }
    }
    Ok(())
}

fn arithmetic(desk: &mut Desk<'_>, number: &str) -> Result<(), Stop> {
    let side = busy(desk);
    let (stage, _) = stage(desk, Stage::floats(side))?;
    for probe in OPERATIONS.iter().filter(|probe| probe.number == number) {
        for count in probes::COUNTS {
            let text = probes::operations(probe, count);
            let program = match desk.build("probe.cl", &text, &[], "") {
                Ok(program) => program,
                Err(why) => {
                    let at = [(COUNT, count as f64)];
                    desk.skip(&probe.series(), &at, why)?;
                    continue;
                }
            };
            // Over many work-items, and over so few that each waits for itself.
            for side in [side, FEW] {
                let at = [(SIDE, side as f64), (COUNT, count as f64)];
                let times = time(desk, &stage, &program, side, GROUP)?;
                note(desk, &probe.series(), &at, times)?;
            }
        }
    }
    Ok(())
}

/// Each stride with each count.
fn strided(
    desk: &mut Desk<'_>,
    stage: &Stage,
    series: &str,
    strides: &[usize],
    counts: [usize; 2],
    text: impl Fn(usize, usize) -> String,
) -> Result<(), Stop> {
    let side = busy(desk);
    for &stride in strides {
        for count in counts {
            let at = (series, side, &[(COUNT, count), (STRIDE, stride)][..]);
            probe(desk, stage, &text(stride, count), at)?;
        }
    }
    Ok(())
}

/// Each count of a series.
fn counted(
    desk: &mut Desk<'_>,
    stage: &Stage,
    series: &str,
    counts: &[usize],
    text: impl Fn(usize) -> String,
) -> Result<(), Stop> {
    let side = busy(desk);
    for &count in counts {
        probe(desk, stage, &text(count), (series, side, &[(COUNT, count)]))?;
    }
    Ok(())
}

fn near(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, _) = stage(desk, 4 * Stage::floats(busy(desk)))?;
    for (series, counts) in NEAR {
        counted(desk, &stage, series, &counts, |count| {
            probes::near(series, count)
        })?;
    }
    strided(
        desk,
        &stage,
        probes::APART,
        &STRIDES,
        probes::READS,
        probes::apart,
    )?;
    // The odd ones: with those every element is written once.
    let odd: Vec<usize> = STRIDES
        .into_iter()
        .filter(|stride| stride % 2 == 1)
        .collect();
    strided(
        desk,
        &stage,
        probes::WRITE,
        &odd,
        probes::WRITES,
        probes::writes,
    )
}

fn far(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, floats) = stage(desk, Stage::floats(SIDES[SIDES.len() - 1]))?;
    for (series, text) in [
        (probes::STORES, probes::stores()),
        (probes::COPIES, probes::copies()),
    ] {
        for side in SIDES
            .into_iter()
            .filter(|&side| Stage::floats(side) <= floats)
        {
            probe(desk, &stage, &text, (series, side, &[]))?;
        }
    }
    for (series, text) in [
        (probes::FAR_READ, probes::far_reads as fn(usize) -> String),
        (probes::FAR_WRITE, probes::far_writes),
    ] {
        for side in [32, 64, 128, 256, 512, 1024, 2048] {
            for count in probes::PLANES {
                // Planes lie a few rows apart.
                if count * Stage::floats(side) * 101 / 100 <= floats {
                    probe(
                        desk,
                        &stage,
                        &text(count),
                        (series, side, &[(COUNT, count)]),
                    )?;
                }
            }
        }
    }
    let side = busy(desk);
    for touched in (10..=26).step_by(2).map(|exponent| 1 << exponent) {
        for count in probes::SCATTERED.into_iter().filter(|_| touched <= floats) {
            let at = &[(COUNT, count), (BYTES, 4 * touched)];
            let text = probes::scattered(touched, count);
            probe(desk, &stage, &text, (probes::SECTOR, side, at))?;
        }
    }
    Ok(())
}

fn shared(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, _) = stage(desk, 4 * Stage::floats(busy(desk)))?;
    let strides = [1, 2, 4, 8, 16, 32];
    strided(
        desk,
        &stage,
        probes::LOCAL,
        &strides,
        probes::READS,
        probes::local,
    )?;
    counted(
        desk,
        &stage,
        probes::BARRIER,
        &probes::READS,
        probes::barriers,
    )?;
    counted(
        desk,
        &stage,
        probes::ATOMIC,
        &probes::WRITES,
        probes::atomics,
    )
}

fn mixed(desk: &mut Desk<'_>) -> Result<(), Stop> {
    // Divisions go with reads at random places of so many.
    let (stage, _) = stage(desk, Stage::floats(busy(desk)).max(1 << 22))?;
    counted(desk, &stage, DIVIDED, &probes::DIVIDED, probes::divided)?;
    counted(desk, &stage, MIXED, &probes::MIXED, probes::mixed)
}

/// The probe of an operation, by the name that profiles give it.
fn operation(key: &str) -> Option<&'static Probe> {
    OPERATIONS.iter().find(|probe| probe.series() == key)
}
