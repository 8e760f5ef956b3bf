//! The forecast in a check: the measured and the predicted time of the largest launch of a program, if the
//! user has a profile of the device.

use crate::predict::profiles;
use crate::render;
use course::{Forecast, Prediction};
use launch::Launch;
use launch::protocol::Device;
use opencl_c::program::Program;
use predictor::{Caches, Profile, Shape};
use std::sync::Arc;

/// Predicts the times of a program's launches.
pub(crate) struct Forecaster {
    profile: Profile,
    /// The program; absent if it runs on the device but the front end does not analyse it.
    program: Option<Arc<Program>>,
    largest: Option<Timed>,
}

/// A launch that ran.
struct Timed {
    shape: Shape,
    nanoseconds: u64,
}

impl Forecaster {
    /// None if there is no profile of the device.
    pub(crate) fn of(device: &Device) -> Option<Forecaster> {
        let profile = profiles::read(None).ok()?;
        (profile.device == profiles::about(device)).then_some(Forecaster {
            profile,
            program: None,
            largest: None,
        })
    }

    /// Starts with a new program.
    pub(crate) fn begin(&mut self, program: Option<Arc<Program>>) {
        self.program = program;
        self.largest = None;
    }

    /// Notes a launch that ran. Of launches with one shape the fastest counts: the first one may have run
    /// with cold caches, or while a compiler worked.
    pub(crate) fn note(&mut self, launch: &Launch, nanoseconds: Option<u64>) {
        let Some(nanoseconds) = nanoseconds.filter(|&nanoseconds| nanoseconds > 0) else {
            return;
        };
        let items = |sizes: &[usize]| sizes.iter().map(|&size| size as f64).product::<f64>();
        let own = items(&launch.range.global);
        match &mut self.largest {
            Some(largest) if items(&largest.shape.range.global) > own => {}
            Some(largest) if items(&largest.shape.range.global) == own => {
                let shape = Shape::of(launch);
                if largest.shape == shape {
                    largest.nanoseconds = largest.nanoseconds.min(nanoseconds);
                }
            }
            largest => {
                *largest = Some(Timed {
                    shape: Shape::of(launch),
                    nanoseconds,
                });
            }
        }
    }

    /// The largest launch, with its prediction.
    pub(crate) fn forecast(&self) -> Option<Forecast> {
        let Timed { shape, nanoseconds } = self.largest.as_ref()?;
        let predicted = predictor::read(self.program.as_ref()?, shape, self.profile.warp as usize)
            .and_then(|work| predictor::predict(&work, &self.profile, Caches::Aware));
        Some(Forecast {
            work_items: shape.items() as u64,
            device_ms: *nanoseconds as f64 / 1e6,
            prediction: match predicted {
                Ok(predicted) => Prediction::Predicted {
                    predicted_ms: predicted.seconds * 1e3,
                    bottleneck: Some(predicted.bottleneck()),
                    warps: predicted.warps(),
                },
                Err(refusal) => Prediction::Refused {
                    why: render::why_not(&refusal),
                },
            },
        })
    }
}
