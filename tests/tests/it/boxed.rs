//! Right kernels are right in the box for other people's work too: every solution passes there, simulator
//! and device, as it does without, with the least memory that a class may give it.

use course::{Observer, Settings, Simulator, Verdict, check};
use grader::device::engine::DeviceEngine;
use grader::exercises::course_folder::CourseFolder;
use grader::files::submission;
use runner::{Options, Runner, Trust};
use std::time::{Duration, Instant};
use tests::{binaries, project};

struct Clock(Instant);

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[test]
fn every_solution_passes_in_the_box() {
    let runner = Runner::start(Options {
        program: Some(binaries().join("grader-device")),
        trust: Trust::Untrusted {
            unsandboxed_allowed: false,
        },
        // The least that a class's workers may be given.
        memory: 1 << 30,
        ..Options::default()
    })
    .expect("a box; `grader doctor` says what this machine cannot enforce of it");
    let mut engine = DeviceEngine::open(runner, None).expect("a device; `./setup` installs one");
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut wrong = Vec::new();
    for exercise in folder.course.exercises() {
        let slug = &exercise.manifest.slug;
        let solution = submission::read(folder.solution_files_of(exercise));
        let report = check(
            exercise,
            &solution.expect("a solution"),
            &mut [&mut Simulator::default(), &mut engine],
            &Settings::default(),
            &mut Clock(Instant::now()),
        );
        // In the simulator, and on the device.
        let stages = if exercise.manifest.kernel.is_some() {
            2
        } else {
            0
        };
        if report.verdict != Verdict::Passed || report.stages.len() != stages {
            wrong.push(format!("{slug}: {:?} {:?}", report.verdict, report.stages));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
