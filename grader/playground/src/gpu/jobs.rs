//! Launches made ready for the page, and the shaders that they share.

use launch::Launch;
use launch::protocol::{Failure, Run};
use opencl_c::program::Program;
use serde::Serialize;
use wgsl::{Bound, BoundKind, Limits, Placed, Shader};

/// A launch, and its bytes.
pub struct Job {
    pub launch: Launch,
    shader: usize,
    pub placed: Placed,
}

/// A launch as the page sees it.
#[derive(Serialize)]
pub(super) struct Shown {
    shader: usize,
    groups: [u32; 3],
    bound: Vec<ShownBound>,
}

#[derive(Serialize)]
struct ShownBound {
    number: u32,
    kind: &'static str,
    /// Where its bytes lie in the module's memory, and how many they are.
    at: usize,
    length: usize,
}

/// Shaders by kernel and shape of the launch.
pub(super) struct Jobs {
    limits: Limits,
    shaders: Vec<(String, wgsl::Launch, Shader)>,
    /// How many the page has.
    sent: usize,
}

pub(super) enum NotPrepared {
    /// It has no sure form: why.
    Refused(String),
    Failed(Failure),
}

impl Jobs {
    pub(super) fn new(limits: Limits) -> Jobs {
        Jobs {
            limits,
            shaders: Vec::new(),
            sent: 0,
        }
    }

    pub(super) fn prepare(
        &mut self,
        program: &Program,
        launch: Launch,
    ) -> Result<Job, NotPrepared> {
        let run = Run::of(&launch);
        let fit = wgsl::fit(program, &run, &self.limits).map_err(NotPrepared::Failed)?;
        let shader = self.shader(program, &launch.kernel, &fit.launch)?;
        let placed = Placed::of(&self.shaders[shader].2, &run, &fit, self.limits.groups);
        Ok(Job {
            launch,
            shader,
            placed,
        })
    }

    fn shader(
        &mut self,
        program: &Program,
        kernel: &str,
        launch: &wgsl::Launch,
    ) -> Result<usize, NotPrepared> {
        let is_it = |(name, of, _): &(String, wgsl::Launch, Shader)| name == kernel && of == launch;
        if let Some(number) = self.shaders.iter().position(is_it) {
            return Ok(number);
        }
        let shader = wgsl::translate(program, kernel, launch)
            .map_err(|refusal| NotPrepared::Refused(refusal.text(program)))?;
        wgsl::check_shader(&shader, &self.limits).map_err(|failure| match failure {
            Failure::NotTranslated { reason } => NotPrepared::Refused(reason),
            failure => NotPrepared::Failed(failure),
        })?;
        self.shaders
            .push((kernel.to_owned(), launch.clone(), shader));
        Ok(self.shaders.len() - 1)
    }

    /// Did work-items of a work-group part before a barrier?
    pub(super) fn parted(&self, job: &Job) -> bool {
        job.placed.parted(&self.shaders[job.shader].2)
    }

    /// The numbers of the shaders that the page has not yet.
    pub(super) fn take_new(&mut self) -> std::ops::Range<usize> {
        let new = self.sent..self.shaders.len();
        self.sent = self.shaders.len();
        new
    }

    pub(super) fn text(&self, shader: usize) -> &str {
        &self.shaders[shader].2.text
    }
}

impl Job {
    pub(super) fn shown(&self) -> Shown {
        let of = |bound: &Bound| ShownBound {
            number: bound.number,
            kind: match bound.kind {
                BoundKind::Uniform => "uniform",
                BoundKind::Read => "read",
                BoundKind::Written => "written",
            },
            at: bound.bytes.as_ptr().addr(),
            length: bound.bytes.len(),
        };
        Shown {
            shader: self.shader,
            groups: self.placed.groups,
            bound: self.placed.bound.iter().map(of).collect(),
        }
    }
}
