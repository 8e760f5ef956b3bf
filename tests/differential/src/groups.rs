//! Random kernels of work-group functions, sub-groups and atomics of OpenCL C 2.0.
//!
//! A kernel is a list of steps on one value of each work-item. What comes out must be what [`reference`](mod@reference)
//! says, which is written from the specifications and knows nothing of the simulator, and the simulator must find
//! nothing wrong. Every step is well-defined: shuffles ask for work-items that are there, functions of the whole group
//! stand in the open, those that need not be called by all stand in branches too.

mod reference;

use crate::many::{Failure, failure, on_every_core};
use crate::random::Random;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, Scalar};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use simulator::Options;
use std::fmt::Write;

/// Counters that atomics work on.
const COUNTERS: usize = 4;

/// How values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    Add,
    Min,
    Max,
    Mul,
    And,
    Or,
    Xor,
}

impl Combine {
    /// Those of work-groups and of sub-groups where all come.
    const UNIFORM: [Combine; 3] = [Combine::Add, Combine::Min, Combine::Max];
    /// Those where some may be missing.
    const ALL: [Combine; 7] = [
        Combine::Add,
        Combine::Min,
        Combine::Max,
        Combine::Mul,
        Combine::And,
        Combine::Or,
        Combine::Xor,
    ];

    fn text(self) -> &'static str {
        match self {
            Combine::Add => "add",
            Combine::Min => "min",
            Combine::Max => "max",
            Combine::Mul => "mul",
            Combine::And => "and",
            Combine::Or => "or",
            Combine::Xor => "xor",
        }
    }
}

/// Which values a work-item gets, combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    All,
    Inclusive,
    Exclusive,
}

impl Reach {
    const EACH: [Reach; 3] = [Reach::All, Reach::Inclusive, Reach::Exclusive];

    fn text(self) -> &'static str {
        match self {
            Reach::All => "reduce",
            Reach::Inclusive => "scan_inclusive",
            Reach::Exclusive => "scan_exclusive",
        }
    }
}

/// What is done with a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    All,
    Inclusive,
    Exclusive,
    Own,
    Lowest,
    Highest,
}

/// One step: the new value of each work-item, from all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// `v = v * a + id`
    Mix(u64),
    WorkGroup(Reach, Combine),
    WorkGroupBroadcast(u64),
    /// Is `v & mask` not zero for all, for any?
    WorkGroupVote(u64),
    SubGroup(Reach, Combine),
    SubGroupBroadcast(u64),
    SubGroupVote(u64),
    /// In a branch that work-items with these bits take.
    NonUniform(u64, Reach, Combine),
    /// Of clusters of this many work-items.
    Clustered(u64, Combine),
    /// From the work-item this far above, around the end.
    Shuffle(u64),
    /// Of the work-items with these bits.
    Ballot(u64, Counted),
    /// A sum in local memory.
    LocalSum(Combine),
    /// A counter in global memory.
    Count(usize, Combine),
}

/// What a kernel is launched with.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// `ulong` rather than `uint`?
    pub(crate) wide: bool,
    pub(crate) global: usize,
    pub(crate) local: usize,
    pub(crate) sub_group: usize,
    pub(crate) steps: Vec<Step>,
    pub(crate) values: Vec<u64>,
}

impl Plan {
    fn of(seed: u64) -> Plan {
        let random = &mut Random(seed);
        let sub_group = random.of(&[8, 16, 32, 64]);
        let local = random.of(&[1, 4, 8, 12, 16, 20, 31, 32, 33, 64]);
        let global = local * random.of(&[1, 2, 3]);
        // The smallest sub-group of a work-group: everyone has a lane below it.
        let least = match local % sub_group {
            0 => sub_group.min(local),
            rest => rest,
        } as u64;
        let count = 3 + random.below(9);
        let mut steps = Vec::new();
        for _ in 0..count {
            let reach = random.of(&Reach::EACH);
            let uniform = random.of(&Combine::UNIFORM);
            let any = random.of(&Combine::ALL);
            let bits = 1 << random.below(3);
            let counted = random.of(&[
                Counted::All,
                Counted::Inclusive,
                Counted::Exclusive,
                Counted::Own,
                Counted::Lowest,
                Counted::Highest,
            ]);
            steps.push(match random.below(13) {
                0 => Step::WorkGroup(reach, uniform),
                1 => Step::WorkGroupBroadcast(random.below(local as u64)),
                2 => Step::WorkGroupVote(bits),
                3 => Step::SubGroup(reach, uniform),
                4 => Step::SubGroupBroadcast(random.below(least)),
                5 => Step::SubGroupVote(bits),
                6 | 7 => Step::NonUniform(bits, reach, any),
                8 => Step::Clustered(random.of(&[1, 2, 4, 8]), any),
                9 => Step::Shuffle(random.below(100)),
                10 => Step::Ballot(bits, counted),
                11 => Step::LocalSum(random.of(&[Combine::Add, Combine::Max, Combine::Xor])),
                _ => Step::Count(
                    random.below(COUNTERS as u64) as usize,
                    random.of(&[Combine::Add, Combine::Min, Combine::Or]),
                ),
            });
            steps.push(Step::Mix(random.below(1000) * 2 + 1));
        }
        let wide = random.below(3) == 0;
        let values = (0..global).map(|_| random.next() >> 40).collect();
        Plan {
            wide,
            global,
            local,
            sub_group,
            steps,
            values,
        }
    }

    fn type_name(&self) -> &'static str {
        match self.wide {
            true => "ulong",
            false => "uint",
        }
    }

    fn text(&self) -> String {
        let ty = self.type_name();
        let mut text = format!(
            "kernel void k(global {ty} *x, volatile global atomic_uint *counters)\n{{\n    \
             local atomic_uint sum;\n    const uint lane = get_sub_group_local_id();\n    \
             {ty} v = x[get_global_linear_id()];\n"
        );
        for step in &self.steps {
            let line = match *step {
                Step::Mix(factor) => format!("v = v * {factor} + get_local_linear_id();"),
                Step::WorkGroup(reach, combine) => {
                    format!("v = work_group_{}_{}(v);", reach.text(), combine.text())
                }
                Step::WorkGroupBroadcast(id) => format!("v = work_group_broadcast(v, {id});"),
                Step::WorkGroupVote(bits) => format!(
                    "v += 2 * work_group_all((v & {bits}) != 0) + work_group_any((v & {bits}) != 0);"
                ),
                Step::SubGroup(reach, combine) => {
                    format!("v = sub_group_{}_{}(v);", reach.text(), combine.text())
                }
                Step::SubGroupBroadcast(id) => format!("v = sub_group_broadcast(v, {id});"),
                Step::SubGroupVote(bits) => format!(
                    "v += 2 * sub_group_all((v & {bits}) != 0) + sub_group_any((v & {bits}) != 0);"
                ),
                Step::NonUniform(bits, reach, combine) => format!(
                    "if (v & {bits}) v = sub_group_non_uniform_{}_{}(v) + sub_group_elect() + \
                     sub_group_broadcast_first(v);",
                    reach.text(),
                    combine.text()
                ),
                Step::Clustered(size, combine) => format!(
                    "v = sub_group_clustered_reduce_{}(v, {size}u);",
                    combine.text()
                ),
                Step::Shuffle(far) => {
                    format!("v = sub_group_shuffle(v, (lane + {far}) % get_sub_group_size());")
                }
                Step::Ballot(bits, counted) => {
                    let ballot = format!("sub_group_ballot((v & {bits}) != 0)");
                    let given = match counted {
                        Counted::All => format!("sub_group_ballot_bit_count({ballot})"),
                        Counted::Inclusive => format!("sub_group_ballot_inclusive_scan({ballot})"),
                        Counted::Exclusive => format!("sub_group_ballot_exclusive_scan({ballot})"),
                        Counted::Own => format!("sub_group_inverse_ballot({ballot})"),
                        // Nothing says what comes of an empty ballot.
                        Counted::Lowest => format!(
                            "(sub_group_any((v & {bits}) != 0) ? sub_group_ballot_find_lsb({ballot}) : 0)"
                        ),
                        Counted::Highest => format!(
                            "(sub_group_any((v & {bits}) != 0) ? sub_group_ballot_find_msb({ballot}) : 0)"
                        ),
                    };
                    format!("v += {given};")
                }
                Step::LocalSum(combine) => format!(
                    "if (get_local_linear_id() == 0) atomic_init(&sum, 5);\n    \
                     work_group_barrier(CLK_LOCAL_MEM_FENCE);\n    \
                     atomic_fetch_{}_explicit(&sum, (uint)v, memory_order_relaxed, memory_scope_work_group);\n    \
                     work_group_barrier(CLK_LOCAL_MEM_FENCE);\n    \
                     v += atomic_load(&sum);\n    \
                     work_group_barrier(CLK_LOCAL_MEM_FENCE);",
                    combine.text()
                ),
                Step::Count(index, combine) => format!(
                    "atomic_fetch_{}(counters + {index}, (uint)v);",
                    combine.text()
                ),
            };
            writeln!(text, "    {line}").unwrap_or_default();
        }
        text += "    x[get_global_linear_id()] = v;\n}\n";
        text
    }

    fn launch(&self) -> Launch {
        let (scalar, size) = match self.wide {
            true => (Scalar::ULong, 8),
            false => (Scalar::UInt, 4),
        };
        let buffer = |name: &str, scalar: Scalar, contents| {
            Argument::Buffer(Buffer {
                name: name.to_owned(),
                element: ElementType::scalar(scalar),
                contents,
                access: Access::ReadWrite,
                initialized: true,
            })
        };
        let bytes = self
            .values
            .iter()
            .flat_map(|value| value.to_le_bytes()[..size].to_vec());
        Launch {
            kernel: "k".to_owned(),
            arguments: vec![
                buffer("x", scalar, bytes.collect()),
                buffer("counters", Scalar::UInt, vec![0; COUNTERS * 4]),
            ],
            range: NdRange::linear(self.global, self.local),
        }
    }
}

/// The text of the kernel of a seed, with its launch.
pub fn group_text(seed: u64) -> String {
    let plan = Plan::of(seed);
    format!(
        "// std: CL2.0\n// global: {}\n// local: {}\n// sub-group-size: {}\n{}",
        plan.global,
        plan.local,
        plan.sub_group,
        plan.text()
    )
}

/// Runs the kernels of `count` seeds from `first` on, and tells where the simulator and the reference differ.
pub fn groups(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    let start = || Ok(|seed| failure(seed, run(&Plan::of(seed))));
    on_every_core(first, count, start, report)
}

fn run(plan: &Plan) -> Result<(), String> {
    let text = plan.text();
    let preprocessing = Preprocessing {
        standard: Standard::V2_0,
        ..Preprocessing::default()
    };
    let checked = opencl_c::compile("k.cl", &text, &preprocessing, &mut NoIncludes)
        .map_err(|rejected| format!("not read: {:?}\n{text}", rejected.diagnostics))?;
    let options = Options {
        sub_group_size: plan.sub_group,
        ..Options::default()
    };
    let outcome = simulator::simulate(&checked.program, &plan.launch(), &options)
        .map_err(|refusal| format!("refused: {refusal}\n{text}"))?;
    if let Some(event) = outcome.events.first() {
        return Err(format!(
            "accused: {:?} of `{}`\n{text}",
            event.kind, event.text
        ));
    }
    let wanted = reference::outputs(plan, COUNTERS);
    let size = if plan.wide { 8 } else { 4 };
    for (output, (wanted, size)) in outcome
        .outputs
        .iter()
        .zip([(&wanted.0, size), (&wanted.1, 4)])
    {
        let found = output.bytes.chunks_exact(size).map(|bytes| {
            let mut wide = [0; 8];
            wide[..size].copy_from_slice(bytes);
            u64::from_le_bytes(wide)
        });
        for (index, (found, &wanted)) in found.zip(wanted).enumerate() {
            if found != wanted {
                return Err(format!(
                    "{}[{index}] is {found}, not {wanted}\n{text}",
                    output.name
                ));
            }
        }
    }
    Ok(())
}
