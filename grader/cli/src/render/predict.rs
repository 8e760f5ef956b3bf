//! What `grader calibrate` and `grader predict` show: a device's costs, a launch's table of costs, and how
//! often predictions were right.

use super::{Page, Tone};
use launch::sanitise::visible_line;
use predictor::{
    At, Model, Part, Prediction, Profile, Refusal, Score, Shape, Steadiness, Why, Work,
};
use serde::Serialize;
use std::path::Path;
use studies::{Misfit, Trial};

/// A prediction with what it was made of.
pub struct Predicted<'a> {
    /// The launch.
    pub shape: &'a Shape,
    /// The device.
    pub profile: &'a Profile,
    /// What the launch does.
    pub work: &'a Work,
    /// By whom that was told.
    pub told: Told,
    /// The prediction.
    pub prediction: &'a Prediction,
    /// Seconds of the copies to the device and back.
    pub transfers: [f64; 2],
    /// The work-group of the quickest launch, and its seconds.
    pub best: Option<(Vec<usize>, f64)>,
}

/// Who told what a launch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Its text: the static model.
    Text,
    /// The simulator, too: the hybrid model.
    Counted {
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
            format!(
                "there is no profile without the measurements of {what}, which could not be made"
            )
        }
    }
}

/// What a calibration found.
pub fn profile(page: Page, profile: &Profile, file: &Path) -> String {
    let mut text = String::new();
    let cost = |name: &str| profile.operation.get(name).map(|cost| cost.seconds);
    let mut said = vec![format!(
        "a launch that does nothing takes {}",
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
        said.push(format!(
            "a division of integers costs {:.0} times as much as a sum of floats",
            quotient / sum
        ));
    }
    let [to, from] = &profile.transfer;
    said.push(format!(
        "copies run at {:.1} GB/s to the device and {:.1} GB/s from it",
        to.bandwidth * 1e-9,
        from.bandwidth * 1e-9
    ));
    let errors: Vec<f64> = profile.operation.values().map(|cost| cost.error).collect();
    let rough = errors.iter().filter(|&&error| error > 0.1).count();
    if rough > 0 {
        said.push(format!(
            "of {} operations, {rough} are known to no better than 10 %: the machine was busy, or they cost \
             next to nothing",
            errors.len()
        ));
    }
    for line in said {
        text.push_str(&page.wrap("- ", "  ", &line));
    }
    text.push_str(&page.wrap(
        "",
        "",
        &format!(
            "The profile of {} lies in {}.",
            visible_line(&profile.device.name),
            file.display()
        ),
    ));
    text
}

/// How sure a prediction is, in words.
fn certainty(predicted: &Predicted<'_>) -> &'static str {
    if let Told::Counted { ran, of } = predicted.told {
        return if ran < of {
            "as far as the work-groups that ran stand for the others"
        } else {
            "every work-group was counted"
        };
    }
    match (predicted.work.guessed, predicted.work.said.is_empty()) {
        (true, _) => "some of it hangs on data, which nobody has read: a guess there",
        (false, false) => "all else is told by the text and the launch",
        (false, true) => "all of it is told by the text and the launch",
    }
}

/// The loops whose rounds somebody said.
fn rounds_said(work: &Work) -> impl Iterator<Item = String> {
    work.said.iter().map(|(at, rounds)| {
        let times = if *rounds == 1 { "round" } else { "rounds" };
        format!("The loop at {}: {rounds} {times}, as was said.", place(at))
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
    if let Told::Counted { ran, of } = predicted.told {
        let groups = if ran < of {
            format!("in {ran} of {of} work-groups")
        } else {
            format!("in all work-groups ({of})")
        };
        text.push_str(&page.wrap(
            "  ",
            "  ",
            &format!("Hybrid: counted by the simulator, {groups}, with the launch's data."),
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
        "The kernel: {}. Parts overlap, so it is less than their sum; most of it is {}.",
        studies::time(prediction.seconds),
        prediction.bound().name()
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
            "The quickest work-group would be {}: {}.",
            group.join(" x "),
            studies::time(*seconds)
        ));
    }
    for line in rounds_said(predicted.work) {
        say(line);
    }
    say(format!("How certain: {}.", certainty(predicted)));
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
    /// Seconds of a launch that does nothing.
    pub launch: f64,
    /// Seconds of the copies to the device.
    pub upload: f64,
    /// Seconds of the copies back.
    pub download: f64,
    /// Seconds of all.
    pub total: f64,
    /// The part that takes longest: `base`, `operations`, `near` or `far`.
    pub bound: &'static str,
    /// Does some of it hang on data?
    pub guessed: bool,
    /// The work-group of the quickest launch, if any was found.
    pub work_group: Option<Vec<usize>>,
    /// Loops whose rounds hang on data, with as many as were said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundsJson>,
    /// Each kind of cost.
    pub costs: Vec<CostJson>,
}

/// A loop whose rounds hang on data.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct RoundsJson {
    /// The file it stands in.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Its rounds, as they were said.
    pub rounds: u64,
}

/// One kind of cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct CostJson {
    /// What it is.
    pub cost: String,
    /// What of the device it keeps busy: `base`, `operations`, `near` or `far`.
    pub part: &'static str,
    /// How many for each work-item.
    pub count: f64,
    /// Seconds for the launch, were it alone.
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

/// A prediction as JSON.
pub fn prediction_json(predicted: &Predicted<'_>) -> String {
    launch_file::json(&PredictionJson::of(predicted))
}

impl PredictionJson {
    pub(super) fn of(predicted: &Predicted<'_>) -> PredictionJson {
        let prediction = predicted.prediction;
        let [upload, download] = predicted.transfers;
        let (model, counted_groups) = match predicted.told {
            Told::Text => ("static", None),
            Told::Counted { ran, .. } => ("hybrid", Some(ran)),
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
            guessed: predicted.work.guessed,
            work_group: predicted.best.as_ref().map(|(group, _)| group.clone()),
            rounds: predicted
                .work
                .said
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

/// Why there is no prediction, in words, with its place.
pub fn refusal_of(refusal: &Refusal) -> String {
    let place = refusal.at.as_ref().map(|at| format!("{}: ", place(at)));
    format!(
        "cannot predict: {}{}",
        place.unwrap_or_default(),
        why(&refusal.why)
    )
}

/// The same in few words.
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
        Why::Rounds => "how often this loop runs hangs on data".to_owned(),
        Why::NoLoop { file, line, column } => {
            let column = column.map(|column| format!(", column {column}"));
            let of = file
                .as_ref()
                .map(|file| format!(" of {}", visible_line(file)));
            format!(
                "the kernel comes to no loop in line {line}{}{}",
                column.unwrap_or_default(),
                of.unwrap_or_default()
            )
        }
        Why::SaidTwice => "two numbers of rounds are given of this loop".to_owned(),
        Why::RoundsTold => "the text and the launch tell how often this loop runs".to_owned(),
        Why::Jump(what) => format!("where `{what}` goes is not followed"),
        Why::Function(name) => format!("`{name}` is not followed"),
        Why::NoCost(name) => format!("the profile has no cost of `{name}`"),
        Why::OlderProfile(what) => {
            format!(
                "the profile is older than the cost of a {what}: `grader calibrate` measures it"
            )
        }
        Why::NotCounted => "what this access asks for was not counted".to_owned(),
        Why::TooLarge => "the text is too large, or a loop runs too often, to be read".to_owned(),
    }
}

/// Why a launch could not be counted, in words, with its place.
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
                "cannot predict: {}the kernel is in error ({}): {}",
                at(finding.spans.first()),
                finding.mistake,
                visible_line(&finding.message)
            )
        }
        hybrid::Refusal::OutOfSteps { steps } => format!(
            "cannot predict: the work-groups that were to be counted did not come to their end within {steps} \
             steps"
        ),
    }
}

pub(super) fn short(count: f64) -> String {
    if count >= 100.0 || count.fract() == 0.0 {
        format!("{count:.0}")
    } else {
        format!("{count:.2}")
    }
}

/// How often predictions were right, how steady the device was, and how often they were right at one pace.
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
    for paced in studies::paced_texts(paced) {
        text.push_str(&page.wrap("- ", "  ", &paced));
    }
    if let Some(first) = missing.first() {
        text.push_str(&page.wrap(
            "- ",
            "  ",
            &format!("{} are missing, the first because {first}", missing.len()),
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
                "furthest off: seed {}, {}, {} elements a side: {:.2} times what was measured",
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
