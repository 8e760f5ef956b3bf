//! Tuning of the shallow-water kernels.

use super::sea::{Sea, cut};
use crate::tunable::{Choice, Illegal, Parameter, Trial, Tunable, best};
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
        values: &[1, 2, 4, 8, 16, 32, 64, 128],
    },
];

fn strip(scheme: Scheme, choice: &Choice) -> Strip {
    let value = |number: usize| choice.0.get(number).map_or(1, |&value| value as usize);
    scheme.strip(value(2), value(3), [value(0), value(1)])
}

fn choice(strip: Strip) -> Choice {
    let [width, height] = strip.local;
    let values = [width, height, strip.vec, strip.rows];
    Choice(values.map(|value| value as u64).to_vec())
}

/// The parameters of a scheme's kernel, tuned or usual.
pub(super) fn strip_of(session: &MeasurementSession<'_>, scheme: Scheme) -> Strip {
    strip(scheme, &best(&Step(scheme), session))
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
        let [width, height] = strip(self.0, choice).local;
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
        let strip = strip(self.scheme, choice);
        let recipe = self.scheme.tuned(strip);
        let program = cut(session, self.scheme, strip)?;
        let range = strip.range(self.size);
        let verified = self.compare(session, &program, &recipe, &[], &range)?;
        let steps = self.steps(&program, &recipe, &[], &range)?;
        let times = session.time(&steps)?;
        let share = session.share(Limit::Triad)?;
        Ok(times.outcome(self.work(), Some(share), verified))
    }
}
