//! The device list, with the limits that matter for a launch.

use crate::opencl::{DeviceId, Error, device_ids};
use launch::protocol::Device;
use ocl::ffi;

/// A device and what it says of itself.
pub(crate) struct ListedDevice {
    /// Its handle.
    pub(crate) id: DeviceId,
    /// Its description.
    pub(crate) device: Device,
    /// A sub-buffer must start at a multiple of this many bytes.
    pub(crate) alignment: usize,
}

/// Every device of every platform.
pub(crate) fn list() -> Result<Vec<ListedDevice>, Error> {
    let ids = device_ids()?;
    Ok(ids
        .into_iter()
        .enumerate()
        .map(|(index, id)| ListedDevice {
            id,
            device: describe(index, id),
            // OpenCL reports it in bits.
            alignment: (id.number(ffi::CL_DEVICE_MEM_BASE_ADDR_ALIGN) as usize / 8).max(1),
        })
        .collect())
}

fn describe(index: usize, id: DeviceId) -> Device {
    Device {
        index,
        platform: id.platform_text(ffi::CL_PLATFORM_NAME),
        platform_version: id.platform_text(ffi::CL_PLATFORM_VERSION),
        name: id.text(ffi::CL_DEVICE_NAME),
        kind: kind(id.number(ffi::CL_DEVICE_TYPE)).to_owned(),
        driver: id.text(ffi::CL_DRIVER_VERSION),
        opencl_c: id.text(ffi::CL_DEVICE_OPENCL_C_VERSION),
        compute_units: id.number(ffi::CL_DEVICE_MAX_COMPUTE_UNITS) as u32,
        max_work_group_size: id.number(ffi::CL_DEVICE_MAX_WORK_GROUP_SIZE) as usize,
        max_work_item_sizes: id.sizes(ffi::CL_DEVICE_MAX_WORK_ITEM_SIZES),
        local_memory: id.number(ffi::CL_DEVICE_LOCAL_MEM_SIZE),
        global_memory: id.number(ffi::CL_DEVICE_GLOBAL_MEM_SIZE),
        max_allocation: id.number(ffi::CL_DEVICE_MAX_MEM_ALLOC_SIZE),
        clock_mhz: id.number(ffi::CL_DEVICE_MAX_CLOCK_FREQUENCY) as u32,
        extensions: id
            .text(ffi::CL_DEVICE_EXTENSIONS)
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
    }
}

fn kind(bits: u64) -> &'static str {
    if bits & ffi::CL_DEVICE_TYPE_GPU != 0 {
        "GPU"
    } else if bits & ffi::CL_DEVICE_TYPE_CPU != 0 {
        "CPU"
    } else if bits & ffi::CL_DEVICE_TYPE_ACCELERATOR != 0 {
        "accelerator"
    } else {
        "other"
    }
}
