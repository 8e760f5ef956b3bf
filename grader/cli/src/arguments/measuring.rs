//! The arguments of the commands that measure a device and predict times.

use super::Format;
use clap::{Args, ValueEnum};
use predictor::random::Class;
use std::path::PathBuf;

/// `grader bench`
#[derive(Debug, Args)]
pub struct Bench {
    /// Name of a study, or `all`; without it the studies are listed
    #[arg(value_name = "STUDY")]
    pub study: Option<String>,
    /// The folder for its files [default: bench/STUDY]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Few points and rough times
    #[arg(long)]
    pub quick: bool,
    /// Start again where there are results; otherwise a study that was stopped continues
    #[arg(long)]
    pub again: bool,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
}

/// `grader tune`
#[derive(Debug, Args)]
pub struct Tune {
    /// Name of a kernel; without it the kernels are listed
    #[arg(value_name = "KERNEL")]
    pub kernel: Option<String>,
    /// The folder for its files [default: bench/tune-KERNEL]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How choices are picked
    #[arg(long, value_enum, default_value_t, value_name = "SEARCH")]
    pub search: SearchKind,
    /// Start no choice after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub budget: u64,
    /// Draw choices from this seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// A small problem and rough times
    #[arg(long)]
    pub quick: bool,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SearchKind {
    /// Each legal one
    Exhaustive,
    /// Legal ones at random
    Random,
    /// From random ones to the best neighbour, repeatedly
    #[default]
    Climb,
}

/// `grader calibrate`
#[derive(Debug, Args)]
pub struct Calibrate {
    /// The file for the profile [default: the one that `grader predict` reads]
    #[arg(long, value_name = "PROFILE.toml")]
    pub out: Option<PathBuf>,
    /// The folder for the measurements; a calibration that was stopped continues there [default:
    /// bench/calibrate]
    #[arg(long, value_name = "DIR")]
    pub points: Option<PathBuf>,
    /// Rough times
    #[arg(long)]
    pub quick: bool,
    /// Start again where there are results
    #[arg(long)]
    pub again: bool,
    /// Which device: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
}

/// `grader predict`
#[derive(Debug, Args)]
pub struct Predict {
    /// The launch; several are predicted as launches in a row
    #[arg(value_name = "LAUNCH.toml", required_unless_present = "evaluate")]
    pub launches: Vec<PathBuf>,
    /// How often a loop runs whose trip count depends on data: its line and its trip count, such as 6=100;
    /// with its file or column, such as kernel.cl:6:5=100, if the line is ambiguous
    #[arg(long, value_name = "LINE=ROUNDS", conflicts_with = "evaluate")]
    pub trips: Vec<predictor::Trip>,
    /// The device's profile [default: the one that `grader calibrate` wrote last]
    #[arg(long, value_name = "PROFILE.toml")]
    pub profile: Option<PathBuf>,
    /// Count in the simulator, over a sample of work-groups, what the launch does with its data; otherwise
    /// only its text is read
    #[arg(long, conflicts_with_all = ["evaluate", "trips"])]
    pub hybrid: bool,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Predict this many random kernels of each class, then measure them: how often is it right?
    #[arg(long, value_name = "N", conflicts_with = "launches",
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub evaluate: Option<u64>,
    /// Only these classes: realistic, unrestricted, control, and real, kernels as people write them [default: all]
    #[arg(long, value_name = "CLASS", requires = "evaluate", value_delimiter = ',', value_parser = kernel_class)]
    pub class: Vec<KernelClass>,
    /// Draw the random kernels from this seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// The folder for the files of --evaluate [default: bench/prediction]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Start again where there are results; otherwise an evaluation that was stopped continues
    #[arg(long, requires = "evaluate")]
    pub again: bool,
    /// Which device to measure on: its number in `grader devices`
    #[arg(long, value_name = "I")]
    pub device: Option<usize>,
}

/// A class of kernels that predictions are tried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelClass {
    Random(Class),
    /// Kernels as people write them.
    Real,
}

impl KernelClass {
    fn name(self) -> &'static str {
        match self {
            KernelClass::Random(class) => class.name(),
            KernelClass::Real => "real",
        }
    }
}

impl Predict {
    /// Whether an evaluation includes a class.
    pub fn includes(&self, class: KernelClass) -> bool {
        self.class.is_empty() || self.class.contains(&class)
    }
}

/// A class by its name.
fn kernel_class(name: &str) -> Result<KernelClass, String> {
    let random = Class::ALL.map(KernelClass::Random);
    let classes: Vec<KernelClass> = random.into_iter().chain([KernelClass::Real]).collect();
    let found = classes.iter().find(|class| class.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = classes.iter().map(|class| class.name()).collect();
        format!("the classes are {}", names.join(", "))
    })
}
