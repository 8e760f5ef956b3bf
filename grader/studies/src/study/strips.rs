//! Tuning of the shallow-water kernels and of the transpose.

use super::patterns::Matrix;
use super::sea::{Sea, cut};
use crate::tune::{Choice, Illegal, Parameter, Trial, Tunable};
use crate::{Depth, Limit, MeasurementSession, Outcome, Stop};
use kernels::simulation::{Scheme, Strip};
use launch::protocol::Device;

/// The tuned kernel of a scheme.
pub(crate) struct Step(pub(crate) Scheme);

const STRIP: &[Parameter] = &[
    Parameter {
        name: "WIDTH",
        what: "work-items across a work-group; a single one goes along whole rows",
        values: &[1, 32, 64, 128, 256],
    },
    Parameter {
        name: "HEIGHT",
        what: "work-items up a work-group",
        values: &[1, 2, 4, 8, 16, 32],
    },
    Parameter {
        name: "VEC",
        what: "cells side by side that a work-item treats at once",
        values: &[1, 2, 4, 8, 16],
    },
    Parameter {
        name: "ROWS",
        what: "rows that a work-item goes up",
        values: &[1, 2, 4, 8, 16, 32],
    },
];

fn strip(choice: &Choice) -> Strip {
    let value = |number: usize| choice.0.get(number).map_or(1, |&value| value as usize);
    Strip {
        local: [value(0), value(1)],
        vec: value(2),
        rows: value(3),
    }
}

fn choice(strip: Strip) -> Choice {
    let [width, height] = strip.local;
    let values = [width, height, strip.vec, strip.rows];
    Choice(values.map(|value| value as u64).to_vec())
}

/// The parameters of a scheme's kernel, tuned or usual.
pub(super) fn strip_of(session: &MeasurementSession<'_>, scheme: Scheme) -> Strip {
    strip(&crate::tune::best(&Step(scheme), session))
}

impl Tunable for Step {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn what(&self) -> &'static str {
        match self.0 {
            Scheme::Linear => "a step of the linear scheme over more cells than caches hold",
            Scheme::Nonlinear => "a step of the nonlinear scheme over more cells than caches hold",
            Scheme::HighResolution => {
                "a step of the high-resolution scheme over more cells than caches hold"
            }
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        STRIP
    }

    fn usual(&self, device: &Device) -> Choice {
        choice(self.0.usual_strip(device.kind == "CPU"))
    }

    fn legal(&self, choice: &Choice, device: &Device) -> Result<(), Illegal> {
        let [width, height] = strip(choice).local;
        if width == 1 && device.kind != "CPU" {
            return Err(Illegal::Kernel(
                "one work-item for a whole row leaves all but a lane of a warp idle",
            ));
        }
        Illegal::unless_fits(device, (width * height) as u64, 0)
    }

    fn prepare(&self, session: &mut MeasurementSession<'_>) -> Result<Box<dyn Trial>, Stop> {
        // The best choice differs for a sea that fits the caches. A GPU's cache holds half of 4096 x 4096.
        let side = match (session.depth(), session.is_cpu()) {
            (Depth::Quick, _) => 1024,
            (Depth::Full, true) => 4096,
            (Depth::Full, false) => 8192,
        };
        Ok(Box::new(Sea::new(session, self.0, [side, side])?))
    }
}

impl Trial for Sea {
    fn attempt(
        &mut self,
        session: &mut MeasurementSession<'_>,
        choice: &Choice,
    ) -> Result<Outcome, Stop> {
        let strip = strip(choice);
        let recipe = self.scheme.tuned();
        let program = cut(session, self.scheme, strip)?;
        let range = strip.range(self.size);
        let verified = self.compare(session, &program, &recipe, &[], &range)?;
        let steps = self.steps(&program, &recipe, &[], &range)?;
        let times = session.time(&steps)?;
        let share = session.share(Limit::Triad)?;
        Ok(times.outcome(self.work(), Some(share), verified))
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
        let (vec, local) = if is_cpu { (16, [1, 1]) } else { (4, [8, 8]) };
        Square {
            tile: 32,
            vec,
            local,
        }
    }

    fn of(choice: &Choice) -> Square {
        let value = |number: usize| choice.0.get(number).map_or(1, |&value| value as usize);
        Square {
            local: [value(0), value(1)],
            tile: value(2),
            vec: value(3),
        }
    }

    /// As an earlier tuning found it, or as usual.
    pub(super) fn on(session: &MeasurementSession<'_>) -> Square {
        let found = session
            .tuned(Transpose.name())
            .and_then(|named| Choice::from_named(TILE, named))
            .filter(|choice| Transpose.legal(choice, session.device()).is_ok());
        found.map_or(Square::usual(session.is_cpu()), |choice| {
            Square::of(&choice)
        })
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
