//! # A sampler that does not fit the read
//!
//! An image is read through a sampler that does not fit the read. A sampler says whether coordinates
//! count pixels or go from 0 to 1, what lies outside, and which pixels are mixed.
//!
//! - A coordinate of whole numbers counts pixels. It takes a sampler with
//!   `CLK_NORMALIZED_COORDS_FALSE` and `CLK_FILTER_NEAREST`.
//! - `CLK_ADDRESS_REPEAT` and `CLK_ADDRESS_MIRRORED_REPEAT` go with `CLK_NORMALIZED_COORDS_TRUE`
//!   alone.
//! - `read_imagei` and `read_imageui` give whole numbers, which are not mixed: they take
//!   `CLK_FILTER_NEAREST`.
//!
//! ## Why it hurts
//!
//! The value is undefined, and devices differ: one takes the first pixel for every coordinate,
//! another ignores the sampler, a third repeats the image at its edges anyway. Nothing fails, so the
//! kernel looks right on the machine where it was written.
//!
//! ## Wrong
//! ```opencl
//! kernel void first_column(read_only image2d_t x, global float *y)
//! {
//!     const sampler_t wrap = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
//!     int row = get_global_id(0);
//!     y[row] = read_imagef(x, wrap, (int2)(0, row)).x;
//! }
//! ```
//!
//! ## Right
//!
//! Whole numbers count pixels:
//!
//! ```opencl
//! kernel void first_column(read_only image2d_t x, global float *y)
//! {
//!     const sampler_t plain = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
//!     int row = get_global_id(0);
//!     y[row] = read_imagef(x, plain, (int2)(0, row)).x;
//! }
//! ```
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, section 6.12.14.2 (which samplers the reads with whole numbers take,
//! and that others give undefined values) and table 6.22 (the addressing modes).

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId, Symptom};
use simulator::image::sampling::Why;
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::SamplerMismatch,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 4,
    launch: "global: 4\nlocal: 4\nimage: x 2d R FLOAT 4x4 iota read\nbuffer: y float 4 uninit write",
    file: page_in!("sampler_mismatch.rs"),
    read: None,
    measure: None,
};

/// A sampler and a coordinate that do not go together.
pub(crate) fn words(event: &Event, image: &Object, why: Why) -> Words {
    let (what, help) = match why {
        Why::NormalizedWholeNumbers => (
            "at whole numbers, through a normalised sampler",
            "take `CLK_NORMALIZED_COORDS_FALSE`, or a coordinate of `float` between 0 and 1",
        ),
        Why::FilteredWholeNumbers => (
            "at whole numbers, through a linear filter",
            "take `CLK_FILTER_NEAREST`, or a coordinate of `float`",
        ),
        Why::RepeatedUnnormalized => (
            "in pixels, through a sampler that repeats the image",
            "take `CLK_NORMALIZED_COORDS_TRUE` and a coordinate between 0 and 1, or another addressing mode",
        ),
        Why::NotFinite => (
            "at a coordinate that is infinite or no number",
            "see how the coordinate comes about",
        ),
    };
    undefined(event, image, what, help)
}

/// A linear filter, where the channels are whole numbers.
pub(crate) fn filtered(event: &Event, image: &Object) -> Words {
    undefined(
        event,
        image,
        "as whole numbers, through a linear filter",
        "take `CLK_FILTER_NEAREST`, or an image of a format that `read_imagef` reads",
    )
}

fn undefined(event: &Event, image: &Object, what: &str, help: &str) -> Words {
    Words::new(format!(
        "work-item {} reads {} {what}",
        work_item(event),
        object(image)
    ))
    .label("the result is undefined")
    .help(help)
}
