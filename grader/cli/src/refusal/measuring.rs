//! Why a device is not measured, or a time not predicted.

use super::{Refusal, or_meant};
use crate::measure::journal::JournalError;
use crate::predict::profiles::ProfileError;
use ::render::unbroken;
use launch::sanitise::visible_line;

#[derive(Debug, thiserror::Error)]
pub enum MeasuringRefusal {
    #[error("{}", .0.message("study"))]
    UnknownStudy(UnknownStudy),
    #[error("{}", .0.message("kernel to tune"))]
    UnknownTunable(UnknownStudy),
    #[error(transparent)]
    Journal(JournalError),
    /// The device cannot be measured, or computes a wrong result.
    #[error("{0}")]
    Device(String),
    #[error(transparent)]
    Profile(ProfileError),
    #[error("cannot predict: no device runs such a range: {0}")]
    CannotPredictRange(launch::NdRangeError),
    /// Two launches give different sizes to a shared buffer.
    #[error("the buffer `{}` has {} bytes in {} and {} in {}", visible_line(.name), one.1, one.0, other.1, other.0)]
    BuffersDiffer {
        name: String,
        /// A launch, and the buffer's bytes in it.
        one: (String, usize),
        other: (String, usize),
    },
    /// Counting in the simulator takes one launch.
    #[error("--hybrid takes one launch: what each leaves to the next would not be there")]
    HybridOfSeveral,
    #[error("{}", crate::render::refusal_of(.0))]
    CannotPredict(Box<predictor::Refusal>),
    #[error("{}", crate::render::not_counted(.0))]
    CannotCount(Box<hybrid::Refusal>),
}

impl MeasuringRefusal {
    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        match self {
            MeasuringRefusal::UnknownStudy(_) => {
                format!("See them all: {}", unbroken(&format!("{program} bench")))
            }
            MeasuringRefusal::UnknownTunable(_) => {
                format!("See them all: {}", unbroken(&format!("{program} tune")))
            }
            MeasuringRefusal::Journal(JournalError::File { .. }) => {
                "Check its permissions and the room on its disk, or name another folder with --out."
                    .to_owned()
            }
            MeasuringRefusal::Journal(_) => {
                "Name another folder with --out, or begin anew in this one with --again.".to_owned()
            }
            MeasuringRefusal::Profile(ProfileError::NoHome) => {
                "Name a file with --out or --profile.".to_owned()
            }
            MeasuringRefusal::Profile(
                ProfileError::Missing { .. } | ProfileError::OtherDevice { .. },
            ) => {
                format!(
                    "Measure this device, which takes some minutes: {}",
                    unbroken(&format!("{program} calibrate"))
                )
            }
            MeasuringRefusal::Profile(ProfileError::Invalid { .. }) => format!(
                "Write it anew: {}",
                unbroken(&format!("{program} calibrate --again"))
            ),
            MeasuringRefusal::CannotPredictRange(_) => {
                "Mend `global` and `local` in the LAUNCH.toml.".to_owned()
            }
            MeasuringRefusal::HybridOfSeveral => {
                "Have each counted by itself, or leave out --hybrid.".to_owned()
            }
            MeasuringRefusal::BuffersDiffer { .. } => {
                "Give each buffer a name of its own, or the same `len`.".to_owned()
            }
            MeasuringRefusal::CannotPredict(refusal) if refusal.why == predictor::Why::Rounds => {
                let line = refusal.at.as_ref().map_or(0, |at| at.line);
                format!(
                    "Give its trip count with {}, or count it with the launch's data: {}.",
                    unbroken(&format!("--trips {line}=N")),
                    unbroken("--hybrid")
                )
            }
            MeasuringRefusal::CannotPredict(refusal)
                if matches!(refusal.why, predictor::Why::NoLoop { .. }) =>
            {
                "Name the line that the loop begins in.".to_owned()
            }
            MeasuringRefusal::CannotPredict(refusal)
                if refusal.why == predictor::Why::RoundsKnown =>
            {
                "Leave it out of --trips.".to_owned()
            }
            MeasuringRefusal::CannotPredict(refusal)
                if refusal.why == predictor::Why::ConflictingRounds =>
            {
                "Keep one of them.".to_owned()
            }
            MeasuringRefusal::CannotPredict(_) | MeasuringRefusal::CannotCount(_) => format!(
                "Measure it instead, or see what it does: {}",
                unbroken(&format!("{program} simulate LAUNCH.toml"))
            ),
            MeasuringRefusal::Device(_) => format!(
                "See what works on this machine: {}",
                unbroken(&format!("{program} doctor"))
            ),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStudy {
    pub name: String,
    /// The most similar name.
    pub nearest: Option<&'static str>,
}

impl UnknownStudy {
    fn message(&self, what: &str) -> String {
        format!(
            "there is no {what} `{}`{}",
            self.name,
            or_meant(self.nearest)
        )
    }
}

impl From<JournalError> for Refusal {
    fn from(error: JournalError) -> Self {
        MeasuringRefusal::Journal(error).into()
    }
}

impl From<ProfileError> for Refusal {
    fn from(error: ProfileError) -> Self {
        MeasuringRefusal::Profile(error).into()
    }
}

impl From<predictor::Refusal> for Refusal {
    fn from(refusal: predictor::Refusal) -> Self {
        MeasuringRefusal::CannotPredict(Box::new(refusal)).into()
    }
}
