//! The loader's tables of functions (`cl_icd_dispatch` in `CL/cl_icd.h`): rows of pointers, each at a place that never
//! changes.
//!
//! Why it is sound: the loader's table lives as long as the process and has as many entries as it says; an entry is
//! only called as the function that the header puts there.
#![allow(unsafe_code)]

use crate::{INVALID_VALUE, SUCCESS};
use std::ffi::{c_char, c_void};

/// A handle of OpenCL, or a pointer to a function.
pub(crate) type Handle = *mut c_void;

/// The functions of the next layer.
#[derive(Debug)]
pub(crate) struct Dispatch(Vec<Handle>);

// The pointers are to functions, which any thread may call.
unsafe impl Send for Dispatch {}
unsafe impl Sync for Dispatch {}

/// Declares the functions that are called or replaced: place in the table, name, type.
macro_rules! functions {
    ($($place:literal $name:ident ($($argument:ty),*) -> $result:ty;)*) => {
        $(
            #[allow(non_camel_case_types)]
            #[derive(Debug)]
            pub(crate) struct $name;

            impl Function for $name {
                type Pointer = unsafe extern "system" fn($($argument),*) -> $result;
                const PLACE: usize = $place;
                const NAME: &'static str = stringify!($name);

                fn of(pointer: Handle) -> Self::Pointer {
                    // The header puts a function of this type at this place.
                    unsafe { std::mem::transmute::<Handle, Self::Pointer>(pointer) }
                }

                fn entry(own: Self::Pointer) -> Handle {
                    own as Handle
                }
            }
        )*
    };
}

/// A function of the table.
pub(crate) trait Function {
    type Pointer;
    /// Its index in the table.
    const PLACE: usize;
    const NAME: &'static str;

    /// From its entry, which is not null.
    fn of(pointer: Handle) -> Self::Pointer;

    /// The entry of a function that stands in its place.
    fn entry(own: Self::Pointer) -> Handle;
}

/// A function that OpenCL calls back, passed on as it came.
pub(crate) type Callback = Handle;

functions! {
    3 clGetDeviceInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    12 clGetCommandQueueInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    14 clCreateBuffer (Handle, u64, usize, *mut c_void, *mut i32) -> Handle;
    15 clCreateImage2D (Handle, u64, *const c_void, usize, usize, usize, *mut c_void, *mut i32) -> Handle;
    16 clCreateImage3D (Handle, u64, *const c_void, usize, usize, usize, usize, usize, *mut c_void, *mut i32) -> Handle;
    18 clReleaseMemObject (Handle) -> i32;
    20 clGetMemObjectInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    21 clGetImageInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    22 clCreateSampler (Handle, u32, u32, u32, *mut i32) -> Handle;
    25 clGetSamplerInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    26 clCreateProgramWithSource (Handle, u32, *const *const c_char, *const usize, *mut i32) -> Handle;
    27 clCreateProgramWithBinary (Handle, u32, *const Handle, *const usize, *const *const u8, *mut i32, *mut i32) -> Handle;
    32 clGetProgramInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    33 clGetProgramBuildInfo (Handle, Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    34 clCreateKernel (Handle, *const c_char, *mut i32) -> Handle;
    38 clSetKernelArg (Handle, u32, usize, *const c_void) -> i32;
    39 clGetKernelInfo (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    44 clReleaseEvent (Handle) -> i32;
    48 clEnqueueReadBuffer (Handle, Handle, u32, usize, usize, *mut c_void, u32, *const Handle, *mut Handle) -> i32;
    50 clEnqueueCopyBuffer (Handle, Handle, Handle, usize, usize, usize, u32, *const Handle, *mut Handle) -> i32;
    51 clEnqueueReadImage (Handle, Handle, u32, *const usize, *const usize, usize, usize, *mut c_void, u32, *const Handle, *mut Handle) -> i32;
    59 clEnqueueNDRangeKernel (Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle, *mut Handle) -> i32;
    60 clEnqueueTask (Handle, Handle, u32, *const Handle, *mut Handle) -> i32;
    66 clCreateFromGLBuffer (Handle, u64, u32, *mut i32) -> Handle;
    67 clCreateFromGLTexture2D (Handle, u64, u32, i32, u32, *mut i32) -> Handle;
    68 clCreateFromGLTexture3D (Handle, u64, u32, i32, u32, *mut i32) -> Handle;
    69 clCreateFromGLRenderbuffer (Handle, u64, u32, *mut i32) -> Handle;
    82 clCreateSubBuffer (Handle, u64, u32, *const c_void, *mut i32) -> Handle;
    84 clCreateUserEvent (Handle, *mut i32) -> Handle;
    85 clSetUserEventStatus (Handle, i32) -> i32;
    96 clCreateImage (Handle, u64, *const c_void, *const c_void, *mut c_void, *mut i32) -> Handle;
    97 clCreateProgramWithBuiltInKernels (Handle, u32, *const Handle, *const c_char, *mut i32) -> Handle;
    98 clCompileProgram (Handle, u32, *const Handle, *const c_char, u32, *const Handle, *const *const c_char, Callback, *mut c_void) -> i32;
    99 clLinkProgram (Handle, u32, *const Handle, *const c_char, u32, *const Handle, Callback, *mut c_void, *mut i32) -> Handle;
    108 clCreateFromGLTexture (Handle, u64, u32, i32, u32, *mut i32) -> Handle;
    119 clCreateFromEGLImageKHR (Handle, Handle, Handle, u64, *const isize, *mut i32) -> Handle;
    124 clCreatePipe (Handle, u64, u32, u32, *const isize, *mut i32) -> Handle;
    133 clCreateSamplerWithProperties (Handle, *const u64, *mut i32) -> Handle;
    134 clSetKernelArgSVMPointer (Handle, u32, *const c_void) -> i32;
    135 clSetKernelExecInfo (Handle, u32, usize, *const c_void) -> i32;
    137 clCloneKernel (Handle, *mut i32) -> Handle;
    138 clCreateProgramWithIL (Handle, *const c_void, usize, *mut i32) -> Handle;
    146 clCreateBufferWithProperties (Handle, *const u64, u64, usize, *mut c_void, *mut i32) -> Handle;
    147 clCreateImageWithProperties (Handle, *const u64, u64, *const c_void, *const c_void, *mut c_void, *mut i32) -> Handle;
}

impl Dispatch {
    /// The table at `target`, which has `entries` entries.
    pub(crate) fn of(target: *const Handle, entries: usize) -> Dispatch {
        // The loader says how many there are.
        Dispatch(unsafe { std::slice::from_raw_parts(target, entries) }.to_vec())
    }

    pub(crate) fn entries(&self) -> &[Handle] {
        &self.0
    }

    /// A function of the next layer; absent where its OpenCL is older.
    pub(crate) fn get<F: Function>(&self) -> Option<F::Pointer> {
        let pointer = *self.0.get(F::PLACE)?;
        (!pointer.is_null()).then(|| F::of(pointer))
    }
}

/// Gives a table to the loader, which keeps it.
pub(crate) fn give(table: Vec<Handle>, entries_ret: *mut u32, table_ret: *mut *const Handle) {
    let table: &'static [Handle] = Vec::leak(table);
    // The loader gives room for both answers.
    unsafe {
        *entries_ret = table.len() as u32;
        *table_ret = table.as_ptr();
    }
}

/// Answers a query for `answer` in the way of OpenCL.
pub(crate) fn answer(answer: &[u8], size: usize, value: *mut c_void, size_ret: *mut usize) -> i32 {
    if !value.is_null() {
        if size < answer.len() {
            return INVALID_VALUE;
        }
        // The caller says that there is room for `size` bytes.
        unsafe { std::ptr::copy_nonoverlapping(answer.as_ptr(), value.cast(), answer.len()) };
    }
    if !size_ret.is_null() {
        // The caller gives room for the size.
        unsafe { *size_ret = answer.len() };
    }
    SUCCESS
}
