//! Calibration: micro-benchmarks whose times, fitted, are the profile that predictions are made from. It
//! is planned, measured and kept like a study.
//!
//! A cost is told from two kernels that differ in nothing but how often they do the thing: what both do
//! besides falls out of the difference. None of the kernels is one that predictions are tried on.

mod fit;
mod probes;

pub use fit::{Misfit, fit};

use crate::study::{Depth, Study, Task};
use crate::{Buffer, Chart, Desk, Point, Program, Stop, Times, Verified, Work};
use launch::measurement::{Effort, Fill, StepArgument, Way};
use launch::protocol::Device;
use predictor::random::{GROUP, MARGIN, SIDES};
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

/// Buffers like those of the kernels that are predicted.
struct Stage {
    matrix: Buffer,
    result: Buffer,
    /// Floats in each.
    floats: usize,
}

impl Stage {
    fn new(desk: &mut Desk<'_>, wanted: usize) -> Result<Stage, Stop> {
        let device = desk.device();
        let most = device.max_allocation.min(device.global_memory / 4) / 4;
        let floats = wanted.min(usize::try_from(most).unwrap_or(wanted));
        let noise = Fill::Floats {
            seed: 1,
            low: 1.0,
            high: 2.0,
        };
        Ok(Stage {
            matrix: desk.buffer(4 * floats, noise)?,
            result: desk.buffer(4 * floats, Fill::Zeros)?,
            floats,
        })
    }

    /// Builds a probe and times it over `side` x `side` work-items.
    fn time(
        &self,
        desk: &mut Desk<'_>,
        text: &str,
        side: usize,
        group: [usize; 2],
    ) -> Result<Times, Stop> {
        let program = desk.build("probe.cl", text, &[], "")?;
        self.time_program(desk, &program, side, group)
    }

    fn time_program(
        &self,
        desk: &mut Desk<'_>,
        program: &Program,
        side: usize,
        group: [usize; 2],
    ) -> Result<Times, Stop> {
        let number = |number: usize| StepArgument::Value((number as i32).to_ne_bytes().to_vec());
        let step = program.step(
            "probe",
            vec![
                self.matrix.argument(),
                self.result.argument(),
                number(side + MARGIN),
                number(side),
                number(side),
                number(1),
            ],
            &[side, side],
            Some(&group),
        );
        let effort = effort(desk);
        desk.time_with(&[step], effort, None)
    }
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
    let stage = Stage::new(desk, most * most)?;
    for side in SIDES.into_iter().filter(|side| side * side <= stage.floats) {
        let times = stage.time(desk, &probes::nothing(), side, GROUP)?;
        note(desk, BASE, &[(SIDE, side as f64)], times)?;
    }
    Ok(())
}

fn groups(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = 1024;
    let stage = Stage::new(desk, (side + MARGIN) * (side + MARGIN))?;
    let most = desk.device().max_work_group_size;
    let limits = desk.device().max_work_item_sizes.clone();
    for group in GROUPS {
        let fits = group.iter().zip(&limits).all(|(size, limit)| size <= limit);
        let size = group[0] * group[1];
        if size <= most && fits {
            let times = stage.time(desk, &probes::ordinary(), side, group)?;
            note(desk, GROUP_SIZES, &[(SIZE, size as f64)], times)?;
        }
    }
    Ok(())
}

fn arithmetic(desk: &mut Desk<'_>, number: &str) -> Result<(), Stop> {
    let side = busy(desk);
    let stage = Stage::new(desk, (side + MARGIN) * (side + MARGIN))?;
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
                let times = stage.time_program(desk, &program, side, GROUP)?;
                note(desk, &probe.series(), &at, times)?;
            }
        }
    }
    Ok(())
}

fn near(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = busy(desk);
    let stage = Stage::new(desk, 4 * (side + MARGIN) * (side + MARGIN))?;
    for &(series, counts) in &NEAR {
        for count in counts {
            let text = probes::near(series, count);
            let at = [(SIDE, side as f64), (COUNT, count as f64)];
            let times = stage.time(desk, &text, side, GROUP)?;
            note(desk, series, &at, times)?;
        }
    }
    for stride in STRIDES {
        for count in probes::READS {
            let at = [
                (SIDE, side as f64),
                (COUNT, count as f64),
                (STRIDE, stride as f64),
            ];
            let times = stage.time(desk, &probes::apart(stride, count), side, GROUP)?;
            note(desk, probes::APART, &at, times)?;
        }
    }
    for stride in STRIDES.into_iter().filter(|stride| stride % 2 == 1) {
        for count in probes::WRITES {
            let at = [
                (SIDE, side as f64),
                (COUNT, count as f64),
                (STRIDE, stride as f64),
            ];
            let times = stage.time(desk, &probes::writes(stride, count), side, GROUP)?;
            note(desk, probes::WRITE, &at, times)?;
        }
    }
    Ok(())
}

fn far(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let most = SIDES[SIDES.len() - 1] + MARGIN;
    let stage = Stage::new(desk, most * most)?;
    for (series, text) in [
        (probes::STORES, probes::stores()),
        (probes::COPIES, probes::copies()),
    ] {
        let program = desk.build("probe.cl", &text, &[], "")?;
        for side in SIDES {
            if (side + MARGIN) * (side + MARGIN) <= stage.floats {
                let times = stage.time_program(desk, &program, side, GROUP)?;
                note(desk, series, &[(SIDE, side as f64)], times)?;
            }
        }
    }
    let sides = [32, 64, 128, 256, 512, 1024, 2048];
    for (series, text) in [
        (probes::FAR_READ, probes::far_reads as fn(usize) -> String),
        (probes::FAR_WRITE, probes::far_writes),
    ] {
        for side in sides {
            for count in probes::PLANES {
                if count * (side + MARGIN) * (side + MARGIN) * 101 / 100 > stage.floats {
                    continue;
                }
                let at = [(SIDE, side as f64), (COUNT, count as f64)];
                let times = stage.time(desk, &text(count), side, GROUP)?;
                note(desk, series, &at, times)?;
            }
        }
    }
    let side = busy(desk);
    for exponent in (10..=26).step_by(2) {
        let touched = 1usize << exponent;
        if touched > stage.floats {
            continue;
        }
        for count in probes::SCATTERED {
            let at = [
                (SIDE, side as f64),
                (COUNT, count as f64),
                (BYTES, 4.0 * touched as f64),
            ];
            let times = stage.time(desk, &probes::scattered(touched, count), side, GROUP)?;
            note(desk, probes::SECTOR, &at, times)?;
        }
    }
    Ok(())
}

fn shared(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = busy(desk);
    let stage = Stage::new(desk, 4 * (side + MARGIN) * (side + MARGIN))?;
    for stride in [1, 2, 4, 8, 16, 32] {
        for count in probes::READS {
            let at = [
                (SIDE, side as f64),
                (COUNT, count as f64),
                (STRIDE, stride as f64),
            ];
            let times = stage.time(desk, &probes::local(stride, count), side, GROUP)?;
            note(desk, probes::LOCAL, &at, times)?;
        }
    }
    for count in probes::READS {
        let at = [(SIDE, side as f64), (COUNT, count as f64)];
        let times = stage.time(desk, &probes::barriers(count), side, GROUP)?;
        note(desk, probes::BARRIER, &at, times)?;
    }
    for count in probes::WRITES {
        let at = [(SIDE, side as f64), (COUNT, count as f64)];
        let times = stage.time(desk, &probes::atomics(count), side, GROUP)?;
        note(desk, probes::ATOMIC, &at, times)?;
    }
    Ok(())
}

fn mixed(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = busy(desk);
    let stage = Stage::new(desk, ((side + MARGIN) * (side + MARGIN)).max(1 << 22))?;
    for count in probes::DIVIDED {
        let at = [(SIDE, side as f64), (COUNT, count as f64)];
        let times = stage.time(desk, &probes::divided(count), side, GROUP)?;
        note(desk, DIVIDED, &at, times)?;
    }
    for count in probes::MIXED {
        let at = [(SIDE, side as f64), (COUNT, count as f64)];
        let times = stage.time(desk, &probes::mixed(count), side, GROUP)?;
        note(desk, MIXED, &at, times)?;
    }
    Ok(())
}

/// The probe of an operation, by the name that profiles give it.
fn operation(key: &str) -> Option<&'static Probe> {
    OPERATIONS.iter().find(|probe| probe.series() == key)
}
