//! The costs of a right kernel. The simulator counts them, so they are the same on every machine. They are
//! compared with the problem's bounds and with the costs of the problem's own kernel.

use crate::front_end::{TranslationUnit, own_program};
use crate::report::{Costs, LineShare, Requirement};
use crate::token::token_of;
use kernels::{AnyCase, AnyProblem, Bound, Fact, Measure, Trial};
use launch::{Finding, Launch, Level, Source};
use mistakes::SimulatedRun;
use opencl_c::program::Program;
use opencl_c::source::FileId;
use proptest::test_runner::TestRunner;
use simulator::{AccessKind, Counters, End, LineCounters, Options};
use std::cmp::Reverse;

#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// The counted cases that have bounds.
    pub(crate) costs: Vec<Costs>,
    /// Findings of the catalogue that follow from the counts.
    pub(crate) findings: Vec<Finding>,
    /// Are there bounds that could not be counted?
    pub(crate) uncounted: bool,
}

/// Drawn cases that are counted as well, so that a kernel tuned for the named cases alone is caught.
const DRAWN: usize = 3;

/// Counts the costs of a kernel that is right in every case: in the problem's counted cases (the largest
/// corner case if there are none) and in some cases that `runner` draws. A drawn case is reported only if it
/// breaks a bound and no counted case does. `program` is absent if the kernel is not analysed.
pub(crate) fn count(
    problem: &'static dyn AnyProblem,
    program: Option<&Program>,
    runner: &mut TestRunner,
) -> Counted {
    let named = problem.counted();
    let cases = if named.is_empty() {
        largest(problem)
    } else {
        named
    };
    let mut counted = Counted::default();
    let Some(program) = program else {
        counted.uncounted = cases.iter().any(|case| !case.bounds().is_empty());
        return counted;
    };
    let own_kernel = cases
        .iter()
        .any(|case| !case.bounds().is_empty())
        .then(|| own_program(problem))
        .flatten();
    for case in cases {
        let launch = case.launch();
        let bounds = case.bounds();
        let Some(counters) = counters_of(program, &launch) else {
            counted.uncounted |= !bounds.is_empty();
            continue;
        };
        counted
            .findings
            .extend(measured(program, &launch, &counters));
        if bounds.is_empty() {
            continue;
        }
        let solution = own_kernel
            .as_ref()
            .and_then(|program| counters_of(program, &launch));
        match solution {
            Some(solution) => {
                let costs = costs_of(
                    problem,
                    case.as_ref(),
                    launch,
                    (program, &counters),
                    &solution,
                );
                counted.costs.push(costs);
            }
            None => counted.uncounted = true,
        }
    }
    if let Some(own_kernel) = own_kernel
        && counted.costs.iter().all(Costs::are_met)
    {
        let broken = (0..DRAWN).find_map(|_| {
            let case = problem.draw_counted(runner)?;
            let launch = case.launch();
            let counters = counters_of(program, &launch)?;
            let breaks = |bound: &Bound| !bound.limit.holds(figure(bound.measure, &counters));
            if !case.bounds().iter().any(breaks) {
                return None;
            }
            let solution = counters_of(&own_kernel, &launch)?;
            Some(costs_of(
                problem,
                case.as_ref(),
                launch,
                (program, &counters),
                &solution,
            ))
        });
        if let Some(broken) = broken {
            counted.costs = vec![broken];
        }
    }
    counted
}

/// The costs of a case, compared with those of the problem's own kernel.
fn costs_of(
    problem: &dyn AnyProblem,
    case: &dyn AnyCase,
    launch: Launch,
    (program, own): (&Program, &Counters),
    solution: &Counters,
) -> Costs {
    let file = &program.sources.file(FileId(0)).name;
    let bounds = case.bounds().into_iter();
    Costs {
        case: case.describe(),
        token: Some(token_of(problem, case)),
        requirements: bounds
            .map(|bound| requirement(bound, own, solution, file))
            .collect(),
        range: launch.range,
    }
}

/// Runs the launch that the answers describe, and that of the best answers. An error holds the reason why
/// that failed.
pub(crate) fn costs_of_trial(trial: &Trial) -> Result<Costs, String> {
    let counted = |source: &Source, launch: &Launch| {
        let unit = TranslationUnit::of(source.clone());
        let program = unit
            .program()
            .map_err(|_| "the program does not compile so".to_owned())?;
        let outcome = simulator::simulate(program, launch, &options())
            .map_err(|_| "it cannot be run so".to_owned())?;
        let observed = mistakes::observed(&outcome.events);
        let mut findings = observed.into_iter().map(|(finding, _)| finding);
        match findings.find(|finding| finding.level == Level::Error) {
            Some(finding) => Err(finding.message),
            None => Ok(outcome.counters),
        }
    };
    let own = counted(&trial.source, &trial.launch)?;
    let (source, launch) = &trial.best;
    let best = counted(source, launch)?;
    let fact = |(name, value): &(String, String)| Fact::new(name, value);
    Ok(Costs {
        case: trial.source.defines.iter().map(fact).collect(),
        range: trial.launch.range.clone(),
        token: None,
        requirements: trial
            .bounds
            .iter()
            .map(|bound| requirement(bound.clone(), &own, &best, &trial.source.name))
            .collect(),
    })
}

/// The corner with the most work-items.
fn largest(problem: &'static dyn AnyProblem) -> Vec<Box<dyn AnyCase>> {
    let items = |case: &dyn AnyCase| case.launch().range.global.iter().product::<usize>();
    problem
        .corners()
        .into_iter()
        .max_by_key(|case| items(case.as_ref()))
        .into_iter()
        .collect()
}

/// No race detection: every case has passed it before.
fn options() -> Options {
    Options {
        races: false,
        threads: 0,
        ..Options::default()
    }
}

/// What a launch costs; none where it does not end.
pub(crate) fn counters_of(program: &Program, launch: &Launch) -> Option<Counters> {
    let outcome = simulator::simulate(program, launch, &options()).ok()?;
    (outcome.end == End::Completed).then_some(outcome.counters)
}

/// Does a kernel break a bound in one of the cases? Adds the steps of its runs to `steps`; a run that takes more
/// than `most` breaks it.
pub(crate) fn breaks_bound(
    program: &Program,
    cases: &[Box<dyn AnyCase>],
    most: u64,
    steps: &mut u64,
) -> bool {
    cases.iter().any(|case| {
        let options = Options {
            steps: most,
            ..options()
        };
        let Ok(outcome) = simulator::simulate(program, &case.launch(), &options) else {
            return true;
        };
        *steps = steps.saturating_add(outcome.steps);
        let counters = &outcome.counters;
        let breaks = |bound: &Bound| !bound.limit.holds(figure(bound.measure, counters));
        outcome.end != End::Completed || case.bounds().iter().any(breaks)
    })
}

/// The steps of a kernel in the costliest of the cases.
pub(crate) fn most_steps(program: &Program, cases: &[Box<dyn AnyCase>]) -> u64 {
    let steps = |case: &dyn AnyCase| {
        simulator::simulate(program, &case.launch(), &options()).map_or(0, |outcome| outcome.steps)
    };
    cases
        .iter()
        .map(|case| steps(case.as_ref()))
        .max()
        .unwrap_or(0)
}

fn measured(program: &Program, launch: &Launch, counters: &Counters) -> Vec<Finding> {
    let mut kernels = program.kernels();
    let Some((_, kernel)) = kernels.find(|(_, kernel)| *kernel.name == *launch.kernel) else {
        return Vec::new();
    };
    let options = options();
    mistakes::measure(&SimulatedRun {
        program,
        kernel,
        launch,
        counters,
        warp: options.warp,
        profile: &options.profile,
        launch_is_given: true,
    })
}

/// `file` is the name of the kernel's file.
fn requirement(bound: Bound, own: &Counters, solution: &Counters, file: &str) -> Requirement {
    let value = figure(bound.measure, own);
    let met = bound.limit.holds(value);
    Requirement {
        measure: bound.measure,
        limit: bound.limit,
        reason: bound.reason,
        own: value,
        solution: figure(bound.measure, solution),
        met,
        lines: if met {
            Vec::new()
        } else {
            costly_lines(bound.measure, own, file)
        },
    }
}

/// The most lines that a broken limit names.
const MOST_LINES: usize = 2;

/// The lines of a file that add most to a quantity, the costliest first; none where no line adds to it. A line that
/// adds less than half as much as the costliest is left out.
fn costly_lines(measure: Measure, counters: &Counters, file: &str) -> Vec<LineShare> {
    let share = |line: &LineCounters| match measure {
        Measure::CoalescingEfficiency => {
            let (used, moved) = used_and_moved(line);
            moved.saturating_sub(used)
        }
        Measure::Barriers => barriers(line, counters),
        // Findings of the catalogue give the place of the others.
        _ => sum(measure, line).unwrap_or(0),
    };
    let own = counters.lines.iter().filter(|line| line.file == file);
    let mut shares: Vec<LineShare> = own
        .map(|line| LineShare {
            line: line.line,
            value: share(line),
        })
        .filter(|share| share.value > 0)
        .collect();
    shares.sort_by_key(|share| (Reverse(share.value), share.line));
    let least = shares.first().map_or(0, |most| most.value / 2);
    shares.retain(|share| share.value >= least);
    shares.truncate(MOST_LINES);
    shares
}

/// A quantity that is a sum over all lines.
fn sum(measure: Measure, counted: &LineCounters) -> Option<u64> {
    /// Bytes of the element that elements are counted in.
    const ELEMENT: u64 = 4;
    let (loads, stores) = (&counted.global_loads, &counted.global_stores);
    Some(match measure {
        Measure::GlobalElementsRead => loads.bytes_asked / ELEMENT,
        Measure::LocalElementsRead => counted.local_loads.bytes_asked / ELEMENT,
        Measure::GlobalElementsWritten => stores.bytes_asked / ELEMENT,
        Measure::GlobalBytesMoved => loads.bytes_moved + stores.bytes_moved,
        Measure::GlobalRequests => loads.requests + stores.requests,
        Measure::CoalescingEfficiency
        | Measure::BankConflict
        | Measure::LocalReadsDuringCopies
        | Measure::Barriers
        | Measure::LocalBytes
        | Measure::ActiveLanes
        | Measure::GlobalAtomics => return None,
    })
}

/// Bytes of global memory that were used, and those that were moved for them.
fn used_and_moved(counted: &LineCounters) -> (u64, u64) {
    let (loads, stores) = (&counted.global_loads, &counted.global_stores);
    (
        loads.bytes_used + stores.bytes_used,
        loads.bytes_moved + stores.bytes_moved,
    )
}

/// Barriers of one work-group, rounded up.
fn barriers(counted: &LineCounters, counters: &Counters) -> u64 {
    counted.barriers.div_ceil(counters.groups.max(1))
}

/// The measured value, in the unit of the measure. Shares are rounded down.
fn figure(measure: Measure, counters: &Counters) -> u64 {
    let total = &counters.total;
    match measure {
        Measure::CoalescingEfficiency => {
            let (used, moved) = used_and_moved(total);
            percent(used, moved)
        }
        Measure::BankConflict => counters
            .accesses
            .iter()
            .filter(|access| access.local.least_passes > 0)
            .map(|access| access.local.passes * 100 / access.local.least_passes)
            .max()
            .unwrap_or(100),
        Measure::LocalReadsDuringCopies => percent(
            total.local_loads.bytes_during_copies,
            total.local_loads.bytes_asked,
        ),
        Measure::Barriers => barriers(total, counters),
        Measure::LocalBytes => counters.local_bytes,
        Measure::ActiveLanes => percent(total.active_lanes, total.lanes),
        Measure::GlobalAtomics => counters
            .accesses
            .iter()
            .filter(|access| access.kind == AccessKind::Atomic)
            .map(|access| access.global.accesses)
            .sum(),
        _ => sum(measure, total).unwrap_or(0),
    }
}

/// A share in per cent; 100 where the whole is 0.
fn percent(part: u64, whole: u64) -> u64 {
    (part * 100).checked_div(whole).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernels::measuring::Shape;
    use std::sync::Mutex;

    /// The costs of a trial with that shape.
    fn costs(shape: Shape) -> Costs {
        let (source, launch) = shape.run();
        let trial = Trial {
            key: "local",
            best: (source.clone(), launch.clone()),
            source,
            launch,
            bounds: Shape::bounds(),
        };
        costs_of_trial(&trial).unwrap_or_else(|reason| panic!("{shape:?}: {reason}"))
    }

    #[test]
    fn of_all_legal_shapes_the_best_one_moves_the_least_and_few_come_near() {
        let shapes = Mutex::new(Shape::legal());
        let all = Mutex::new(Vec::new());
        let next = || shapes.lock().unwrap().next();
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(shape) = next() {
                        let costs = costs(shape);
                        all.lock().unwrap().push((shape, costs));
                    }
                });
            }
        });
        let all = all.into_inner().unwrap();
        let moved = |costs: &Costs| costs.requirements[0].own;
        let active = |(_, costs): &&(Shape, Costs)| costs.requirements[1].met;
        let least = all.iter().filter(active).min_by_key(|(_, it)| moved(it));
        let (best, costs) = least.unwrap();
        assert_eq!((*best, moved(costs)), (Shape::BEST, Shape::LEAST_MOVED));
        let good = |costs: &Costs| costs.requirements.iter().all(|it| it.met);
        let good = all.iter().filter(|(_, costs)| good(costs)).count();
        assert!((1..=5).contains(&good), "{good} of {}", all.len());
        assert!(all.len() > 300, "{}", all.len());
    }

    #[test]
    fn every_shape_sharpens_the_same_picture() {
        let output = |shape: Shape| {
            let (source, launch) = shape.run();
            let unit = TranslationUnit::of(source);
            let outcome =
                simulator::simulate(unit.program().unwrap(), &launch, &Options::default()).unwrap();
            assert_eq!(outcome.events, []);
            outcome.outputs[1].bytes.clone()
        };
        let expected = output(Shape::BEST);
        for (width, height, rows) in [(16, 16, 1), (256, 1, 1), (1, 32, 3), (40, 4, 7)] {
            let shape = Shape {
                width,
                height,
                rows,
            };
            assert!(output(shape) == expected, "{shape:?}");
        }
    }
}
