//! The meaning of a refused OpenCL call for a launch.

use crate::opencl::Error;
use launch::protocol::Failure;
use ocl::core::Status;

pub(crate) fn failure(error: Error) -> Failure {
    let code = error.code.to_string();
    match error.code.status() {
        Some(
            Status::CL_OUT_OF_RESOURCES
            | Status::CL_OUT_OF_HOST_MEMORY
            | Status::CL_MEM_OBJECT_ALLOCATION_FAILURE
            | Status::CL_INVALID_BUFFER_SIZE
            | Status::CL_INVALID_WORK_GROUP_SIZE
            | Status::CL_INVALID_WORK_ITEM_SIZE,
        ) => Failure::OutOfResources {
            code,
            shortage: None,
        },
        Some(
            Status::CL_DEVICE_NOT_AVAILABLE
            | Status::CL_NV_INVALID_MEM_ACCESS
            | Status::CL_INVALID_COMMAND_QUEUE
            | Status::CL_INVALID_CONTEXT,
        ) => Failure::DeviceLost { code },
        _ => Failure::Refused {
            code,
            call: error.call.to_owned(),
        },
    }
}
