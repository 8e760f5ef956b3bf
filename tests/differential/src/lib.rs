//! The differential test: random, well-defined programs, run in the simulator and on a device. Integers
//! must agree bit for bit, and floating numbers too, since the programs use only what is exact or
//! correctly rounded; functions of lesser accuracy are applied to exact arguments and compared within
//! the limits of section 7.4. The simulator must find nothing wrong in such a program, and must find
//! the slips that are then made in it. The catalogue of mistakes must call nothing in it an error. Kernels of images are
//! held against a reference of their own ([`images()`]), and so are those of work-groups, sub-groups and atomics
//! ([`groups()`]).

mod compare;
mod generate;
mod groups;
mod images;
mod many;
mod named;
mod parts;
mod random;
mod run;

pub use compare::{Difference, compare};
pub use generate::{Approximate, Injection, Program, exact_program, program, single_program};
pub use groups::{group_text, groups};
pub use images::{LAUNCHES, Launched, image_text, images};
pub use many::{Failure, judge, many, many_exact, many_single};
pub use named::{accused, findings};
pub use parts::{Kind, many_parts, text};
pub use run::{Device, NOT_TRANSLATED, simulate, simulate_text};
