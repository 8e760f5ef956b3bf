//! # A word of CUDA
//!
//! The kernel uses a name that CUDA has and OpenCL C does not have: `threadIdx`, `__syncthreads`,
//! `__global__`, `atomicAdd`, `make_float4`, a launch with `<<<...>>>`. The two languages have the
//! same concepts under other names:
//!
//! | CUDA | OpenCL C |
//! |---|---|
//! | `__global__ void f(...)` | `__kernel void f(...)` |
//! | `float *p` of a kernel | `__global float *p` |
//! | `__shared__` | `__local` |
//! | `__constant__` | `__constant` |
//! | `__device__` | nothing |
//! | `threadIdx.x` | `get_local_id(0)` |
//! | `blockIdx.x` | `get_group_id(0)` |
//! | `blockDim.x` | `get_local_size(0)` |
//! | `gridDim.x` | `get_num_groups(0)` |
//! | `blockIdx.x * blockDim.x + threadIdx.x` | `get_global_id(0)` |
//! | `__syncthreads()` | `barrier(CLK_LOCAL_MEM_FENCE)` |
//! | `atomicAdd(p, v)` | `atomic_add(p, v)`, on integers |
//! | `make_float4(a, b, c, d)` | `(float4)(a, b, c, d)` |
//! | `f<<<blocks, threads>>>(...)` | `clEnqueueNDRangeKernel` on the host |
//!
//! `grader lint --fix` writes OpenCL's word where the replacement is always the same.
//!
//! ## Why it hurts
//!
//! No OpenCL compiler knows these words, on any hardware: the program is not built. One difference
//! remains when all are replaced: the host gives OpenCL the number of work-items, not of groups.
//!
//! ## Wrong
//! ```opencl
//! __global__ void scale(float *x, float factor)
//! {
//!     int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     x[i] *= factor;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! __kernel void scale(__global float *x, float factor)
//! {
//!     int i = get_global_id(0);
//!     x[i] *= factor;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, sections 6.5, 6.7.1 and 6.12.1: the address spaces, `__kernel` and
//! the functions of a work-item. Holm, Brodtkorb and Sætra (2020), section 3, hold the two side by
//! side.

use crate::entry::{Family, Mistake};
use launch::{Level, MistakeId, Symptom};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::CudaIsm,
    level: Level::Error,
    family: Family::Names,
    symptom: Symptom::Varies,
    chapter: 6,
    launch: "global: 8\nlocal: 4\nbuffer: x float 8 iota\nvalue: factor float 2",
    file: page_in!("cuda_ism.rs"),
    // The front end reports it.
    read: None,
    measure: None,
};
