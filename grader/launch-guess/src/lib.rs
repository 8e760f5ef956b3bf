//! A launch for a kernel of which only the text is known.
//!
//! 1. `missing`: macros that nobody defines are tried as 16, or as `float`.
//! 2. `uses`: what the text does with each parameter; `names`: what its name says; `first`: the first guess
//!    from both; `given`: what the caller knows better.
//! 3. `trial`: the guess runs in the simulator, first with buffers that are too long: what is accessed is
//!    their length; then as it is. `images`: their first guess, and how they grow where pixels outside are accessed.
//! 4. `search`: where a run shows a mistake, other guesses are tried (`change`). What vanishes under one of
//!    them depends on the guess, and is never reported as certain.
//! 5. `written`: the guess as a LAUNCH.toml, each part with its reason.
//!
//! Invariants: no I/O, no clock; the same text gives the same guess. The LAUNCH.toml that is shown is the launch
//! that runs.

mod change;
mod error;
mod first;
mod given;
mod guess;
mod images;
mod marked;
mod missing;
mod names;
mod search;
mod trial;
mod uses;
mod written;

pub use change::Change;
pub use error::{CannotGuess, Takes, WrongSizes};
pub use given::NotTaken;
pub use guess::{Argument, Buffer, GlobalFrom, Guess, Image, LocalFrom, Number, Value, Why};
pub use marked::{DependsJson, ElsewhereJson, GuessJson, GuessedReport, Marked, RunAnswer};
pub use missing::{Missing, compile_with_missing};
pub use search::Elsewhere;
pub use written::Frame;

use guess::Parameter;
use launch_file::Files;
use opencl_c::check::Checked;
use search::Search;
use trial::Key;
use uses::Uses;

/// What the caller knows of the launch.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The kernel; the first one otherwise.
    pub kernel: Option<String>,
    pub global: Option<Vec<u64>>,
    pub local: Option<Vec<u64>>,
    /// Parameters by name, with what is given for each: a number, a length, a word, a file.
    pub values: Vec<(String, String)>,
    /// Work-items of a warp.
    pub warp: usize,
    pub effort: Effort,
}

/// How long a guess is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Until other guesses have judged what the launch shows: a second or more.
    #[default]
    Whole,
    /// The first guess, run for as many steps: for who wants counts and no findings. Which of its findings depend on
    /// the guess is not known.
    First {
        /// As [`simulator::Options::steps`].
        steps: u64,
    },
}

impl Effort {
    /// Steps of one trial at most.
    fn steps_of_trial(self) -> u64 {
        match self {
            Effort::Whole => trial::MOST_STEPS,
            Effort::First { steps } => steps,
        }
    }
}

/// A launch that was guessed and tried.
#[derive(Clone, Debug)]
pub struct Guessed {
    pub guess: Guess,
    /// Every kernel of the program.
    pub kernels: Vec<String>,
    /// Was the kernel named, or is it the only one?
    pub kernel_given: bool,
    /// Macros that nobody defines.
    pub missing: Vec<Missing>,
    /// The findings of the launch that depend on the guess, each with a change under which it does not show.
    depends: Vec<(Key, Change)>,
    /// What other guesses show.
    pub elsewhere: Vec<Elsewhere>,
    /// Steps that its run may take, as [`simulator::Options::steps`]: few where no guess ran to its end.
    pub steps: u64,
}

impl Guessed {
    /// The LAUNCH.toml.
    pub fn launch_file(&self, frame: &Frame<'_>) -> String {
        written::written(self, frame)
    }
}

/// Guesses a launch of a program's kernel. `files` gives the files of data that the request names.
pub fn guess(
    checked: &Checked,
    missing: &[Missing],
    request: &Request,
    files: &mut dyn Files,
) -> Result<Guessed, NotTaken> {
    let program = &checked.program;
    let kernels: Vec<String> = program
        .kernels()
        .map(|(_, function)| function.name.to_string())
        .collect();
    let found = match &request.kernel {
        None => program.kernels().next().ok_or(CannotGuess::NoKernel)?,
        Some(name) => program
            .kernels()
            .find(|(_, function)| *function.name == **name)
            .ok_or_else(|| CannotGuess::NoSuchKernel {
                name: name.clone(),
                nearest: launch::nearest(name, kernels.iter().map(String::as_str))
                    .map(str::to_owned),
                kernels: kernels.clone(),
            })?,
    };
    let (id, function) = found;
    let parameters = Parameter::all(program, function)?;
    let uses = Uses::of(program, id);
    let attributes = function.kernel.clone().unwrap_or_default();
    let (mut first, locals) =
        first::first(program, &function.name, &attributes, &parameters, &uses);
    given::take(&mut first, program, function, &uses, request, files)?;
    let guessed = |guess, depends, elsewhere| Guessed {
        guess,
        kernel_given: request.kernel.is_some() || kernels.len() == 1,
        kernels: kernels.clone(),
        missing: missing.to_vec(),
        depends,
        elsewhere,
        steps: request.effort.steps_of_trial(),
    };
    let unrun = |mut guess: Guess| {
        for argument in &mut guess.arguments {
            match &mut argument.value {
                Value::Buffer(buffer) => buffer.len = buffer.len.max(1),
                Value::Local { len, .. } => *len = (*len).max(1),
                _ => {}
            }
        }
        guess
    };
    // What is not supported, or too large, is reported by the run itself.
    let Ok(kernel) = simulator::prepare(program, &function.name) else {
        return Ok(guessed(unrun(first), Vec::new(), Vec::new()));
    };
    let mut search = Search {
        checked,
        kernel: &kernel,
        uses: &uses,
        locals: &locals,
        warp: request.warp,
        effort: request.effort,
        steps: 0,
        trials: 0,
    };
    Ok(match search.run(&first) {
        Ok(found) => guessed(found.trial.guess, found.depends, found.elsewhere),
        Err(_) => guessed(unrun(first), Vec::new(), Vec::new()),
    })
}
