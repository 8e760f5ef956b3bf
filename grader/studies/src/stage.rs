//! Where kernels over a matrix run, those of the calibration and those that predictions are tried on: two
//! buffers, and a launch of the one signature that all of them have.

use crate::{Buffer, Desk, Program, Stop};
use launch::measurement::{Fill, Step, StepArgument};
use predictor::random::{FILL, MARGIN, SIDES};

/// The buffers that kernels share.
pub struct Stage {
    matrix: Buffer,
    result: Buffer,
}

impl Stage {
    /// Floats that a launch over `side` x `side` work-items reads, and more than it writes.
    pub(crate) const fn floats(side: usize) -> usize {
        (side + MARGIN) * (side + MARGIN)
    }

    /// The largest of [`SIDES`] for which the device has room.
    pub fn most(desk: &Desk<'_>) -> Result<usize, Stop> {
        let device = desk.device();
        let fits = |side: &usize| {
            let bytes = 4 * Stage::floats(*side) as u64;
            bytes <= device.max_allocation && 3 * bytes <= device.global_memory
        };
        let most = SIDES.into_iter().filter(fits).max();
        most.ok_or_else(|| Stop::Unable {
            reason: "the device has no room for a matrix".to_owned(),
        })
    }

    /// Buffers of so many floats.
    pub fn new(desk: &mut Desk<'_>, floats: usize) -> Result<Stage, Stop> {
        let (seed, low, high) = FILL;
        let noise = Fill::Floats { seed, low, high };
        Ok(Stage {
            matrix: desk.buffer(4 * floats, noise)?,
            result: desk.buffer(4 * floats, Fill::Zeros)?,
        })
    }

    /// A launch over `side` x `side` work-items.
    pub(crate) fn step(
        &self,
        program: &Program,
        kernel: &str,
        side: usize,
        rounds: usize,
        group: [usize; 2],
    ) -> Step<'static> {
        let number = |number: usize| StepArgument::Value((number as i32).to_ne_bytes().to_vec());
        let arguments = vec![
            self.matrix.argument(),
            self.result.argument(),
            number(side + MARGIN),
            number(side),
            number(side),
            number(rounds),
        ];
        program.step(kernel, arguments, &[side, side], Some(&group))
    }
}
