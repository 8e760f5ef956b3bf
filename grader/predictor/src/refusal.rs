//! Why there is no prediction.

use opencl_c::program::Program;
use opencl_c::source::Origin;

/// A place in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl At {
    pub(crate) fn of(program: &Program, origin: Origin) -> At {
        let place = program.sources.use_site(origin);
        let at = program.sources.line_column(place.file, place.start);
        At {
            file: program.sources.file(place.file).name.to_string(),
            line: at.line,
            column: at.column,
        }
    }
}

/// What the model does not hold for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The program has no such kernel.
    NoSuchKernel(String),
    /// The kernel takes another number of arguments.
    Arguments {
        /// How many it takes.
        wanted: usize,
        /// How many there are.
        given: usize,
    },
    /// How often a loop runs depends on data.
    Rounds,
    /// Rounds were given of a loop that the kernel does not come to.
    NoLoop {
        /// In which file, where that was said.
        file: Option<String>,
        /// In which line.
        line: u32,
        /// In which column, where that was said.
        column: Option<u32>,
    },
    /// Rounds of this loop were given twice, and not the same.
    SaidTwice,
    /// Rounds were given of a loop that needs none: the text and the launch tell them.
    RoundsTold,
    /// `goto`, `switch`: where it goes is not followed.
    Jump(&'static str),
    /// A built-in function that is not followed.
    Function(String),
    /// The device's profile has no cost for it.
    NoCost(String),
    /// The profile is from before this was measured.
    OlderProfile(&'static str),
    /// What an access asked for was not among what was counted.
    NotCounted,
    /// The text is larger, or its loops run longer, than what is followed.
    TooLarge,
}

/// There is no prediction, for this reason, of this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where in the text, if it is somewhere.
    pub at: Option<At>,
    /// Why.
    pub why: Why,
}
