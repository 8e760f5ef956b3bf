//! The functions that stand in place of the driver's: each calls the next layer, and records or captures beside.
//!
//! Why it is sound: the arguments go on to the function that the program meant, as they came; what is read of them is
//! what the specification says that the caller has put there.
#![allow(unsafe_code, non_snake_case)]

use crate::capture::{Range, report};
use crate::dispatch::{self as next, Callback, Function, Handle};
use crate::failure::Failure;
use crate::query::Waits;
use crate::records::{Kind, Set};
use crate::{LAYER, Layer, SUCCESS};
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;

/// `CL_KERNEL_EXEC_INFO_SVM_PTRS`, and whether all of the system's memory may be reached.
const SVM_POINTERS: u32 = 0x11B6;
const SVM_FINE_GRAIN_SYSTEM: u32 = 0x11B7;

/// `CL_INVALID_OPERATION`: what a program gets of a function that its OpenCL does not have.
const INVALID_OPERATION: i32 = -59;

/// Runs what the layer does beside a call. Nothing of it unwinds into foreign code.
fn guarded<T>(beside: impl FnOnce(&Layer) -> Option<T>) -> Option<T> {
    let layer = LAYER.get()?;
    match catch_unwind(AssertUnwindSafe(|| beside(layer))) {
        Ok(answer) => answer,
        Err(_) => {
            report("a kernel", 0, &Failure::Panicked);
            None
        }
    }
}

/// The same for what has no answer.
fn noted(beside: impl FnOnce(&Layer)) {
    guarded(|layer| {
        beside(layer);
        Some(())
    });
}

/// A function of the next layer. It is there: this layer only stands in place of functions that are.
fn function<F: Function>() -> Option<F::Pointer> {
    LAYER.get()?.next.get::<F>()
}

/// Functions that create an object of a kind.
macro_rules! creates {
    ($($name:ident $kind:ident ($($argument:ident: $ty:ty),*);)*) => {
        $(
            unsafe extern "system" fn $name($($argument: $ty),*) -> Handle {
                let Some(call) = function::<next::$name>() else {
                    return ptr::null_mut();
                };
                let created = unsafe { call($($argument),*) };
                if !created.is_null() {
                    noted(|layer| layer.records.note_kind(created, Kind::$kind));
                }
                created
            }
        )*

        fn put_creators(table: &mut [Handle]) {
            $(put::<next::$name>(table, $name);)*
        }
    };
}

creates! {
    clCreateBuffer Memory (context: Handle, flags: u64, size: usize, host: *mut c_void, error: *mut i32);
    clCreateBufferWithProperties Memory (context: Handle, properties: *const u64, flags: u64, size: usize, host: *mut c_void, error: *mut i32);
    clCreateSubBuffer Memory (buffer: Handle, flags: u64, kind: u32, info: *const c_void, error: *mut i32);
    clCreateImage2D Memory (context: Handle, flags: u64, format: *const c_void, width: usize, height: usize, pitch: usize, host: *mut c_void, error: *mut i32);
    clCreateImage3D Memory (context: Handle, flags: u64, format: *const c_void, width: usize, height: usize, depth: usize, row_pitch: usize, slice_pitch: usize, host: *mut c_void, error: *mut i32);
    clCreateImage Memory (context: Handle, flags: u64, format: *const c_void, shape: *const c_void, host: *mut c_void, error: *mut i32);
    clCreateImageWithProperties Memory (context: Handle, properties: *const u64, flags: u64, format: *const c_void, shape: *const c_void, host: *mut c_void, error: *mut i32);
    clCreatePipe Memory (context: Handle, flags: u64, size: u32, packets: u32, properties: *const isize, error: *mut i32);
    clCreateFromGLBuffer Memory (context: Handle, flags: u64, buffer: u32, error: *mut i32);
    clCreateFromGLTexture Memory (context: Handle, flags: u64, target: u32, level: i32, texture: u32, error: *mut i32);
    clCreateFromGLTexture2D Memory (context: Handle, flags: u64, target: u32, level: i32, texture: u32, error: *mut i32);
    clCreateFromGLTexture3D Memory (context: Handle, flags: u64, target: u32, level: i32, texture: u32, error: *mut i32);
    clCreateFromGLRenderbuffer Memory (context: Handle, flags: u64, buffer: u32, error: *mut i32);
    clCreateFromEGLImageKHR Memory (context: Handle, display: Handle, image: Handle, flags: u64, properties: *const isize, error: *mut i32);
    clCreateSampler Sampler (context: Handle, normalized: u32, addressing: u32, filter: u32, error: *mut i32);
    clCreateSamplerWithProperties Sampler (context: Handle, properties: *const u64, error: *mut i32);
}

/// Functions that create a program.
macro_rules! creates_programs {
    ($($name:ident ($($argument:ident: $ty:ty),*);)*) => {
        $(
            unsafe extern "system" fn $name($($argument: $ty),*) -> Handle {
                let Some(call) = function::<next::$name>() else {
                    return ptr::null_mut();
                };
                let created = unsafe { call($($argument),*) };
                noted(|layer| layer.records.note_program(created));
                created
            }
        )*

        fn put_creators_of_programs(table: &mut [Handle]) {
            $(put::<next::$name>(table, $name);)*
        }
    };
}

creates_programs! {
    clCreateProgramWithSource (context: Handle, count: u32, texts: *const *const c_char, lengths: *const usize, error: *mut i32);
    clCreateProgramWithBinary (context: Handle, count: u32, devices: *const Handle, lengths: *const usize, binaries: *const *const u8, status: *mut i32, error: *mut i32);
    clCreateProgramWithIL (context: Handle, text: *const c_void, length: usize, error: *mut i32);
    clCreateProgramWithBuiltInKernels (context: Handle, count: u32, devices: *const Handle, names: *const c_char, error: *mut i32);
}

/// Puts the layer's functions into a table in place of those of the next layer that are there.
pub(crate) fn put_into(table: &mut [Handle]) {
    put_creators(table);
    put_creators_of_programs(table);
    put::<next::clCreateKernel>(table, clCreateKernel);
    put::<next::clCloneKernel>(table, clCloneKernel);
    put::<next::clSetKernelArg>(table, clSetKernelArg);
    put::<next::clSetKernelArgSVMPointer>(table, clSetKernelArgSVMPointer);
    put::<next::clSetKernelExecInfo>(table, clSetKernelExecInfo);
    put::<next::clCompileProgram>(table, clCompileProgram);
    put::<next::clLinkProgram>(table, clLinkProgram);
    put::<next::clCreateUserEvent>(table, clCreateUserEvent);
    put::<next::clSetUserEventStatus>(table, clSetUserEventStatus);
    put::<next::clEnqueueNDRangeKernel>(table, clEnqueueNDRangeKernel);
    put::<next::clEnqueueTask>(table, clEnqueueTask);
}

fn put<F: Function>(table: &mut [Handle], own: F::Pointer) {
    if let Some(entry) = table.get_mut(F::PLACE)
        && !entry.is_null()
    {
        *entry = F::entry(own);
    }
}

unsafe extern "system" fn clCreateKernel(
    program: Handle,
    name: *const c_char,
    error: *mut i32,
) -> Handle {
    let Some(call) = function::<next::clCreateKernel>() else {
        return ptr::null_mut();
    };
    let kernel = unsafe { call(program, name, error) };
    noted(|layer| layer.records.note_kernel(kernel));
    kernel
}

unsafe extern "system" fn clCloneKernel(kernel: Handle, error: *mut i32) -> Handle {
    let Some(call) = function::<next::clCloneKernel>() else {
        return ptr::null_mut();
    };
    let clone = unsafe { call(kernel, error) };
    noted(|layer| layer.records.note_clone(kernel, clone));
    clone
}

unsafe extern "system" fn clSetKernelArg(
    kernel: Handle,
    index: u32,
    size: usize,
    value: *const c_void,
) -> i32 {
    let Some(call) = function::<next::clSetKernelArg>() else {
        return INVALID_OPERATION;
    };
    let code = unsafe { call(kernel, index, size, value) };
    if code == SUCCESS {
        guarded(|layer| {
            let set = if value.is_null() {
                Set::Sized(size as u64)
            } else {
                // The driver has taken `size` bytes from there.
                Set::Bytes(unsafe { slice::from_raw_parts(value.cast(), size) }.to_vec())
            };
            layer.records.note_argument(kernel, index, set);
            Some(())
        });
    }
    code
}

unsafe extern "system" fn clSetKernelArgSVMPointer(
    kernel: Handle,
    index: u32,
    value: *const c_void,
) -> i32 {
    let Some(call) = function::<next::clSetKernelArgSVMPointer>() else {
        return INVALID_OPERATION;
    };
    let code = unsafe { call(kernel, index, value) };
    if code == SUCCESS {
        guarded(|layer| {
            let set = Set::SharedVirtualMemory;
            layer.records.note_argument(kernel, index, set);
            Some(())
        });
    }
    code
}

unsafe extern "system" fn clSetKernelExecInfo(
    kernel: Handle,
    name: u32,
    size: usize,
    value: *const c_void,
) -> i32 {
    let Some(call) = function::<next::clSetKernelExecInfo>() else {
        return INVALID_OPERATION;
    };
    let code = unsafe { call(kernel, name, size, value) };
    if code == SUCCESS && matches!(name, SVM_POINTERS | SVM_FINE_GRAIN_SYSTEM) {
        noted(|layer| layer.records.note_reaches_more(kernel, size > 0));
    }
    code
}

unsafe extern "system" fn clCompileProgram(
    program: Handle,
    devices: u32,
    device_list: *const Handle,
    options: *const c_char,
    count: u32,
    headers: *const Handle,
    names: *const *const c_char,
    callback: Callback,
    data: *mut c_void,
) -> i32 {
    let Some(call) = function::<next::clCompileProgram>() else {
        return INVALID_OPERATION;
    };
    // Before the call: a driver may go on compiling after it, and the headers may then be gone.
    guarded(|layer| {
        let texts = handles(headers, count);
        let given = (0..texts.len()).filter_map(|index| {
            // A name for each header.
            let name = unsafe { CStr::from_ptr(*names.add(index)) };
            let text = layer.next.program_text(texts[index])?;
            let name = name.to_string_lossy().into_owned();
            Some((name, String::from_utf8_lossy(&text).into_owned()))
        });
        let given = given.collect();
        layer.records.note_headers(program, given);
        Some(())
    });
    unsafe {
        call(
            program,
            devices,
            device_list,
            options,
            count,
            headers,
            names,
            callback,
            data,
        )
    }
}

unsafe extern "system" fn clLinkProgram(
    context: Handle,
    devices: u32,
    device_list: *const Handle,
    options: *const c_char,
    count: u32,
    programs: *const Handle,
    callback: Callback,
    data: *mut c_void,
    error: *mut i32,
) -> Handle {
    let Some(call) = function::<next::clLinkProgram>() else {
        return ptr::null_mut();
    };
    // Before the call: a program that was linked may be released at once.
    let units = guarded(|layer| {
        let programs = handles(programs, count).iter();
        let mut units = Vec::new();
        for &program in programs {
            match layer.records.linked(program) {
                Some(of_library) => units.extend(of_library),
                None => units.push(layer.unit(program, None)?),
            }
        }
        Some(units)
    });
    let linked = unsafe {
        call(
            context,
            devices,
            device_list,
            options,
            count,
            programs,
            callback,
            data,
            error,
        )
    };
    guarded(|layer| {
        layer.records.note_program(linked);
        layer.records.note_linked(linked, units?);
        Some(())
    });
    linked
}

/// `count` handles from a pointer, which may be null where there are none.
fn handles<'a>(pointer: *const Handle, count: u32) -> &'a [Handle] {
    if pointer.is_null() || count == 0 {
        return &[];
    }
    // The caller says how many there are, and keeps them for the time of the call.
    unsafe { slice::from_raw_parts(pointer, count as usize) }
}

unsafe extern "system" fn clCreateUserEvent(context: Handle, error: *mut i32) -> Handle {
    let Some(call) = function::<next::clCreateUserEvent>() else {
        return ptr::null_mut();
    };
    let event = unsafe { call(context, error) };
    if !event.is_null() {
        noted(|layer| layer.records.note_user_event(event));
    }
    event
}

unsafe extern "system" fn clSetUserEventStatus(event: Handle, status: i32) -> i32 {
    let Some(call) = function::<next::clSetUserEventStatus>() else {
        return INVALID_OPERATION;
    };
    let code = unsafe { call(event, status) };
    if code == SUCCESS {
        noted(|layer| layer.records.note_user_event_is_set(event));
    }
    code
}

unsafe extern "system" fn clEnqueueNDRangeKernel(
    queue: Handle,
    kernel: Handle,
    dimensions: u32,
    offset: *const usize,
    global: *const usize,
    local: *const usize,
    count: u32,
    events: *const Handle,
    event: *mut Handle,
) -> i32 {
    let Some(call) = function::<next::clEnqueueNDRangeKernel>() else {
        return INVALID_OPERATION;
    };
    let begun = guarded(|layer| {
        let sizes = |sizes: *const usize| {
            let is_given = !sizes.is_null() && (1..=3).contains(&dimensions);
            // The caller gives one for each dimension.
            let sizes =
                is_given.then(|| unsafe { slice::from_raw_parts(sizes, dimensions as usize) })?;
            Some(sizes.iter().map(|&size| size as u64).collect())
        };
        let range = Range {
            global: sizes(global)?,
            local: sizes(local),
            offset: sizes(offset),
        };
        layer.begin((queue, kernel), range, Waits { count, events })
    });
    let Some(begun) = begun else {
        return unsafe {
            call(
                queue, kernel, dimensions, offset, global, local, count, events, event,
            )
        };
    };
    launch_captured(begun, queue, event, |event| unsafe {
        call(
            queue, kernel, dimensions, offset, global, local, count, events, event,
        )
    })
}

unsafe extern "system" fn clEnqueueTask(
    queue: Handle,
    kernel: Handle,
    count: u32,
    events: *const Handle,
    event: *mut Handle,
) -> i32 {
    let Some(call) = function::<next::clEnqueueTask>() else {
        return INVALID_OPERATION;
    };
    let begun = guarded(|layer| {
        // A task is a launch of one work-item (OpenCL 1.2, 5.8).
        let range = Range {
            global: vec![1],
            local: Some(vec![1]),
            offset: None,
        };
        layer.begin((queue, kernel), range, Waits { count, events })
    });
    let Some(begun) = begun else {
        return unsafe { call(queue, kernel, count, events, event) };
    };
    launch_captured(begun, queue, event, |event| unsafe {
        call(queue, kernel, count, events, event)
    })
}

/// Launches, and reads what the launch leaves once it has ended.
fn launch_captured(
    begun: crate::capture::Begun,
    queue: Handle,
    event: *mut Handle,
    launch: impl FnOnce(*mut Handle) -> i32,
) -> i32 {
    let mut own: Handle = ptr::null_mut();
    let is_own = event.is_null();
    let code = launch(if is_own { &mut own } else { event });
    guarded(|layer| {
        if code != SUCCESS {
            layer.abandon(begun);
            return None;
        }
        // The driver has just put the event there.
        let ended = if is_own { own } else { unsafe { *event } };
        layer.finish(begun, queue, ended);
        if is_own {
            layer.next.release_event(ended);
        }
        Some(())
    });
    code
}
