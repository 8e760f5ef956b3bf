//! The output of `grader calibrate` and `grader predict`: a device's costs, the cost breakdown of a launch, and the
//! accuracy of predictions.

use ::render::{Page, Tone, bound_by};
use launch::sanitise::visible_line;
use launch::{Bottleneck, Warps};
use predictor::real::RealTrial;
use predictor::{
    At, Model, Part, Prediction, Profile, Refusal, Score, Shape, Steadiness, Why, Work,
};
use serde::Serialize;
use std::path::Path;
use studies::{Misfit, Trial};

/// A prediction and its inputs.
pub struct Predicted<'a> {
    /// The command as it was typed.
    pub program: &'a str,
    pub shape: &'a Shape,
    pub profile: &'a Profile,
    pub work: &'a Work,
    pub counted: Counted,
    pub prediction: &'a Prediction,
    /// Seconds of the copies to the device and back.
    pub transfers: [f64; 2],
    /// The quickest work-group, and its seconds.
    pub best: Option<(Vec<usize>, f64)>,
}

/// The source of execution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The kernel's text: the static model.
    InText,
    /// The simulator: the hybrid model.
    InSimulator {
        /// Work-groups that it ran.
        ran: u64,
        /// Work-groups of the launch.
        of: u64,
    },
}

/// Why there is no profile.
pub fn misfit(misfit: &Misfit) -> String {
    match misfit {
        Misfit::Missing { what } => {
            format!("cannot make a profile: the measurements of {what} are missing")
        }
    }
}

/// The result of a calibration.
pub fn profile(page: Page, profile: &Profile, file: &Path) -> String {
    let mut text = String::new();
    let cost = |name: &str| profile.operation.get(name).map(|cost| cost.seconds);
    let mut lines = vec![format!(
        "an empty launch takes {}",
        studies::time(
            profile
                .base
                .iter()
                .map(|base| base.seconds)
                .fold(f64::INFINITY, f64::min)
        )
    )];
    if let (Some(sum), Some(quotient)) = (cost("float +"), cost("int /"))
        && sum > 0.0
    {
        lines.push(format!(
            "an integer division costs {:.0} times as much as a float addition",
            quotient / sum
        ));
    }
    let [to, from] = &profile.transfer;
    lines.push(format!(
        "copies run at {:.1} GB/s to the device and {:.1} GB/s from it",
        to.bandwidth * 1e-9,
        from.bandwidth * 1e-9
    ));
    let errors: Vec<f64> = profile.operation.values().map(|cost| cost.error).collect();
    let rough = errors.iter().filter(|&&error| error > 0.1).count();
    if rough > 0 {
        lines.push(format!(
            "{rough} of {} operations have an error above 10 %: the machine was busy, or they cost next to nothing",
            errors.len()
        ));
    }
    for line in lines {
        text.push_str(&page.wrap("- ", "  ", &line));
    }
    text.push_str(&page.wrap(
        "",
        "",
        &format!(
            "The profile of {} is in {}.",
            visible_line(&profile.device.name),
            file.display()
        ),
    ));
    text
}

/// The confidence of a prediction, in words.
fn confidence(predicted: &Predicted<'_>) -> &'static str {
    if let Counted::InSimulator { ran, of } = predicted.counted {
        return if ran < of {
            "counted; the work-groups that ran represent the others"
        } else {
            "counted in every work-group"
        };
    }
    match (
        predicted.work.is_estimate,
        predicted.work.given_rounds.is_empty(),
    ) {
        (true, _) => {
            "partly estimated; some branches or indices depend on data the model cannot see"
        }
        (false, false) => "exact counts, with the given trip counts",
        (false, true) => "exact counts, from the text and the launch",
    }
}

/// The loops whose trip counts were given.
fn given_rounds(work: &Work) -> impl Iterator<Item = String> {
    work.given_rounds.iter().map(|(at, rounds)| {
        let times = if *rounds == 1 { "round" } else { "rounds" };
        format!("The loop at {}: {rounds} {times}, as given.", place(at))
    })
}

/// `kernel.cl:6:5`.
pub(super) fn place(At { file, line, column }: &At) -> String {
    format!("{}:{line}:{column}", visible_line(file))
}

/// A prediction as text.
pub fn prediction(page: Page, predicted: &Predicted<'_>) -> String {
    let Predicted {
        shape,
        profile,
        prediction,
        ..
    } = predicted;
    let mut text = page.paint(
        Tone::Strong,
        &format!(
            "{} over {} work-items, on {}",
            visible_line(&shape.kernel),
            shape.items(),
            visible_line(&profile.device.name)
        ),
    );
    text.push_str("\n\n");
    if let Counted::InSimulator { ran, of } = predicted.counted {
        let groups = if ran < of {
            format!("in {ran} of {of} work-groups")
        } else {
            format!("in all work-groups ({of})")
        };
        text.push_str(&page.wrap(
            "  ",
            "  ",
            &format!("Hybrid: the simulator counted operations with the launch's data, {groups}."),
        ));
        text.push('\n');
    }
    let mut rows: Vec<(&str, f64, f64)> = vec![("launch", 1.0, prediction.launch)];
    rows.extend(
        prediction
            .rows
            .iter()
            .map(|row| (row.what.as_str(), row.count, row.seconds)),
    );
    let sum: f64 = rows.iter().map(|row| row.2).sum();
    let widest = rows
        .iter()
        .map(|row| row.0.len())
        .max()
        .unwrap_or(0)
        .max(10);
    text.push_str(&format!(
        "  {:widest$}  {:>12}  {:>12}  {:>6}\n",
        "cost", "per work-item", "alone", "share"
    ));
    for (what, count, seconds) in rows {
        text.push_str(&format!(
            "  {what:widest$}  {:>13}  {:>12}  {:>5.1}%\n",
            short(count),
            studies::time(seconds),
            100.0 * seconds / sum.max(f64::MIN_POSITIVE)
        ));
    }
    text.push('\n');
    let mut say = |line: String| text.push_str(&page.wrap("  ", "  ", &line));
    say(format!(
        "The kernel takes {}. Its parts overlap, so this is less than their sum; most of it is {}.",
        studies::time(prediction.seconds),
        prediction.bound().name()
    ));
    let bottleneck = prediction.bottleneck();
    say(format!(
        "It is {}. What helps: {} explain {bottleneck}.",
        bound_by(bottleneck, prediction.warps()),
        predicted.program
    ));
    let [to, from] = predicted.transfers;
    if to + from > 0.0 {
        say(format!(
            "With copies to the device ({}) and back ({}): {}.",
            studies::time(to),
            studies::time(from),
            studies::time(prediction.seconds + to + from)
        ));
    }
    if let Some((group, seconds)) = &predicted.best {
        let group: Vec<String> = group.iter().map(usize::to_string).collect();
        say(format!(
            "The quickest work-group is {}: {}.",
            group.join(" x "),
            studies::time(*seconds)
        ));
    }
    for line in given_rounds(predicted.work) {
        say(line);
    }
    say(format!("Confidence: {}.", confidence(predicted)));
    text
}

/// A prediction as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PredictionJson {
    /// The kernel.
    pub kernel: String,
    /// The device of the profile.
    pub device: String,
    /// The model: `static`, which reads the text alone, or `hybrid`, for which the simulator counted.
    pub model: &'static str,
    /// Work-groups that the simulator ran, for the hybrid model.
    pub counted_groups: Option<u64>,
    /// Work-groups of the launch.
    pub groups: u64,
    /// Work-items of the launch.
    pub work_items: f64,
    /// Seconds of the kernel.
    pub seconds: f64,
    /// Seconds of an empty launch.
    pub launch: f64,
    /// Seconds of the copies to the device.
    pub upload: f64,
    /// Seconds of the copies back.
    pub download: f64,
    /// Seconds of the kernel and the copies.
    pub total: f64,
    /// The part that takes longest: `base`, `operations`, `near` or `far`.
    pub bound: &'static str,
    /// What bounds the launch: what takes longest by itself, waiting included. `grader explain` has a page of each.
    pub bottleneck: Bottleneck,
    /// The warps of a compute unit; null if the profile has no latencies.
    pub warps: Option<Warps>,
    /// Whether a branch or an index depends on data, so that the prediction is an estimate.
    pub guessed: bool,
    /// The quickest work-group, if any was found.
    pub work_group: Option<Vec<usize>>,
    /// Data-dependent loops, with the given trip counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundsJson>,
    /// Each kind of cost.
    pub costs: Vec<CostJson>,
}

/// A data-dependent loop.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct RoundsJson {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The given trip count.
    pub rounds: u64,
}

/// One kind of cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct CostJson {
    /// The cost's name.
    pub cost: String,
    /// The part of the device that it keeps busy: `base`, `operations`, `near` or `far`.
    pub part: &'static str,
    /// Operations or accesses of a work-item.
    pub count: f64,
    /// Seconds of the launch if nothing overlapped.
    pub seconds: f64,
}

pub(super) const fn part(part: Part) -> &'static str {
    match part {
        Part::Base => "base",
        Part::Operations => "operations",
        Part::Near => "near",
        Part::Far => "far",
    }
}

pub fn prediction_json(predicted: &Predicted<'_>) -> String {
    launch_file::json(&PredictionJson::of(predicted))
}

impl PredictionJson {
    pub(super) fn of(predicted: &Predicted<'_>) -> PredictionJson {
        let prediction = predicted.prediction;
        let [upload, download] = predicted.transfers;
        let (model, counted_groups) = match predicted.counted {
            Counted::InText => ("static", None),
            Counted::InSimulator { ran, .. } => ("hybrid", Some(ran)),
        };
        PredictionJson {
            kernel: predicted.shape.kernel.clone(),
            device: predicted.profile.device.name.clone(),
            model,
            counted_groups,
            groups: predicted.shape.groups().iter().product(),
            work_items: predicted.shape.items(),
            seconds: prediction.seconds,
            launch: prediction.launch,
            upload,
            download,
            total: prediction.seconds + upload + download,
            bound: part(prediction.bound()),
            bottleneck: prediction.bottleneck(),
            warps: prediction.warps(),
            guessed: predicted.work.is_estimate,
            work_group: predicted.best.as_ref().map(|(group, _)| group.clone()),
            rounds: predicted
                .work
                .given_rounds
                .iter()
                .map(|(at, rounds)| RoundsJson {
                    file: at.file.clone(),
                    line: at.line,
                    column: at.column,
                    rounds: *rounds,
                })
                .collect(),
            costs: prediction
                .rows
                .iter()
                .map(|row| CostJson {
                    cost: row.what.clone(),
                    part: part(row.part),
                    count: row.count,
                    seconds: row.seconds,
                })
                .collect(),
        }
    }
}

/// The reason why there is no prediction, with its place.
pub fn refusal_of(refusal: &Refusal) -> String {
    let place = refusal.at.as_ref().map(|at| format!("{}: ", place(at)));
    format!(
        "cannot predict: {}{}",
        place.unwrap_or_default(),
        why(&refusal.why)
    )
}

/// The reason in few words.
pub fn why_not(refusal: &Refusal) -> String {
    let line = refusal.at.as_ref().map(|at| format!("line {}: ", at.line));
    format!("{}{}", line.unwrap_or_default(), why(&refusal.why))
}

fn why(why: &Why) -> String {
    match why {
        Why::NoSuchKernel(name) => format!("the program has no kernel `{}`", visible_line(name)),
        Why::Arguments { wanted, given } => {
            format!("the kernel takes {wanted} arguments, and the launch gives {given}")
        }
        Why::Rounds => "this loop's trip count depends on data".to_owned(),
        Why::NoLoop { file, line, column } => {
            let column = column.map(|column| format!(", column {column}"));
            let of = file
                .as_ref()
                .map(|file| format!(" of {}", visible_line(file)));
            format!(
                "the kernel has no loop in line {line}{}{}",
                column.unwrap_or_default(),
                of.unwrap_or_default()
            )
        }
        Why::ConflictingRounds => "two different trip counts are given for this loop".to_owned(),
        Why::RoundsKnown => {
            "this loop's trip count is known from the text and the launch".to_owned()
        }
        Why::Jump(what) => format!("`{what}` is not supported"),
        Why::Function(name) => format!("`{name}` is not supported"),
        Why::NoCost(name) => format!("the profile has no cost for `{name}`"),
        Why::OlderProfile(what) => {
            format!(
                "the profile is older than the cost of a {what}: `grader calibrate` measures it"
            )
        }
        Why::NotCounted => "this access was not counted".to_owned(),
        Why::TooLarge => "the text is too large, or a loop runs too long".to_owned(),
    }
}

/// The reason why a launch could not be counted, with its place.
pub fn not_counted(refusal: &hybrid::Refusal) -> String {
    let at = |place: Option<&launch::Place>| {
        place.map_or(String::new(), |place| {
            format!(
                "{}:{}:{}: ",
                visible_line(&place.file),
                place.line,
                place.column
            )
        })
    };
    match refusal {
        hybrid::Refusal::Model(refusal) => refusal_of(refusal),
        hybrid::Refusal::Simulator(simulator::Refusal::Unsupported(unsupported)) => format!(
            "cannot predict: {}{unsupported}",
            at(unsupported.place.as_ref())
        ),
        hybrid::Refusal::Simulator(refusal) => {
            format!("cannot predict: {}", visible_line(&refusal.to_string()))
        }
        hybrid::Refusal::Wrong(event) => {
            let finding = mistakes::describe(event);
            format!(
                "cannot predict: {}the kernel has an error ({}): {}",
                at(finding.spans.first()),
                finding.mistake,
                visible_line(&finding.message)
            )
        }
        hybrid::Refusal::OutOfSteps { steps } => {
            format!("cannot predict: the counted work-groups did not finish within {steps} steps")
        }
    }
}

pub(super) fn short(count: f64) -> String {
    if count >= 100.0 || count.fract() == 0.0 {
        format!("{count:.0}")
    } else {
        format!("{count:.2}")
    }
}

/// The scores of predictions on kernels as people write them.
pub fn real_evaluation(
    page: Page,
    trials: &[RealTrial],
    missing: &[String],
    folder: &Path,
) -> String {
    let mut text = String::new();
    for score in predictor::real::texts(trials) {
        text.push_str(&page.wrap("- ", "  ", &score));
    }
    for missing in missing {
        text.push_str(&page.wrap("- ", "  ", &format!("missing: {missing}")));
    }
    let folder = folder.display();
    let files = format!("In {folder}: real.csv (every launch), real.jsonl (their runs).");
    text.push_str(&page.wrap("", "", &files));
    text
}

/// The accuracy of predictions, the steadiness of the device, and the accuracy at constant device speed.
pub fn evaluation(
    page: Page,
    trials: &[Trial],
    (steady, paced): (Option<&Steadiness>, &[Trial]),
    missing: &[String],
    folder: &Path,
) -> String {
    let mut text = String::new();
    for (class, model, score) in studies::scores(trials) {
        let Score {
            count,
            near,
            mean_error,
            tau,
            spread,
            ..
        } = score;
        text.push_str(&page.wrap(
            "- ",
            "  ",
            &format!(
                "{}, {model}: {:.1} % of {count} within 30 %, mean error {:.1} %, Kendall's tau {tau:.3}; of \
                 single runs, {:.1} % are within 30 % of the others",
                class.name(),
                near * 100.0,
                mean_error * 100.0,
                spread * 100.0
            ),
        ));
    }
    if let Some(steady) = steady {
        text.push_str(&page.wrap("- ", "  ", &studies::steadiness_text(steady)));
    }
    for paced in studies::normalised_texts(paced) {
        text.push_str(&page.wrap("- ", "  ", &paced));
    }
    if let Some(first) = missing.first() {
        text.push_str(&page.wrap(
            "- ",
            "  ",
            &format!(
                "{} kernels are missing, the first because: {first}",
                missing.len()
            ),
        ));
    }
    let worst = trials.iter().max_by(|a, b| {
        let off = |trial: &Trial| {
            trial
                .ratio(Model::Aware)
                .map_or(0.0, |ratio| ratio.ln().abs())
        };
        off(a).total_cmp(&off(b))
    });
    if let Some(worst) = worst
        && let Some(ratio) = worst.ratio(Model::Aware)
    {
        text.push_str(&page.wrap(
            "- ",
            "  ",
            &format!(
                "largest error: seed {}, {}, {} elements a side: {:.2} times the measured time",
                worst.seed,
                worst.class.name(),
                worst.side,
                ratio
            ),
        ));
    }
    text.push_str(&page.wrap(
        "",
        "",
        &format!(
            "In {}: prediction.md (tables), prediction.csv (every kernel), histograms (.svg).",
            folder.display()
        ),
    ));
    text
}
