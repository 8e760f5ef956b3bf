//! The transpose of a matrix, and its tuning.

use crate::tunable::{Choice, Illegal, Parameter, Trial, Tunable, best};
use crate::{
    Buffer, Depth, Limit, MeasurementSession, Outcome, Program, Stop, Times, Verified, Work,
};
use kernels::sharing::tuned;
use launch::measurement::{Fill, StepArgument};
use launch::noise;
use launch::protocol::Device;

pub(super) struct Matrix {
    side: usize,
    from: Buffer,
    to: Buffer,
}

const SEED: u64 = 40;

impl Matrix {
    pub(super) fn new(session: &mut MeasurementSession<'_>, side: usize) -> Result<Matrix, Stop> {
        let fill = Fill::Floats {
            seed: SEED,
            low: 0.0,
            high: 1.0,
        };
        let from = session.buffer(4 * side * side, fill)?;
        let to = session.buffer(4 * side * side, Fill::Zeros)?;
        Ok(Matrix { side, from, to })
    }

    /// Moving an element counts as one operation, which gives the transpose a place under the roofline.
    pub(super) fn work(&self) -> Work {
        let elements = (self.side * self.side) as f64;
        Work {
            operations: elements,
            bytes: 8.0 * elements,
            items: elements,
        }
    }

    /// Times the tuned kernel.
    pub(super) fn tuned(
        &mut self,
        session: &mut MeasurementSession<'_>,
        square: Square,
    ) -> Result<(Times, Verified), Stop> {
        let defines = [
            ("TILE", square.tile.to_string()),
            ("VEC", square.vec.to_string()),
        ];
        let program = session.build("transpose_tuned.cl", tuned::TRANSPOSE, &defines, "")?;
        self.time(session, &program, square.tile, square.local)
    }

    /// Times a kernel whose work-groups do a square of that side each.
    pub(super) fn time(
        &mut self,
        session: &mut MeasurementSession<'_>,
        program: &Program,
        tile: usize,
        local: [usize; 2],
    ) -> Result<(Times, Verified), Stop> {
        let compared = [0, self.side / 2, self.side - 1];
        // Results of an earlier kernel must not pass for this one's.
        session.release(self.to)?;
        self.to = session.buffer(4 * self.side * self.side, Fill::Zeros)?;
        let groups = self.side.div_ceil(tile);
        let side = StepArgument::Value((self.side as u32).to_ne_bytes().to_vec());
        let step = program.step(
            "transpose",
            vec![self.from.argument(), self.to.argument(), side.clone(), side],
            &local.map(|items| groups * items),
            Some(&local),
        );
        session.run(std::slice::from_ref(&step))?;
        for row in compared {
            let part = session.download_part(self.to, 4 * row * self.side, 4 * self.side)?;
            for (column, word) in part.as_chunks().0.iter().enumerate() {
                let source = (column * self.side + row) as u64;
                let (got, expected) = (
                    f32::from_ne_bytes(*word),
                    noise::float(SEED, source, 0.0, 1.0),
                );
                if got.to_bits() != expected.to_bits() {
                    return Err(Stop::Wrong {
                        what: "the transpose".to_owned(),
                        how: format!("row {row}, column {column} is {got}, not {expected}"),
                    });
                }
            }
        }
        let times = session.time(std::slice::from_ref(&step))?;
        Ok((times, Verified::Compared("three rows".to_owned())))
    }
}

/// The tuned transpose.
pub(crate) struct Transpose;

const TILE: &[Parameter] = &[
    Parameter {
        name: "WIDTH",
        what: "work-items across a work-group",
        values: &[1, 8, 16, 32, 64],
    },
    Parameter {
        name: "HEIGHT",
        what: "work-items down a work-group",
        values: &[1, 4, 8, 16, 32],
    },
    Parameter {
        name: "TILE",
        what: "side of the square that a work-group does",
        values: &[16, 32, 64],
    },
    Parameter {
        name: "VEC",
        what: "elements side by side that a work-item moves at once",
        values: &[1, 2, 4, 8, 16],
    },
];

/// The tuning of the transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) tile: usize,
    pub(super) vec: usize,
    pub(super) local: [usize; 2],
}

impl Square {
    const fn usual(is_cpu: bool) -> Square {
        let (tile, vec, local) = if is_cpu {
            (32, 16, [1, 1])
        } else {
            (64, 4, [16, 16])
        };
        Square { tile, vec, local }
    }

    fn of(choice: &Choice) -> Square {
        let value = |number: usize| choice.0.get(number).map_or(1, |&value| value as usize);
        Square {
            local: [value(0), value(1)],
            tile: value(2),
            vec: value(3),
        }
    }

    /// Tuned, or the usual one.
    pub(super) fn on(session: &MeasurementSession<'_>) -> Square {
        Square::of(&best(&Transpose, session))
    }
}

impl Tunable for Transpose {
    fn name(&self) -> &'static str {
        "transpose"
    }

    fn what(&self) -> &'static str {
        "the transpose of a matrix of 4096 x 4096 floats"
    }

    fn parameters(&self) -> &'static [Parameter] {
        TILE
    }

    fn usual(&self, device: &Device) -> Choice {
        let square = Square::usual(device.kind == "CPU");
        let [width, height] = square.local;
        let values = [width, height, square.tile, square.vec];
        Choice(values.map(|value| value as u64).to_vec())
    }

    fn legal(&self, choice: &Choice, device: &Device) -> Result<(), Illegal> {
        let Square { tile, vec, local } = Square::of(choice);
        if tile % vec != 0 {
            return Err(Illegal::Kernel("VEC has to divide TILE"));
        }
        if local[0] * vec > tile || local[1] > tile {
            return Err(Illegal::Kernel("some work-items would have nothing to do"));
        }
        let bytes = 4 * tile * (tile + 1);
        Illegal::unless_fits(device, (local[0] * local[1]) as u64, bytes as u64)
    }

    fn prepare(&self, session: &mut MeasurementSession<'_>) -> Result<Box<dyn Trial>, Stop> {
        let side = if session.depth() == Depth::Quick {
            1024
        } else {
            4096
        };
        Ok(Box::new(Matrix::new(session, side)?))
    }
}

impl Trial for Matrix {
    fn attempt(
        &mut self,
        session: &mut MeasurementSession<'_>,
        choice: &Choice,
    ) -> Result<Outcome, Stop> {
        let (times, verified) = self.tuned(session, Square::of(choice))?;
        let share = session.share(Limit::Copy)?;
        Ok(times.outcome(self.work(), Some(share), verified))
    }
}
