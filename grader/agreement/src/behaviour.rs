//! Does a program that the front end printed back behave as the one it read? Each kernel is launched
//! over the same made-up arguments, and what is in its buffers afterwards must be the same bytes.

use crate::{Oracle, Random};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange};
use opencl_c::check::Checked;
use opencl_c::compile;
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::print::print;
use opencl_c::program::{Function, Program};
use opencl_c::types::{AddressSpace, Scalar, TypeId};
use runner::{Outcome, Ran};

const BUFFER_BYTES: usize = 16 << 10;
/// Bytes of each local memory that the host sizes.
const LOCAL_BYTES: usize = 4 << 10;
/// Steps of the simulator for one launch.
const MOST_STEPS: u64 = 1 << 24;
/// Work-items of one group, where the kernel does not say.
const GROUP: usize = 8;

/// What came of printing one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// Kernels that left the same bytes and printed the same text.
    pub alike: Vec<String>,
    /// Kernels that did not, and programs that the compiler refused once printed: what differs. A
    /// kernel that reads what nobody wrote may stand here without being printed wrong.
    pub different: Vec<String>,
    /// Kernels whose results are not defined over these arguments: the simulator finds a race, a stray
    /// access or another fault, or the device crashes, hangs, or gives other bytes each time.
    pub mute: Vec<String>,
}

/// Runs a program and its printed form. `None` where the front end or the device's compiler does not
/// take the program itself.
pub fn behaves_alike(oracle: &mut Oracle, text: &str, random: &mut Random) -> Option<Behaviour> {
    let Checked { program, .. } =
        compile("program.cl", text, &Options::default(), &mut NoIncludes).ok()?;
    let launches: Vec<Launch> = program
        .kernels()
        .map(|(_, kernel)| launch(&program, kernel, random))
        .collect();
    let first = oracle.run(text, &launches)?;
    let second = oracle.run(text, &launches)?;
    let mut behaviour = Behaviour::default();
    let Some(again) = oracle.run(&print(&program), &launches) else {
        behaviour
            .different
            .push("the compiler refuses the printed program".to_owned());
        return Some(behaviour);
    };
    for (((launch, first), second), again) in launches.iter().zip(first).zip(second).zip(again) {
        let name = launch.kernel.clone();
        if !is_defined(&program, launch) {
            behaviour.mute.push(name);
            continue;
        }
        match (first, second, again) {
            (Outcome::Ran(first), Outcome::Ran(second), again)
                if same(&first, &second) && !first.wrote_outside() =>
            {
                match again {
                    Outcome::Ran(again) if same(&first, &again) => behaviour.alike.push(name),
                    Outcome::Ran(_) => behaviour.different.push(format!("{name}: other bytes")),
                    other => behaviour.different.push(format!("{name}: {other:?}")),
                }
            }
            _ => behaviour.mute.push(name),
        }
    }
    Some(behaviour)
}

/// Whether the simulator runs a launch to its end and finds no fault. Two equal runs on a device do not show
/// that a race is absent.
fn is_defined(program: &Program, launch: &Launch) -> bool {
    let options = simulator::Options {
        steps: MOST_STEPS,
        count: false,
        ..simulator::Options::default()
    };
    simulator::simulate(program, launch, &options)
        .is_ok_and(|outcome| outcome.end == simulator::End::Completed && outcome.events.is_empty())
}

fn same(left: &Ran, right: &Ran) -> bool {
    left.buffers == right.buffers && left.printf == right.printf
}

fn launch(program: &Program, kernel: &Function, random: &mut Random) -> Launch {
    let arguments = kernel.vars[..kernel.parameters]
        .iter()
        .map(|var| argument(program, &var.name, var.ty, random))
        .collect();
    let attributes = kernel.kernel.clone().unwrap_or_default();
    let local: Vec<usize> = match attributes.required_work_group_size {
        Some(size) => size.iter().map(|&size| size as usize).collect(),
        None => vec![GROUP],
    };
    Launch {
        kernel: kernel.name.to_string(),
        arguments,
        range: NdRange {
            offset: None,
            global: local.iter().map(|size| size * 2).collect(),
            local: Some(local),
            sub_group: None,
        },
    }
}

fn argument(program: &Program, name: &str, ty: TypeId, random: &mut Random) -> Argument {
    let name = name.to_owned();
    match program.types.as_pointer(ty) {
        Some((_, _, AddressSpace::Local)) => Argument::Local {
            name,
            bytes: LOCAL_BYTES,
        },
        Some((pointee, ..)) => Argument::Buffer(Buffer {
            name,
            element: element(pointee),
            contents: contents(pointee, BUFFER_BYTES, random),
            access: Access::ReadWrite,
            initialized: true,
        }),
        None => {
            let size = program.types.size(ty).unwrap_or_default() as usize;
            Argument::Value {
                name,
                bytes: contents(ty, size, random),
            }
        }
    }
}

fn element(ty: TypeId) -> ElementType {
    match ty.shape() {
        Some((scalar, _)) => scalar.name().parse().ok(),
        None => None,
    }
    .unwrap_or(ElementType::from(launch::Scalar::UChar))
}

/// Small numbers, so that indices and counts made of them stay within the buffers.
fn contents(ty: TypeId, bytes: usize, random: &mut Random) -> Vec<u8> {
    let scalar = ty.shape().map_or(Scalar::UInt, |(scalar, _)| scalar);
    let size = scalar.size() as usize;
    let mut all = Vec::with_capacity(bytes + size);
    while all.len() < bytes {
        let small = random.below(8);
        match scalar {
            Scalar::Float => all.extend((small as f32 / 4.0 + 0.25).to_le_bytes()),
            Scalar::Double => all.extend((small as f64 / 4.0 + 0.25).to_le_bytes()),
            _ => all.extend_from_slice(&(small as u64).to_le_bytes()[..size]),
        }
    }
    all.truncate(bytes);
    all
}
