//! # Constant memory is written
//!
//! A `constant` object is never written while a kernel runs: a table at program scope, or a buffer
//! that is passed as a `constant` pointer. Mostly the text shows the write, and the compiler
//! refuses it. A pointer made from an integer gets past the compiler, and the run shows it.
//!
//! `const` is something else: a promise about one name, in whatever memory.
//!
//! ## Why it hurts
//!
//! Constant memory is read through a cache of its own that broadcasts one value to a whole warp.
//! That cache expects no writes, and nothing updates it after one. NVIDIA hardware has no
//! instruction for a store there. On a CPU the table can lie in read-only pages, and the program
//! ends.
//!
//! ## Wrong
//! ```opencl
//! constant float weight[4] = {1.0f, 2.0f, 3.0f, 4.0f};
//!
//! kernel void normalise(global float *y)
//! {
//!     int i = get_global_id(0);
//!     weight[i] = weight[i] / 10.0f;
//!     y[i] = weight[i];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! constant float weight[4] = {1.0f, 2.0f, 3.0f, 4.0f};
//!
//! kernel void normalise(global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = weight[i] / 10.0f;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.5.3: a variable in the constant address space is
//! read-only, and writing to it is an error.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::WriteToConstant,
    level: Level::Error,
    family: Family::Names,
    symptom: Symptom::Strays,
    chapter: 4,
    launch: "global: 4\nlocal: 4\nbuffer: y float 4 uninit write",
    file: page_in!("write_to_constant.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, accessed: &Object) -> Words {
    let (who, name) = (work_item(event), object(accessed));
    Words::new(format!(
        "work-item {who} writes {name}, which is constant memory"
    ))
    .label("constant")
    .with(&accessed.declared, "declared here")
}
