//! What OpenCL says of its objects, and the bytes of buffers and images, through the next layer.
//!
//! Why the calls are sound: handles are those that the program uses in the call that is captured, or that a query has
//! answered with; each pointer is to live memory of the size that goes with it; reads are blocking, so that none goes
//! on after its memory is gone.
#![allow(unsafe_code)]

use crate::SUCCESS;
use crate::dispatch::*;
use crate::failure::Failure;
use launch::captured::{After, Argument, Memory};
use std::ffi::c_void;
use std::ptr;

const DEVICE_NAME: u32 = 0x102B;
const QUEUE_CONTEXT: u32 = 0x1090;
const QUEUE_DEVICE: u32 = 0x1091;
const MEM_TYPE: u32 = 0x1100;
const MEM_FLAGS: u32 = 0x1101;
const MEM_SIZE: u32 = 0x1102;
const MEM_ASSOCIATED: u32 = 0x1107;
const MEM_OFFSET: u32 = 0x1108;
const IMAGE_FORMAT: u32 = 0x1110;
const IMAGE_ELEMENT_SIZE: u32 = 0x1111;
const IMAGE_WIDTH: u32 = 0x1114;
const IMAGE_HEIGHT: u32 = 0x1115;
const IMAGE_DEPTH: u32 = 0x1116;
const IMAGE_ARRAY_SIZE: u32 = 0x1117;
const IMAGE_MIP_LEVELS: u32 = 0x1119;
const IMAGE_SAMPLES: u32 = 0x111A;
const SAMPLER_NORMALIZED: u32 = 0x1152;
const SAMPLER_ADDRESSING: u32 = 0x1153;
const SAMPLER_FILTER: u32 = 0x1154;
const PROGRAM_SOURCE: u32 = 0x1164;
const PROGRAM_IL: u32 = 0x1169;
const PROGRAM_DEVICES: u32 = 0x1163;
const BUILD_OPTIONS: u32 = 0x1182;
const KERNEL_NAME: u32 = 0x1190;
const KERNEL_ARGUMENTS: u32 = 0x1191;
const KERNEL_PROGRAM: u32 = 0x1194;

/// `CL_MEM_OBJECT_*`
const BUFFER: u32 = 0x10F0;
const IMAGE_2D: u32 = 0x10F1;
const IMAGE_3D: u32 = 0x10F2;
const IMAGE_2D_ARRAY: u32 = 0x10F3;
const IMAGE_1D: u32 = 0x10F4;
const IMAGE_1D_ARRAY: u32 = 0x10F5;
const IMAGE_1D_BUFFER: u32 = 0x10F6;

const TRUE: u32 = 1;
/// A buffer that the host may not read.
const INVALID_OPERATION: i32 = -59;
const READ_WRITE: u64 = 1;

/// Commands that a read waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    pub(crate) count: u32,
    pub(crate) events: *const Handle,
}

/// An object of memory whose bytes can be read.
#[derive(Clone, Debug)]
pub(crate) struct Readable {
    object: Handle,
    bytes: u64,
    /// The region of an image in pixels; absent for a buffer.
    region: Option<[usize; 3]>,
}

type Info = unsafe extern "system" fn(Handle, u32, usize, *mut c_void, *mut usize) -> i32;

/// The bytes that a query answers with: `ask` is given the size and the place of the answer, and the place of its size.
fn answered(ask: impl Fn(usize, *mut c_void, *mut usize) -> i32) -> Option<Vec<u8>> {
    let mut size = 0;
    if ask(0, ptr::null_mut(), &mut size) != SUCCESS {
        return None;
    }
    let mut bytes = vec![0_u8; size];
    if size > 0 && ask(size, bytes.as_mut_ptr().cast(), ptr::null_mut()) != SUCCESS {
        return None;
    }
    Some(bytes)
}

fn bytes(info: Info, handle: Handle, name: u32) -> Option<Vec<u8>> {
    answered(|size, value, size_ret| unsafe { info(handle, name, size, value, size_ret) })
}

/// The text that a query answers with, without the zero at its end.
fn text(info: Info, handle: Handle, name: u32) -> Option<String> {
    let bytes = bytes(info, handle, name)?;
    Some(to_text(&bytes))
}

fn to_text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0);
    String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len())]).into_owned()
}

/// A number of the size that the answer has.
fn number(info: Info, handle: Handle, name: u32) -> Option<u64> {
    let bytes = bytes(info, handle, name)?;
    match bytes.len() {
        4 => Some(u32::from_ne_bytes(bytes.try_into().ok()?).into()),
        8 => Some(u64::from_ne_bytes(bytes.try_into().ok()?)),
        _ => None,
    }
}

fn handle(info: Info, of: Handle, name: u32) -> Option<Handle> {
    let handle = number(info, of, name)? as usize as Handle;
    (!handle.is_null()).then_some(handle)
}

impl Dispatch {
    /// A function that a capture cannot do without.
    fn needed<F: Function>(&self) -> Result<F::Pointer, Failure> {
        self.get::<F>().ok_or(Failure::Absent { name: F::NAME })
    }

    pub(crate) fn kernel_name(&self, kernel: Handle) -> Option<String> {
        text(self.get::<clGetKernelInfo>()?, kernel, KERNEL_NAME)
    }

    pub(crate) fn kernel_arguments(&self, kernel: Handle) -> Option<u32> {
        let count = number(self.get::<clGetKernelInfo>()?, kernel, KERNEL_ARGUMENTS)?;
        u32::try_from(count).ok()
    }

    pub(crate) fn kernel_program(&self, kernel: Handle) -> Option<Handle> {
        handle(self.get::<clGetKernelInfo>()?, kernel, KERNEL_PROGRAM)
    }

    pub(crate) fn queue_device(&self, queue: Handle) -> Option<Handle> {
        handle(self.get::<clGetCommandQueueInfo>()?, queue, QUEUE_DEVICE)
    }

    pub(crate) fn device_name(&self, device: Handle) -> Option<String> {
        text(self.get::<clGetDeviceInfo>()?, device, DEVICE_NAME)
    }

    /// The first device of a program.
    pub(crate) fn program_device(&self, program: Handle) -> Option<Handle> {
        let devices = bytes(self.get::<clGetProgramInfo>()?, program, PROGRAM_DEVICES)?;
        let first = devices.get(..size_of::<usize>())?;
        Some(usize::from_ne_bytes(first.try_into().ok()?) as Handle)
    }

    /// A program's text; absent where it was made of none.
    pub(crate) fn program_text(&self, program: Handle) -> Option<Vec<u8>> {
        let mut text = bytes(self.get::<clGetProgramInfo>()?, program, PROGRAM_SOURCE)?;
        if text.last() == Some(&0) {
            text.pop();
        }
        (!text.is_empty()).then_some(text)
    }

    /// Was a program made of an intermediate language?
    pub(crate) fn is_intermediate(&self, program: Handle) -> bool {
        let info = self.get::<clGetProgramInfo>();
        let il = info.and_then(|info| bytes(info, program, PROGRAM_IL));
        il.is_some_and(|il| !il.is_empty())
    }

    pub(crate) fn build_options(&self, program: Handle, device: Handle) -> Option<String> {
        let info = self.get::<clGetProgramBuildInfo>()?;
        let options = answered(|size, value, size_ret| unsafe {
            info(program, device, BUILD_OPTIONS, size, value, size_ret)
        })?;
        Some(to_text(&options))
    }

    /// A sampler's state.
    pub(crate) fn sampler(&self, sampler: Handle) -> Option<Argument> {
        let info = self.get::<clGetSamplerInfo>()?;
        let number = |name| u32::try_from(number(info, sampler, name)?).ok();
        Some(Argument::Sampler {
            normalized: number(SAMPLER_NORMALIZED)? != 0,
            addressing: number(SAMPLER_ADDRESSING)?,
            filter: number(SAMPLER_FILTER)?,
        })
    }

    /// An object of memory, its bytes yet to be read; `None` beside the argument where they cannot be.
    pub(crate) fn memory(&self, object: Handle) -> Option<(Argument, Option<Readable>)> {
        let info = self.get::<clGetMemObjectInfo>()?;
        let kind = u32::try_from(number(info, object, MEM_TYPE)?).ok()?;
        let root = handle(info, object, MEM_ASSOCIATED);
        let mut memory = Memory {
            object: root.unwrap_or(object) as u64,
            offset: number(info, object, MEM_OFFSET).unwrap_or(0),
            flags: number(info, object, MEM_FLAGS)?,
            before: Vec::new(),
            after: After::Unknown,
        };
        if kind == BUFFER {
            let readable = Readable {
                object,
                bytes: number(info, object, MEM_SIZE)?,
                region: None,
            };
            return Some((Argument::Buffer(memory), Some(readable)));
        }
        let info = self.get::<clGetImageInfo>()?;
        let format = bytes(info, object, IMAGE_FORMAT)?;
        let half = |at: usize| {
            let bytes = format.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_ne_bytes(bytes))
        };
        let (order, channel) = (half(0)?, half(4)?);
        let of = |name| number(info, object, name).unwrap_or(0);
        let [width, height, depth] = [IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH].map(of);
        let layers = of(IMAGE_ARRAY_SIZE);
        let region = match kind {
            IMAGE_1D | IMAGE_1D_BUFFER => [width, 1, 1],
            IMAGE_1D_ARRAY => [width, layers, 1],
            IMAGE_2D => [width, height, 1],
            IMAGE_2D_ARRAY => [width, height, layers],
            IMAGE_3D => [width, height, depth],
            _ => return Some((Argument::Opaque, None)),
        };
        if of(IMAGE_MIP_LEVELS) > 1 || of(IMAGE_SAMPLES) > 1 {
            return Some((Argument::Opaque, None));
        }
        // An image of a buffer shares its memory, and no offset is a buffer's.
        memory.offset = 0;
        let bytes = region
            .iter()
            .try_fold(of(IMAGE_ELEMENT_SIZE), |bytes, &size| {
                bytes.checked_mul(size)
            })?;
        let readable = Readable {
            object,
            bytes,
            region: Some(region.map(|size| size as usize)),
        };
        let image = Argument::Image {
            kind,
            order,
            channel,
            size: [width, height, depth, layers],
            memory,
        };
        Some((image, Some(readable)))
    }

    /// Reads an object's bytes, once the commands that it waits for are done.
    pub(crate) fn read(
        &self,
        queue: Handle,
        readable: &Readable,
        waits: Waits,
    ) -> Result<Vec<u8>, Failure> {
        let mut contents = vec![0_u8; readable.bytes as usize];
        if contents.is_empty() {
            return Ok(contents);
        }
        let Some(region) = readable.region else {
            let code = self.read_buffer(queue, readable.object, &mut contents, waits)?;
            return match code {
                SUCCESS => Ok(contents),
                INVALID_OPERATION => self.read_copy(queue, readable, waits),
                code => Err(Failure::Call {
                    name: clEnqueueReadBuffer::NAME,
                    code,
                }),
            };
        };
        let read = self.needed::<clEnqueueReadImage>()?;
        let origin = [0_usize; 3];
        let code = unsafe {
            read(
                queue,
                readable.object,
                TRUE,
                origin.as_ptr(),
                region.as_ptr(),
                0,
                0,
                contents.as_mut_ptr().cast(),
                waits.count,
                waits.events,
                ptr::null_mut(),
            )
        };
        match code {
            SUCCESS => Ok(contents),
            code => Err(Failure::Call {
                name: clEnqueueReadImage::NAME,
                code,
            }),
        }
    }

    fn read_buffer(
        &self,
        queue: Handle,
        object: Handle,
        contents: &mut [u8],
        waits: Waits,
    ) -> Result<i32, Failure> {
        let read = self.needed::<clEnqueueReadBuffer>()?;
        Ok(unsafe {
            read(
                queue,
                object,
                TRUE,
                0,
                contents.len(),
                contents.as_mut_ptr().cast(),
                waits.count,
                waits.events,
                ptr::null_mut(),
            )
        })
    }

    /// Reads a buffer that the host may not read, through a copy on the device.
    fn read_copy(
        &self,
        queue: Handle,
        readable: &Readable,
        waits: Waits,
    ) -> Result<Vec<u8>, Failure> {
        let create = self.needed::<clCreateBuffer>()?;
        let copy = self.needed::<clEnqueueCopyBuffer>()?;
        let info = self.needed::<clGetCommandQueueInfo>()?;
        let context = handle(info, queue, QUEUE_CONTEXT).ok_or(Failure::Absent {
            name: clGetCommandQueueInfo::NAME,
        })?;
        let size = readable.bytes as usize;
        let mut code = SUCCESS;
        let between = unsafe { create(context, READ_WRITE, size, ptr::null_mut(), &mut code) };
        if code != SUCCESS {
            return Err(Failure::Call {
                name: clCreateBuffer::NAME,
                code,
            });
        }
        let mut copied: Handle = ptr::null_mut();
        let code = unsafe {
            copy(
                queue,
                readable.object,
                between,
                0,
                0,
                size,
                waits.count,
                waits.events,
                &mut copied,
            )
        };
        let read = match code {
            SUCCESS => {
                let mut contents = vec![0_u8; size];
                let waits = Waits {
                    count: 1,
                    events: &copied,
                };
                let code = self.read_buffer(queue, between, &mut contents, waits);
                self.release_event(copied);
                match code {
                    Ok(SUCCESS) => Ok(contents),
                    Ok(code) => Err(Failure::Call {
                        name: clEnqueueReadBuffer::NAME,
                        code,
                    }),
                    Err(failure) => Err(failure),
                }
            }
            code => Err(Failure::Call {
                name: clEnqueueCopyBuffer::NAME,
                code,
            }),
        };
        if let Some(release) = self.get::<clReleaseMemObject>() {
            // It is the layer's own, and no command uses it any more.
            unsafe { release(between) };
        }
        read
    }

    /// Releases an event that the layer asked for.
    pub(crate) fn release_event(&self, event: Handle) {
        if let Some(release) = self.get::<clReleaseEvent>() {
            // The event came from a call that the layer made.
            unsafe { release(event) };
        }
    }
}

impl Readable {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}
