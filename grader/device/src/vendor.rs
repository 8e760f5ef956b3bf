//! The vendor's own matrix product as a reference: NVIDIA's cuBLAS, if the machine has it. It is loaded at
//! run time, so nothing depends on it.
//!
//! The second module with `unsafe`. What makes each call sound: the functions are looked up by the names
//! and called with the types of CUDA's documented C interface; every pointer to the device's memory comes
//! from `cudaMalloc` and is released once; the libraries are kept as long as the functions are.
#![allow(unsafe_code)]

use launch::measurement::Sample;
use libloading::Library;
use std::ffi::c_void;
use std::ptr;
use std::time::Instant;

type Status = i32;
type Handle = *mut c_void;
type Stream = *mut c_void;
type CudaEvent = *mut c_void;
type Sgemm = unsafe extern "C" fn(
    Handle,
    i32,
    i32,
    i32,
    i32,
    i32,
    *const f32,
    *const f32,
    i32,
    *const f32,
    i32,
    *const f32,
    *mut f32,
    i32,
) -> Status;

/// `CUBLAS_OP_N`: a matrix as it is.
const AS_IT_IS: i32 = 0;
/// `CUBLAS_DEFAULT_MATH`: no TF32.
const FULL_FLOATS: i32 = 0;

/// A call that did not succeed.
pub(crate) struct Refused {
    pub(crate) call: &'static str,
    pub(crate) code: i32,
}

fn check(code: Status, call: &'static str) -> Result<(), Refused> {
    match code {
        0 => Ok(()),
        code => Err(Refused { call, code }),
    }
}

/// The libraries, loaded, and a handle of cuBLAS.
pub(crate) struct Vendor {
    handle: Handle,
    malloc: unsafe extern "C" fn(*mut *mut c_void, usize) -> Status,
    free: unsafe extern "C" fn(*mut c_void) -> Status,
    memset: unsafe extern "C" fn(*mut c_void, i32, usize) -> Status,
    synchronize: unsafe extern "C" fn() -> Status,
    create_event: unsafe extern "C" fn(*mut CudaEvent) -> Status,
    record: unsafe extern "C" fn(CudaEvent, Stream) -> Status,
    elapsed: unsafe extern "C" fn(*mut f32, CudaEvent, CudaEvent) -> Status,
    destroy_event: unsafe extern "C" fn(CudaEvent) -> Status,
    sgemm: Sgemm,
    destroy: unsafe extern "C" fn(Handle) -> Status,
    _runtime: Library,
    _blas: Library,
}

/// The versions of CUDA that are looked for, newest first.
const VERSIONS: [&str; 4] = [".13", ".12", ".11.0", ".11"];

fn library(name: &str) -> Result<Library, String> {
    for version in VERSIONS.into_iter().chain([""]) {
        // SAFETY: NVIDIA's libraries have no requirement on when their initialisers run.
        if let Ok(library) = unsafe { Library::new(format!("lib{name}.so{version}")) } {
            return Ok(library);
        }
    }
    Err(format!("no lib{name}.so where the loader looks"))
}

fn function<T: Copy>(library: &Library, name: &str) -> Result<T, String> {
    // SAFETY: the caller names the function's type as CUDA documents it.
    unsafe { library.get::<T>(name) }
        .map(|function| *function)
        .map_err(|error| error.to_string())
}

impl Vendor {
    /// Loads cuBLAS and CUDA's runtime. Why not, where that fails.
    pub(crate) fn load() -> Result<Vendor, String> {
        let runtime = library("cudart")?;
        let blas = library("cublas")?;
        let create: unsafe extern "C" fn(*mut Handle) -> Status =
            function(&blas, "cublasCreate_v2")?;
        let set_mode: unsafe extern "C" fn(Handle, i32) -> Status =
            function(&blas, "cublasSetMathMode")?;
        let mut vendor = Vendor {
            handle: ptr::null_mut(),
            malloc: function(&runtime, "cudaMalloc")?,
            free: function(&runtime, "cudaFree")?,
            memset: function(&runtime, "cudaMemset")?,
            synchronize: function(&runtime, "cudaDeviceSynchronize")?,
            create_event: function(&runtime, "cudaEventCreate")?,
            record: function(&runtime, "cudaEventRecord")?,
            elapsed: function(&runtime, "cudaEventElapsedTime")?,
            destroy_event: function(&runtime, "cudaEventDestroy")?,
            sgemm: function(&blas, "cublasSgemm_v2")?,
            destroy: function(&blas, "cublasDestroy_v2")?,
            _runtime: runtime,
            _blas: blas,
        };
        // SAFETY: the place for the handle is given; the handle is used only if the call succeeds.
        let created = unsafe { create(&mut vendor.handle) };
        if created != 0 {
            vendor.handle = ptr::null_mut();
            return Err(format!("cublasCreate answered {created}"));
        }
        // SAFETY: the handle is live.
        let mode = unsafe { set_mode(vendor.handle, FULL_FLOATS) };
        match mode {
            0 => Ok(vendor),
            code => Err(format!("cublasSetMathMode answered {code}")),
        }
    }

    /// Three square matrices and two events.
    pub(crate) fn prepare(&mut self, side: usize) -> Result<Product<'_>, Refused> {
        let mut product = Product {
            vendor: self,
            side,
            matrices: [ptr::null_mut(); 3],
            events: [ptr::null_mut(); 2],
        };
        for matrix in &mut product.matrices {
            let bytes = side * side * size_of::<f32>();
            // SAFETY: the place for the pointer is given; the memory is as large as what is set.
            unsafe {
                check((product.vendor.malloc)(matrix, bytes), "cudaMalloc")?;
                // Floats of about 0.0002 each, and none of the zeros that save power.
                check((product.vendor.memset)(*matrix, 0x39, bytes), "cudaMemset")?;
            }
        }
        for event in &mut product.events {
            // SAFETY: the place for the event is given.
            let code = unsafe { (product.vendor.create_event)(event) };
            check(code, "cudaEventCreate")?;
        }
        Ok(product)
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: the handle is live and this is its only owner.
            unsafe { (self.destroy)(self.handle) };
        }
    }
}

/// A product that can be done again and again.
pub(crate) struct Product<'a> {
    vendor: &'a Vendor,
    side: usize,
    matrices: [*mut c_void; 3],
    events: [CudaEvent; 2],
}

impl Product<'_> {
    /// Does it once.
    pub(crate) fn time(&mut self) -> Result<Sample, Refused> {
        let Vendor {
            handle,
            synchronize,
            record,
            elapsed,
            sgemm,
            ..
        } = self.vendor;
        let side = self.side as i32;
        let (one, zero) = (1.0f32, 0.0f32);
        let [a, b, c] = self.matrices;
        let [first, last] = self.events;
        let mut milliseconds = 0.0f32;
        let before = Instant::now();
        // SAFETY: handle and events are live; the matrices have `side` times `side` floats each; the
        // factors are read during the call.
        unsafe {
            check(record(first, ptr::null_mut()), "cudaEventRecord")?;
            check(
                sgemm(
                    *handle,
                    AS_IT_IS,
                    AS_IT_IS,
                    side,
                    side,
                    side,
                    &one,
                    a.cast(),
                    side,
                    b.cast(),
                    side,
                    &zero,
                    c.cast(),
                    side,
                ),
                "cublasSgemm",
            )?;
            check(record(last, ptr::null_mut()), "cudaEventRecord")?;
            check(synchronize(), "cudaDeviceSynchronize")?;
        }
        let wall = u64::try_from(before.elapsed().as_nanos()).unwrap_or(u64::MAX);
        // SAFETY: both events are live and were recorded.
        let code = unsafe { elapsed(&mut milliseconds, first, last) };
        check(code, "cudaEventElapsedTime")?;
        Ok(Sample {
            wall,
            device: Some((f64::from(milliseconds) * 1e6) as u64),
            wait: None,
        })
    }
}

impl Drop for Product<'_> {
    fn drop(&mut self) {
        for matrix in self.matrices.into_iter().filter(|matrix| !matrix.is_null()) {
            // SAFETY: it came from `cudaMalloc` and is released once.
            unsafe { (self.vendor.free)(matrix) };
        }
        for event in self.events.into_iter().filter(|event| !event.is_null()) {
            // SAFETY: it was created and is destroyed once.
            unsafe { (self.vendor.destroy_event)(event) };
        }
    }
}
