//! What the catalogue of mistakes says of correct programs: nothing of level error, ever.

use crate::generate::{Program, program};
use crate::many::{Failure, failure, on_every_core};
use launch::{Finding, Level};
use mistakes::{Allowed, SimulatedRun};
use opencl_c::preprocessor::{NoIncludes, Options as PreprocessorOptions};
use simulator::Options;

/// Everything that the front end, the catalogue's readings, a simulated run and the catalogue's
/// measures find in a program, as one settled list.
pub fn findings(program: &Program) -> Result<Vec<Finding>, String> {
    let text = &program.text;
    let preprocessing = PreprocessorOptions::default();
    let checked = opencl_c::compile("generated.cl", text, &preprocessing, &mut NoIncludes)
        .map_err(|_| "the front end refuses it".to_owned())?;
    let (warnings, checked) = (checked.warnings, checked.program);
    let told = warnings.iter().map(|it| it.to_finding(&checked.sources));
    let mut found: Vec<Finding> = told.chain(mistakes::read(&checked)).collect();
    let options = Options::default();
    let launch = &program.launch;
    let outcome =
        simulator::simulate(&checked, launch, &options).map_err(|refusal| refusal.to_string())?;
    let observed = mistakes::observed(&outcome.events).into_iter();
    let observed = observed.map(|(finding, _)| finding).collect();
    found.extend(mistakes::explain_races(&checked, observed));
    let mut kernels = checked.kernels();
    let (_, kernel) = kernels
        .find(|(_, kernel)| *kernel.name == *launch.kernel)
        .ok_or("its kernel is gone")?;
    found.extend(mistakes::measure(&SimulatedRun {
        program: &checked,
        kernel,
        launch,
        counters: &outcome.counters,
        warp: options.warp,
        profile: &options.profile,
        launch_is_given: false,
    }));
    Ok(mistakes::merge_findings(
        found,
        &Allowed::of(&checked.sources),
    ))
}

/// Looks at `count` correct programs from the seed `first` on: a failure is one in which something of
/// level error is found, likely ones included.
pub fn accused(
    first: u64,
    count: u64,
    report: impl Fn(&Failure) + Sync,
) -> Result<Vec<Failure>, String> {
    let judge = |seed| {
        let found = findings(&program(seed))?;
        match found.iter().find(|finding| finding.level == Level::Error) {
            Some(finding) => Err(format!("{}: {}", finding.mistake, finding.message)),
            None => Ok(()),
        }
    };
    let start = || Ok(|seed| failure(seed, judge(seed)));
    on_every_core(first, count, start, report)
}
