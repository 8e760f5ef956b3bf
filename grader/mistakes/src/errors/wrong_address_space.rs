//! # A generic pointer is cast to an address space that it does not point into
//!
//! A pointer without an address space may point into private, local or global memory: that is
//! OpenCL C 2.0's generic address space. A cast such as `(local float *)p` states which of them it
//! is. Here the object lies in another one, and the kernel accesses it through the result.
//!
//! `to_global`, `to_local` and `to_private` test instead of assert: they return a null pointer where
//! the object lies elsewhere.
//!
//! ## Why it hurts
//!
//! On many GPUs each kind of memory has addresses of its own. The cast keeps the address, and the
//! access goes to that place in the other memory: it reads or overwrites something else there, or
//! the kernel is stopped. A CPU has one memory for all of them, so nothing goes wrong there.
//!
//! ## Wrong
//! ```opencl
//! float first(const float *p)
//! {
//!     return *(const local float *)p;
//! }
//!
//! kernel void twice(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 2.0f * first(x + i);
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! float first(const float *p)
//! {
//!     return *p;
//! }
//!
//! kernel void twice(global const float *x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 2.0f * first(x + i);
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 2.0 specification, section 6.5.5 (the generic address space) and 6.13.9 (`to_global` and
//! its like).

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use opencl_c::types::AddressSpace;
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WrongAddressSpace,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 4,
    launch: "std: CL2.0\nglobal: 4\nlocal: 4\nbuffer: x float 4 iota read\nbuffer: y float 4 uninit write",
    file: page_in!("wrong_address_space.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, accessed: &Object) -> Words {
    let space = match accessed.space {
        AddressSpace::Local => "local",
        AddressSpace::Global => "global",
        AddressSpace::Constant => "constant",
        AddressSpace::Private | AddressSpace::Generic => "private",
    };
    Words::new(format!(
        "work-item {} accesses {}, which lies in {space} memory, through a pointer that was cast to another address \
         space",
        work_item(event),
        object(accessed)
    ))
    .label(format!("an access to {space} memory"))
    .help(format!(
        "keep the pointer generic, cast it to `{space}`, or ask with `to_{}` first",
        match accessed.space {
            AddressSpace::Local => "global",
            _ => "local",
        }
    ))
    .with(&accessed.declared, "declared here")
}
