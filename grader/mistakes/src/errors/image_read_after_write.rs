//! # A pixel that the work-item wrote is read without a fence
//!
//! From OpenCL C 2.0 on, a kernel may read and write one image, declared `read_write`. A work-item
//! that reads a pixel which it wrote itself needs a fence between the two:
//! `atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, ...)`, or a barrier with `CLK_IMAGE_MEM_FENCE`. Here
//! it reads without one.
//!
//! In memory such as a buffer's, a work-item always sees its own writes. Images differ in this.
//!
//! ## Why it hurts
//!
//! GPUs read images through a texture cache and write them past it. The read then gives the old
//! pixel if the cache happens to hold it.
//!
//! ## Wrong
//! ```opencl
//! kernel void scale_and_shift(read_write image2d_t x)
//! {
//!     int2 at = (int2)(get_global_id(0), 0);
//!     write_imagef(x, at, 2.0f * read_imagef(x, at));
//!     write_imagef(x, at, 1.0f + read_imagef(x, at));
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void scale_and_shift(read_write image2d_t x)
//! {
//!     int2 at = (int2)(get_global_id(0), 0);
//!     write_imagef(x, at, 2.0f * read_imagef(x, at));
//!     atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
//!     write_imagef(x, at, 1.0f + read_imagef(x, at));
//! }
//! ```
//!
//! Better still, the value stays in a variable, and the image is written once.
//!
//! ## Source
//!
//! OpenCL C 2.0 specification, section 6.13.14 (images that a kernel reads and writes need
//! `atomic_work_item_fence` with `CLK_IMAGE_MEM_FENCE` to see what a work-item wrote itself).

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ImageReadAfterWrite,
    level: Level::Error,
    family: Family::Order,
    symptom: Symptom::Varies,
    chapter: 4,
    launch: "std: CL2.0\nglobal: 4\nlocal: 4\nimage: x 2d R FLOAT 4x1 iota",
    file: page_in!("image_read_after_write.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, image: &Object) -> Words {
    Words::new(format!(
        "work-item {} reads a pixel of {} that it wrote itself, and no fence of images lies between",
        work_item(event),
        object(image)
    ))
    .label("may give the pixel as it was before")
    .help(
        "write `atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item)` before \
         the read, or keep the value in a variable",
    )
    .with(&image.declared, "declared here")
}
