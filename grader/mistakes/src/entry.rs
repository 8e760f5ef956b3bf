//! An entry of the catalogue.

#[cfg(feature = "pages")]
use crate::page::Page;
use crate::simulated_run::{RunReporter, SimulatedRun};
use crate::static_checks::{Analyses, Reporter};
use launch::{Level, MistakeId, Symptom};

#[derive(Clone, Copy)]
pub struct Mistake {
    /// Its row of the table of ids.
    pub id: MistakeId,
    /// The level of its findings, unless one of them says otherwise.
    pub level: Level,
    /// The mistakes that the book's overview lists it with.
    pub family: Family,
    /// What a launch with the mistake does.
    pub symptom: Symptom,
    /// The chapter of the book that teaches what it takes to avoid it.
    pub chapter: u8,
    /// How the examples of its page are launched: the comments that the crate `cases` reads, without
    /// their slashes.
    pub launch: &'static str,
    /// The text of its file, which opens with its page.
    #[cfg_attr(
        not(feature = "pages"),
        expect(dead_code, reason = "only a page is made of it")
    )]
    pub(crate) file: FileText,
    /// Sees it in a program.
    pub(crate) read: Option<fn(&Analyses<'_>, &mut Reporter<'_>)>,
    /// Sees it in what a run counted.
    pub(crate) measure: Option<fn(&SimulatedRun<'_>, &mut RunReporter<'_>)>,
}

/// The text of a source file, in builds that show pages.
#[cfg(feature = "pages")]
pub(crate) type FileText = &'static str;
#[cfg(not(feature = "pages"))]
pub(crate) type FileText = ();

#[cfg(feature = "pages")]
impl Mistake {
    pub fn page(&self) -> Page {
        Page::of(self.file)
    }
}

/// Mistakes with a common theme, whatever their level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Names and syntax.
    Names,
    /// NDRange, work-group and local memory.
    Launch,
    /// Barriers, copies of a work-group, loops without an end.
    Waiting,
    /// Races.
    Order,
    /// Addresses, access rights, values never written.
    Memory,
    /// Arithmetic types.
    Numbers,
    /// Memory traffic and idle lanes.
    Throughput,
}

impl Family {
    /// Every family, in the order of the book.
    pub const ALL: [Family; 7] = [
        Family::Names,
        Family::Launch,
        Family::Waiting,
        Family::Order,
        Family::Memory,
        Family::Numbers,
        Family::Throughput,
    ];

    /// A heading, and what its mistakes have in common.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Family::Names => (
                "Words and names",
                "The program uses a word that OpenCL C does not have, or that means something else there.",
            ),
            Family::Launch => (
                "The launch",
                "The NDRange does not fit the kernel or the device.",
            ),
            Family::Waiting => (
                "Waiting for one another",
                "A barrier or a whole-group copy that only some work-items of the group reach, or a loop that never ends.",
            ),
            Family::Order => (
                "Who is first?",
                "Two work-items use one element, one of them writes it, and nothing says which comes first.",
            ),
            Family::Memory => (
                "Memory that is not there",
                "An address outside of its object, a buffer used against its flags, a value that nobody wrote.",
            ),
            Family::Numbers => (
                "Numbers",
                "The right formula in a type that cannot hold it.",
            ),
            Family::Throughput => (
                "Traffic and idle lanes",
                "Every result is right, but most of the device waits.",
            ),
        }
    }
}
