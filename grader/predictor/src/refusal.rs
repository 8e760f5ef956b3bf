//! Why there is no prediction.

use opencl_c::program::Program;
use opencl_c::source::Origin;

/// A place in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
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

/// What the model does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    NoSuchKernel(String),
    /// The number of arguments differs.
    Arguments {
        wanted: usize,
        given: usize,
    },
    /// A loop's trip count depends on data.
    Rounds,
    /// A trip count was given for a loop that does not exist.
    NoLoop {
        file: Option<String>,
        line: u32,
        column: Option<u32>,
    },
    /// Two different trip counts were given for one loop.
    ConflictingRounds,
    /// A trip count was given for a loop whose count is known.
    RoundsKnown,
    /// `goto` and `switch` are not followed.
    Jump(&'static str),
    /// The built-in function is not covered.
    Function(String),
    /// The device's profile has no cost for the operation.
    NoCost(String),
    /// The profile is older than this measurement.
    OlderProfile(&'static str),
    /// The run did not count this access.
    NotCounted,
    /// The text is too large, or its loops run too long.
    TooLarge,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place in the text, if there is one.
    pub at: Option<At>,
    pub why: Why,
}
