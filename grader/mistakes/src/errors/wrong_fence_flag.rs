//! # A barrier whose flag names the other memory
//!
//! Between a write and a read by another work-item stands a barrier, but its flag does not name the
//! memory concerned. `CLK_LOCAL_MEM_FENCE` orders accesses to local memory, `CLK_GLOBAL_MEM_FENCE`
//! those to global memory. Every work-item arrives, but its writes may not have.
//!
//! Where work-items exchange values through both across one barrier, name both:
//! `CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE`.
//!
//! ## Why it hurts
//!
//! A compiler may keep a store to global memory in a register, or move it past a barrier that only
//! fences local memory. A GPU's store may still be queued when the barrier, which concerns the
//! compute unit alone, has long been passed. Many devices flush both memories whatever the flag
//! says, so the kernel is right there by luck, and wrong on the next device.
//!
//! ## Wrong
//! ```opencl
//! kernel void reverse(global float *x, global float *y)
//! {
//!     int lid = get_local_id(0);
//!     x[lid] = 2.0f * x[lid];
//!     barrier(CLK_LOCAL_MEM_FENCE);
//!     y[lid] = x[7 - lid];
//! }
//! ```
//!
//! ## Right
//!
//! `x` is in global memory, so the barrier names it:
//!
//! ```opencl
//! kernel void reverse(global float *x, global float *y)
//! {
//!     int lid = get_local_id(0);
//!     x[lid] = 2.0f * x[lid];
//!     barrier(CLK_GLOBAL_MEM_FENCE);
//!     y[lid] = x[7 - lid];
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.8: the flags of `barrier` choose the memory that it
//! fences.

use crate::entry::{Family, Mistake};
use crate::observed::race;
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use opencl_c::types::AddressSpace;
use simulator::{Event, Race};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WrongFenceFlag,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 11,
    launch: "global: 8\nlocal: 8\nbuffer: x float 8 iota\nbuffer: y float 8 zeros",
    file: page_in!("wrong_fence_flag.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, race: &Race) -> Words {
    race::words(event, race).help(match race.accessed.object.space {
        AddressSpace::Local => {
            "the barrier between them does not name CLK_LOCAL_MEM_FENCE, so it does not order local memory"
        }
        AddressSpace::Global
        | AddressSpace::Constant
        | AddressSpace::Private
        | AddressSpace::Generic => {
            "the barrier between them does not name CLK_GLOBAL_MEM_FENCE, so it does not order global memory"
        }
    })
}
