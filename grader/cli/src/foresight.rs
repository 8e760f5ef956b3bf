//! What a check says of a kernel's time beside what the device took: the largest launch, and its prediction
//! from the profile of this very device, where the reader has one.

use crate::{profiles, render};
use course::{Foreseen, Foresight as Prediction};
use launch::protocol::Device;
use launch::{Launch, Source};
use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::{Caches, Profile, Shape};

/// The launches of a program, and what they can be predicted from.
pub(crate) struct Foresight {
    profile: Profile,
    source: Source,
    largest: Option<Timed>,
}

/// A launch that ran.
struct Timed {
    shape: Shape,
    nanoseconds: u64,
}

impl Foresight {
    /// None where there is no profile of the device.
    pub(crate) fn of(device: &Device) -> Option<Foresight> {
        let profile = profiles::read(None).ok()?;
        (profile.device == profiles::about(device)).then(|| Foresight {
            profile,
            source: Source::default(),
            largest: None,
        })
    }

    /// From here on launches are of this program.
    pub(crate) fn begin(&mut self, source: &Source) {
        self.source = source.clone();
        self.largest = None;
    }

    /// A launch ran. Of those that are alike the quickest counts: the first of them may have met cold caches,
    /// or a compiler at work.
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

    /// The largest launch, and what is predicted of it.
    pub(crate) fn told(&self) -> Option<Foreseen> {
        let Timed { shape, nanoseconds } = self.largest.as_ref()?;
        let Source {
            name,
            text,
            defines,
        } = &self.source;
        let defines = defines.iter();
        let options = Options {
            defines: defines
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            ..Options::default()
        };
        // What the front end does not take ran on the device all the same.
        let program = opencl_c::compile(name, text, &options, &mut NoIncludes)
            .ok()?
            .program;
        let predicted = predictor::read(&program, shape, self.profile.warp as usize)
            .and_then(|work| predictor::predict(&work, &self.profile, Caches::Aware));
        Some(Foreseen {
            work_items: shape.items() as u64,
            device_ms: *nanoseconds as f64 / 1e6,
            prediction: match predicted {
                Ok(predicted) => Prediction::Predicted {
                    predicted_ms: predicted.seconds * 1e3,
                },
                Err(refusal) => Prediction::Refused {
                    why: render::why_not(&refusal),
                },
            },
        })
    }
}
