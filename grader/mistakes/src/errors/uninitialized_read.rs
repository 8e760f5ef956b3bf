//! # A value is read before anybody wrote it
//!
//! A variable, an element of an array, of local memory or of a buffer is used before it has a
//! value. A kernel's variable starts without a value, and not with zero. The same holds for local
//! memory, which cannot be initialised where it is declared, and for a buffer that the host created
//! without data.
//!
//! A copy of a struct with unset padding is fine, and so is a variable that is set on exactly the
//! paths that use it.
//!
//! ## Why it hurts
//!
//! A register or a byte of local memory holds what the previous kernel left there: zero in one run,
//! another program's data in the next. A fresh buffer holds zeros under one driver and old data
//! under another; on a CPU it holds what the allocator last had there. A kernel that adds to such a
//! value is right on the machine it was written on and wrong elsewhere.
//!
//! ## Wrong
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum;
//!     for (int k = 0; k < 4; ++k) {
//!         sum += x[4 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void rows(global const float *x, global float *sums)
//! {
//!     int row = get_global_id(0);
//!     float sum = 0.0f;
//!     for (int k = 0; k < 4; ++k) {
//!         sum += x[4 * row + k];
//!     }
//!     sums[row] = sum;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.5.2: variables in local memory cannot be initialised where
//! they are declared. For private ones C99 holds (section 6): without an initialiser they have no
//! value.

use crate::entry::{Family, Mistake};
use crate::observed::names::{counted_from, elements, object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Uninitialized, UninitializedValue};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::UninitializedRead,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 4,
    launch: "global: 4\nlocal: 4\nbuffer: x float 16 iota read\n\
             buffer: sums float 4 uninit write",
    file: page_in!("uninitialized_read.rs"),
    read: None,
    measure: None,
};

/// The advice where nothing says which line should have written the element.
pub(crate) const UNWRITTEN: &str =
    "write this element before it is read, or see whether another element was meant";

pub(crate) fn words(event: &Event, found: &Uninitialized) -> Words {
    const NO_VALUE: &str = "has no value yet";
    const EVERY_PATH: &str = "give it a value on every path to this use";
    let who = work_item(event);
    let words = match &found.value {
        UninitializedValue::Element(accessed, index) => Words::new(format!(
            "work-item {who} reads {}, which nobody has written",
            elements(accessed)
        ))
        .label(match index {
            Some(index) => format!("not written; its index: {}", counted_from(index, accessed)),
            None => NO_VALUE.to_owned(),
        })
        .help(UNWRITTEN)
        .with(&accessed.object.declared, "declared here"),
        UninitializedValue::Object(of) => Words::new(format!(
            "work-item {who} reads {} before it has a value",
            object(of)
        ))
        .label(NO_VALUE)
        .help(EVERY_PATH)
        .with(&of.declared, "declared here"),
        UninitializedValue::Variable => Words::new(format!(
            "work-item {who} reads `{}` before it has a value",
            event.text
        ))
        .label(NO_VALUE)
        .help(EVERY_PATH),
    };
    match &found.declared {
        Some(declared) => words.with(declared, "declared here without a value"),
        None => words,
    }
}
