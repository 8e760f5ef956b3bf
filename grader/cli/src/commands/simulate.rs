//! `grader simulate`

use super::Exit;
use crate::arguments::{FindingsFormat, Simulate};
use crate::exercises::course_folder::as_typed;
use crate::files::launch_folder::LaunchFolder;
use crate::files::student_file;
use crate::findings::FindingFilter;
use crate::refusal::Refusal;
use crate::render::{self, Page, Sources, Tone, json};
use crate::session::Session;
use crate::terminal::simulation_watch::SimulationWatch;
use crate::terminal::{interrupt, output};
use launch::sanitise::visible_line;
use launch::{Finding, Level};
use launch_file::{Answer, Ending, Ran, Simulation, Text};
use simulator::{End, Options};
use std::path::Path;

/// The launch in a folder, or beside a kernel.
const LAUNCH: &str = "LAUNCH.toml";

/// A launch that was simulated; its findings are those to be shown.
struct Simulated<'a> {
    launch: &'a Path,
    simulation: Simulation,
    /// Is there something to show? Only a program that is not supported and allowed to be has nothing.
    is_shown: bool,
    /// Did it end without an answer?
    is_fault: bool,
}

impl Simulated<'_> {
    /// Did it leave other results than those that its launch expects?
    fn is_unexpected(&self) -> bool {
        matches!(&self.simulation.ending, Ending::Ran(ran) if !ran.is_as_expected())
    }
}

pub(super) fn run(arguments: &Simulate, session: &Session) -> Result<Exit, Refusal> {
    let mut filter = FindingFilter::new(&arguments.rules)?;
    let watch = SimulationWatch::start(&session.line);
    let options = Options {
        warp: arguments.warp.lanes(),
        threads: 0,
        cancel: Some(watch.cancel()),
        progress: Some(watch.progress()),
        ..Options::default()
    };
    let mut simulated = Vec::new();
    let mut refused = None;
    for launch in &arguments.launches {
        // What ran before a request to stop is shown.
        if interrupt::is_stop_requested() {
            break;
        }
        match simulate(launch, &options) {
            Ok(simulation) => simulated.push(filtered(launch, simulation, &mut filter)),
            Err(refusal) => {
                refused = Some(refusal);
                break;
            }
        }
    }
    drop(watch);
    let is_one_of_several = arguments.launches.len() > 1;
    match (arguments.format, &refused) {
        // What ran is shown, whatever became of the launch behind it.
        (FindingsFormat::Text, _) => {
            session.show(&text(&simulated, is_one_of_several, session), None)?;
        }
        (FindingsFormat::Json | FindingsFormat::Sarif, Some(_)) => {}
        (FindingsFormat::Json, None) => {
            let answers = simulated.iter();
            let answers = answers.map(|it| launch_file::answer(&it.simulation.ending));
            let answers: Vec<Answer<'_>> = answers.collect();
            session.show(&json::simulations(&answers), None)?;
        }
        (FindingsFormat::Sarif, None) => {
            let shown = simulated.iter().filter(|it| it.is_shown);
            let findings: Vec<Finding> = shown.flat_map(|it| findings(&it.simulation)).collect();
            session.show(&formats::sarif(&findings), None)?;
        }
    }
    if let Some(refusal) = refused {
        return Err(refusal);
    }
    filter.write_baseline()?;
    match arguments.format {
        FindingsFormat::Text => session.show(&filter.summary(session.page), None)?,
        FindingsFormat::Json | FindingsFormat::Sarif => {
            output::remark(&filter.summary(Page::of_stderr()));
        }
    }
    Ok(if interrupt::is_stop_requested() {
        Exit::Stopped
    } else if simulated.iter().any(|it| it.is_fault) {
        Exit::Fault
    } else if filter.fails() || simulated.iter().any(|it| it.is_unexpected()) {
        Exit::Short
    } else {
        Exit::Good
    })
}

/// Simulates a LAUNCH.toml, the one in a folder, or the one beside a kernel file, with that file as its program.
fn simulate(launch: &Path, options: &Options) -> Result<Simulation, Refusal> {
    let is_kernel = launch.extension().is_some_and(|it| it == "cl") && launch.is_file();
    let path = match (is_kernel, launch.is_dir()) {
        (true, _) => launch.with_file_name(LAUNCH),
        (_, true) if launch.join(LAUNCH).is_file() => launch.join(LAUNCH),
        _ => launch.to_owned(),
    };
    if is_kernel && !path.is_file() {
        return Err(Refusal::KernelForLaunch {
            file: launch.to_owned(),
        });
    }
    let text = student_file::read_at_most(&path, student_file::MOST_LAUNCH_BYTES)
        .map_err(Refusal::LaunchUnreadable)?;
    let name = as_typed(&path).display().to_string();
    let simulation = if is_kernel {
        let kernel = student_file::read(launch).map_err(Refusal::Source)?;
        let given = Text::new(as_typed(launch).display().to_string(), kernel);
        let mut files = LaunchFolder::with_program(&path, launch);
        launch_file::run_given((&name, &text), &given, &mut files, options)
    } else {
        launch_file::run(&name, &text, &mut LaunchFolder::of(&path), options)
    };
    simulation.map_err(Refusal::Launch)
}

fn is_wrong(finding: &Finding) -> bool {
    finding.level == Level::Error
}

/// Did it end without an answer? Where no error explains that, such as an endless loop, the launch is too large for
/// the budget.
fn is_cut_short(ran: &Ran) -> bool {
    let is_stopped = matches!(ran.outcome.end, End::OutOfSteps | End::Cancelled);
    is_stopped && !ran.findings.iter().any(is_wrong)
}

/// The exit of one launch all of whose findings are shown.
#[cfg(feature = "full")]
pub(super) fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::NotBuilt(_) => Exit::Short,
        Ending::Unsupported(_) => Exit::Fault,
        Ending::Ran(ran) if is_cut_short(ran) => Exit::Fault,
        Ending::Ran(ran) if ran.findings.iter().any(is_wrong) || !ran.is_as_expected() => {
            Exit::Short
        }
        Ending::Ran(_) => Exit::Good,
    }
}

/// Takes out the findings that are not to be shown.
fn filtered<'a>(
    launch: &'a Path,
    mut simulation: Simulation,
    filter: &mut FindingFilter<'_>,
) -> Simulated<'a> {
    let sources = Sources::of(&simulation.texts);
    let (is_shown, is_fault) = match &mut simulation.ending {
        Ending::NotBuilt(findings) => {
            filter.retain(findings, &sources, is_wrong);
            (true, false)
        }
        Ending::Unsupported(unsupported) => {
            // The program is not at fault.
            let admitted = filter.admit(&[unsupported.to_finding()], &sources, |_| false);
            let is_shown = admitted == [true];
            (is_shown, is_shown)
        }
        Ending::Ran(ran) => {
            let is_fault = is_cut_short(ran);
            let admitted = filter.admit(&ran.findings, &sources, is_wrong);
            let mut each = admitted.iter();
            ran.findings.retain(|_| each.next() != Some(&false));
            let mut each = admitted.iter();
            ran.counts.retain(|_| each.next() != Some(&false));
            (true, is_fault)
        }
    };
    Simulated {
        launch,
        simulation,
        is_shown,
        is_fault,
    }
}

fn text(simulated: &[Simulated<'_>], is_one_of_several: bool, session: &Session) -> String {
    let page = session.page;
    let mut text = String::new();
    for it in simulated {
        if is_one_of_several {
            let name = visible_line(&as_typed(it.launch).to_string_lossy());
            text += &format!("{}\n\n", page.paint(Tone::Strong, &name));
        }
        if it.is_shown {
            text += &render::simulation(page, &session.program, &it.simulation);
        }
        if is_one_of_several {
            text.push('\n');
        }
    }
    text
}

/// All findings of an end.
fn findings(simulation: &Simulation) -> Vec<Finding> {
    match &simulation.ending {
        Ending::NotBuilt(findings) => findings.clone(),
        Ending::Unsupported(unsupported) => vec![unsupported.to_finding()],
        Ending::Ran(ran) => ran.findings.clone(),
    }
}
