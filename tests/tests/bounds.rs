//! What a problem lets a run cost is kept by its own kernel and by the exercise's solution, and broken
//! by each mistake that is labelled `too-costly`.

use grader::course_folder::CourseFolder;
use kernels::{AnyProblem, Measure};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{AccessKind, Counters, Options};
use std::fs;
use tests::project;

/// The figure of a measure. Local bytes no problem bounds yet.
fn figure(measure: Measure, counters: &Counters, groups: u64) -> u64 {
    let total = &counters.total;
    let (loads, stores) = (&total.global_loads, &total.global_stores);
    let per_cent = |part: u64, whole: u64| (part * 100).checked_div(whole).unwrap_or(100);
    match measure {
        Measure::GlobalElementsRead => loads.bytes_asked.div_ceil(4),
        Measure::GlobalElementsWritten => stores.bytes_asked.div_ceil(4),
        Measure::GlobalBytesMoved => loads.bytes_moved + stores.bytes_moved,
        Measure::GlobalRequests => loads.requests + stores.requests,
        Measure::CoalescingEfficiency => per_cent(
            loads.bytes_used + stores.bytes_used,
            loads.bytes_moved + stores.bytes_moved,
        ),
        Measure::BankConflict => {
            let local = counters.accesses.iter().map(|access| &access.local);
            let passes = local.filter(|local| local.least_passes > 0);
            let shares = passes.map(|local| local.passes * 100 / local.least_passes);
            shares.max().unwrap_or(100)
        }
        Measure::LocalElementsRead => total.local_loads.bytes_asked.div_ceil(4),
        Measure::Barriers => total.barriers.div_ceil(groups),
        Measure::ActiveLanes => per_cent(total.active_lanes, total.lanes),
        Measure::GlobalAtomics => {
            let accesses = counters.accesses.iter();
            let atomics = accesses.filter(|access| access.kind == AccessKind::Atomic);
            atomics.map(|access| access.global.accesses).sum()
        }
        Measure::LocalBytes => panic!("counters do not hold the bytes of local memory"),
    }
}

/// The bounds that a kernel breaks, each as text with the figure.
fn broken(problem: &'static dyn AnyProblem, name: &str, text: &str) -> Vec<String> {
    let options = Preprocessing::default();
    let checked = opencl_c::compile(name, text, &options, &mut NoIncludes).expect("OpenCL C");
    let kernel = simulator::prepare(&checked.program, &problem.signature().kernel)
        .expect("a kernel that can be simulated");
    let mut broken = Vec::new();
    for case in problem.counted() {
        let launch = case.launch();
        let outcome = kernel.run(&launch, &Options::default()).expect("a run");
        let local = launch.range.local.expect("work-groups of a size");
        let groups = launch.range.global.iter().zip(&local);
        let groups: usize = groups.map(|(global, local)| global / local).product();
        for bound in case.bounds() {
            let figure = figure(bound.measure, &outcome.counters, groups as u64);
            if !bound.limit.holds(figure) {
                broken.push(format!("{:?}: {figure}", bound.measure));
            }
        }
    }
    broken
}

#[test]
fn every_problems_own_kernel_and_every_solution_keep_the_bounds() {
    for problem in kernels::problems() {
        let broken = broken(problem, problem.name(), problem.reference());
        assert!(broken.is_empty(), "{}: {broken:?}", problem.name());
    }
    let folder = CourseFolder::open(Some(project())).expect("the course");
    for exercise in folder.course.exercises() {
        let path = project().join("solutions").join(&exercise.folder);
        let text = fs::read_to_string(path.join("kernel.cl")).expect("a solution");
        let broken = broken(exercise.problem, &exercise.folder, &text);
        assert!(broken.is_empty(), "{}: {broken:?}", exercise.folder);
    }
}

#[test]
fn each_mistake_that_is_too_costly_breaks_a_bound() {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut mistakes = 0;
    for exercise in folder.course.exercises() {
        let of = project().join("solutions").join(&exercise.folder);
        for entry in fs::read_dir(of.join("mistakes")).expect("mistakes") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a mistake");
            if text.contains("// Verdict: too-costly") {
                let name = path.display().to_string();
                assert!(!broken(exercise.problem, &name, &text).is_empty(), "{name}");
                mistakes += 1;
            }
        }
    }
    assert!(mistakes > 0);
}
