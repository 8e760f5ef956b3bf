//! # An index outside of its object
//!
//! A work-item reads or writes beyond the end of a buffer, of local memory or of an array, or
//! before its beginning. The usual causes: the global size was rounded up, and no guard stops the
//! work-items beyond the data; a guard says `<=` where it means `<`; a neighbour is read at the
//! edge; a tile has no room for its halo.
//!
//! A finding names the work-item, the index and the size. If a condition before the access let the
//! index through, the finding shows it too.
//!
//! ## Why it hurts
//!
//! Nothing checks the index. On a GPU the access goes to whatever lies there, such as a
//! neighbouring buffer, which is read as data or silently overwritten. Far enough away it hits an
//! unmapped page; then the whole context is lost, and with it every buffer. On a CPU it reads or
//! damages the host program's memory. A wrong read often stays unnoticed for a long time, because
//! the memory beyond a buffer exists and holds zeros.
//!
//! ## Wrong
//! ```opencl
//! kernel void twice(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i <= n) {
//!         y[i] = 2.0f * x[i];
//!     }
//! }
//! ```
//!
//! ## Right
//!
//! With `n` elements the last index is `n - 1`:
//!
//! ```opencl
//! kernel void twice(global const float *x, global float *y, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i < n) {
//!         y[i] = 2.0f * x[i];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.3 (the unary operator `*`): through a pointer without a
//! valid value it is undefined what happens.

use crate::entry::{Family, Mistake};
use crate::observed::names::{counted_from, elements, object, size, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use opencl_c::types::AddressSpace;
use simulator::{Event, MemoryRange, OutOfBounds};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::OutOfBounds,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Strays,
    chapter: 4,
    launch: "global: 16\nlocal: 8\nbuffer: x float 13 iota read\n\
             buffer: y float 13 uninit write\nvalue: n int 13",
    file: page_in!("out_of_bounds.rs"),
    read: None,
    measure: None,
};

/// Bytes from the beginning of an object beyond which an index is given as a bound. A pointer keeps twice as
/// many; an index further away was cut on its way into the pointer.
const FAR: u64 = 1 << 37;

pub(crate) fn words(event: &Event, found: &OutOfBounds) -> Words {
    let MemoryRange {
        object: of, offset, ..
    } = &found.accessed;
    let who = work_item(event);
    let verb = if found.write { "writes" } else { "reads" };
    if let Some(image) = &found.image {
        return of_image(&format!("work-item {who} {verb}"), found, image);
    }
    let (count, extent) = extent(found);
    let plural = if count == 1 { "" } else { "s" };
    let has = format!("which has {extent} element{plural}");
    let message = if offset.unsigned_abs() < FAR {
        format!(
            "work-item {who} {verb} {}, {has}",
            elements(&found.accessed)
        )
    } else {
        let side = if *offset < 0 {
            "before its first"
        } else {
            "behind its last"
        };
        let least = FAR / of.element.max(1);
        format!(
            "work-item {who} {verb} {} about {least} elements or more {side}, {has}",
            object(of)
        )
    };
    let label = match &found.index {
        Some(index) => format!("out of bounds: {}", counted_from(index, &found.accessed)),
        None => "out of bounds".to_owned(),
    };
    let mut words = Words::new(message).label(label).help(help(found));
    if let Some(guard) = &found.guard {
        // Where the index is computed, the guard may well be right.
        words = words.with(
            guard,
            match found.index {
                Some(_) => HOLDS,
                None => LETS_THROUGH,
            },
        );
    }
    words.with(&of.declared, "declared here")
}

/// A write outside of an image, or a read where nothing says what lies outside.
fn of_image(begins: &str, found: &OutOfBounds, image: &[usize]) -> Words {
    let help = if found.write {
        "guard the write: only work-items whose pixel lies within `get_image_width` and its like may make it"
    } else {
        "read through a sampler with `CLK_ADDRESS_CLAMP` or `CLK_ADDRESS_CLAMP_TO_EDGE`, which say what lies outside, or guard the read"
    };
    let words = Words::new(format!(
        "{begins} {}, outside of an image of {}",
        elements(&found.accessed),
        size(image)
    ));
    let words = words.label("out of bounds").help(help);
    let words = match &found.guard {
        Some(guard) => words.with(guard, LETS_THROUGH),
        None => words,
    };
    words.with(&found.accessed.object.declared, "declared here")
}

/// The advice where a condition stands before the access, by whether the index may be wrong instead.
pub(crate) const GUARD_IS_WIDE: &str =
    "the condition has to compare the index with the size of what is accessed";
pub(crate) const SEE_INDEX: &str =
    "either the index is not the one that was meant, or the condition lets too much through";

/// The advice where the object is empty.
const NO_ELEMENTS: &str = "there is no element here at all: a condition of its own has to keep every work-item from this access";

/// The labels of that condition.
const LETS_THROUGH: &str = "this condition lets it through";
pub(crate) const HOLDS: &str = "this condition holds here";

fn help(found: &OutOfBounds) -> &'static str {
    let object = &found.accessed.object;
    let is_own_array = object.argument.is_none()
        && matches!(object.space, AddressSpace::Local | AddressSpace::Private);
    if found.size == 0 {
        return NO_ELEMENTS;
    }
    match (&found.guard, &found.index) {
        (None, _) if is_own_array => {
            "either the index is not the one that was meant, or the array is too short, or the access lacks a condition"
        }
        (Some(_), Some(_)) => SEE_INDEX,
        (Some(_), None) => GUARD_IS_WIDE,
        (None, _) => "either this work-item must not get here, or another index is meant",
    }
}

/// How many elements the object has: 7, or 8 x 9.
fn extent(found: &OutOfBounds) -> (u64, String) {
    let object = &found.accessed.object;
    let count = found.size / object.element.max(1);
    let in_rows: u64 = object.rows.iter().product();
    if object.rows.is_empty() || in_rows == 0 {
        return (count, count.to_string());
    }
    let lengths = std::iter::once(count / in_rows).chain(object.rows.iter().copied());
    let lengths: Vec<String> = lengths.map(|length| length.to_string()).collect();
    (count, lengths.join(" x "))
}

/// An index that leaves its row, though not the object.
pub(crate) fn out_of_row(event: &Event, index: i64, length: u64) -> Words {
    Words::new(format!(
        "work-item {} evaluates `{}` with index {index}, which leaves an array of {length}",
        work_item(event),
        event.text
    ))
    .label(format!("index {index} of {length}"))
    .help("stay within this row or field: what lies behind it is another one")
}
