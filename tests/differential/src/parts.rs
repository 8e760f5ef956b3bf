//! Parts: small random functions of one kind. Many of them make one program with one kernel, for a
//! device's compiler takes about as long to begin as for many of them.
//!
//! What parts there are says [`Kind`]. A device does not optimise them.
//!
//! A part gets 32 numbers of global memory and 16 of local memory that are its work-item's alone, and a
//! number; all that it does goes into the number that it gives back.

mod calls;
mod halves;
mod jumps;
mod pointers;

use crate::many::{Failure, on_every_core};
use crate::{Device, simulate_text};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange};
use std::fmt::Write;
use std::ops::Range;

/// What parts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pointers and what moves them.
    Pointers,
    /// `goto` and labels.
    Jumps,
    /// Helper functions and their arguments.
    Calls,
    /// Arithmetic in `half`. The device computes in `float` and rounds.
    Halves,
    /// The same on a device of WebGPU, without what is open there.
    HalvesOnAdapter,
}

/// Work-items, in all and in a work-group.
const ITEMS: usize = 8;
const GROUP: usize = 4;
/// Numbers of global and of local memory for a work-item.
const GLOBAL: usize = 32;
const LOCAL: usize = 16;

impl Kind {
    fn prelude(self) -> String {
        match self {
            Kind::Pointers => pointers::PRELUDE.to_owned(),
            Kind::Jumps => jumps::PRELUDE.to_owned(),
            Kind::Calls => calls::PRELUDE.to_owned(),
            Kind::Halves => halves::PRELUDE.to_owned(),
            Kind::HalvesOnAdapter => halves::on_adapter(),
        }
    }

    fn device(self) -> Result<Device, String> {
        match self {
            Kind::HalvesOnAdapter => Device::start_on_adapter(),
            _ => Device::start(),
        }
    }

    /// What stands for the prelude on a device.
    fn prelude_on_device(self) -> String {
        match self {
            Kind::Halves => halves::REFERENCE.to_owned(),
            other => other.prelude(),
        }
    }

    fn part(self, seed: u64) -> String {
        match self {
            Kind::Pointers => pointers::part(seed),
            Kind::Jumps => jumps::part(seed),
            Kind::Calls => calls::part(seed),
            Kind::Halves => halves::part(seed, false),
            Kind::HalvesOnAdapter => halves::part(seed, true),
        }
    }
}

/// The program of the parts of some seeds.
pub fn text(kind: Kind, seeds: Range<u64>) -> String {
    format!("{}\n{}", kind.prelude(), body(kind, seeds))
}

fn body(kind: Kind, seeds: Range<u64>) -> String {
    let mut text = String::new();
    for seed in seeds.clone() {
        text += &kind.part(seed);
    }
    let count = seeds.end - seeds.start;
    write!(
        text,
        "#pragma clang optimize on\nkernel void generated(global uint *memory, global uint *results, global const uint *numbers)\n{{\n    \
         local uint near[{}];\n    const size_t gid = get_global_id(0), lid = get_local_id(0);\n",
        GROUP * LOCAL
    )
    .expect("a string");
    for (index, seed) in seeds.enumerate() {
        writeln!(
            text,
            "    results[gid * {count} + {index}] = part_{seed}(memory + gid * {GLOBAL}, \
             near + lid * {LOCAL}, numbers[gid] + {index});"
        )
        .expect("a string");
    }
    text.push_str("}\n");
    text
}

fn launch(parts: usize) -> Launch {
    let buffer = |name: &str, contents: Vec<u8>, access| {
        Argument::Buffer(Buffer {
            name: name.to_owned(),
            element: ElementType::scalar(launch::Scalar::UInt),
            contents,
            access,
            initialized: true,
        })
    };
    let numbers = (0..ITEMS as u32).flat_map(|item| {
        item.wrapping_mul(0x9e37_79b9)
            .wrapping_add(12_345)
            .to_le_bytes()
    });
    Launch {
        kernel: "generated".to_owned(),
        arguments: vec![
            buffer("memory", vec![0; ITEMS * GLOBAL * 4], Access::ReadWrite),
            buffer("results", vec![0; ITEMS * parts * 4], Access::ReadWrite),
            buffer("numbers", numbers.collect(), Access::Read),
        ],
        range: NdRange::linear(ITEMS, GROUP),
    }
}

/// Runs the parts of `count` seeds from the seed `first` on in the simulator and on the first device of the kind,
/// `together` of them as one program.
pub fn many_parts(
    kind: Kind,
    first: u64,
    count: u64,
    together: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    let together = together.max(1);
    let end = first.saturating_add(count);
    let start = || {
        let mut device = kind.device()?;
        Ok(move |batch: u64| {
            let first = first + batch * together;
            judge(kind, first..end.min(first + together), &mut device)
        })
    };
    on_every_core(0, count.div_ceil(together), start, report)
}

/// Judges some parts as one program, and one by one what it cannot judge so.
fn judge(kind: Kind, seeds: Range<u64>, device: &mut Device) -> Vec<Failure> {
    let wrong = run(kind, seeds.clone(), device);
    match wrong {
        Ok(failures) => failures,
        Err(message) if seeds.end - seeds.start == 1 => vec![Failure {
            seed: seeds.start,
            message,
        }],
        Err(_) => seeds
            .flat_map(|seed| judge(kind, seed..seed + 1, device))
            .collect(),
    }
}

/// The parts whose results differ, or why there are none to compare.
fn run(kind: Kind, seeds: Range<u64>, device: &mut Device) -> Result<Vec<Failure>, String> {
    let count = (seeds.end - seeds.start) as usize;
    let (body, launch) = (body(kind, seeds.clone()), launch(count));
    let outcome = simulate_text(&format!("{}\n{body}", kind.prelude()), &launch)?;
    if let Some(event) = outcome.events.first() {
        let finding = mistakes::describe(event);
        return Err(format!(
            "a finding in a correct program: {}: {}",
            finding.mistake, finding.message
        ));
    }
    let simulated = outcome
        .outputs
        .iter()
        .find(|output| output.name == "results");
    let simulated = &simulated.ok_or("there are no results")?.bytes;
    let on_device = format!("{}\n{body}", kind.prelude_on_device());
    let device = device.run_text(&on_device, &launch)?;
    let device = device.get(1).ok_or("the device gives no results")?;
    let number = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at * 4..at * 4 + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let failures = seeds.enumerate().filter_map(|(index, seed)| {
        (0..ITEMS).find_map(|item| {
            let at = item * count + index;
            let (ours, theirs) = (number(simulated, at), number(device, at));
            (ours != theirs).then(|| Failure {
                seed,
                message: format!(
                    "work-item {item}: {} simulated, {} on the device",
                    ours.unwrap_or_default(),
                    theirs.unwrap_or_default()
                ),
            })
        })
    });
    Ok(failures.collect())
}
