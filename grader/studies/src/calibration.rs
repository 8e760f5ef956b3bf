//! Calibration: micro-benchmarks from whose times a device's profile is fitted. It is planned, measured and
//! kept like a study.
//!
//! A cost is the difference of two kernels that differ only in how often they execute an operation. No
//! evaluated kernel is a probe. The reference kernel, which evaluations measure repeatedly, is measured here
//! too; no cost is fitted to it. `predictor/MODEL.md` explains the probes.

pub(crate) mod axes;
mod fit;
mod latency;
mod pairs;
mod probes;

pub use fit::{Misfit, fit};

use crate::plan::{Depth, Study, Task};
use crate::session::LONG;
use crate::{MatrixBuffers, MeasurementSession, Program, REFERENCE, Stop, Times, Verified, Work};
use axes::{
    BASE, BYTES, COUNT, DIVIDED, FAR, FEW, FEW_SIDES, FROM, IN_A_ROW, LATENCY, MIXED, NEAR_READS,
    PAIR, SHARED, SIDE, STARTS, STRIDE, TO, TRANSFER, UNITS, usual_group,
};
use launch::measurement::{Effort, Step, Way};
use launch::protocol::Device;
use pairs::{side_by_side, side_by_side_scalar};
use predictor::random::{KERNEL, SIDES};
use probes::{NEAR, OPERATIONS};
use std::collections::HashMap;
use std::rc::Rc;

pub struct Calibration;

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

    fn plan(&self, device: &Device, depth: Depth) -> Vec<Task> {
        let is_cpu = device.kind == "CPU";
        let passes = match depth {
            Depth::Quick => 1,
            Depth::Full => PASSES,
        };
        let mut tasks = Vec::new();
        for pass in 1..=passes {
            let of_pass = pass_of(pass, seconds_of_probe(is_cpu && pass == 1, depth));
            // On a GPU only the kernels that do next to nothing depend on the host, whose speed varies.
            let of_pass = of_pass
                .into_iter()
                .filter(|task| is_cpu || pass == 1 || task.id.starts_with(STARTS))
                .filter(|task| pass == 1 || ![TRANSFER, IN_A_ROW].contains(&kind(&task.id)));
            tasks.extend(of_pass);
        }
        tasks
    }

    fn measure(&self, task: &Task, session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
        match kind(&task.id) {
            TRANSFER => transfer(session),
            IN_A_ROW => in_a_row(session),
            STARTS => starts(session),
            NEAR_READS => near(session),
            FAR => far(session),
            SHARED => shared(session),
            LATENCY => latency::measure(session),
            MIXED => mixed(session),
            operations => {
                let number = operations
                    .strip_prefix("operations on ")
                    .unwrap_or_default();
                arithmetic(session, number)
            }
        }
    }

    fn axes(&self) -> &'static [&'static str] {
        &[BYTES, SIDE, COUNT, STRIDE, PAIR, UNITS]
    }
}

/// How long a point is measured.
fn effort(session: &MeasurementSession<'_>) -> Effort {
    // A CPU's points are measured again in each pass.
    let is_cpu = session.is_cpu();
    Effort {
        warm_up: u32::from(!is_cpu),
        least: if is_cpu { 3 } else { 5 },
        most: 60,
        standard_error: 0.02,
        seconds: match session.depth() {
            _ if is_cpu => 0.02,
            Depth::Quick => 0.05,
            Depth::Full => 0.4,
        },
    }
}

/// Passes over all probes on a CPU. Its clock speed, and the load of other programs, change within seconds and then
/// stay for minutes: many short passes are more representative than few long ones.
const PASSES: usize = 5;

/// Separates a task's kind from the number of its pass, in its id.
const PASS: &str = ", pass ";

/// What a task measures, in any pass.
fn kind(task: &str) -> &str {
    task.split_once(PASS).map_or(task, |(kind, _)| kind)
}

/// The estimated seconds of a probe. A CPU's compiler is slow until its cache holds the probes.
fn seconds_of_probe(is_compiled: bool, depth: Depth) -> f64 {
    match (is_compiled, depth) {
        (true, Depth::Full) => 0.35,
        (true, Depth::Quick) => 0.12,
        (false, _) => 0.06,
    }
}

/// The tasks of a pass, each with an estimate of its seconds.
fn pass_of(pass: usize, each: f64) -> Vec<Task> {
    let task = |id: &str, what: &str, seconds: f64| {
        let id = match pass {
            1 => id.to_owned(),
            _ => format!("{id}{PASS}{pass}"),
        };
        Task::new(id, what, seconds)
    };
    let mut tasks = vec![
        task(TRANSFER, "copies to and from the device, by bytes", 1.0),
        task(
            STARTS,
            "kernels that do next to nothing, by work-items",
            6.0,
        ),
        task(IN_A_ROW, "many launches that nobody waits for", 1.0),
    ];
    for number in probes::numbers() {
        let of = OPERATIONS.iter().filter(|probe| probe.number == number);
        let count = of.count();
        tasks.push(task(
            &format!("operations on {number}"),
            &format!("{count} operations on {number}, many and more of each"),
            2.0 * each * count as f64,
        ));
    }
    let near = "accesses that a near cache answers, by how they lie";
    let far = "accesses that go further, by how much is touched";
    let mixed = "arithmetic beside accesses, and beside other arithmetic";
    tasks.extend([
        task(NEAR_READS, near, 25.0 * each),
        task(FAR, far, 30.0 * each),
        task(SHARED, "local memory, barriers, atomics", 16.0 * each),
        task(
            LATENCY,
            "chains of loads, and atomic operations on one place",
            15.0 * each,
        ),
        task(MIXED, mixed, 12.0 * each),
    ]);
    tasks
}

/// Buffers of `wanted` floats, or of as many as fit. Returns that number too.
fn buffers(
    session: &mut MeasurementSession<'_>,
    wanted: usize,
) -> Result<(MatrixBuffers, usize), Stop> {
    let device = session.device();
    let most = device.max_allocation.min(device.global_memory / 4) / 4;
    let floats = wanted.min(usize::try_from(most).unwrap_or(wanted));
    Ok((MatrixBuffers::new(session, floats)?, floats))
}

/// A probe's series, text, side of its square of work-items, and position on other axes.
type ProbeLaunch = (String, String, usize, Vec<(&'static str, usize)>);

/// Probes of one program. Starting the compiler takes about as long as compiling a probe.
const PROBES_OF_A_PROGRAM: usize = 8;

/// The program and kernel name of each text, or the reason why the device cannot build it.
type Built<'a> = HashMap<&'a str, Result<(Rc<Program>, String), Stop>>;

fn built<'a>(
    session: &mut MeasurementSession<'_>,
    probes: &'a [ProbeLaunch],
) -> Result<Built<'a>, Stop> {
    let mut texts: Vec<&str> = Vec::new();
    for (_, text, ..) in probes {
        if !texts.contains(&text.as_str()) {
            texts.push(text);
        }
    }
    let mut built = Built::new();
    for texts in texts.chunks(PROBES_OF_A_PROGRAM) {
        let all: String = texts
            .iter()
            .enumerate()
            .map(|(number, text)| probes::named(text, number))
            .collect();
        match session.build_once("probes.cl", &all) {
            Ok(program) => {
                let program = Rc::new(program);
                for (number, text) in texts.iter().enumerate() {
                    let of = (Rc::clone(&program), probes::name(number));
                    built.insert(text, Ok(of));
                }
            }
            Err(why) if why.lost_the_process() => return Err(why),
            // One of the texts is at fault: each is built by itself.
            Err(_) => {
                for text in texts {
                    let median = session.build_once("probe.cl", &probes::named(text, 0));
                    built.insert(
                        text,
                        median.map(|program| (Rc::new(program), probes::name(0))),
                    );
                }
            }
        }
    }
    Ok(built)
}

/// Times probes and records the times. A probe that the device cannot build is skipped.
fn time_probes(
    session: &mut MeasurementSession<'_>,
    buffers: &MatrixBuffers,
    probes: &[ProbeLaunch],
) -> Result<(), Stop> {
    let group = usual_group(session.is_cpu());
    let programs = built(session, probes)?;
    let mut ready = Vec::new();
    for (series, text, side, more) in probes {
        let mut at = vec![(SIDE, *side as f64)];
        at.extend(more.iter().map(|&(axis, value)| (axis, value as f64)));
        match &programs[text.as_str()] {
            Ok((program, name)) => {
                let step = buffers.step(program, name, *side, probes::ROUNDS, group);
                ready.push((series.as_str(), at, step));
            }
            Err(why) => session.skip(series, &at, why.clone())?,
        }
    }
    timed(session, &ready)
}

/// Launches of probes: series, position on the axes, launch.
type Launches<'a> = [(&'a str, Vec<(&'static str, f64)>, Step<'static>)];

/// Times launches and records the times.
fn timed(session: &mut MeasurementSession<'_>, launches: &Launches<'_>) -> Result<(), Stop> {
    for (series, at, step) in launches {
        let step = std::slice::from_ref(step);
        // A CPU's clock speed varies within a long launch, and each pass measures it again.
        let is_long = session.is_cpu() && session.run(step)?.median() >= LONG;
        let times = if is_long {
            session.run(step)?
        } else {
            let effort = effort(session);
            session.time_with(step, effort, None)?
        };
        note(session, series, at, times)?;
    }
    Ok(())
}

fn note(
    session: &mut MeasurementSession<'_>,
    series: &str,
    at: &[(&str, f64)],
    times: Times,
) -> Result<(), Stop> {
    session.timed(
        series,
        at,
        times,
        Work::default(),
        None,
        Verified::NothingComputed,
    )
}

/// The side of a work-group that is launched alone.
const SINGLE_GROUP_SIDE: usize = 16;

/// The side of a launch that keeps the device busy.
fn busy(session: &MeasurementSession<'_>) -> usize {
    if session.is_cpu() { 512 } else { 2048 }
}

fn transfer(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    for (series, way) in [(TO, Way::Up), (FROM, Way::Down)] {
        for exponent in (12..=26).step_by(2) {
            let bytes = 1usize << exponent;
            let times = session.transfer(bytes, way, false)?;
            note(session, series, &[(BYTES, bytes as f64)], times)?;
        }
    }
    Ok(())
}

/// Launches of each kernel in a pass.
const REPEATS: usize = 3;

/// The same for launches up to a side: such a launch mostly waits for threads to wake up, which varies.
const SHORT_REPEATS: (usize, usize) = (6, 1024);

/// Times kernels over each number of work-items, each launched by itself as predicted kernels are: among
/// launches back to back, one would begin while another waits for memory. The kernels alternate, so that times
/// that are subtracted were measured at the same clock speed.
fn starts(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let (buffers, floats) = buffers(session, MatrixBuffers::floats(SIDES[SIDES.len() - 1]))?;
    let fits = |side: &usize| MatrixBuffers::floats(*side) <= floats;
    let sides: Vec<usize> = SIDES.into_iter().filter(fits).collect();
    let reference = crate::reference(MatrixBuffers::most(session)?);
    let (stores, store, copy) = if session.is_cpu() {
        let copy = probes::shifted_copies();
        (probes::ROW_STORES, probes::row_stores(), copy)
    } else {
        (probes::STORES, probes::stores(), probes::copies())
    };
    let mut kernels = vec![
        (BASE, None, probes::nothing()),
        (stores, None, store),
        (probes::COPIES, None, copy),
        (REFERENCE, None, reference.text.clone()),
    ];
    if session.is_cpu() {
        kernels.push((probes::COLUMNS, None, probes::columns()));
        let beside_rows = probes::columns_beside_rows();
        kernels.push((probes::COLUMNS_BESIDE_ROWS, None, beside_rows));
        let mixed = probes::MIXED_FEW.iter();
        kernels.extend(mixed.map(|&count| (MIXED, Some(count), probes::mixed(count))));
        let few = probes::FEW_CHAINS.iter();
        kernels.extend(few.map(|&count| (probes::FEW_GROUPS, Some(count), probes::chain(count))));
    }
    let group = usual_group(session.is_cpu());
    let mut steps = Vec::new();
    for (series, count, text) in &kernels {
        let program = session.build_once("probe.cl", text)?;
        let kernel = match *series {
            REFERENCE => KERNEL,
            _ => "probe",
        };
        let busy = busy(session);
        let tells = |side: usize| match *series {
            REFERENCE => side == reference.side,
            probes::COLUMNS => side <= MOST_COLUMNS,
            MIXED => MIXED_SIDES.contains(&side),
            probes::FEW_GROUPS => FEW_SIDES.contains(&side) || side == busy,
            _ => true,
        };
        for &side in sides.iter().filter(|side| tells(**side)) {
            let mut at = vec![(SIDE, side as f64)];
            at.extend(count.map(|count| (COUNT, count as f64)));
            let step = buffers.step(&program, kernel, side, probes::ROUNDS, group);
            steps.push((*series, side, at, step, None::<Times>));
        }
    }
    let (most, short) = match session.depth() {
        Depth::Quick => (1, 0),
        Depth::Full => SHORT_REPEATS,
    };
    for turn in 0..most {
        for (_, side, _, step, taken) in &mut steps {
            if turn >= REPEATS && *side > short {
                continue;
            }
            let step = std::slice::from_ref(step);
            let times = session.run_settled(step)?;
            match taken {
                Some(taken) => taken.extend(times),
                None => *taken = Some(times),
            }
        }
    }
    for (series, _, at, _, taken) in steps {
        if let Some(times) = taken {
            note(session, series, &at, times)?;
        }
    }
    Ok(())
}

/// Columns of larger matrices cost no more, and take long on few cores.
const MOST_COLUMNS: usize = 4096;

/// Sides of launches that overlap computing and fetching; smaller ones mostly start.
const MIXED_SIDES: std::ops::RangeInclusive<usize> = 128..=4096;

/// Launches that are enqueued back to back.
fn in_a_row(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let (buffers, _) = buffers(session, MatrixBuffers::floats(FEW))?;
    let program = session.build_once("probe.cl", &probes::nothing())?;
    let step = buffers.step(
        &program,
        "probe",
        FEW,
        probes::ROUNDS,
        usual_group(session.is_cpu()),
    );
    let effort = effort(session);
    let times = session.time_with(&[step], effort, None)?;
    note(session, IN_A_ROW, &[(SIDE, FEW as f64)], times)
}

fn arithmetic(session: &mut MeasurementSession<'_>, number: &str) -> Result<(), Stop> {
    let side = busy(session);
    let (buffers, _) = buffers(session, MatrixBuffers::floats(side))?;
    // A GPU needs many work-items for throughput and few for latency. A CPU needs vectorised and scalar code.
    let (sides, ways) = if session.is_cpu() {
        (&[side][..], &[false, true][..])
    } else {
        (&[side, FEW][..], &[false][..])
    };
    let mut launches = Vec::new();
    let is_cpu = session.is_cpu();
    let measured = OPERATIONS
        .iter()
        .filter(|probe| probe.number == number && probe.proxy(is_cpu).is_none());
    for probe in measured {
        for &scalar in ways {
            let series = if scalar {
                probes::scalar_series(&probe.series())
            } else {
                probe.series()
            };
            for count in probe.counts(is_cpu, session.depth()) {
                let text = if scalar {
                    probes::scalar(probe, count)
                } else {
                    probes::operations(probe, count)
                };
                for &side in sides {
                    let at = vec![(COUNT, count)];
                    launches.push((series.clone(), text.clone(), side, at));
                }
            }
        }
    }
    time_probes(session, &buffers, &launches)
}

/// Each stride, or value on another axis, with each count.
fn strided(
    session: &mut MeasurementSession<'_>,
    buffers: &MatrixBuffers,
    (series, axis): (&str, &'static str),
    strides: &[usize],
    counts: [usize; 2],
    text: impl Fn(usize, usize) -> String,
) -> Result<(), Stop> {
    let side = busy(session);
    let mut launches = Vec::new();
    for &stride in strides {
        for count in counts {
            let at = vec![(COUNT, count), (axis, stride)];
            launches.push((series.to_owned(), text(stride, count), side, at));
        }
    }
    time_probes(session, buffers, &launches)
}

fn counted(
    session: &mut MeasurementSession<'_>,
    buffers: &MatrixBuffers,
    series: &str,
    counts: &[usize],
    text: impl Fn(usize) -> String,
) -> Result<(), Stop> {
    let side = busy(session);
    let launches = counts.iter().map(|&count| {
        let at = vec![(COUNT, count)];
        (series.to_owned(), text(count), side, at)
    });
    time_probes(session, buffers, &launches.collect::<Vec<_>>())
}

fn near(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let (buffers, _) = buffers(session, 4 * MatrixBuffers::floats(busy(session)))?;
    for (series, counts) in NEAR {
        counted(session, &buffers, series, &counts, |count| {
            probes::near(series, count)
        })?;
    }
    if session.is_cpu() {
        let from_none = &probes::FROM_NONE;
        let series = probes::SCALAR_READS;
        counted(session, &buffers, series, from_none, probes::scalar_reads)?;
        let series = probes::FIRST_ROW;
        counted(
            session,
            &buffers,
            series,
            &probes::FIRST_ROW_READS,
            probes::first_row,
        )?;
        let series = probes::FLOAT_DIVISIONS;
        counted(session, &buffers, series, &[0, 1, 2, 3], probes::quotients)?;
        counted(
            session,
            &buffers,
            probes::CHAINS,
            &probes::CHAIN,
            probes::chain,
        )?;
        single_group(session, &buffers)?;
        let series = probes::SHORT_LOOP;
        counted(
            session,
            &buffers,
            series,
            &probes::SHORT,
            probes::short_loop,
        )?;
        counted(session, &buffers, probes::BRANCH, &[1], |_| {
            probes::branch()
        })?;
        counted(session, &buffers, probes::COLUMN, &[0, 1], probes::column)?;
        let side = 2 * busy(session);
        let launches = (0..probes::ROW_START_VARIANTS.len()).map(|number| {
            let text = probes::row_starts(number);
            (
                probes::ROW_STARTS.to_owned(),
                text,
                side,
                vec![(COUNT, number)],
            )
        });
        time_probes(session, &buffers, &launches.collect::<Vec<_>>())?;
    }
    for series in [probes::PRIVATE_READ, probes::PRIVATE_WRITE] {
        counted(session, &buffers, series, &probes::READS, |count| {
            probes::private(series, count)
        })?;
    }
    let strides = if session.is_cpu() {
        probes::FEW_STRIDES
    } else {
        probes::STRIDES
    };
    strided(
        session,
        &buffers,
        (probes::APART, STRIDE),
        strides,
        probes::READS,
        probes::apart,
    )?;
    strided(
        session,
        &buffers,
        (probes::WRITE, STRIDE),
        probes::ODD_STRIDES,
        probes::WRITES,
        probes::writes,
    )
}

/// Times a launch of a single work-group, which leaves all other compute units idle.
fn single_group(session: &mut MeasurementSession<'_>, buffers: &MatrixBuffers) -> Result<(), Stop> {
    let mut launches = Vec::new();
    for count in [probes::CHAIN[0], probes::SINGLE_GROUP_CHAIN] {
        let program = session.build_once("probe.cl", &probes::chain(count))?;
        let at = vec![(SIDE, SINGLE_GROUP_SIDE as f64), (COUNT, count as f64)];
        let group = [SINGLE_GROUP_SIDE; 2];
        let step = buffers.step(&program, "probe", SINGLE_GROUP_SIDE, probes::ROUNDS, group);
        launches.push((probes::SINGLE_GROUP, at, step));
    }
    timed(session, &launches)
}

fn far(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let (buffers, floats) = buffers(session, MatrixBuffers::floats(SIDES[SIDES.len() - 1]))?;
    let planes = [
        (probes::FAR_READ, probes::far_reads as fn(usize) -> String),
        (probes::FAR_WRITE, probes::far_writes),
    ];
    let mut launches = Vec::new();
    // On a CPU, copies of one plane are more precise.
    for (series, text) in planes.into_iter().filter(|_| !session.is_cpu()) {
        for side in [32, 64, 128, 256, 512, 1024, 2048] {
            for count in probes::PLANES {
                // Planes are a few rows apart.
                if count * MatrixBuffers::floats(side) * 101 / 100 <= floats {
                    let at = vec![(COUNT, count)];
                    launches.push((series.to_owned(), text(count), side, at));
                }
            }
        }
    }
    let side = busy(session);
    let step = if session.is_cpu() { 4 } else { 2 };
    for touched in (10..=26).step_by(step).map(|exponent| 1 << exponent) {
        for count in probes::SCATTERED.into_iter().filter(|_| touched <= floats) {
            let at = vec![(COUNT, count), (BYTES, 4 * touched)];
            let text = probes::scattered(touched, count);
            launches.push((probes::SECTOR.to_owned(), text, side, at));
        }
    }
    time_probes(session, &buffers, &launches)?;
    if session.is_cpu() {
        random_reads(session, &buffers, floats)?;
    }
    Ok(())
}

/// Times random reads by working set and by the work between two reads.
fn random_reads(
    session: &mut MeasurementSession<'_>,
    buffers: &MatrixBuffers,
    floats: usize,
) -> Result<(), Stop> {
    let (side, group) = (busy(session), usual_group(session.is_cpu()));
    let places = probes::RANDOM_READ_BITS.into_iter();
    let places: Vec<usize> = places.filter(|&bits| 1 << bits <= floats).collect();
    let mut launches = Vec::new();
    for products in probes::RANDOM_READ_PRODUCTS {
        let program = session.build_once("probe.cl", &probes::random_reads(products))?;
        for &bits in &places {
            let at = [
                (SIDE, side as f64),
                (COUNT, products as f64),
                (BYTES, (4_u64 << bits) as f64),
            ];
            let step = buffers.step(&program, "probe", side, bits, group);
            launches.push((probes::RANDOM_READS, at.to_vec(), step));
        }
    }
    timed(session, &launches)
}

fn shared(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let (buffers, _) = buffers(session, 4 * MatrixBuffers::floats(busy(session)))?;
    let strides = [1, 2, 4, 8, 16, 32];
    strided(
        session,
        &buffers,
        (probes::LOCAL, STRIDE),
        &strides,
        probes::READS,
        probes::local,
    )?;
    counted(
        session,
        &buffers,
        probes::BARRIER,
        &probes::READS,
        probes::barriers,
    )?;
    counted(
        session,
        &buffers,
        probes::ATOMIC,
        &probes::WRITES,
        probes::atomics,
    )
}

fn mixed(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    // The probes of divisions read at random places of this buffer.
    let (buffers, _) = buffers(session, MatrixBuffers::floats(busy(session)).max(1 << 22))?;
    // On a CPU, these probes alternate with those that start, write and read.
    if !session.is_cpu() {
        counted(
            session,
            &buffers,
            DIVIDED,
            &probes::DIVIDED,
            probes::divided,
        )?;
        counted(session, &buffers, MIXED, probes::MIXED, probes::mixed)?;
    }
    let side = busy(session);
    let launches: Vec<ProbeLaunch> = if session.is_cpu() {
        // Each pair together and alone, in direct succession: a core's clock speed changes within minutes.
        let pairs = 0..probes::SIDE_BY_SIDE_SCALAR.len();
        let each = pairs.flat_map(|pair| (0..probes::OF_TWO.len()).map(move |which| (pair, which)));
        each.filter_map(|(pair, which)| {
            let text = side_by_side_scalar(pair, which)?;
            let at = vec![(PAIR, pair), (COUNT, which)];
            Some((probes::PIPES.to_owned(), text, side, at))
        })
        .chain((0..probes::WHOLE_OF.len()).map(|number| {
            let text = probes::expressions(number);
            let at = vec![(COUNT, number)];
            (probes::EXPRESSIONS.to_owned(), text, side, at)
        }))
        .collect()
    } else {
        (0..probes::SIDE_BY_SIDE.len())
            .filter_map(|pair| {
                let text = side_by_side(pair)?;
                Some((probes::PIPES.to_owned(), text, side, vec![(PAIR, pair)]))
            })
            .collect()
    };
    time_probes(session, &buffers, &launches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(kind: &str) -> Device {
        Device {
            index: 0,
            platform: "a platform".to_owned(),
            platform_version: "OpenCL 3.0".to_owned(),
            name: "a device".to_owned(),
            kind: kind.to_owned(),
            driver: "1".to_owned(),
            opencl_c: "OpenCL C 1.2".to_owned(),
            compute_units: 8,
            max_work_group_size: 1024,
            max_work_item_sizes: vec![1024; 3],
            local_memory: 1 << 15,
            global_memory: 1 << 32,
            max_allocation: 1 << 30,
            clock_mhz: 2000,
            extensions: Vec::new(),
        }
    }

    /// The ids of the tasks for a kind of device.
    fn planned(kind: &str) -> Vec<String> {
        let tasks = Calibration.plan(&device(kind), Depth::Full);
        tasks.into_iter().map(|task| task.id).collect()
    }

    #[test]
    fn a_task_measures_the_same_in_each_pass() {
        for what in [TRANSFER, STARTS, NEAR_READS, "operations on float"] {
            assert_eq!(kind(what), what);
            assert_eq!(kind(&format!("{what}{PASS}2")), what);
        }
        assert_eq!(kind("launches in a row"), IN_A_ROW);
    }

    #[test]
    fn a_processor_is_measured_in_each_pass_but_for_its_transfers() {
        let tasks = planned("CPU");
        let once = [TRANSFER, IN_A_ROW];
        let first = pass_of(1, 0.35);
        for task in &first {
            let times = tasks.iter().filter(|id| kind(id) == task.id).count();
            let is_once = once.contains(&task.id.as_str());
            assert_eq!(times, if is_once { 1 } else { PASSES }, "{}", task.id);
        }
        let all = PASSES * (first.len() - once.len()) + once.len();
        assert_eq!(tasks.len(), all);
        // Ids are distinct: kept points refer to them.
        let names: std::collections::HashSet<&String> = tasks.iter().collect();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn quick_calibration_is_one_pass_in_a_quarter_of_the_time() {
        let plan = |depth| {
            let tasks = Calibration.plan(&device("CPU"), depth);
            let seconds: f64 = tasks.iter().map(|task| task.seconds).sum();
            (tasks.len(), seconds)
        };
        let (quick, full) = (plan(Depth::Quick), plan(Depth::Full));
        assert_eq!(quick.0, pass_of(1, 0.0).len());
        assert!(quick.1 <= full.1 / 4.0, "{quick:?} of {full:?}");
    }

    #[test]
    fn of_a_gpu_only_the_starts_are_measured_again() {
        let first: Vec<String> = pass_of(1, 0.06).into_iter().map(|task| task.id).collect();
        let again = (2..=PASSES)
            .map(|pass| format!("{STARTS}{PASS}{pass}"))
            .collect::<Vec<_>>();
        assert_eq!(planned("GPU"), [first, again].concat());
    }
}
