//! Matrix multiplication, `c = a b`: one work-item for each element of c, through tiles in local
//! memory, and with blocks of c in registers. And two that show where the limit is, with numbers to tune.

use crate::AnyProblem;

mod blocks;
mod on_host;
mod product;

pub use blocks::{BLOCKED, BROKEN_STEP, Blocks, Layout, PACKED, UNEVEN};
pub use on_host::{all_threads, rows};
pub use product::{Product, Way};

/// One work-item an element, from global memory: `naive.cl`.
pub const NAIVE: &str = kernel_text!("naive.cl");

/// The line of `tiled.cl` that says how large a tile is.
const TILE: &str = "#define TILE 8\n";

/// One work-item an element, through tiles of `side` x `side` in local memory: `tiled.cl`, whose own tiles are
/// 8 x 8.
pub fn tiled(side: usize) -> String {
    kernel_text!("tiled.cl").replace(TILE, &format!("#define TILE {side}\n"))
}

/// The problems of this topic, in the order of the course.
pub(crate) static PROBLEMS: &[&dyn AnyProblem] = &[
    &Product(Way::Naive),
    &Product(Way::Tiled),
    &Product(Way::Register),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_of_the_tiled_kernel_can_be_of_another_size() {
        assert!(kernel_text!("tiled.cl").contains(TILE));
        assert!(tiled(16).contains("#define TILE 16\n"));
    }
}
