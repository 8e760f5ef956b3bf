//! The front end against the compiler of an OpenCL device. The command `compare` of this crate does the
//! same for any number of programs.

use agreement::{
    Agreement, Disagreement, Oracle, Random, Tally, Verdict, behaves_alike, compare, front_end,
    mutate, printed, program,
};
use kernels::AnyProblem;
use launch::Standard;
use std::path::{Path, PathBuf};
use testing::cores;

/// Random programs in each run of the tests.
const GENERATED: u64 = 30;
/// Slips in each run of the tests: half of them in the corpus, half in random programs.
const SLIPS: u64 = 60;
/// Every how many wrong answers one is judged.
const EACH_MISTAKE: u32 = 4;
/// A kernel that prints in whatever order the work-groups run.
const PRINTS_IN_ANY_ORDER: &str = "simulator/tests/pass/printf.cl";

fn oracle() -> Oracle {
    match Oracle::start() {
        Ok(oracle) => oracle,
        Err(error) => panic!("these tests compare with a device's compiler: {error}"),
    }
}

/// The files of OpenCL C under a folder of this crate or, with `..`, of the project.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cl") {
                let text = std::fs::read_to_string(&path).expect("a readable file");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// Compares one program; `None` where the device's compiler crashed on it.
fn judge(oracle: &mut Oracle, name: &str, text: &str, standard: Standard) -> Option<Disagreement> {
    let ours = front_end(text, standard);
    let theirs = oracle.verdict(text, standard)?;
    Some(Disagreement {
        name: name.to_owned(),
        text: text.to_owned(),
        agreement: compare(&ours, &theirs),
        ours,
        theirs,
    })
}

/// Compares programs of OpenCL C 1.2, each with its name, on every core: a device's compiler takes most of
/// the time.
fn judge_all(programs: &[(String, String)]) -> Vec<Option<Disagreement>> {
    cores::each(programs, oracle, |oracle, (name, text)| {
        judge(oracle, name, text, Standard::default())
    })
}

/// The problem that a kernel of the project is about, by the folder or the file that is named after it.
fn problem_of(path: &Path) -> Option<&'static dyn AnyProblem> {
    path.iter().find_map(|part| {
        let name = part.to_str()?.trim_end_matches(".cl");
        let slug = name.trim_start_matches(|c: char| c.is_ascii_digit());
        kernels::problem(&slug.trim_start_matches('-').replace('_', "-"))
    })
}

fn must_be_accepted(programs: impl Iterator<Item = (String, String)>) {
    let programs: Vec<_> = programs.collect();
    let mut failures = Vec::new();
    for judged in judge_all(&programs) {
        let judged = judged.expect("a verdict on a good program");
        if judged.agreement != Agreement::Accepted {
            failures.push(judged.to_string());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn both_accept_the_corpus() {
    let corpus = files("corpus");
    assert!(corpus.len() >= 20, "the corpus has {} files", corpus.len());
    let programs = corpus
        .into_iter()
        .map(|(path, text)| (path.display().to_string(), text));
    must_be_accepted(programs);
}

#[test]
fn both_accept_random_well_formed_programs() {
    let programs = (0..GENERATED).map(|index| {
        let seed = 700_000 + index;
        (format!("seed {seed}"), program(&mut Random::new(seed)))
    });
    must_be_accepted(programs);
}

#[test]
fn the_device_accepts_what_the_front_end_prints() {
    let corpus = files("corpus").into_iter().step_by(5);
    let corpus = corpus.map(|(path, text)| (path.display().to_string(), text));
    let random = (0..GENERATED / 3).map(|index| {
        let seed = 800_000 + index;
        (format!("seed {seed}"), program(&mut Random::new(seed)))
    });
    let programs = corpus.chain(random).map(|(name, text)| {
        let text = printed(&text).expect("the front end accepts it");
        (format!("{name}, printed"), text)
    });
    must_be_accepted(programs);
}

#[test]
fn the_kernels_of_the_project_are_judged_as_the_device_judges_them() {
    let mut programs = Vec::new();
    let mut mistakes = 0;
    for folder in ["../../exercises", "../../solutions", "../../kernels"] {
        for (path, text) in files(folder) {
            // What a student begins with is the starter, word for word.
            let is_copy = folder.ends_with("exercises") && path.ends_with("kernel.cl");
            if is_copy || text.contains("#include") || text.contains("// define: ") {
                continue;
            }
            // Of the wrong answers, which are many and much alike, a share.
            if path.parent().is_some_and(|it| it.ends_with("mistakes")) {
                mistakes += 1;
                if mistakes % EACH_MISTAKE != 1 {
                    continue;
                }
            }
            programs.push((path, text));
        }
    }
    let judged = cores::each(&programs, oracle, |oracle, (path, text)| {
        let problem = problem_of(path);
        let standard = problem.map_or(Standard::default(), |problem| problem.standard());
        // A device need not have all of a later version: what its own problem asks for, for one.
        let lacks = |it: &dyn AnyProblem| {
            oracle.verdict(it.reference(), standard) != Some(Verdict::Accepted)
        };
        if standard > Standard::V1_2 && problem.is_some_and(lacks) {
            return None;
        }
        judge(oracle, &path.display().to_string(), text, standard)
    });
    assert!(judged.iter().flatten().count() >= 200);
    let failures: Vec<String> = judged
        .into_iter()
        .flatten()
        .filter(|judged| !matches!(judged.agreement, Agreement::Accepted | Agreement::SameLine))
        .map(|judged| judged.to_string())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn on_slips_the_two_agree_to_the_line() {
    let corpus = files("corpus");
    let slips = (0..SLIPS).map(|index| {
        let seed = 900_000 + index;
        let mut random = Random::new(seed);
        let (from, text) = if index % 2 == 0 {
            let (path, text) = random.pick(&corpus).clone();
            (path.display().to_string(), text)
        } else {
            ("a random program".to_owned(), program(&mut random))
        };
        let (text, slip) = mutate(&text, &mut random);
        (format!("seed {seed}: {from}, {slip}"), text)
    });
    let slips: Vec<_> = slips.collect();
    let mut tally = Tally::default();
    let mut differences = String::new();
    for judged in judge_all(&slips).into_iter().flatten() {
        tally.add(judged.agreement);
        if !matches!(judged.agreement, Agreement::Accepted | Agreement::SameLine) {
            differences.push_str(&judged.to_string());
        }
    }
    let different = tally.other_line + tally.missed + tally.unsupported;
    assert!(
        tally.false_alarms == 0 && different * 20 <= tally.total(),
        "{tally}\n{differences}"
    );
}

#[test]
fn differences_that_are_meant_are_as_their_files_say() {
    let mut oracle = oracle();
    for (path, text) in files("differences") {
        let name = path.display().to_string();
        let judged = judge(&mut oracle, &name, &text, Standard::default()).expect("a verdict");
        let said = text
            .strip_prefix("// ")
            .and_then(|rest| rest.split_once(':'))
            .map(|(said, _)| said);
        assert_eq!(
            Some(format!("{:?}", judged.agreement).as_str()),
            said,
            "{judged}"
        );
    }
}

#[test]
fn what_is_printed_of_a_program_does_what_the_program_does() {
    // The kernels of `kernels/` are those of the solutions once more.
    let folders = [
        "../../solutions",
        "../opencl-c/tests/ok",
        "../simulator/tests/pass",
    ];
    let files = folders.into_iter().flat_map(files).filter(|(path, _)| {
        // What a wrong answer does may be left to chance, and what a starter does as well.
        let folder = path.parent();
        let is_mistake = folder.is_some_and(|folder| folder.ends_with("mistakes"));
        !is_mistake && !path.ends_with(PRINTS_IN_ANY_ORDER)
    });
    let files = files.map(|(path, text)| (path.display().to_string(), text));
    let random = (0..GENERATED / 3).map(|index| {
        let seed = 600_000 + index;
        (format!("seed {seed}"), program(&mut Random::new(seed)))
    });
    let programs: Vec<_> = files.chain(random).collect();
    // A program whose extensions the device lacks is not built, which other tests look at.
    let behaviours = cores::each(&programs, oracle, |oracle, (_, text)| {
        behaves_alike(oracle, text, &mut Random::new(1))
    });
    let mut alike = 0;
    for ((name, _), behaviour) in programs.iter().zip(behaviours) {
        let Some(behaviour) = behaviour else {
            continue;
        };
        assert!(
            behaviour.different.is_empty(),
            "{name}: {:?}",
            behaviour.different
        );
        alike += behaviour.alike.len();
    }
    assert!(alike >= 60, "only {alike} kernels could be compared");
}
