//! What is debugged: a program and a launch of one of its kernels.

use launch::Launch;
use opencl_c::preprocessor::{Include, Included, Includes, NotIncluded, Options as Preprocessing};
use opencl_c::program::Program;
use opencl_c::source::{FileId, SourceMap};
use simulator::stepping::{NotStepped, SteppedLaunch, prepare_stepped};
use simulator::{Event, EventKind, Options, simulate};

/// A program without errors, and a launch of one of its kernels.
#[derive(Clone, Debug)]
pub struct Debuggee {
    pub program: Program,
    /// How its text was read.
    pub preprocessing: Preprocessing,
    pub launch: Launch,
    /// How it is simulated. Nothing is counted.
    pub options: Options,
}

impl Debuggee {
    /// The launch, ready to be stepped through.
    pub fn prepare(&self) -> Result<SteppedLaunch, NotStepped> {
        prepare_stepped(&self.program, &self.launch, &self.options)
    }

    /// The values of work-items that are not there on which the outcome of the launch depends: it is run as a whole.
    pub(crate) fn judged_strays(&self) -> Vec<Event> {
        let outcome = simulate(&self.program, &self.launch, &self.options);
        let events = outcome.map_or(Vec::new(), |outcome| outcome.events);
        let is_stray = |event: &Event| matches!(event.kind, EventKind::StrayLane(_));
        events.into_iter().filter(is_stray).collect()
    }

    /// The name of the main file, as places have it.
    pub fn name(&self) -> &str {
        &self.program.sources.file(FileId(0)).name
    }

    /// The text of the main file.
    pub fn text(&self) -> &str {
        &self.program.sources.file(FileId(0)).text
    }

    /// The text of a file of the program.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let mut files = self.program.sources.files();
        files
            .find(|(_, file)| &*file.name == name)
            .map(|(_, file)| &*file.text)
    }
}

/// The files that a program included, found again by their names.
pub(crate) struct Again<'a>(pub(crate) &'a SourceMap);

impl Includes for Again<'_> {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        let wanted: Vec<&str> = include
            .name
            .split('/')
            .filter(|it| !matches!(*it, "." | ".."))
            .collect();
        let folder = include
            .from
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let ends_so = |name: &str| {
            let parts: Vec<&str> = name.split(['/', '\\']).collect();
            parts.ends_with(&wanted)
        };
        let found: Vec<_> = self
            .0
            .files()
            .map(|(_, file)| file)
            .filter(|file| ends_so(&file.name))
            .collect();
        // Of two files of one name the one beside the file that includes it.
        let beside = found
            .iter()
            .find(|file| include.quoted && file.name.starts_with(folder));
        match beside.or(found.first()) {
            Some(file) => Ok(Included {
                name: file.name.clone(),
                text: file.text.clone(),
            }),
            None => Err(NotIncluded::NotFound),
        }
    }
}
