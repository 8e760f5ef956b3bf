//! A launch on the reader's own GPU for its time alone: nothing is simulated, and what it leaves is not looked at.

use super::jobs::{Job, Jobs, NotPrepared};
use super::{Adapter, work};
use crate::refusal;
use launch_file::{InMemory, Read};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A launch, and the device that the page has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// The text of the LAUNCH.toml.
    pub launch: String,
    /// The files that it names.
    pub files: BTreeMap<String, String>,
    /// The device.
    pub adapter: Adapter,
}

/// A launch whose bytes lie in the module's memory, from where the page takes them.
pub struct GpuMeasurement {
    _job: Job,
}

impl GpuMeasurement {
    /// What the page launches; or, without a measurement, why it cannot.
    pub fn begin(request: &str) -> (Option<GpuMeasurement>, String) {
        let prepared = serde_json::from_str(request)
            .map_err(|error| refusal::of_request(error.to_string()))
            .and_then(|measure: Measure| measure.prepared());
        match prepared {
            Ok((job, text)) => (Some(GpuMeasurement { _job: job }), text),
            Err(refused) => (None, refused),
        }
    }
}

impl Measure {
    fn prepared(&self) -> Result<(Job, String), String> {
        let mut files = InMemory::new(&self.files);
        let (_, read) = launch_file::read("LAUNCH.toml", &self.launch, &mut files)
            .map_err(|refused| refusal::of(refused.finding))?;
        let Read::Ready { checked, prepared } = read else {
            let why = "the kernel does not compile".to_owned();
            return Err(refusal::of_request(why));
        };
        let mut jobs = Jobs::new(self.adapter.limits());
        let job = jobs
            .prepare(&checked.program, prepared.launch)
            .map_err(|not| {
                refusal::of_request(match not {
                    NotPrepared::Refused(why) => why,
                    NotPrepared::Failed(failure) => failure.to_string(),
                })
            })?;
        let text = work(&mut jobs, std::slice::from_ref(&job), true);
        Ok((job, text))
    }
}
