//! The probes of latency: chains of dependent loads, work-groups that wait beside each other, atomic operations on
//! one place.

use super::axes::{BYTES, COUNT, SIDE, UNITS, usual_group};
use super::{Launches, SINGLE_GROUP_SIDE, buffers, busy, effort, note, probes, timed};
use crate::{MatrixBuffers, MeasurementSession, Stop};

pub(super) const LOADS: &str = "loads in a row";
pub(super) const LOCAL_LOADS: &str = "local loads in a row";
pub(super) const RESIDENT: &str = "work-groups that wait beside each other";
pub(super) const BARRIERS: &str = "barriers of one work-group";

/// Atomic operations: their series, and what they do `count` times.
pub(super) const ATOMICS: [(&str, &str); 4] = [
    (ATOMIC_ONE, "atomic_add(&numbers[NUMBER], x);"),
    (
        ATOMIC_DATA,
        "atomic_add(&numbers[NUMBER + (matrix[y * pitch + x] > 3.0f ? x : 0)], x);",
    ),
    (LOCAL_ATOMIC, "atomic_add(&own[(item + NUMBER) & 255], x);"),
    (
        LOCAL_ATOMIC_DATA,
        "atomic_add(&own[NUMBER + (matrix[y * pitch + x] > 3.0f ? item : 0)], x);",
    ),
];

pub(super) const ATOMIC_ONE: &str = "atomics on one place";
pub(super) const ATOMIC_DATA: &str = "atomics on one place that data decides";
pub(super) const LOCAL_ATOMIC: &str = "local atomics";
pub(super) const LOCAL_ATOMIC_DATA: &str = "local atomics on one place that data decides";

/// Steps along a chain.
pub(super) const STEPS: [usize; 2] = [64, 1088];

/// The elements that a chain of loads reaches, as powers of two: in the nearest cache, in the one before memory, and
/// in memory.
const REACHED: [usize; 4] = [8, 20, 22, 26];

/// The one of them whose elements lie in no cache: all caches are overwritten before it.
const COLD: usize = 26;

/// Work-groups for each compute unit.
pub(super) const BESIDE: [usize; 3] = [1, 16, 32];

/// A chain of loads within `1 << bits` elements. The next address depends on what is loaded, so that loads do not
/// overlap, although the data never changes it.
fn chase(bits: usize) -> String {
    let mask = (1_usize << bits) - 1;
    probes::kernel(&format!(
        "    uint at = ((uint)get_group_id(0) * 7919u + (uint)get_group_id(1) * 104729u) & {mask}u;\n\
         \x20   for (int k = 0; k < rounds; ++k)\n\
         \x20       at = (at * 1664525u + 1013904223u + (matrix[at] > 3.0f ? 1u : 0u)) & {mask}u;\n\
         \x20   result[y * width + x] = (float)at;\n"
    ))
}

fn local_chase() -> String {
    probes::kernel(
        "    local int next[256];\n    int item = get_local_id(1) * get_local_size(0) + get_local_id(0);\n\
         \x20   for (int k = item; k < 256; k += get_local_size(0) * get_local_size(1))\n\
         \x20       next[k] = (k * 5 + 1) & 255;\n\
         \x20   barrier(CLK_LOCAL_MEM_FENCE);\n    int at = 0;\n\
         \x20   for (int k = 0; k < rounds; ++k)\n        at = next[at];\n\
         \x20   result[y * width + x] = (float)at;\n",
    )
}

fn atomics(each: &str, count: usize) -> String {
    let mut body = String::from(
        "    volatile global int *numbers = (volatile global int *)result;\n\
         \x20   local int own[256];\n    int item = get_local_id(1) * get_local_size(0) + get_local_id(0);\n\
         \x20   own[item & 255] = 0;\n    barrier(CLK_LOCAL_MEM_FENCE);\n",
    );
    for number in 0..count {
        body.push_str("    ");
        body.push_str(&each.replace("NUMBER", &number.to_string()));
        body.push('\n');
    }
    body.push_str("    barrier(CLK_LOCAL_MEM_FENCE);\n");
    body.push_str("    result[y * width + x + 1024] = (float)own[item & 255];\n");
    probes::kernel(&body)
}

pub(super) fn measure(session: &mut MeasurementSession<'_>) -> Result<(), Stop> {
    let most = super::SIDES[super::SIDES.len() - 1];
    let (buffers, floats) = buffers(session, MatrixBuffers::floats(most))?;
    let alone = SINGLE_GROUP_SIDE;
    let group = [alone; 2];
    for bits in REACHED.into_iter().filter(|&bits| 1 << bits <= floats) {
        let program = session.build_once("probe.cl", &chase(bits))?;
        for steps in STEPS {
            let step = buffers.step(&program, "probe", alone, steps, group);
            let flush = (bits == COLD).then(|| buffers.result());
            let effort = effort(session);
            let times = session.time_with(std::slice::from_ref(&step), effort, flush)?;
            let at = [(BYTES, (4_u64 << bits) as f64), (COUNT, steps as f64)];
            note(session, LOADS, &at, times)?;
        }
    }
    let mut launches: Vec<(&str, Vec<(&'static str, f64)>, _)> = Vec::new();
    let program = session.build_once("probe.cl", &local_chase())?;
    for steps in STEPS {
        let step = buffers.step(&program, "probe", alone, steps, group);
        launches.push((LOCAL_LOADS, vec![(COUNT, steps as f64)], step));
    }
    for count in probes::READS {
        let program = session.build_once("probe.cl", &probes::barriers(count))?;
        let step = buffers.step(&program, "probe", alone, 0, group);
        launches.push((BARRIERS, vec![(COUNT, count as f64)], step));
    }
    let units = session.device().units();
    let program = session.build_once("probe.cl", &chase(20))?;
    for beside in BESIDE {
        let across = (f64::from(units) * beside as f64).sqrt().ceil() as usize;
        let side = (alone * across).min(most);
        let step = buffers.step(&program, "probe", side, 256, group);
        let at = vec![(SIDE, side as f64), (UNITS, f64::from(units))];
        launches.push((RESIDENT, at, step));
    }
    let (side, usual) = (busy(session) / 2, usual_group(session.is_cpu()));
    for (series, each) in ATOMICS {
        for count in probes::WRITES {
            let program = session.build_once("probe.cl", &atomics(each, count))?;
            let step = buffers.step(&program, "probe", side, 0, usual);
            launches.push((
                series,
                vec![(SIDE, side as f64), (COUNT, count as f64)],
                step,
            ));
        }
    }
    let launches: &Launches<'_> = &launches;
    timed(session, launches)
}
