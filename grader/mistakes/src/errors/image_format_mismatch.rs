//! # A function for other channels than the image has
//!
//! The host gives an image its format: channels that stand for numbers between 0 and 1
//! (`UNORM_INT8`), fractions (`FLOAT`, `HALF_FLOAT`), or whole numbers with and without a sign
//! (`SIGNED_INT8`, `UNSIGNED_INT32`). The kernel chooses the function, and each is for formats of
//! one kind alone: `read_imagef` and `write_imagef` for those that give `float`, `read_imagei` and
//! `write_imagei` for signed whole numbers, `read_imageui` and `write_imageui` for unsigned ones.
//!
//! ## Why it hurts
//!
//! The compiler cannot see it, because the host chooses the format. The value that is read or
//! written is undefined. One device gives the bits of the pixel, another converts, a third gives
//! zeros.
//!
//! ## Wrong
//!
//! The image of this launch has the format `R UNSIGNED_INT8`:
//!
//! ```opencl
//! kernel void brighten(read_only image2d_t x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 2.0f * read_imagef(x, (int2)(i, 0)).x;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void brighten(read_only image2d_t x, global float *y)
//! {
//!     int i = get_global_id(0);
//!     y[i] = 2.0f * read_imageui(x, (int2)(i, 0)).x;
//! }
//! ```
//!
//! Or the host creates the image with `UNORM_INT8`, and the kernel stays as it is: 255 is then
//! read as 1.
//!
//! ## Source
//!
//! OpenCL C 1.2 specification, sections 6.12.14.2 to 6.12.14.4: for image objects with other
//! channel data types the values are undefined.

use crate::entry::{Family, Mistake};
use crate::observed::names::{object, work_item};
use crate::observed::words::Words;
use launch::image::ChannelValue;
use launch::{ImageFormat, Level, MistakeId, Symptom};
use simulator::{Event, Object};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::ImageFormatMismatch,
    level: Level::Error,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 4,
    launch: "global: 4\nlocal: 4\nimage: x 2d R UNSIGNED_INT8 4x1 iota read\nbuffer: y float 4 uninit write",
    file: page_in!("image_format_mismatch.rs"),
    read: None,
    measure: None,
};

pub(crate) fn words(event: &Event, image: &Object, format: ImageFormat) -> Words {
    let suffix = match format.channel.value() {
        ChannelValue::Float => "f",
        ChannelValue::Int => "i",
        ChannelValue::UInt => "ui",
    };
    Words::new(format!(
        "work-item {} accesses {}, whose format is {format}, with a function for other channels",
        work_item(event),
        object(image)
    ))
    .label("the result is undefined")
    .help(format!(
        "use `read_image{suffix}` and `write_image{suffix}`, or give the image another format"
    ))
    .with(&image.declared, "declared here")
}
