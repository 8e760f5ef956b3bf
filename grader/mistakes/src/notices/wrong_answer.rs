//! # An answer that is not right
//!
//! An answer in `answers.toml` breaks a rule that its question hangs on. The finding says which,
//! with the numbers, and leaves the right answer to you. Where several answers are right, each is
//! taken.
//!
//! ## Why it hurts
//!
//! The rules are those that a host program lives under: a launch that breaks them is refused by
//! `clEnqueueNDRangeKernel`, or covers too little, or is slower than it need be.
//!
//! ## Right
//! ```toml
//! local = [32, 9]       # 288 work-items, where 307 would fit
//! global = [1024, 702]  # each side a multiple of the work-group's, and no smaller than 1000 x 700
//! ```
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 5.8 (a launch's rules) and table 4.3 (what a device says of
//! itself).

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::WrongAnswer,
    level: Level::Error,
    file: page_in!("wrong_answer.rs"),
};
