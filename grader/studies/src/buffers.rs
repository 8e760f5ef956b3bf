//! The buffers and the launches of kernels over a matrix: probes and evaluated kernels share one signature.

use crate::{Buffer, MeasurementSession, Program, Stop};
use launch::measurement::{Fill, Step, StepArgument};
use predictor::random::{FILL, MARGIN, SIDES};

/// The matrix and the result.
pub struct MatrixBuffers {
    matrix: Buffer,
    result: Buffer,
}

impl MatrixBuffers {
    /// Floats of each buffer for a launch over `side` x `side` work-items.
    pub(crate) const fn floats(side: usize) -> usize {
        (side + MARGIN) * (side + MARGIN)
    }

    /// The largest of [`SIDES`] for which the device has room.
    pub fn most(session: &MeasurementSession<'_>) -> Result<usize, Stop> {
        let device = session.device();
        let fits = |side: &usize| {
            let bytes = 4 * MatrixBuffers::floats(*side) as u64;
            bytes <= device.max_allocation && 3 * bytes <= device.global_memory
        };
        let most = SIDES.into_iter().filter(fits).max();
        most.ok_or_else(|| Stop::Unable {
            reason: "the device has no room for a matrix".to_owned(),
        })
    }

    pub fn new(session: &mut MeasurementSession<'_>, floats: usize) -> Result<MatrixBuffers, Stop> {
        let (seed, low, high) = FILL;
        let noise = Fill::Floats { seed, low, high };
        Ok(MatrixBuffers {
            matrix: session.buffer(4 * floats, noise)?,
            result: session.buffer(4 * floats, Fill::Zeros)?,
        })
    }

    /// The buffer of the result.
    pub(crate) fn result(&self) -> Buffer {
        self.result
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
