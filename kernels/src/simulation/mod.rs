//! Simulation: a plane on which each work-item follows one point, or one cell of water, through time.

use crate::AnyProblem;
use proptest::prelude::*;

pub mod high_resolution;
pub mod linear;
mod mandelbrot;
pub mod nonlinear;
mod sea;
mod step;

pub use high_resolution::HighResolution;
pub use linear::Linear;
pub use mandelbrot::{Mandelbrot, steps_of_safe_point};
pub use nonlinear::Nonlinear;
pub use sea::{Cell, Water};
pub use step::{HIGH_RESOLUTION_SHARED, Pass, Recipe, Scheme, Slot, Strip};

/// The Mandelbrot set with less divergence: `mandelbrot_tuned.cl`, of the same interface.
pub const MANDELBROT_TUNED: &str = kernel_text!("mandelbrot_tuned.cl");

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] =
    &[&Mandelbrot, &Linear, &Nonlinear, &HighResolution];

/// The most points of a plane, and the most along one side: a point is more work here than
/// elsewhere in the course.
const LARGEST_PLANE: usize = 4096;
const LONGEST_SIDE: usize = 300;

/// Planes, width first, of `least` or more points a side: small ones, narrow and flat ones, now and
/// then one with many work-groups.
fn small_planes(least: usize) -> BoxedStrategy<[usize; 2]> {
    prop_oneof![
        6 => (least..=10_usize, least..=10_usize),
        8 => (1..=36_usize, 1..=36_usize),
        1 => (1..=2_usize, 1..=LONGEST_SIDE),
        1 => (1..=LONGEST_SIDE, 1..=2_usize),
        1 => (40..=64_usize, 40..=64_usize),
    ]
    .prop_map(|(width, height)| [width, height])
    .boxed()
}

/// Can this plane be drawn, if each side has `least` points or more?
fn is_small_plane([width, height]: [usize; 2], least: usize) -> bool {
    let sides = [width, height];
    sides
        .into_iter()
        .all(|side| (least..=LONGEST_SIDE).contains(&side))
        && width * height <= LARGEST_PLANE
}
