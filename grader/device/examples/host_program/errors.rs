//! The errors that a host program has to look at: the compiler's log, a buffer that is too large, a
//! launch that breaks a limit.

use ocl::core::Error as CoreError;
use ocl::{Buffer, Context, Device, Kernel, Program, Queue};

/// What the compiler says of a kernel that forgets a semicolon.
pub(crate) fn build_log(device: Device) -> String {
    let source = "kernel void set(global int *out) { out[get_global_id(0)] = 1 }";
    match build(device, source) {
        Ok(_) => "it compiles".to_owned(),
        Err(log) => log,
    }
}

// ANCHOR: build-log
/// Builds a program; the compiler's log where it will not have it.
fn build(device: Device, source: &str) -> Result<Program, String> {
    let context = Context::builder().devices(device).build();
    let context = context.map_err(|error| error.to_string())?;
    let built = Program::builder()
        .src(source)
        .devices(device)
        .build(&context);
    built.map_err(|error| match error {
        ocl::Error::OclCore(CoreError::ProgramBuild(log)) => format!("does not build:\n{log}"),
        other => other.to_string(),
    })
}
// ANCHOR_END: build-log

/// Two requests that a device must refuse, each with the code it gave.
pub(crate) fn refusals(device: Device) -> ocl::Result<Vec<String>> {
    let context = Context::builder().devices(device).build()?;
    let queue = Queue::new(&context, device, None)?;
    Ok(vec![
        format!("a buffer too large: {}", too_large(device, &queue)?),
        format!("a group too large: {}", too_many(device, &context, &queue)?),
    ])
}

/// The name of OpenCL's answer.
fn code_of(result: ocl::Result<()>) -> String {
    match result {
        Ok(()) => "taken".to_owned(),
        // ANCHOR: status
        Err(error) => match error.api_status() {
            Some(status) => format!("{status:?}"),
            None => error.to_string(),
        },
        // ANCHOR_END: status
    }
}

/// A buffer of twice the bytes that the device's largest one may have.
fn too_large(device: Device, queue: &Queue) -> ocl::Result<String> {
    // ANCHOR: too-large
    use ocl::enums::{DeviceInfo, DeviceInfoResult};
    let most = match device.info(DeviceInfo::MaxMemAllocSize)? {
        DeviceInfoResult::MaxMemAllocSize(bytes) => bytes,
        _ => 0,
    };
    let buffer = Buffer::<u8>::builder()
        .queue(queue.clone())
        .len(2 * most as usize)
        .build();
    // ANCHOR_END: too-large
    Ok(code_of(buffer.map(drop)))
}

/// A work-group of twice the work-items that the device takes.
fn too_many(device: Device, context: &Context, queue: &Queue) -> ocl::Result<String> {
    let program = Program::builder()
        .src("kernel void set(global int *out) { out[get_global_id(0)] = 1; }")
        .devices(device)
        .build(context)?;
    let local = 2 * device.max_wg_size()?;
    let out = Buffer::<i32>::builder()
        .queue(queue.clone())
        .len(local)
        .build()?;
    let kernel = Kernel::builder()
        .program(&program)
        .name("set")
        .queue(queue.clone())
        .arg(&out)
        .global_work_size(local)
        .local_work_size(local)
        .build()?;
    // SAFETY: the buffer has an element for each work-item.
    Ok(code_of(unsafe { kernel.enq() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device;

    #[test]
    fn a_program_that_does_not_build_comes_with_the_compilers_log() {
        let log = build_log(device());
        assert!(log.starts_with("does not build:"), "{log}");
        assert!(log.contains("expected ';'"), "{log}");
    }

    #[test]
    fn what_breaks_a_limit_is_refused_by_its_code() {
        let refused = refusals(device()).expect("refusals");
        let codes: Vec<&str> = refused
            .iter()
            .filter_map(|line| line.rsplit(' ').next())
            .collect();
        assert_eq!(
            codes,
            ["CL_INVALID_BUFFER_SIZE", "CL_INVALID_WORK_GROUP_SIZE"]
        );
    }
}
