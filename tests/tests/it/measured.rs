//! What the book tells of measurements: made from the points in book/data, a folder a device, as
//! `grader bench all --out book/data/DEVICE` wrote them. Nothing is measured here.

use grader::measure::journal;
use launch::NdRange;
use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::random::{Class, RandomKernel};
use predictor::real::{self, RealKernel, RealTrial};
use predictor::{About, Caches, Given, Model, Profile, Score, Shape, Steadiness, Trial};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use studies::{Chart, Outcome, Point, Study};
use tests::book::{is_fresh, pages, source};
use tests::measured::{kept, name};
use tests::project;

/// Rows of a table that a page still has room for.
const MOST_ROWS: usize = 400;

/// A study's charts, named for the device as well: two devices may stand on one page.
fn charts(slug: &str, study: &dyn Study, points: &[Point]) -> Vec<Chart> {
    named(slug, studies::charts(study, points))
}

fn prediction_charts(slug: &str, trials: &[Trial]) -> Vec<Chart> {
    named(slug, studies::trial_charts(trials))
}

fn named(slug: &str, charts: impl IntoIterator<Item = Chart>) -> Vec<Chart> {
    let named = |chart: Chart| Chart {
        name: format!("{slug}-{}", chart.name),
        ..chart
    };
    charts.into_iter().map(named).collect()
}

#[test]
fn what_the_book_tells_of_measurements_is_made_from_their_points() {
    let kept = kept();
    let devices: BTreeSet<&String> = kept.iter().map(|(slug, ..)| slug).collect();
    fs::create_dir_all(source().join("measured")).expect("a folder");
    for device in devices {
        let of: Vec<_> = kept.iter().filter(|(slug, ..)| slug == device).collect();
        let on = &of[0].2;
        let mut page = format!(
            "# Measured on {}\n\n{}, driver {}. Each time is a median over repeated samples; `±` is the \
             standard error of their mean. Written from what `grader bench` kept; the samples themselves \
             lie in `book/data/{device}`.\n",
            on.device, on.platform, on.driver
        );
        for (slug, study, _, points) in of {
            let told = studies::remarks(*study, points);
            let _ = write!(
                page,
                "\n## {}\n\n{} Repeats {}.\n\n{told}",
                study.name(),
                capital(study.question()),
                study.repeats(),
            );
            // A search tries hundreds of choices: its heat maps show them.
            if points.len() <= MOST_ROWS {
                let table = studies::table(*study, points);
                let _ = write!(
                    page,
                    "\n<details><summary>All points</summary>\n\n{table}\n</details>\n"
                );
            }
            is_fresh(&format!("measured/{slug}-{}.txt", study.name()), &told);
            for chart in charts(slug, *study, points) {
                let svg = chart.svg();
                if !svg.is_empty() {
                    is_fresh(&format!("measured/{}.svg", chart.name), &svg);
                }
            }
        }
        is_fresh(&format!("measured/{device}.md"), &page);
    }
}

/// The hybrid model runs a kernel's work-groups: here for one in so many, by seed.
const COUNTED: u64 = 9;

/// The devices whose predictions the book tells of, and whether each is a CPU.
const PREDICTED: [(&str, bool); 3] = [(GPU, false), ("pocl", true), (UNSTEADY, true)];

const GPU: &str = "h200";

/// The device beside whose kernels the pace of each run is kept.
const UNSTEADY: &str = "pocl-two-cores";

/// Random kernels as a device ran them, and what the models of today predict of them from the profile that
/// is kept of that device.
struct Evaluated {
    slug: &'static str,
    trials: Vec<Trial>,
    /// Those whose paces are kept, at one pace.
    paced: Vec<Trial>,
    on: studies::On,
}

fn evaluated() -> &'static [Evaluated] {
    static EVALUATED_ONCE: OnceLock<Vec<Evaluated>> = OnceLock::new();
    EVALUATED_ONCE.get_or_init(|| PREDICTED.map(|(slug, _)| evaluate(slug)).into())
}

/// The folders of a device's calibrations, each with what it predicted: one, or some, each named for its kernels.
fn calibrations(slug: &str) -> Vec<String> {
    let folder = project().join("book/data").join(slug);
    if folder.join("calibrate").is_dir() {
        return vec![slug.to_owned()];
    }
    let inside = fs::read_dir(&folder).expect("a device's folder");
    let inside = inside.map(|entry| entry.expect("an entry").path());
    let calibrated = inside.filter(|path| path.join("calibrate").is_dir());
    let mut folders: Vec<String> = calibrated
        .map(|path| format!("{slug}/{}", name(&path)))
        .collect();
    folders.sort();
    assert!(!folders.is_empty(), "{slug} has no calibration");
    folders
}

fn evaluate(slug: &'static str) -> Evaluated {
    let folders = calibrations(slug);
    let profile = profile(&folders[0]);
    let both = folders.iter().flat_map(|of| trials(of));
    let (trials, paced): (Vec<Trial>, Vec<Option<Trial>>) = both.unzip();
    Evaluated {
        slug,
        trials,
        paced: paced.into_iter().flatten().collect(),
        on: studies::On {
            device: profile.device.name,
            platform: profile.device.platform,
            driver: profile.device.driver,
        },
    }
}

/// What was measured after a calibration, and is predicted from it; and the same at one pace, where its paces are kept.
fn trials(folder: &str) -> Vec<(Trial, Option<Trial>)> {
    let profile = profile(folder);
    let runs = of_device(folder, "prediction/measured.jsonl");
    let trials = runs.lines().map(|line| {
        let run: Measured = serde_json::from_str(line).expect("a measured kernel");
        let sample = RandomKernel::new(run.class, run.seed);
        assert_eq!(sample.side, run.side, "another kernel than was measured");
        let forecast = studies::forecast(&sample, &profile).expect("a prediction");
        let is_counted = folder == GPU && run.seed.is_multiple_of(COUNTED);
        let hybrid = is_counted.then(|| studies::predict_hybrid(&sample, &profile));
        let hybrid = hybrid.map(|hybrid| hybrid.expect("a prediction"));
        let trial = Trial {
            class: run.class,
            seed: run.seed,
            side: run.side,
            measured: run.seconds,
            forecast,
            hybrid,
        };
        let paced = run.paces.map(|paces| trial.at_constant_speed(&paces));
        (trial, paced)
    });
    trials.collect()
}

/// A kept launch of a kernel as people write it.
#[derive(serde::Deserialize)]
struct MeasuredReal {
    kind: String,
    seed: u64,
    seconds: Vec<f64>,
}

#[test]
fn book_tells_how_kernels_as_people_write_them_are_predicted() {
    let folder = "h100";
    let profile = Profile::from_toml(&of_device(folder, "profile.toml")).expect("a profile");
    let runs = of_device(folder, "prediction/real.jsonl");
    let trials: Vec<RealTrial> = runs
        .lines()
        .map(|line| {
            let run: MeasuredReal = serde_json::from_str(line).expect("a measured launch");
            let mut kinds = real::KINDS.iter();
            let kind = kinds.find(|kind| kind.name == run.kind).expect("a kind");
            let predicted = RealKernel::new(kind, run.seed).predict(&profile);
            let predicted = predicted.expect("a prediction");
            RealTrial {
                kind,
                seed: run.seed,
                predicted: predicted.seconds,
                bound: predicted.bottleneck(),
                measured: run.seconds,
            }
        })
        .collect();
    let about = &profile.device;
    let table = format!(
        "On {} ({}, driver {}):\n\n{}",
        about.name,
        about.platform,
        about.driver,
        real::table(&trials)
    );
    is_fresh("measured/h100-prediction-real.txt", &table);
}

/// How steady a device was after each of its calibrations, and whether it ended as it began.
fn steady(slug: &str) -> String {
    let folders = calibrations(slug);
    if let [folder] = &folders[..] {
        return steady_after(folder);
    }
    let each = folders.iter().map(|folder| {
        let kernels = name(Path::new(folder)).replace('-', " ");
        format!("- *{kernels}*: {}", steady_after(folder))
    });
    each.collect()
}

/// The same after one of them.
fn steady_after(folder: &str) -> String {
    let runs = of_device(folder, "prediction/reference.jsonl");
    let times = runs.lines().map(|line| {
        let runs: Runs = serde_json::from_str(line).expect("the reference's runs");
        predictor::median(&runs.seconds)
    });
    let times: Vec<f64> = times.collect();
    let steady = Steadiness::of(&times, profile(folder).reference).expect("times");
    let tenth = times.len().div_ceil(10);
    let [begin, end] = [&times[..tenth], &times[times.len() - tenth..]].map(predictor::median);
    format!(
        "{} It took {} in the first tenth of the time, and {} in the last.\n",
        studies::steadiness_text(&steady),
        studies::time(begin),
        studies::time(end)
    )
}

/// A kept file of a device, or of one of its calibrations.
fn of_device(folder: &str, file: &str) -> String {
    let path = project().join("book/data").join(folder).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The journal of a device's kept calibration, whose points are many: they are kept compressed.
fn calibration(folder: &str) -> String {
    let path = project().join("book/data").join(folder);
    let path = path.join("calibrate/calibrate.zip");
    let file = fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut archive = zip::ZipArchive::new(file).expect("an archive");
    let mut journal = archive.by_name("calibrate.jsonl").expect("a journal");
    let mut text = String::new();
    journal.read_to_string(&mut text).expect("text");
    text
}

/// The profile of a device, as its kept calibration in a folder fits. The kept profile is another test's, which may be about to
/// write it.
fn profile(folder: &str) -> Profile {
    let text = calibration(folder);
    let (head, points) = journal::load(&text).expect("a journal");
    let about = About {
        name: head.on.device,
        platform: head.on.platform,
        driver: head.on.driver,
    };
    let (_, is_cpu) = PREDICTED
        .into_iter()
        .find(|(of, _)| folder.split('/').next() == Some(of))
        .expect("a device");
    studies::fit(&points, about, is_cpu).expect("a profile")
}

/// Seconds of a profile's least launch.
fn least_launch(profile: &Profile) -> f64 {
    let base = profile.base.iter().map(|base| base.seconds);
    base.fold(f64::INFINITY, f64::min)
}

/// The points of a kept calibration, as if one core had begun each launch and the others had joined it so many seconds
/// later; with the products that tell so.
fn slept(points: &[Point], profile: &Profile, waking: f64) -> Vec<Point> {
    let asleep = Profile {
        wake_up: Some(waking),
        ..profile.clone()
    };
    let [across, down] = profile.probed;
    let took = |side: f64, awake_seconds: f64| {
        asleep.with_wake_up(awake_seconds, side * side / (across * down) as f64)
    };
    let launch = least_launch(profile);
    let mut points = points.to_vec();
    for point in &mut points {
        if let (
            Some(side),
            Outcome::Timed {
                device: Some(device),
                ..
            },
        ) = (point.at("side"), &mut point.outcome)
        {
            for seconds in device.iter_mut().filter(|seconds| **seconds > launch) {
                *seconds = launch + took(side, *seconds - launch);
            }
        }
    }
    let of_a_plain = points
        .iter()
        .find(|point| point.series == "products in a row");
    let like = of_a_plain.expect("a point").clone();
    for (count, many) in [(16.0, 0.01), (32.0, 0.04), (64.0, 0.16)] {
        for side in [32.0, 64.0, 512.0_f64] {
            // A few work-groups leave some cores without.
            let cores = profile.cores(side * side / (across * down) as f64);
            let share = (side / 512.0).powi(2) * profile.cores(f64::INFINITY) / cores;
            let awake_seconds = many * share;
            let seconds = if side < 512.0 {
                took(side, awake_seconds)
            } else {
                awake_seconds
            };
            let mut point = like.clone();
            point.series = "products of few work-groups".to_owned();
            point.at = vec![("side".to_owned(), side), ("count".to_owned(), count)];
            if let Outcome::Timed { device, .. } = &mut point.outcome {
                *device = Some(vec![launch + seconds; 3]);
            }
            points.push(point);
        }
    }
    points
}

#[test]
fn cores_that_slept_change_nothing_else_of_what_a_calibration_fits() {
    let folder = "pocl/realistic-and-control";
    let (_, mut points) = journal::load(&calibration(folder)).expect("a journal");
    // What tells of a sleep is made for this test.
    points.retain(|point| point.series != "products of few work-groups");
    let kept = profile(folder);
    // One least launch is as long as the other: the middle of some that slept and some that did not is neither's.
    let launch = least_launch(&kept);
    for point in &mut points {
        if let ("base cost", Some(32.0), Outcome::Timed { device, .. }) =
            (point.series.as_str(), point.at("side"), &mut point.outcome)
        {
            *device = Some(vec![launch; 3]);
        }
    }
    let awake = studies::fit(&points, kept.device.clone(), true).expect("a profile");
    // Long enough for most launches of 128 x 128 work-items to be one core's.
    let waking = 2e-4;
    let told = studies::fit(&slept(&points, &awake, waking), awake.device.clone(), true);
    let told = told.expect("a profile");
    let found = told.wake_up.expect("seconds");
    assert!((found / waking - 1.0).abs() < 1e-6, "{found}");
    assert_eq!(
        told.compute_overlap_by_bytes,
        awake.compute_overlap_by_bytes
    );
    assert_eq!(
        (
            told.pipe_overlap,
            told.int_division_overlap,
            told.float_division_overlap
        ),
        (
            awake.pipe_overlap,
            awake.int_division_overlap,
            awake.float_division_overlap
        )
    );
    for (told, awake) in told.far.iter().zip(&awake.far) {
        assert!(
            (told.read - awake.read).abs() <= 1e-6 * awake.read,
            "{told:?} is not {awake:?}"
        );
        assert!(
            (told.write - awake.write).abs() <= 1e-6 * awake.write,
            "{told:?} is not {awake:?}"
        );
    }
}

#[test]
fn the_kept_profiles_are_what_the_kept_calibrations_fit() {
    let calibrations = PREDICTED.iter().flat_map(|(slug, _)| calibrations(slug));
    for folder in calibrations {
        let profile = profile(&folder);
        let made = grader::predict::profiles::text(&profile).expect("TOML");
        let path = project().join("book/data").join(&folder);
        testing::golden::assert(path.join("profile.toml"), &made);
    }
}

/// The table of costs of the naive product of matrices of 1024 x 1024 elements.
fn naive_table(slug: &str) -> String {
    let text = fs::read_to_string(project().join("kernels/src/matmul/naive.cl")).expect("a kernel");
    let compiled = opencl_c::compile("naive.cl", &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let side = 1024_u32;
    let bytes = || Given::Buffer(4 * u64::from(side) * u64::from(side));
    let number = || Given::Value(side.to_le_bytes().to_vec());
    let shape = Shape {
        kernel: "matmul_naive".to_owned(),
        arguments: vec![bytes(), bytes(), bytes(), number(), number(), number()],
        range: NdRange {
            offset: None,
            global: vec![side as usize; 2],
            local: Some(vec![16, 16]),
            sub_group: None,
        },
    };
    let profile = profile(slug);
    let work = predictor::read(&program, &shape, profile.warp as usize).expect("a reading");
    let predicted = predictor::predict(&work, &profile, Caches::Aware).expect("a prediction");
    let mut table = String::from("| cost | of a work-item | alone |\n|---|---:|---:|\n");
    let _ = writeln!(
        table,
        "| launch | 1 | {} |",
        studies::time(predicted.launch)
    );
    for row in predicted.rows.iter().filter(|row| row.seconds > 0.0) {
        let _ = writeln!(
            table,
            "| {} | {:.0} | {} |",
            row.what,
            row.count,
            studies::time(row.seconds)
        );
    }
    let _ = writeln!(
        table,
        "| **prediction** | | **{}**, most of it {} |",
        studies::time(predicted.seconds),
        predicted.bound().name()
    );
    table
}

/// What the model says that product fetches, beside the sectors that a work-group's 1024 rounds touch, each
/// counted once.
fn naive_fetched() -> String {
    let text = fs::read_to_string(project().join("kernels/src/matmul/naive.cl")).expect("a kernel");
    let compiled = opencl_c::compile("naive.cl", &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let side = 1024_u32;
    let bytes = || Given::Buffer(4 * u64::from(side) * u64::from(side));
    let number = || Given::Value(side.to_le_bytes().to_vec());
    let shape = Shape {
        kernel: "matmul_naive".to_owned(),
        arguments: vec![bytes(), bytes(), bytes(), number(), number(), number()],
        range: NdRange {
            offset: None,
            global: vec![side as usize; 2],
            local: Some(vec![16, 16]),
            sub_group: None,
        },
    };
    let work = predictor::read(&program, &shape, 32).expect("a reading");
    let reads = work.traffic.requests.iter();
    let told: f64 = reads
        .filter(|request| request.kind == predictor::Kind::Load)
        .map(|request| request.group_cold)
        .sum();
    let mut sectors = BTreeSet::new();
    for item in 0..256 {
        let (x, y) = (item % 16, item / 16);
        for k in 0..1024 {
            sectors.insert((0, (y * 1024 + k) / 8));
            sectors.insert((1, (k * 1024 + x) / 8));
        }
    }
    let counted = sectors.len() as f64 * 32.0 / 256.0;
    assert!((told / counted - 1.0).abs() < 0.01, "{told} for {counted}");
    format!("{told:.0} bytes for each work-item by the model, {counted:.0} by counting.\n")
}

/// The Mandelbrot set over 1024 x 1024 points, whose rounds hang on data, as the command predicts it.
fn open_rounds(slug: &str) -> String {
    let name = "mandelbrot.cl";
    let path = project().join("kernels/src/simulation").join(name);
    let text = fs::read_to_string(path).expect("a kernel");
    let compiled = opencl_c::compile(name, &text, &Options::default(), &mut NoIncludes);
    let program = compiled.expect("a kernel without errors").program;
    let float = |number: f32| Given::Value(number.to_le_bytes().to_vec());
    let number = |number: u32| Given::Value(number.to_le_bytes().to_vec());
    let shape = Shape {
        kernel: "mandelbrot".to_owned(),
        arguments: vec![
            Given::Buffer(4 << 20),
            float(-2.0),
            float(1.25),
            float(0.0025),
            number(1024),
            number(1024),
            number(1_000_000),
        ],
        range: NdRange {
            offset: None,
            global: vec![1024; 2],
            local: Some(vec![16, 16]),
            sub_group: None,
        },
    };
    let profile = profile(slug);
    let question =
        predictor::Question::of(&program, &shape, profile.warp as usize, &[]).expect("a question");
    let formula = question.formula(&profile).expect("a formula");
    let times: Vec<_> = [1, 10, 100, 1000, 10_000]
        .into_iter()
        .map(|rounds| {
            let predicted = question.predict(&[rounds], &profile);
            (rounds, predicted.expect("a prediction"))
        })
        .collect();
    let open = grader::render::Open {
        shape: &shape,
        profile: &profile,
        open: question.open(),
        formula: &formula,
        times: &times,
    };
    grader::render::formula(grader::render::Page::PLAIN, &open)
}

/// What that product took when the study measured it.
fn naive_measured(slug: &str) -> String {
    let kept = kept();
    let (.., points) = kept
        .iter()
        .find(|(of, study, ..)| of == slug && study.name() == "matmul")
        .expect("the study of products");
    let point = points
        .iter()
        .find(|point| point.series == "naive" && point.at.len() == 1 && point.at[0].1 == 1024.0);
    let seconds = point.and_then(|point| point.outcome.seconds());
    format!(
        "Median: {}.
",
        studies::time(seconds.expect("a time").median)
    )
}

/// Both models that know of caches, on the kernels that both predicted.
fn static_and_hybrid(trials: &[Trial]) -> String {
    let mut told = String::from(
        "| kernels | number | static: within 30 % | mean error | hybrid: within 30 % | mean error |\n|---|---|---|---|---|---|\n",
    );
    for class in Class::ALL {
        let of = |model| {
            let both = trials
                .iter()
                .filter(|trial| trial.class == class && trial.hybrid.is_some());
            Score::of(both, model).expect("trials")
        };
        let (plain, hybrid) = (of(Model::Aware), of(Model::Hybrid));
        let _ = writeln!(
            told,
            "| {} | {} | {:.0} % | {:.0} % | {:.0} % | {:.0} % |",
            class.name(),
            hybrid.count,
            plain.near * 100.0,
            plain.mean_error * 100.0,
            hybrid.near * 100.0,
            hybrid.mean_error * 100.0
        );
    }
    told
}

/// A line of what is kept of the reference.
#[derive(serde::Deserialize)]
struct Runs {
    seconds: Vec<f64>,
}

/// A line of the kept measurements.
#[derive(serde::Deserialize)]
struct Measured {
    class: Class,
    seed: u64,
    side: usize,
    seconds: Vec<f64>,
    /// The pace of the device in each run, where it was looked at.
    paces: Option<Vec<f64>>,
}

#[test]
fn what_the_book_tells_of_predictions_is_what_the_model_of_today_predicts() {
    for Evaluated {
        slug,
        trials,
        paced,
        on,
    } in evaluated()
    {
        let mut told = format!(
            "On {} ({}, driver {}):\n\n",
            on.device, on.platform, on.driver
        );
        told.push_str(
            "| kernels | model | number | within 30 % | mean error | Kendall's tau |\n|---|---|---|---|---|---|\n",
        );
        for (class, model, score) in studies::scores(trials) {
            let _ = writeln!(
                told,
                "| {} | {model} | {} | {:.1} % | {:.1} % | {:.2} |",
                class.name(),
                score.count,
                score.near * 100.0,
                score.mean_error * 100.0,
                score.tau
            );
        }
        is_fresh(&format!("measured/{slug}-prediction.txt"), &told);
        is_fresh(
            &format!("measured/{slug}-prediction-by-cost.txt"),
            &studies::trials_by_cost(trials),
        );
        is_fresh(
            &format!("measured/{slug}-prediction-steady.txt"),
            &steady(slug),
        );
        if *slug == UNSTEADY {
            let lines = studies::normalised_texts(paced).into_iter();
            let lines: String = lines.map(|line| format!("- {line}.\n")).collect();
            is_fresh(&format!("measured/{slug}-prediction-paced.txt"), &lines);
        }
        for chart in prediction_charts(slug, trials) {
            is_fresh(&format!("measured/{}.svg", chart.name), &chart.svg());
        }
        if *slug == GPU {
            is_fresh(
                &format!("measured/{GPU}-prediction-hybrid.txt"),
                &static_and_hybrid(trials),
            );
        }
    }
}

#[test]
fn what_the_book_tells_of_single_predictions_is_what_the_model_of_today_predicts() {
    for (name, told) in [
        ("naive", naive_table(GPU)),
        ("naive-measured", naive_measured(GPU)),
        ("fetched", naive_fetched()),
        ("open", open_rounds(GPU)),
    ] {
        is_fresh(&format!("measured/{GPU}-prediction-{name}.txt"), &told);
    }
}

fn capital(question: &str) -> String {
    let mut letters = question.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[test]
fn every_kept_chart_is_one_that_is_still_made() {
    let made: BTreeSet<String> = kept()
        .iter()
        .flat_map(|(slug, study, _, points)| charts(slug, *study, points))
        .map(|chart| format!("{}.svg", chart.name))
        .chain(evaluated().iter().flat_map(|of| {
            let charts = prediction_charts(of.slug, &of.trials);
            charts
                .into_iter()
                .map(|chart| format!("{}.svg", chart.name))
        }))
        .collect();
    for entry in fs::read_dir(source().join("measured")).expect("a folder") {
        let file = name(&entry.expect("an entry").path());
        if file.ends_with(".svg") {
            assert!(made.contains(&file), "{file} is made by no study");
        }
    }
}

#[test]
fn each_study_is_told_in_the_chapter_that_it_names() {
    let pages = pages();
    for study in studies::studies() {
        let chapter = source().join(format!("{}.md", study.chapter()));
        let page = pages.iter().find(|(path, _)| *path == chapter);
        let (_, text) = page.unwrap_or_else(|| panic!("{} has no chapter", study.name()));
        let command = format!("grader bench {}", study.name());
        assert!(
            text.contains(&command),
            "{} does not tell of `{command}`",
            chapter.display()
        );
    }
}
