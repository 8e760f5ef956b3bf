//! The result of a guessed launch: findings that depend on the guess are reported as likely, with what they depend
//! on; and the same as JSON.

use crate::trial::Key;
use crate::{Change, Guessed};
use launch::{Evidence, Finding, Level};
use launch_file::{Answer, Construct, Ending, Report};
use serde::Serialize;

/// A finding of a run that depends on the guess.
#[derive(Clone, Debug)]
pub struct Marked {
    /// Its position among the run's findings.
    pub finding: usize,
    /// A change of the guess under which it does not show.
    pub change: Change,
}

impl Guessed {
    /// Marks the findings of a run of this launch that depend on the guess: none stays an error.
    pub fn mark(&self, ending: &mut Ending) -> Vec<Marked> {
        let Ending::Ran(ran) = ending else {
            return Vec::new();
        };
        let mut marked = Vec::new();
        for (index, finding) in ran.findings.iter_mut().enumerate() {
            let key = Key::of(finding);
            let Some((_, change)) = self.depends.iter().find(|(depends, _)| *depends == key) else {
                continue;
            };
            self.mark_one(finding, change);
            marked.push(Marked {
                finding: index,
                change: change.clone(),
            });
        }
        marked
    }

    fn mark_one(&self, finding: &mut Finding, change: &Change) {
        if finding.level == Level::Error {
            finding.level = Level::Warning;
        }
        finding.evidence = Evidence::Likely;
        let part = change.part();
        let depends = format!(
            "this depends on the guessed `{part}`: with {change} it does not show; {}",
            remedy(change)
        );
        if !finding.help.is_empty() {
            finding.help.push('\n');
        }
        finding.help.push_str(&depends);
    }
}

/// What to give in place of a guess.
fn remedy(change: &Change) -> String {
    match change {
        Change::Local(..) => "give -l".to_owned(),
        Change::Global(_) | Change::OneGroup(_) | Change::Fewer(_) => "give -g".to_owned(),
        Change::Scalar(_, name, _) => format!("give {name}=..."),
        Change::Filling(_, name, _) => format!("give {name}=FILE"),
        Change::Length(name) => format!("give {name}=LENGTH"),
        Change::ImageSize(name) => format!("give {name}=SIZE"),
        Change::Format(_) => "its format is given in a LAUNCH.toml: --save keeps one".to_owned(),
        Change::Sampler(name) => format!("give {name}=WORDS, such as nearest,normalized"),
        Change::Begin(_) => "nothing lies before the first element or pixel".to_owned(),
        Change::Untried => "give more of the launch: -g, -l, NAME=VALUE".to_owned(),
        Change::Data(name) if !name.is_empty() => format!("give {name}=FILE"),
        Change::Data(_) | Change::Fillings(_) => "give files of data as NAME=FILE".to_owned(),
        Change::Scalars(_) => "give them as NAME=NUMBER".to_owned(),
    }
}

/// The output of `grader run --format json`: that of `simulate`, and the guess.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RunAnswer<'a> {
    /// A launch that ran, or whose errors are findings.
    Report(Box<GuessedReport<'a>>),
    /// A program beyond what is supported.
    Unsupported {
        /// The guess; null where the program does not compile.
        guess: Option<GuessJson<'a>>,
        /// The construct, with its place.
        unsupported: Construct<'a>,
    },
}

/// A guess, and the result of its launch.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuessedReport<'a> {
    /// The guess; null where the program does not compile.
    pub guess: Option<GuessJson<'a>>,
    /// The result, as of `simulate`.
    #[serde(flatten)]
    pub report: Report<'a>,
}

impl<'a> RunAnswer<'a> {
    /// An answer of `simulate`, with the guess.
    pub fn new(guess: Option<GuessJson<'a>>, answer: Answer<'a>) -> RunAnswer<'a> {
        match answer {
            Answer::Report(report) => RunAnswer::Report(Box::new(GuessedReport {
                guess,
                report: *report,
            })),
            Answer::Unsupported { unsupported } => RunAnswer::Unsupported { guess, unsupported },
        }
    }
}

/// A guess.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuessJson<'a> {
    /// The LAUNCH.toml of the launch that ran.
    pub launch: &'a str,
    /// The kernel that ran.
    pub kernel: &'a str,
    /// Every kernel of the file.
    pub kernels: &'a [String],
    /// The findings that depend on the guess.
    pub depends: Vec<DependsJson>,
    /// What other guesses show, and this launch does not.
    pub elsewhere: Vec<ElsewhereJson<'a>>,
}

/// A finding that depends on the guess.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DependsJson {
    /// Its position in `findings`, from 0.
    pub finding: usize,
    /// The part of the guess: `global`, `local`, or a parameter.
    pub on: String,
    /// A change of the guess under which it does not show.
    pub vanishes_with: String,
}

/// What another guess shows.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElsewhereJson<'a> {
    /// How that guess differs.
    pub with: String,
    /// The finding there.
    pub finding: &'a Finding,
}

impl Guessed {
    /// The guess as JSON; `launch` is its LAUNCH.toml.
    pub fn json<'a>(&'a self, launch: &'a str, marked: &[Marked]) -> GuessJson<'a> {
        let depends = marked.iter().map(|marked| DependsJson {
            finding: marked.finding,
            on: marked.change.part(),
            vanishes_with: marked.change.to_string(),
        });
        let elsewhere = self.elsewhere.iter().map(|elsewhere| ElsewhereJson {
            with: elsewhere.change.to_string(),
            finding: &elsewhere.finding,
        });
        GuessJson {
            launch,
            kernel: &self.guess.kernel,
            kernels: &self.kernels,
            depends: depends.collect(),
            elsewhere: elsewhere.collect(),
        }
    }
}
