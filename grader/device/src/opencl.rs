//! The OpenCL calls: the one module with `unsafe`, behind functions that are safe to call.
//!
//! It calls the C interface (`ocl::ffi`) rather than `ocl`'s own layers: those panic on an error
//! code they don't know, wait ten seconds where no platform is installed, and hide the code that a
//! report must name.
//!
//! Why each call is sound: handles are owned by the types below, come from a successful create call and are
//! released once; every pointer passed is to a live slice, with its length; commands that use host memory are
//! finished before the function that started them returns. A kernel's effects on this process cannot be made
//! sound. That is why it is a process of its own.
#![allow(unsafe_code)]

mod commands;
mod images;

pub(crate) use commands::HostMemory;
pub(crate) use images::Image;

use num_traits::FromPrimitive;
use ocl::core::Status;
use ocl::ffi;
use std::ffi::{CString, c_void};
use std::fmt;
use std::ptr;

/// A failed OpenCL call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) code: Code,
    /// The function that returned it.
    pub(crate) call: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered {}", self.call, self.code)
    }
}

/// An OpenCL error code, shown by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) i32);

impl Code {
    /// Its status, where `ocl` knows it.
    pub(crate) fn status(self) -> Option<Status> {
        Status::from_i32(self.0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status() {
            Some(status) => write!(f, "{status:?}"),
            None => write!(f, "OpenCL error {}", self.0),
        }
    }
}

fn check(code: i32, call: &'static str) -> Result<(), Error> {
    if code == ffi::CL_SUCCESS {
        Ok(())
    } else {
        Err(Error {
            code: Code(code),
            call,
        })
    }
}

/// Calls one of the `clGet...Info` functions twice: for the size, then for the bytes.
fn info(
    call: &'static str,
    mut ask: impl FnMut(usize, *mut c_void, *mut usize) -> i32,
) -> Result<Vec<u8>, Error> {
    let mut size = 0;
    check(ask(0, ptr::null_mut(), &mut size), call)?;
    let mut bytes = vec![0u8; size];
    if size > 0 {
        check(ask(size, bytes.as_mut_ptr().cast(), ptr::null_mut()), call)?;
    }
    Ok(bytes)
}

fn text(mut bytes: Vec<u8>) -> String {
    if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(end);
    }
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

/// An unsigned number of four or eight bytes, in this machine's order.
fn number(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => bytes.try_into().map_or(0, u64::from_ne_bytes),
        4 => bytes.try_into().map_or(0, u32::from_ne_bytes).into(),
        _ => 0,
    }
}

/// A device and the platform it belongs to. Both live as long as the process.
#[derive(Clone, Copy)]
pub(crate) struct DeviceId {
    platform: ffi::cl_platform_id,
    device: ffi::cl_device_id,
}

/// Every device of every platform, in the loader's order. None where there is no platform.
pub(crate) fn device_ids() -> Result<Vec<DeviceId>, Error> {
    let mut count = 0;
    // SAFETY: no array is given, only the place for the count.
    let code = unsafe { ffi::clGetPlatformIDs(0, ptr::null_mut(), &mut count) };
    if code == ffi::CL_PLATFORM_NOT_FOUND_KHR || count == 0 {
        return Ok(Vec::new());
    }
    check(code, "clGetPlatformIDs")?;
    let mut platforms = vec![ptr::null_mut(); count as usize];
    // SAFETY: the array has `count` places.
    let code = unsafe { ffi::clGetPlatformIDs(count, platforms.as_mut_ptr(), ptr::null_mut()) };
    check(code, "clGetPlatformIDs")?;
    let mut ids = Vec::new();
    for platform in platforms {
        let all = ffi::CL_DEVICE_TYPE_ALL;
        let mut count = 0;
        // SAFETY: `platform` is from the loader; no array is given.
        let code = unsafe { ffi::clGetDeviceIDs(platform, all, 0, ptr::null_mut(), &mut count) };
        if code == ffi::CL_DEVICE_NOT_FOUND || count == 0 {
            continue;
        }
        check(code, "clGetDeviceIDs")?;
        let mut devices = vec![ptr::null_mut(); count as usize];
        // SAFETY: the array has `count` places.
        let code = unsafe {
            ffi::clGetDeviceIDs(platform, all, count, devices.as_mut_ptr(), ptr::null_mut())
        };
        check(code, "clGetDeviceIDs")?;
        ids.extend(
            devices
                .into_iter()
                .map(|device| DeviceId { platform, device }),
        );
    }
    Ok(ids)
}

impl DeviceId {
    fn info(self, what: u32) -> Result<Vec<u8>, Error> {
        info("clGetDeviceInfo", |size, value, needed| {
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetDeviceInfo(self.device, what, size, value, needed) }
        })
    }

    /// A text about the device; empty if it is not reported.
    pub(crate) fn text(self, what: u32) -> String {
        self.info(what).map(text).unwrap_or_default()
    }

    /// A number about the device; 0 if it is not reported.
    pub(crate) fn number(self, what: u32) -> u64 {
        self.info(what).map_or(0, |bytes| number(&bytes))
    }

    /// Sizes about the device, one for each dimension; empty if they are not reported.
    pub(crate) fn sizes(self, what: u32) -> Vec<usize> {
        let bytes = self.info(what).unwrap_or_default();
        bytes
            .chunks_exact(size_of::<usize>())
            .map(|chunk| number(chunk) as usize)
            .collect()
    }

    /// A text about the device's platform; empty if it is not reported.
    pub(crate) fn platform_text(self, what: u32) -> String {
        info("clGetPlatformInfo", |size, value, needed| {
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetPlatformInfo(self.platform, what, size, value, needed) }
        })
        .map(text)
        .unwrap_or_default()
    }
}

/// Declares an owned OpenCL object, released when it is dropped.
macro_rules! owned {
    ($(#[$doc:meta])* $name:ident, $raw:ty, $release:path) => {
        $(#[$doc])*
        pub(crate) struct $name($raw);

        impl $name {
            fn created(raw: $raw, code: i32, call: &'static str) -> Result<Self, Error> {
                check(code, call).map(|()| $name(raw))
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the object was created successfully and this is its only owner.
                unsafe { $release(self.0) };
            }
        }
    };
}

owned!(
    /// A context of one device.
    Context,
    ffi::cl_context,
    ffi::clReleaseContext
);
owned!(
    /// An in-order queue with profiling.
    Queue,
    ffi::cl_command_queue,
    ffi::clReleaseCommandQueue
);
owned!(Program, ffi::cl_program, ffi::clReleaseProgram);
owned!(
    /// A kernel and the arguments set for it.
    Kernel,
    ffi::cl_kernel,
    ffi::clReleaseKernel
);
owned!(
    /// A buffer or a part of one.
    Memory,
    ffi::cl_mem,
    ffi::clReleaseMemObject
);
owned!(
    /// A sampler.
    SamplerHandle,
    ffi::cl_sampler,
    ffi::clReleaseSampler
);
owned!(
    /// A command that was enqueued.
    Event,
    ffi::cl_event,
    ffi::clReleaseEvent
);

impl Context {
    /// A context of `device` alone.
    pub(crate) fn new(device: DeviceId) -> Result<Self, Error> {
        let properties: [ffi::cl_context_properties; 3] = [
            ffi::CL_CONTEXT_PLATFORM as ffi::cl_context_properties,
            device.platform as ffi::cl_context_properties,
            0,
        ];
        let mut code = 0;
        // SAFETY: the properties end with 0; one device is given; there is no callback.
        let raw = unsafe {
            ffi::clCreateContext(
                properties.as_ptr(),
                1,
                &device.device,
                None,
                ptr::null_mut(),
                &mut code,
            )
        };
        Context::created(raw, code, "clCreateContext")
    }

    /// A queue to `device`, which is the context's.
    pub(crate) fn queue(&self, device: DeviceId) -> Result<Queue, Error> {
        let mut code = 0;
        // SAFETY: both handles are live.
        let raw = unsafe {
            ffi::clCreateCommandQueue(
                self.0,
                device.device,
                ffi::CL_QUEUE_PROFILING_ENABLE,
                &mut code,
            )
        };
        Queue::created(raw, code, "clCreateCommandQueue")
    }

    /// A buffer of `size` bytes that kernels may read and write.
    pub(crate) fn buffer(&self, size: usize) -> Result<Memory, Error> {
        let mut code = 0;
        // SAFETY: the context is live; no host pointer is given.
        let raw = unsafe {
            ffi::clCreateBuffer(
                self.0,
                ffi::CL_MEM_READ_WRITE,
                size,
                ptr::null_mut(),
                &mut code,
            )
        };
        Memory::created(raw, code, "clCreateBuffer")
    }

    /// A program of this text, not built yet.
    pub(crate) fn program(&self, source: &str) -> Result<Program, Error> {
        let (pointer, length) = (source.as_ptr().cast(), source.len());
        let mut code = 0;
        // SAFETY: one string of the given length, which OpenCL copies.
        let raw =
            unsafe { ffi::clCreateProgramWithSource(self.0, 1, &pointer, &length, &mut code) };
        Program::created(raw, code, "clCreateProgramWithSource")
    }

    /// A program that was compiled for `device`, which is the context's; not built yet.
    pub(crate) fn compiled_program(
        &self,
        device: DeviceId,
        binary: &[u8],
    ) -> Result<Program, Error> {
        let (pointer, length) = (binary.as_ptr(), binary.len());
        let (mut status, mut code) = (0, 0);
        // SAFETY: one device, and one binary of the given length, which OpenCL copies. Whether the
        // bytes are a program is the driver's to check, in a process that holds nothing else.
        let raw = unsafe {
            ffi::clCreateProgramWithBinary(
                self.0,
                1,
                &device.device,
                &length,
                &pointer,
                &mut status,
                &mut code,
            )
        };
        let program = Program::created(raw, code, "clCreateProgramWithBinary")?;
        check(status, "clCreateProgramWithBinary")?;
        Ok(program)
    }
}

impl Program {
    /// Compiles and links it for `device`.
    pub(crate) fn build(&self, device: DeviceId, options: &CString) -> Result<(), Error> {
        // SAFETY: the handles are live; there is no callback, so the call returns when it is done.
        let code = unsafe {
            ffi::clBuildProgram(
                self.0,
                1,
                &device.device,
                options.as_ptr(),
                None,
                ptr::null_mut(),
            )
        };
        check(code, "clBuildProgram")
    }

    /// The compiler's log; empty if there is none.
    pub(crate) fn log(&self, device: DeviceId) -> String {
        info("clGetProgramBuildInfo", |size, value, needed| {
            let what = ffi::CL_PROGRAM_BUILD_LOG;
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetProgramBuildInfo(self.0, device.device, what, size, value, needed) }
        })
        .map(text)
        .unwrap_or_default()
    }

    /// The names of its kernels, once it is built.
    pub(crate) fn kernel_names(&self) -> Vec<String> {
        let names = info("clGetProgramInfo", |size, value, needed| {
            let what = ffi::CL_PROGRAM_KERNEL_NAMES;
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetProgramInfo(self.0, what, size, value, needed) }
        })
        .map(text)
        .unwrap_or_default();
        names
            .split(';')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The program as the driver keeps it, once it is built. The context has one device.
    pub(crate) fn binary(&self) -> Result<Vec<u8>, Error> {
        let call = "clGetProgramInfo";
        let sizes = info(call, |size, value, needed| {
            let what = ffi::CL_PROGRAM_BINARY_SIZES;
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetProgramInfo(self.0, what, size, value, needed) }
        })?;
        let mut binary = vec![0u8; number(&sizes) as usize];
        let mut places = [binary.as_mut_ptr()];
        // SAFETY: there is one device, so one place of as many bytes as the driver has just said.
        let code = unsafe {
            ffi::clGetProgramInfo(
                self.0,
                ffi::CL_PROGRAM_BINARIES,
                size_of_val(&places),
                places.as_mut_ptr().cast(),
                ptr::null_mut(),
            )
        };
        check(code, call)?;
        Ok(binary)
    }

    pub(crate) fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let call = "clCreateKernel";
        let invalid = Error {
            code: Code(ffi::CL_INVALID_KERNEL_NAME),
            call,
        };
        let name = CString::new(name).map_err(|_| invalid)?;
        let mut code = 0;
        // SAFETY: the program is live and the name ends with NUL.
        let raw = unsafe { ffi::clCreateKernel(self.0, name.as_ptr(), &mut code) };
        Kernel::created(raw, code, call)
    }
}

/// The value of a kernel argument.
pub(crate) enum Setting<'a> {
    /// A buffer.
    Memory(&'a Memory),
    /// A sampler.
    Sampler(&'a SamplerHandle),
    /// No buffer.
    Null,
    /// A value's bytes.
    Value(&'a [u8]),
    /// This many bytes of local memory.
    Local(usize),
}

impl Kernel {
    pub(crate) fn parameter_count(&self) -> usize {
        info("clGetKernelInfo", |size, value, needed| {
            let what = ffi::CL_KERNEL_NUM_ARGS;
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetKernelInfo(self.0, what, size, value, needed) }
        })
        .map_or(0, |bytes| number(&bytes) as usize)
    }

    fn parameter_info(&self, index: usize, what: u32) -> Result<Vec<u8>, Error> {
        info("clGetKernelArgInfo", |size, value, needed| {
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetKernelArgInfo(self.0, index as u32, what, size, value, needed) }
        })
    }

    /// A text about a parameter, if the device reports it.
    pub(crate) fn parameter_text(&self, index: usize, what: u32) -> Option<String> {
        self.parameter_info(index, what).map(text).ok()
    }

    /// A number about a parameter, if the device reports it.
    pub(crate) fn parameter_number(&self, index: usize, what: u32) -> Option<u64> {
        let bytes = self.parameter_info(index, what).ok()?;
        Some(number(&bytes))
    }

    /// Sizes of the kernel on `device`; empty if they are not reported.
    pub(crate) fn work_group_sizes(&self, device: DeviceId, what: u32) -> Vec<u64> {
        let bytes = info("clGetKernelWorkGroupInfo", |size, value, needed| {
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe {
                ffi::clGetKernelWorkGroupInfo(self.0, device.device, what, size, value, needed)
            }
        })
        .unwrap_or_default();
        bytes.chunks_exact(8).map(number).collect()
    }

    /// Sets argument number `index`.
    pub(crate) fn set(&self, index: usize, setting: &Setting<'_>) -> Result<(), Error> {
        let (size, value): (usize, *const c_void) = match setting {
            Setting::Memory(memory) => (
                size_of::<ffi::cl_mem>(),
                ptr::from_ref::<ffi::cl_mem>(&memory.0).cast(),
            ),
            Setting::Sampler(sampler) => (
                size_of::<ffi::cl_sampler>(),
                ptr::from_ref::<ffi::cl_sampler>(&sampler.0).cast(),
            ),
            Setting::Null => (size_of::<ffi::cl_mem>(), ptr::null()),
            Setting::Value(bytes) => (bytes.len(), bytes.as_ptr().cast()),
            Setting::Local(bytes) => (*bytes, ptr::null()),
        };
        // SAFETY: `value` is null or points at `size` live bytes, which OpenCL copies.
        let code = unsafe { ffi::clSetKernelArg(self.0, index as u32, size, value) };
        check(code, "clSetKernelArg")
    }
}

impl Memory {
    /// The part of a buffer from `origin` on, `size` bytes; it shares the buffer's memory.
    pub(crate) fn part(&self, origin: usize, size: usize) -> Result<Memory, Error> {
        let region = ffi::cl_buffer_region { origin, size };
        let mut code = 0;
        // SAFETY: the buffer is live and `region` is what this creation type wants. The part holds
        // a reference to the buffer, so the order in which the two are dropped doesn't matter.
        let raw = unsafe {
            ffi::clCreateSubBuffer(
                self.0,
                ffi::CL_MEM_READ_WRITE,
                ffi::CL_BUFFER_CREATE_TYPE_REGION,
                ptr::from_ref(&region).cast(),
                &mut code,
            )
        };
        Memory::created(raw, code, "clCreateSubBuffer")
    }
}

/// An NDRange that was validated.
pub(crate) struct Range<'a> {
    pub(crate) global: &'a [usize],
    pub(crate) local: Option<&'a [usize]>,
    /// Empty where global ids begin at 0.
    pub(crate) offset: &'a [usize],
}

/// A stretch of host bytes and the buffer it is copied to and from.
pub(crate) struct Copy<'a> {
    /// The buffer; the copy starts at its first byte.
    pub(crate) memory: &'a Memory,
    /// The bytes.
    pub(crate) host: &'a mut [u8],
}

impl Queue {
    /// Uploads all copies, launches the kernel, downloads all copies. Returns the kernel's time on the device
    /// in nanoseconds, if the device reports it.
    pub(crate) fn launch(
        &self,
        kernel: &Kernel,
        range: &Range<'_>,
        copies: &mut [Copy<'_>],
    ) -> Result<Option<u64>, Error> {
        let started = self.start(kernel, range, copies);
        // SAFETY: the queue is live. Whatever failed before, nothing may still use the host bytes
        // once this function has returned.
        let finished = check(unsafe { ffi::clFinish(self.0) }, "clFinish");
        let event = started?;
        finished?;
        event.succeeded()?;
        Ok(event.nanoseconds())
    }

    /// Enqueues everything without waiting, so that the device is woken once.
    fn start(
        &self,
        kernel: &Kernel,
        range: &Range<'_>,
        copies: &mut [Copy<'_>],
    ) -> Result<Event, Error> {
        let offset = (!range.offset.is_empty()).then_some(range.offset);
        for copy in &*copies {
            // SAFETY: the host bytes live until the caller has finished the queue.
            let code = unsafe {
                ffi::clEnqueueWriteBuffer(
                    self.0,
                    copy.memory.0,
                    ffi::CL_FALSE,
                    0,
                    copy.host.len(),
                    copy.host.as_ptr().cast(),
                    0,
                    ptr::null(),
                    ptr::null_mut(),
                )
            };
            check(code, "clEnqueueWriteBuffer")?;
        }
        let mut event = ptr::null_mut();
        // SAFETY: the arrays have as many numbers as there are dimensions (the caller has
        // validated the range); all arguments are set. The kernel itself is not trusted.
        let code = unsafe {
            ffi::clEnqueueNDRangeKernel(
                self.0,
                kernel.0,
                range.global.len() as u32,
                offset.map_or(ptr::null(), <[usize]>::as_ptr),
                range.global.as_ptr(),
                range.local.map_or(ptr::null(), <[usize]>::as_ptr),
                0,
                ptr::null(),
                &mut event,
            )
        };
        let event = Event::created(event, code, "clEnqueueNDRangeKernel")?;
        for copy in copies {
            // SAFETY: as for the upload; the mutable borrow keeps others away until then.
            let code = unsafe {
                ffi::clEnqueueReadBuffer(
                    self.0,
                    copy.memory.0,
                    ffi::CL_FALSE,
                    0,
                    copy.host.len(),
                    copy.host.as_mut_ptr().cast(),
                    0,
                    ptr::null(),
                    ptr::null_mut(),
                )
            };
            check(code, "clEnqueueReadBuffer")?;
        }
        Ok(event)
    }
}

impl Event {
    /// Did the command end well?
    pub(crate) fn succeeded(&self) -> Result<(), Error> {
        let bytes = info("clGetEventInfo", |size, value, needed| {
            let what = ffi::CL_EVENT_COMMAND_EXECUTION_STATUS;
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetEventInfo(self.0, what, size, value, needed) }
        })?;
        match number(&bytes) as u32 as i32 {
            code if code < 0 => check(code, "clEnqueueNDRangeKernel"),
            _ => Ok(()),
        }
    }

    fn time(&self, what: u32) -> Option<u64> {
        let bytes = info("clGetEventProfilingInfo", |size, value, needed| {
            // SAFETY: `info` hands out a buffer of `size` bytes or none.
            unsafe { ffi::clGetEventProfilingInfo(self.0, what, size, value, needed) }
        })
        .ok()?;
        Some(number(&bytes))
    }

    fn nanoseconds(&self) -> Option<u64> {
        let start = self.time(ffi::CL_PROFILING_COMMAND_START)?;
        let end = self.time(ffi::CL_PROFILING_COMMAND_END)?;
        end.checked_sub(start)
    }
}

unsafe extern "C" {
    fn fflush(stream: *mut c_void) -> i32;
}

/// Hands on what the driver has written to C's standard output and is still buffered there.
pub(crate) fn flush_c_output() {
    // SAFETY: a null stream means all output streams; the C library locks each.
    unsafe { fflush(ptr::null_mut()) };
}
