//! Calibration: micro-benchmarks whose times, fitted, are the profile that predictions are made from. It
//! is planned, measured and kept like a study.
//!
//! A cost is told from two kernels that differ in nothing but how often they do the thing: what both do
//! besides falls out of the difference. None of the kernels is one that predictions are tried on. The reference is
//! measured with them, which evaluations measure again among other kernels: no cost is told from it.

mod fit;
mod probes;

pub use fit::{Misfit, fit};

use crate::desk::LONG;
use crate::study::{Depth, Study, Task};
use crate::{Chart, Desk, Point, Program, REFERENCE, Stage, Stop, Times, Verified, Work};
use launch::measurement::{Effort, Step, Way};
use launch::protocol::Device;
use predictor::random::{GROUP, KERNEL, SIDES, WIDE_GROUP};
use probes::{GROUPS, NEAR, OPERATIONS, Probe, WIDE_GROUPS, WIDTHS};
use std::collections::HashMap;
use std::rc::Rc;

/// The micro-benchmarks, as a study.
pub struct Calibration;

pub(crate) const BYTES: &str = "bytes";
pub(crate) const SIDE: &str = "side";
pub(crate) const COUNT: &str = "count";
pub(crate) const STRIDE: &str = "stride";
pub(crate) const FLOATS: &str = "floats of a vector";
pub(crate) const SIZE: &str = "work-items of a work-group";
pub(crate) const WIDTH: &str = "width of a work-group";
pub(crate) const PAIR: &str = "pair";

pub(crate) const TO: &str = "to the device";
pub(crate) const FROM: &str = "from the device";

const TRANSFER: &str = "transfer";
const STARTS: &str = "starts";
const BASE: &str = "base cost";
const IN_A_ROW: &str = "launches in a row";
const GROUP_SIZES: &str = "work-groups";
const NEAR_READS: &str = "near";
const FAR: &str = "far";
const SHARED: &str = "local memory";
const MIXED: &str = "overlap";
const BY_WIDTH: &str = "work-groups by width";
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
        let is_cpu = device.kind == "CPU";
        let mut tasks = Vec::new();
        for (pass, later) in PASSES.into_iter().enumerate() {
            let of_pass = pass_of(later, is_cpu && pass == 0);
            // A GPU's kernels that do next to nothing wait for its host, whose pace changes; its others do not.
            let of_pass = of_pass
                .into_iter()
                .filter(|task| is_cpu || pass == 0 || task.id.starts_with(STARTS))
                .filter(|task| pass == 0 || ![TRANSFER, IN_A_ROW].contains(&kind(&task.id)));
            tasks.extend(of_pass);
        }
        tasks
    }

    fn measure(&self, task: &Task, desk: &mut Desk<'_>) -> Result<(), Stop> {
        match kind(&task.id) {
            TRANSFER => transfer(desk),
            IN_A_ROW => in_a_row(desk),
            STARTS => starts(desk),
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
        &[BYTES, SIDE, COUNT, STRIDE, FLOATS, SIZE, WIDTH, PAIR]
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
    // A processor's is measured again in each pass.
    let is_again = desk.is_cpu();
    Effort {
        warm_up: u32::from(!is_again),
        least: if is_again { 3 } else { 5 },
        most: 60,
        standard_error: 0.02,
        seconds: match desk.depth() {
            _ if is_again => 0.02,
            Depth::Quick => 0.05,
            Depth::Full => 0.4,
        },
    }
}

/// A processor's probes are measured as often, with all the others in between: what somebody else's program takes of a
/// core, and the pace of the core itself, changes within seconds and stays so for minutes. This is what is said behind
/// the names of the tasks.
const PASSES: [&str; 5] = [
    "",
    ", again",
    ", once more",
    ", a fourth time",
    ", a fifth time",
];

/// What a task measures, in whichever pass.
fn kind(task: &str) -> &str {
    let again = PASSES.iter().filter(|later| !later.is_empty());
    let stripped = again.filter_map(|later| task.strip_suffix(later)).next();
    stripped.unwrap_or(task)
}

/// The tasks of a pass, with the seconds that each may take; on some devices more where nothing was compiled before.
fn pass_of(later: &str, is_slow: bool) -> Vec<Task> {
    // A CPU's compiler takes its time for each kernel.
    let each = if is_slow { 0.35 } else { 0.06 };
    let task =
        |id: &str, what: &str, seconds: f64| Task::new(format!("{id}{later}"), what, seconds);
    let mut tasks = vec![
        task(TRANSFER, "copies to and from the device, by bytes", 1.0),
        task(
            STARTS,
            "kernels that do next to nothing, by work-items",
            6.0,
        ),
        task(IN_A_ROW, "many launches that nobody waits for", 1.0),
        task(
            GROUP_SIZES,
            "a kernel by the size of its work-groups",
            12.0 * each,
        ),
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
        task(MIXED, mixed, 12.0 * each),
    ]);
    tasks
}

/// The work-group of the micro-benchmarks, and of the random kernels that predictions are tried on.
pub(crate) fn usual_group(is_cpu: bool) -> [usize; 2] {
    if is_cpu { WIDE_GROUP } else { GROUP }
}

/// Buffers of so many floats, or of as many as fit; and how many these are.
fn stage(desk: &mut Desk<'_>, wanted: usize) -> Result<(Stage, usize), Stop> {
    let device = desk.device();
    let most = device.max_allocation.min(device.global_memory / 4) / 4;
    let floats = wanted.min(usize::try_from(most).unwrap_or(wanted));
    Ok((Stage::new(desk, floats)?, floats))
}

/// A probe: its series, its text, the side of the square of work-items, and its place on other axes.
type Told = (String, String, usize, Vec<(&'static str, usize)>);

/// Texts of probes that are built as one program: a compiler takes about as long to begin as for a probe.
const TOGETHER: usize = 8;

/// The programs of some texts, each text once, and the name of its kernel; or why the device cannot build it.
type Built<'a> = HashMap<&'a str, Result<(Rc<Program>, String), Stop>>;

fn built<'a>(desk: &mut Desk<'_>, probes: &'a [Told]) -> Result<Built<'a>, Stop> {
    let mut texts: Vec<&str> = Vec::new();
    for (_, text, ..) in probes {
        if !texts.contains(&text.as_str()) {
            texts.push(text);
        }
    }
    let mut built = Built::new();
    for texts in texts.chunks(TOGETHER) {
        let all: String = texts
            .iter()
            .enumerate()
            .map(|(number, text)| probes::named(text, number))
            .collect();
        match desk.build_once("probes.cl", &all) {
            Ok(program) => {
                let program = Rc::new(program);
                for (number, text) in texts.iter().enumerate() {
                    let of = (Rc::clone(&program), probes::name(number));
                    built.insert(text, Ok(of));
                }
            }
            Err(why) if why.lost_the_process() => return Err(why),
            // It is one of them: which one, each tells by itself.
            Err(_) => {
                for text in texts {
                    let alone = desk.build_once("probe.cl", &probes::named(text, 0));
                    built.insert(
                        text,
                        alone.map(|program| (Rc::new(program), probes::name(0))),
                    );
                }
            }
        }
    }
    Ok(built)
}

/// Times probes, and records it. One that the device cannot build is left out.
fn visited(desk: &mut Desk<'_>, stage: &Stage, probes: &[Told]) -> Result<(), Stop> {
    let group = usual_group(desk.is_cpu());
    let programs = built(desk, probes)?;
    let mut ready = Vec::new();
    for (series, text, side, more) in probes {
        let mut at = vec![(SIDE, *side as f64)];
        at.extend(more.iter().map(|&(axis, value)| (axis, value as f64)));
        match &programs[text.as_str()] {
            Ok((program, name)) => {
                let step = stage.step(program, name, *side, probes::ROUNDS, group);
                ready.push((series.as_str(), at, step));
            }
            Err(why) => desk.skip(series, &at, why.clone())?,
        }
    }
    timed(desk, &ready)
}

/// Launches of probes, each a series, its place on the axes and itself.
type Launches<'a> = [(&'a str, Vec<(&'static str, f64)>, Step<'static>)];

/// Times launches, and records it.
fn timed(desk: &mut Desk<'_>, launches: &Launches<'_>) -> Result<(), Stop> {
    for (series, at, step) in launches {
        let step = std::slice::from_ref(step);
        // A long one of a processor has met all of its paces by itself; and it is measured again in each pass.
        let is_long = desk.is_cpu() && desk.run(step)?.median() >= LONG;
        let times = if is_long {
            desk.run(step)?
        } else {
            let effort = effort(desk);
            desk.time_with(step, effort, None)?
        };
        note(desk, series, at, times)?;
    }
    Ok(())
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

/// The sides of launches of so few work-groups that cores which sleep take part in none, or late.
const FEW_SIDES: [usize; 2] = [FEW, 2 * FEW];

/// The side of a work-group that is launched alone: no larger one is usual.
const CROWD_SIDE: usize = 16;

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

/// How often each of them is launched in a pass.
const TURNS: usize = 3;

/// The same over few work-items, up to so many along a side: such a launch takes next to no time, and most of that
/// is waiting for threads to wake up.
const SHORT_TURNS: (usize, usize) = (6, 1024);

/// Times kernels over each number of work-items that there is room for, each launched by itself, as those are that
/// predictions are tried on: of many in a row the next would begin while the last one still waits for its memory.
/// They take turns: what is told from the difference of two was measured in the same moments.
fn starts(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, floats) = stage(desk, Stage::floats(SIDES[SIDES.len() - 1]))?;
    let fits = |side: &usize| Stage::floats(*side) <= floats;
    let sides: Vec<usize> = SIDES.into_iter().filter(fits).collect();
    let reference = crate::reference(Stage::most(desk)?);
    let (stores, store, copy) = if desk.is_cpu() {
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
    if desk.is_cpu() {
        kernels.push((probes::COLUMNS, None, probes::columns()));
        let beside_rows = probes::columns_beside_rows();
        kernels.push((probes::COLUMNS_BESIDE_ROWS, None, beside_rows));
        let mixed = probes::MIXED_FEW.iter();
        kernels.extend(mixed.map(|&count| (MIXED, Some(count), probes::mixed(count))));
        let few = probes::FEW_CHAINS.iter();
        kernels.extend(few.map(|&count| (probes::FEW_GROUPS, Some(count), probes::chain(count))));
    }
    let group = usual_group(desk.is_cpu());
    let mut steps = Vec::new();
    for (series, count, text) in &kernels {
        let program = desk.build_once("probe.cl", text)?;
        let kernel = match *series {
            REFERENCE => KERNEL,
            _ => "probe",
        };
        let busy = busy(desk);
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
            let step = stage.step(&program, kernel, side, probes::ROUNDS, group);
            steps.push((*series, side, at, step, None::<Times>));
        }
    }
    let (most, short) = SHORT_TURNS;
    for turn in 0..most {
        for (_, side, _, step, taken) in &mut steps {
            if turn >= TURNS && *side > short {
                continue;
            }
            let step = std::slice::from_ref(step);
            let times = desk.run_settled(step)?;
            match taken {
                Some(taken) => taken.extend(times),
                None => *taken = Some(times),
            }
        }
    }
    for (series, _, at, _, taken) in steps {
        if let Some(times) = taken {
            note(desk, series, &at, times)?;
        }
    }
    Ok(())
}

/// Columns of larger matrices cost no more, and take a processor with few cores long.
const MOST_COLUMNS: usize = 4096;

/// Sides of launches that compute while data comes: of smaller ones starting takes most of the time.
const MIXED_SIDES: std::ops::RangeInclusive<usize> = 128..=4096;

/// Many launches that nobody waits for in between.
fn in_a_row(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, _) = stage(desk, Stage::floats(FEW))?;
    let program = desk.build_once("probe.cl", &probes::nothing())?;
    let step = stage.step(
        &program,
        "probe",
        FEW,
        probes::ROUNDS,
        usual_group(desk.is_cpu()),
    );
    let effort = effort(desk);
    let times = desk.time_with(&[step], effort, None)?;
    note(desk, IN_A_ROW, &[(SIDE, FEW as f64)], times)
}

fn groups(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let side = 1024;
    let (stage, _) = stage(desk, Stage::floats(side))?;
    let most = desk.device().max_work_group_size;
    let limits = desk.device().max_work_item_sizes.clone();
    let program = desk.build_once("probe.cl", &probes::ordinary())?;
    let (sizes, widths) = if desk.is_cpu() {
        (WIDE_GROUPS, WIDTHS)
    } else {
        (GROUPS, &[][..])
    };
    let sizes = sizes.iter().map(|group| (group, GROUP_SIZES));
    let mut launches = Vec::new();
    for (&group, series) in sizes.chain(widths.iter().map(|group| (group, BY_WIDTH))) {
        let fits = group.iter().zip(&limits).all(|(size, limit)| size <= limit);
        let size = group[0] * group[1];
        if size <= most && fits {
            let at = if series == BY_WIDTH {
                (WIDTH, group[0] as f64)
            } else {
                (SIZE, size as f64)
            };
            let step = stage.step(&program, "probe", side, probes::ROUNDS, group);
            launches.push((series, vec![at], step));
        }
    }
    timed(desk, &launches)
}

fn arithmetic(desk: &mut Desk<'_>, number: &str) -> Result<(), Stop> {
    let side = busy(desk);
    let (stage, _) = stage(desk, Stage::floats(side))?;
    // Over many work-items, and over so few that each waits for itself. On a CPU few are as quick; but
    // there a compiler makes vectors of the work-items of some kernels and not of others.
    let (sides, ways) = if desk.is_cpu() {
        (&[side][..], &[false, true][..])
    } else {
        (&[side, FEW][..], &[false][..])
    };
    let mut told = Vec::new();
    let is_cpu = desk.is_cpu();
    let measured = OPERATIONS
        .iter()
        .filter(|probe| probe.number == number && probe.told_by(is_cpu).is_none());
    for probe in measured {
        for &rolled in ways {
            let series = if rolled {
                probes::rolled_series(&probe.series())
            } else {
                probe.series()
            };
            for count in probe.counts(is_cpu) {
                let text = if rolled {
                    probes::rolled(probe, count)
                } else {
                    probes::operations(probe, count)
                };
                for &side in sides {
                    let at = vec![(COUNT, count)];
                    told.push((series.clone(), text.clone(), side, at));
                }
            }
        }
    }
    visited(desk, &stage, &told)
}

/// Each stride, or whatever else is on an axis, with each count.
fn strided(
    desk: &mut Desk<'_>,
    stage: &Stage,
    (series, axis): (&str, &'static str),
    strides: &[usize],
    counts: [usize; 2],
    text: impl Fn(usize, usize) -> String,
) -> Result<(), Stop> {
    let side = busy(desk);
    let mut told = Vec::new();
    for &stride in strides {
        for count in counts {
            let at = vec![(COUNT, count), (axis, stride)];
            told.push((series.to_owned(), text(stride, count), side, at));
        }
    }
    visited(desk, stage, &told)
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
    let told = counts.iter().map(|&count| {
        let at = vec![(COUNT, count)];
        (series.to_owned(), text(count), side, at)
    });
    visited(desk, stage, &told.collect::<Vec<_>>())
}

fn near(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, _) = stage(desk, 4 * Stage::floats(busy(desk)))?;
    for (series, counts) in NEAR {
        counted(desk, &stage, series, &counts, |count| {
            probes::near(series, count)
        })?;
    }
    if desk.is_cpu() {
        let from_none = &probes::FROM_NONE;
        let series = probes::ROLLED_READS;
        counted(desk, &stage, series, from_none, probes::rolled_reads)?;
        let series = probes::ROLLED_SAME;
        counted(desk, &stage, series, from_none, probes::rolled_same)?;
        let series = probes::UNMOVED;
        counted(
            desk,
            &stage,
            series,
            &probes::UNMOVED_READS,
            probes::unmoved,
        )?;
        let series = probes::QUOTIENTS;
        counted(desk, &stage, series, &[0, 1, 2, 3], probes::quotients)?;
        counted(desk, &stage, probes::CHAINS, &probes::CHAIN, probes::chain)?;
        crowds(desk, &stage)?;
        let series = probes::SHORT_LOOP;
        counted(desk, &stage, series, &probes::SHORT, probes::short_loop)?;
        counted(desk, &stage, probes::BRANCH, &[1], |_| probes::branch())?;
        counted(desk, &stage, probes::COLUMN, &[0, 1], probes::column)?;
        let series = probes::FOUR_ROWS;
        counted(desk, &stage, series, &probes::ROWS, probes::rows)?;
        let small: Vec<usize> = (0..probes::SMALL_TEXTS.len()).collect();
        counted(desk, &stage, probes::SMALL, &small, probes::small)?;
        let side = 2 * busy(desk);
        let told = (0..probes::BESIDE.len()).map(|number| {
            let text = probes::row_starts(number);
            (
                probes::ROW_STARTS.to_owned(),
                text,
                side,
                vec![(COUNT, number)],
            )
        });
        visited(desk, &stage, &told.collect::<Vec<_>>())?;
    }
    strided(
        desk,
        &stage,
        (probes::VECTORS, FLOATS),
        &probes::FLOATS,
        probes::READS,
        probes::vectors,
    )?;
    for series in [probes::PRIVATE_READ, probes::PRIVATE_WRITE] {
        counted(desk, &stage, series, &probes::READS, |count| {
            probes::private(series, count)
        })?;
    }
    let strides = if desk.is_cpu() {
        probes::FEW_STRIDES
    } else {
        probes::STRIDES
    };
    strided(
        desk,
        &stage,
        (probes::APART, STRIDE),
        strides,
        probes::READS,
        probes::apart,
    )?;
    strided(
        desk,
        &stage,
        (probes::WRITE, STRIDE),
        probes::ODD_STRIDES,
        probes::WRITES,
        probes::writes,
    )
}

/// Times a launch of a single work-group, which leaves all other units of the device idle.
fn crowds(desk: &mut Desk<'_>, stage: &Stage) -> Result<(), Stop> {
    let mut launches = Vec::new();
    for count in [probes::CHAIN[0], probes::CROWD] {
        let program = desk.build_once("probe.cl", &probes::chain(count))?;
        let at = vec![(SIDE, CROWD_SIDE as f64), (COUNT, count as f64)];
        let group = [CROWD_SIDE; 2];
        let step = stage.step(&program, "probe", CROWD_SIDE, probes::ROUNDS, group);
        launches.push((probes::CROWDS, at, step));
    }
    timed(desk, &launches)
}

fn far(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, floats) = stage(desk, Stage::floats(SIDES[SIDES.len() - 1]))?;
    let planes = [
        (probes::FAR_READ, probes::far_reads as fn(usize) -> String),
        (probes::FAR_WRITE, probes::far_writes),
    ];
    let mut told = Vec::new();
    // Of a processor the copies of one plane tell more.
    for (series, text) in planes.into_iter().filter(|_| !desk.is_cpu()) {
        for side in [32, 64, 128, 256, 512, 1024, 2048] {
            for count in probes::PLANES {
                // Planes lie a few rows apart.
                if count * Stage::floats(side) * 101 / 100 <= floats {
                    let at = vec![(COUNT, count)];
                    told.push((series.to_owned(), text(count), side, at));
                }
            }
        }
    }
    let side = busy(desk);
    let step = if desk.is_cpu() { 4 } else { 2 };
    for touched in (10..=26).step_by(step).map(|exponent| 1 << exponent) {
        for count in probes::SCATTERED.into_iter().filter(|_| touched <= floats) {
            let at = vec![(COUNT, count), (BYTES, 4 * touched)];
            let text = probes::scattered(touched, count);
            told.push((probes::SECTOR.to_owned(), text, side, at));
        }
    }
    visited(desk, &stage, &told)?;
    if desk.is_cpu() {
        lone(desk, &stage, floats)?;
    }
    Ok(())
}

/// Times reads at random places among so many elements, by what is computed between one and the next.
fn lone(desk: &mut Desk<'_>, stage: &Stage, floats: usize) -> Result<(), Stop> {
    let (side, group) = (busy(desk), usual_group(desk.is_cpu()));
    let places = probes::LONE_PLACES.into_iter();
    let places: Vec<usize> = places.filter(|&bits| 1 << bits <= floats).collect();
    let mut launches = Vec::new();
    for products in probes::LONE_PRODUCTS {
        let program = desk.build_once("probe.cl", &probes::lone(products))?;
        for &bits in &places {
            let at = [
                (SIDE, side as f64),
                (COUNT, products as f64),
                (BYTES, (4_u64 << bits) as f64),
            ];
            let step = stage.step(&program, "probe", side, bits, group);
            launches.push((probes::LONE, at.to_vec(), step));
        }
    }
    timed(desk, &launches)
}

fn shared(desk: &mut Desk<'_>) -> Result<(), Stop> {
    let (stage, _) = stage(desk, 4 * Stage::floats(busy(desk)))?;
    let strides = [1, 2, 4, 8, 16, 32];
    strided(
        desk,
        &stage,
        (probes::LOCAL, STRIDE),
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
    // A CPU's take turns with what starts, writes and reads.
    if !desk.is_cpu() {
        counted(desk, &stage, DIVIDED, &probes::DIVIDED, probes::divided)?;
        counted(desk, &stage, MIXED, probes::MIXED, probes::mixed)?;
    }
    let side = busy(desk);
    let told: Vec<Told> = if desk.is_cpu() {
        // Each beside the other and alone, one after the other: a core's pace changes within minutes.
        let pairs = 0..probes::SIDE_BY_SIDE_ROLLED.len();
        let each = pairs.flat_map(|pair| (0..probes::OF_TWO.len()).map(move |which| (pair, which)));
        each.filter_map(|(pair, which)| {
            let text = side_by_side_rolled(pair, which)?;
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
    visited(desk, &stage, &told)
}

/// The kernel of a pair of operations.
fn side_by_side(pair: usize) -> Option<String> {
    let &(first, times, second, more) = probes::SIDE_BY_SIDE.get(pair)?;
    let (first, second) = (operation(first)?, operation(second)?);
    Some(probes::side_by_side((first, times), (second, more)))
}

/// The same without vectors, or with one of them, or none.
fn side_by_side_rolled(pair: usize, which: usize) -> Option<String> {
    let &(first, times, second, more) = probes::SIDE_BY_SIDE_ROLLED.get(pair)?;
    let [one, other] = probes::OF_TWO.get(which)?.map(usize::from);
    let (first, second) = (operation(first)?, operation(second)?);
    Some(probes::side_by_side_rolled(
        (first, one * times),
        (second, other * more),
    ))
}

/// The probe of an operation, by the name that profiles give it.
fn operation(key: &str) -> Option<&'static Probe> {
    OPERATIONS.iter().find(|probe| probe.series() == key)
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

    /// The names of the tasks that are planned for a device of a kind.
    fn planned(kind: &str) -> Vec<String> {
        let tasks = Calibration.plan(&device(kind), Depth::Full);
        tasks.into_iter().map(|task| task.id).collect()
    }

    #[test]
    fn a_task_measures_the_same_in_each_pass() {
        for what in [TRANSFER, STARTS, NEAR_READS, "operations on float"] {
            for later in PASSES {
                assert_eq!(kind(&format!("{what}{later}")), what);
            }
        }
        assert_eq!(kind("launches in a row"), IN_A_ROW);
    }

    #[test]
    fn a_processor_is_measured_in_each_pass_but_for_its_transfers() {
        let tasks = planned("CPU");
        let once = [TRANSFER, IN_A_ROW];
        let first = pass_of("", true);
        for task in &first {
            let times = tasks.iter().filter(|id| kind(id) == task.id).count();
            let is_once = once.contains(&task.id.as_str());
            assert_eq!(times, if is_once { 1 } else { PASSES.len() }, "{}", task.id);
        }
        let all = PASSES.len() * (first.len() - once.len()) + once.len();
        assert_eq!(tasks.len(), all);
        // The names are told apart, as what is measured is kept by them.
        let names: std::collections::HashSet<&String> = tasks.iter().collect();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn of_a_gpu_only_the_starts_are_measured_again() {
        let first: Vec<String> = pass_of("", false).into_iter().map(|task| task.id).collect();
        let again = PASSES[1..]
            .iter()
            .map(|later| format!("{STARTS}{later}"))
            .collect::<Vec<_>>();
        assert_eq!(planned("GPU"), [first, again].concat());
    }
}
