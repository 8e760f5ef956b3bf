//! The shared vocabulary of the project: a kernel, its arguments, its NDRange, what a run of it
//! gave back, and what was found in it.
//!
//! Only data lives here, and what is asked of names and texts everywhere: no I/O, no OpenCL, no
//! interpretation. Every other crate stands on this one, so it depends on little.

#![warn(missing_docs)]

mod bottleneck;
pub mod captured;
pub mod digits;
mod element;
mod failure;
pub mod fault;
mod finding;
mod guard;
pub mod image;
pub mod measurement;
mod mistake_id;
mod ndrange;
mod nearest;
pub mod noise;
pub mod outcome;
pub mod pattern;
pub mod protocol;
mod run;
pub mod sanitise;
pub mod source_text;
mod standard;
pub mod text;

pub use bottleneck::{Bottleneck, UnknownBottleneck, Warps};
pub use element::{ElementType, Scalar};
pub use finding::{Evidence, Finding, Level, Place, Replacement, Symptom, WorkItem};
pub use image::{Image, ImageFormat, ImageKind, Sampler};
pub use mistake_id::{MistakeId, UnknownMistake};
pub use ndrange::{MOST_WORK_ITEMS, NdRange, NdRangeError};
pub use nearest::nearest;
pub use run::{Access, Argument, Buffer, Launch, Source};
pub use standard::Standard;
