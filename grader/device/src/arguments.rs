//! Checks before a launch: the arguments against the kernel's parameters, the NDRange and the
//! memory against the device's limits. OpenCL would refuse most of these too, but with a bare code,
//! and some drivers crash instead.

use crate::devices::ListedDevice;
use crate::program::BuiltKernel;
use launch::protocol::{
    ArgumentKind, ArgumentProblem, Failure, Parameter, Resource, Run, RunArgument, check_work_group,
};
use launch::{ElementType, Image, NdRange};

/// Can this launch be tried on this device?
pub(crate) fn check(
    known: &ListedDevice,
    kernel: &BuiltKernel,
    run: &Run<'_>,
) -> Result<(), Failure> {
    check_arguments(kernel, &run.arguments).map_err(|problem| Failure::Arguments {
        parameters: kernel.parameters.clone(),
        problem,
    })?;
    run.range.validate().map_err(Failure::Range)?;
    check_range(known, kernel, &run.range)?;
    check_memory(known, kernel, &run.arguments)
}

fn check_arguments(
    kernel: &BuiltKernel,
    arguments: &[RunArgument<'_>],
) -> Result<(), ArgumentProblem> {
    if arguments.len() != kernel.parameter_count {
        return Err(ArgumentProblem::Count {
            expected: kernel.parameter_count,
            given: arguments.len(),
        });
    }
    for (index, argument) in arguments.iter().enumerate() {
        let given = argument.kind();
        let size = match argument {
            RunArgument::Value(bytes) => Some(bytes.len()),
            RunArgument::Local(bytes) => Some(*bytes),
            _ => None,
        };
        if let RunArgument::Image {
            format,
            size,
            contents,
            ..
        } = argument
            && Image::bytes_of(*format, *size) != Some(contents.len() as u64)
        {
            return Err(ArgumentProblem::Size {
                argument: index,
                given: contents.len(),
                expected: Image::bytes_of(*format, *size).map(|bytes| bytes as usize),
            });
        }
        if size == Some(0) {
            return Err(ArgumentProblem::Size {
                argument: index,
                given: 0,
                expected: None,
            });
        }
        let Some(parameter) = kernel.parameters.as_ref().map(|all| &all[index]) else {
            continue;
        };
        let expected = kind(parameter);
        if expected != Some(given) {
            return Err(ArgumentProblem::Kind {
                argument: index,
                given,
                expected,
            });
        }
        let named: Option<ElementType> = parameter.type_name.parse().ok();
        if let (ArgumentKind::Value, Some(given), Some(expected)) = (given, size, named)
            && given != expected.size()
        {
            return Err(ArgumentProblem::Size {
                argument: index,
                given,
                expected: Some(expected.size()),
            });
        }
    }
    Ok(())
}

/// The kind of argument of a parameter. A pointer type need not end in `*`: it may be a typedef's name.
fn kind(parameter: &Parameter) -> Option<ArgumentKind> {
    let name = parameter.type_name.as_str();
    if name == "sampler_t" {
        return Some(ArgumentKind::Sampler);
    }
    if name.starts_with("image") && name.ends_with("_t") {
        return Some(ArgumentKind::Image);
    }
    match parameter.address_space.as_str() {
        "local" => Some(ArgumentKind::Local),
        "global" | "constant" => Some(ArgumentKind::Buffer),
        _ => Some(ArgumentKind::Value),
    }
}

fn check_range(known: &ListedDevice, kernel: &BuiltKernel, range: &NdRange) -> Result<(), Failure> {
    let device = &known.device;
    let dimensions = device.max_work_item_sizes.len().max(1);
    if range.global.len() > dimensions {
        return Err(Failure::short(
            "CL_INVALID_WORK_DIMENSION",
            Resource::Dimensions,
            range.global.len() as u64,
            dimensions as u64,
        ));
    }
    if let Some(required) = kernel.required_group {
        let asked = range.local.clone().unwrap_or_default();
        let mut padded = [1; 3];
        padded[..asked.len()].copy_from_slice(&asked);
        if asked.is_empty() || padded != required {
            return Err(Failure::RequiredWorkGroup { required, asked });
        }
    }
    let Some(local) = &range.local else {
        return Ok(());
    };
    let device_limit = device.max_work_group_size as u64;
    let limit = kernel
        .max_work_group
        .unwrap_or(device_limit)
        .min(device_limit);
    check_work_group(local, &device.max_work_item_sizes, limit)
}

fn check_memory(
    known: &ListedDevice,
    kernel: &BuiltKernel,
    arguments: &[RunArgument<'_>],
) -> Result<(), Failure> {
    let device = &known.device;
    let mut local = kernel.local_memory;
    let mut total = 0u64;
    for (index, argument) in arguments.iter().enumerate() {
        let bytes = match argument {
            RunArgument::Buffer { contents, .. } => contents.len() as u64,
            RunArgument::Poisoned { bytes, .. } => *bytes as u64,
            RunArgument::Local(bytes) => {
                local = local.saturating_add(*bytes as u64);
                continue;
            }
            RunArgument::Image { contents, .. } => contents.len() as u64,
            RunArgument::Value(_) | RunArgument::Null | RunArgument::Sampler(_) => continue,
        };
        if bytes > device.max_allocation {
            return Err(Failure::short(
                "CL_INVALID_BUFFER_SIZE",
                Resource::Buffer { argument: index },
                bytes,
                device.max_allocation,
            ));
        }
        total = total.saturating_add(bytes);
    }
    if total > device.global_memory {
        return Err(Failure::short(
            "CL_MEM_OBJECT_ALLOCATION_FAILURE",
            Resource::GlobalMemory,
            total,
            device.global_memory,
        ));
    }
    if local > device.local_memory {
        return Err(Failure::short(
            "CL_OUT_OF_RESOURCES",
            Resource::LocalMemory,
            local,
            device.local_memory,
        ));
    }
    Ok(())
}
