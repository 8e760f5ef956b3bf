//! Does a launch fit a kernel and a device? Its arguments against the kernel's parameters, its NDRange and its
//! memory against the limits of a device of WebGPU.

use crate::bindings::{Launch, Shader};
use launch::Image;
use launch::pattern::GUARD_BYTES;
use launch::protocol::{
    ArgumentKind, ArgumentProblem, Failure, Resource, Run, RunArgument, check_work_group,
};
use opencl_c::program::{Function, Program};
use opencl_c::types::{AddressSpace, Type};

/// Work-items of a sub-group: stretches of the work-group, through local memory.
const SUB_GROUP: u32 = 32;

/// Work-items of a work-group whose size is left open.
const CHOSEN: usize = 64;

/// Why a launch whose work-items [parted](crate::Placed::parted) has no result.
pub const PARTED: &str = "cannot run here: work-items of a work-group part before a barrier";

/// What a device of WebGPU has and can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work-items of a work-group.
    pub work_group: usize,
    /// The same in each dimension.
    pub work_group_sizes: [usize; 3],
    /// Work-groups in each dimension.
    pub groups: u32,
    /// Bytes of local memory.
    pub local_memory: u64,
    /// Bytes of a storage buffer.
    pub buffer: u64,
    /// Storage buffers of a shader.
    pub buffers: u32,
    /// Does its `fma` round once? WGSL leaves it open.
    pub fused: bool,
}

/// A launch that fits, before it is translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// What the translation needs to know of it.
    pub launch: Launch,
    /// Its work-groups.
    pub groups: [u32; 3],
}

/// Checks a launch, and chooses the size of its work-groups if that is left open.
pub fn fit(program: &Program, run: &Run<'_>, limits: &Limits) -> Result<Fit, Failure> {
    let Some((_, function)) = program
        .kernels()
        .find(|(_, function)| &*function.name == run.kernel)
    else {
        let names = program
            .kernels()
            .map(|(_, function)| function.name.to_string());
        return Err(Failure::NoSuchKernel {
            kernel: run.kernel.to_owned(),
            kernels: names.collect(),
        });
    };
    check_arguments(program, function, &run.arguments)?;
    run.range.validate().map_err(Failure::Range)?;
    let required = function.kernel.as_ref();
    let required = required
        .and_then(|kernel| kernel.required_work_group_size)
        .map(|sizes| sizes.map(|size| size as usize));
    let local = group(limits, run, required)?;
    check_memory(limits, run)?;
    let count = |at: usize| (run.range.global.get(at).copied().unwrap_or(1) / local[at]) as u32;
    let groups = [count(0), count(1), count(2)];
    Ok(Fit {
        launch: Launch {
            local: local.map(|size| size as u32),
            folded: groups.iter().any(|&count| count > limits.groups),
            local_memory: run
                .arguments
                .iter()
                .map(|argument| match argument {
                    RunArgument::Local(bytes) => *bytes as u32,
                    _ => 0,
                })
                .collect(),
            images: run
                .arguments
                .iter()
                .map(|argument| match argument {
                    RunArgument::Image { format, .. } => Some(*format),
                    _ => None,
                })
                .collect(),
            samplers: run
                .arguments
                .iter()
                .map(|argument| match argument {
                    RunArgument::Sampler(sampler) => Some(*sampler),
                    _ => None,
                })
                .collect(),
            sub_group: SUB_GROUP,
            fused: limits.fused,
            no_nan: false,
            buffers: Some(limits.buffers),
        },
        groups,
    })
}

/// Checks what a shader needs.
pub fn check_shader(shader: &Shader, limits: &Limits) -> Result<(), Failure> {
    let asked = u64::from(shader.local_memory);
    if asked > limits.local_memory {
        return Err(Failure::short(
            "CL_OUT_OF_RESOURCES",
            Resource::LocalMemory,
            asked,
            limits.local_memory,
        ));
    }
    let bound = shader.storage_buffers();
    if bound > limits.buffers as usize {
        return Err(Failure::NotTranslated {
            reason: format!(
                "cannot run here: it needs {bound} storage buffers, and the device binds {}",
                limits.buffers
            ),
        });
    }
    Ok(())
}

fn check_arguments(
    program: &Program,
    function: &Function,
    arguments: &[RunArgument<'_>],
) -> Result<(), Failure> {
    let wrong = |problem| Failure::Arguments {
        parameters: None,
        problem,
    };
    if arguments.len() != function.parameters {
        return Err(wrong(ArgumentProblem::Count {
            expected: function.parameters,
            given: arguments.len(),
        }));
    }
    for (argument, given) in arguments.iter().enumerate() {
        let ty = function.vars[argument].ty;
        let expected = match program.types.get(ty) {
            Type::Pointer {
                space: AddressSpace::Local,
                ..
            } => ArgumentKind::Local,
            Type::Pointer { .. } => ArgumentKind::Buffer,
            Type::Image(_) => ArgumentKind::Image,
            Type::Sampler => ArgumentKind::Sampler,
            _ => ArgumentKind::Value,
        };
        let kind = given.kind();
        if kind != expected {
            return Err(wrong(ArgumentProblem::Kind {
                argument,
                given: kind,
                expected: Some(expected),
            }));
        }
        if let RunArgument::Image {
            format,
            size,
            contents,
            ..
        } = given
        {
            let expected = Image::bytes_of(*format, *size);
            if expected != Some(contents.len() as u64) || size.iter().any(|&size| size > 1 << 30) {
                return Err(wrong(ArgumentProblem::Size {
                    argument,
                    given: contents.len(),
                    expected: expected.map(|bytes| bytes as usize),
                }));
            }
        }
        let size = match given {
            RunArgument::Value(bytes) => bytes.len(),
            RunArgument::Local(bytes) => *bytes,
            _ => continue,
        };
        let wanted = match kind {
            ArgumentKind::Value => program.types.size(ty).map(|size| size as usize),
            _ => None,
        };
        if size == 0 || wanted.is_some_and(|wanted| wanted != size) {
            return Err(wrong(ArgumentProblem::Size {
                argument,
                given: size,
                expected: wanted,
            }));
        }
    }
    Ok(())
}

/// The size of a work-group: as asked, required or chosen.
fn group(
    limits: &Limits,
    run: &Run<'_>,
    required: Option<[usize; 3]>,
) -> Result<[usize; 3], Failure> {
    let global = |at: usize| run.range.global.get(at).copied().unwrap_or(1);
    let local = match &run.range.local {
        Some(local) => [0, 1, 2].map(|at: usize| local.get(at).copied().unwrap_or(1)),
        None => {
            let mut left = CHOSEN;
            [0, 1, 2].map(|at| {
                let size = (1..=left)
                    .rev()
                    .find(|size| global(at).is_multiple_of(*size));
                let size = size.unwrap_or(1);
                left /= size;
                left = left.max(1);
                size
            })
        }
    };
    if let Some(required) = required
        && required != local
    {
        return Err(Failure::RequiredWorkGroup {
            required,
            asked: run.range.local.clone().unwrap_or_default(),
        });
    }
    check_work_group(&local, &limits.work_group_sizes, limits.work_group as u64)?;
    Ok(local)
}

fn check_memory(limits: &Limits, run: &Run<'_>) -> Result<(), Failure> {
    let mut total = 0;
    for (argument, given) in run.arguments.iter().enumerate() {
        let bytes = match given {
            RunArgument::Buffer { contents, .. } | RunArgument::Image { contents, .. } => {
                contents.len() as u64
            }
            RunArgument::Poisoned { bytes, .. } => *bytes as u64,
            _ => continue,
        };
        // Several buffers may share a binding.
        total += bytes + 3 * GUARD_BYTES as u64;
        if total > limits.buffer {
            return Err(Failure::short(
                "CL_INVALID_BUFFER_SIZE",
                Resource::Buffer { argument },
                total,
                limits.buffer,
            ));
        }
    }
    run.check_reply()
}
