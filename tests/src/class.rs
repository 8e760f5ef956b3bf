//! Classes that never were: submissions made of the course's own starters, solutions and labelled mistakes,
//! the same for the same seed. Each text is another's, as those of students are: it ends in a comment of its
//! own, so that no compiler's cache knows it.

use crate::project;
use course::MistakeLabel;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Exercises of a kernel alone, from the first ones to such as share memory.
pub const EXERCISES: [&str; 10] = [
    "fill",
    "saxpy",
    "map-contiguous",
    "map-globally-spaced",
    "map-2d-contiguous",
    "constant-table",
    "reduce",
    "scan",
    "histogram",
    "transpose",
];

/// What a submission of an exercise has to come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This label.
    Label(String),
    /// Anything but passing: it is the starter.
    FallsShort,
    /// Nothing is handed in.
    Missing,
}

impl Expected {
    /// Is this label what it has to come to?
    pub fn is(&self, label: &str) -> bool {
        match self {
            Expected::Label(expected) => expected == label,
            Expected::FallsShort => !["passed", "missing", "not-graded"].contains(&label),
            Expected::Missing => label == "missing",
        }
    }
}

/// A student that never was.
#[derive(Clone, Debug)]
pub struct Student {
    /// The name of the folder.
    pub name: String,
    /// What each exercise has to come to.
    pub expected: BTreeMap<String, Expected>,
}

/// Draws numbers; the same ones for the same seed.
struct Draw(u64);

impl Draw {
    /// A number below `end`, which is small.
    fn below(&mut self, end: usize) -> usize {
        // A congruential generator is good enough to pick from a handful, by its high bits.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// What may be handed in for an exercise.
struct Choices {
    starter: String,
    solution: String,
    mistakes: Vec<(String, String)>,
}

/// Writes a class of so many students into `folder`, with its `class.toml`; what each has to come to.
pub fn generate(
    folder: &Path,
    students: usize,
    slugs: &[&str],
    seed: u64,
) -> io::Result<Vec<Student>> {
    let choices: Vec<Choices> = slugs
        .iter()
        .map(|slug| choices(slug))
        .collect::<io::Result<_>>()?;
    let mut plan = String::from("title = \"A class that never was\"\n");
    for slug in slugs {
        plan += &format!("\n[[exercise]]\nname = \"{slug}\"\n");
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("class.toml"), plan)?;
    let mut draw = Draw(seed);
    let mut class = Vec::new();
    for number in 0..students {
        let name = format!("student {number:03}");
        let own = folder.join(&name);
        fs::create_dir(&own)?;
        let mut expected = BTreeMap::new();
        for (slug, choices) in slugs.iter().zip(&choices) {
            let (text, comes_to) = match draw.below(100) {
                0..55 => (&choices.solution, Expected::Label("passed".to_owned())),
                55..90 if !choices.mistakes.is_empty() => {
                    let (text, label) = &choices.mistakes[draw.below(choices.mistakes.len())];
                    (text, Expected::Label(label.clone()))
                }
                55..95 => (&choices.starter, Expected::FallsShort),
                _ => {
                    expected.insert((*slug).to_owned(), Expected::Missing);
                    continue;
                }
            };
            let path = match draw.below(2) {
                0 => own.join(format!("{slug}.cl")),
                _ => {
                    fs::create_dir(own.join(slug))?;
                    own.join(slug).join("kernel.cl")
                }
            };
            fs::write(path, format!("{text}\n// {slug} of {name}, {seed}\n"))?;
            expected.insert((*slug).to_owned(), comes_to);
        }
        class.push(Student { name, expected });
    }
    Ok(class)
}

fn choices(slug: &str) -> io::Result<Choices> {
    let folder = folder_of(slug)?;
    let solution = project().join("solutions").join(&folder);
    let mut mistakes = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(solution.join("mistakes"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    for path in files {
        if path.extension().is_some_and(|extension| extension == "cl") {
            let text = fs::read_to_string(&path)?;
            let label = MistakeLabel::parse(&text).map_err(io::Error::other)?;
            mistakes.push((text, label.verdict));
        }
    }
    Ok(Choices {
        starter: fs::read_to_string(project().join("exercises").join(&folder).join("starter.cl"))?,
        solution: fs::read_to_string(solution.join("kernel.cl"))?,
        mistakes,
    })
}

/// The folder of an exercise, such as `02-saxpy`.
fn folder_of(slug: &str) -> io::Result<String> {
    for entry in fs::read_dir(project().join("exercises"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.split_once('-').is_some_and(|(_, rest)| rest == slug) {
            return Ok(name);
        }
    }
    Err(io::Error::other(format!("no exercise {slug}")))
}

/// What each exercise of each student came to, by the results in a folder.
pub fn labels(out: &Path) -> BTreeMap<(String, String), String> {
    let mut labels = BTreeMap::new();
    for graded in results(out) {
        for exercise in &graded.exercises {
            let label = exercise.standing.label().to_owned();
            labels.insert((graded.student.clone(), exercise.slug.clone()), label);
        }
    }
    labels
}

/// Everything that a run left, file by file, but for what is under way.
pub fn files(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in ["", "results", "feedback"] {
        for entry in fs::read_dir(out.join(folder)).expect("a folder").flatten() {
            if entry.path().is_file() {
                let name = Path::new(folder).join(entry.file_name());
                files.insert(name, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    files
}

/// The results in a folder, by the names of their files.
pub fn results(out: &Path) -> Vec<class::Graded> {
    let mut files: Vec<PathBuf> = fs::read_dir(out.join("results"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let text = fs::read(path).expect("a result");
            serde_json::from_slice(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        })
        .collect()
}
