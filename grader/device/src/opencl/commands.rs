//! The further calls of a measurement: single commands with their events, and host memory allocated by
//! OpenCL.

use super::{Context, Error, Event, Kernel, Memory, Queue, check};
use ocl::ffi;
use std::ffi::c_void;
use std::ptr;

/// A command's times by the device's clock, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// When it was enqueued.
    pub(crate) queued: u64,
    /// When it began.
    pub(crate) start: u64,
    pub(crate) end: u64,
}

impl Queue {
    /// Enqueues a kernel whose arguments are set, without waiting.
    pub(crate) fn enqueue(
        &self,
        kernel: &Kernel,
        global: &[usize],
        local: Option<&[usize]>,
    ) -> Result<Event, Error> {
        let mut event = ptr::null_mut();
        // SAFETY: both size arrays have as many numbers as there are dimensions (the caller has
        // validated the range); all arguments are set. The kernel itself is not trusted.
        let code = unsafe {
            ffi::clEnqueueNDRangeKernel(
                self.0,
                kernel.0,
                global.len() as u32,
                ptr::null(),
                global.as_ptr(),
                local.map_or(ptr::null(), <[usize]>::as_ptr),
                0,
                ptr::null(),
                &mut event,
            )
        };
        Event::created(event, code, "clEnqueueNDRangeKernel")
    }

    /// Hands what is enqueued to the device.
    pub(crate) fn flush(&self) -> Result<(), Error> {
        // SAFETY: the queue is live.
        check(unsafe { ffi::clFlush(self.0) }, "clFlush")
    }

    /// Waits until everything enqueued has ended.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        // SAFETY: the queue is live.
        check(unsafe { ffi::clFinish(self.0) }, "clFinish")
    }

    /// Copies host bytes into a buffer and waits for it.
    pub(crate) fn write(
        &self,
        memory: &Memory,
        offset: usize,
        host: &[u8],
    ) -> Result<Event, Error> {
        let mut event = ptr::null_mut();
        // SAFETY: the call returns when the bytes have been copied; OpenCL checks that they lie
        // within the buffer.
        let code = unsafe {
            ffi::clEnqueueWriteBuffer(
                self.0,
                memory.0,
                ffi::CL_TRUE,
                offset,
                host.len(),
                host.as_ptr().cast(),
                0,
                ptr::null(),
                &mut event,
            )
        };
        Event::created(event, code, "clEnqueueWriteBuffer")
    }

    /// Copies a part of a buffer to the host and waits for it.
    pub(crate) fn read(
        &self,
        memory: &Memory,
        offset: usize,
        host: &mut [u8],
    ) -> Result<Event, Error> {
        let mut event = ptr::null_mut();
        // SAFETY: as for the upload; the bytes are borrowed mutably until the call returns.
        let code = unsafe {
            ffi::clEnqueueReadBuffer(
                self.0,
                memory.0,
                ffi::CL_TRUE,
                offset,
                host.len(),
                host.as_mut_ptr().cast(),
                0,
                ptr::null(),
                &mut event,
            )
        };
        Event::created(event, code, "clEnqueueReadBuffer")
    }

    /// Fills a buffer of `bytes` bytes, a multiple of four, with a number, without waiting.
    pub(crate) fn fill(&self, memory: &Memory, number: u32, bytes: usize) -> Result<(), Error> {
        let mut event = ptr::null_mut();
        // SAFETY: OpenCL copies the pattern during the call and checks the size.
        let code = unsafe {
            ffi::clEnqueueFillBuffer(
                self.0,
                memory.0,
                ptr::from_ref(&number).cast(),
                size_of::<u32>(),
                0,
                bytes,
                0,
                ptr::null(),
                &mut event,
            )
        };
        Event::created(event, code, "clEnqueueFillBuffer").map(drop)
    }
}

impl Event {
    /// Its times, if the device reports them; none for a command that has not ended.
    pub(crate) fn times(&self) -> Option<Times> {
        Some(Times {
            queued: self.time(ffi::CL_PROFILING_COMMAND_QUEUED)?,
            start: self.time(ffi::CL_PROFILING_COMMAND_START)?,
            end: self.time(ffi::CL_PROFILING_COMMAND_END)?,
        })
    }
}

/// Host memory that OpenCL gives, which a driver can copy from and to without a detour (pinned).
pub(crate) struct HostMemory<'a> {
    queue: &'a Queue,
    memory: Memory,
    bytes: *mut u8,
    length: usize,
}

impl<'a> HostMemory<'a> {
    /// `length` bytes of it, not none.
    pub(crate) fn new(
        context: &Context,
        queue: &'a Queue,
        length: usize,
    ) -> Result<HostMemory<'a>, Error> {
        let mut code = 0;
        // SAFETY: the context is live; no host pointer is given.
        let raw = unsafe {
            ffi::clCreateBuffer(
                context.0,
                ffi::CL_MEM_READ_WRITE | ffi::CL_MEM_ALLOC_HOST_PTR,
                length,
                ptr::null_mut(),
                &mut code,
            )
        };
        let memory = Memory::created(raw, code, "clCreateBuffer")?;
        // SAFETY: the call blocks until the buffer is mapped.
        let bytes: *mut c_void = unsafe {
            ffi::clEnqueueMapBuffer(
                queue.0,
                memory.0,
                ffi::CL_TRUE,
                ffi::CL_MAP_READ | ffi::CL_MAP_WRITE,
                0,
                length,
                0,
                ptr::null(),
                ptr::null_mut(),
                &mut code,
            )
        };
        check(code, "clEnqueueMapBuffer")?;
        Ok(HostMemory {
            queue,
            memory,
            bytes: bytes.cast(),
            length,
        })
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the mapping holds `length` bytes until it is dropped, and is borrowed mutably. What
        // is in it at first is not known, but bytes of any value are bytes.
        unsafe { std::slice::from_raw_parts_mut(self.bytes, self.length) }
    }
}

impl Drop for HostMemory<'_> {
    fn drop(&mut self) {
        // SAFETY: the pointer is the one that mapping gave, and nobody uses it any more.
        unsafe {
            ffi::clEnqueueUnmapMemObject(
                self.queue.0,
                self.memory.0,
                self.bytes.cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            );
            ffi::clFinish(self.queue.0);
        }
    }
}
