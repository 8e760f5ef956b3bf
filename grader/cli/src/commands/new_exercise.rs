//! `grader course new`: the files of a new exercise, from a template whose blanks `grader course check`
//! reports until they are filled in.
//!
//! An exercise for an existing problem needs no more. One for a new problem also gets a copy of the template
//! in `kernels/src/own`, which works and has to be rewritten.

use crate::arguments::NewExercise;
use crate::exercises::course_folder::{CourseFolder, EXERCISES, MANIFEST, STARTER, as_typed};
use crate::files::replace;
use crate::refusal::Refusal;
use crate::session::Session;
use kernels::AnyProblem;
use launch::nearest;
use launch::sanitise::visible_line;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The placeholder for the exercise's name in the templates.
const NAME: &str = "template";
/// The placeholder for the name of a type.
const TYPE: &str = "Template";
/// The placeholder for the kernel's head.
const SIGNATURE: &str = "SIGNATURE";
/// The placeholder for the sentence about the arguments' ranges.
const RANGES: &str = "RANGES";
/// That sentence for a new problem.
const NO_RANGES: &str = "\
// Ranges: FILL-IN: UPDATE=1 cargo test -p course ranges writes here what the problem's
// `domain` allows.";
/// The folder of new problems, within the course folder.
const PROBLEMS: &str = "kernels/src/own";
/// The ends of the lines in its `mod.rs` above which lines are added.
const MODULE_MARK: &str = "adds a module above this line.";
const PROBLEM_MARK: &str = "adds a problem above this line.";

/// A file to write: only `mod.rs` is overwritten.
struct NewFile {
    path: PathBuf,
    text: String,
}

pub(super) fn make(
    arguments: &NewExercise,
    folder: &CourseFolder,
    session: &Session,
) -> Result<String, Refusal> {
    let slug = arguments.slug.as_str();
    if !is_slug(slug) {
        return Err(Refusal::BadSlug {
            slug: slug.to_owned(),
        });
    }
    let exercises = folder.course.exercises();
    if exercises
        .iter()
        .any(|exercise| exercise.manifest.slug == slug)
    {
        return Err(Refusal::SlugTaken {
            slug: slug.to_owned(),
        });
    }
    let problem = match &arguments.problem {
        None => None,
        Some(name) => Some(find(name)?),
    };
    let last = exercises.iter().map(|exercise| exercise.manifest.number);
    let number = last.max().unwrap_or(0) + 1;
    let mut files = texts(&folder.root, slug, number, problem);
    if problem.is_none() {
        files.extend(
            new_problem(&folder.root, slug).map_err(|error| Refusal::Replace {
                path: folder.root.join(PROBLEMS),
                error,
            })?,
        );
    }
    let mut written = String::new();
    for file in &files {
        write(file).map_err(|error| Refusal::Replace {
            path: file.path.clone(),
            error,
        })?;
        let path = as_typed(&file.path).display().to_string();
        written.push_str(&format!("  {}\n", visible_line(&path)));
    }
    let mut text = format!("Written:\n{written}\n");
    let build = match problem {
        Some(_) => "",
        None => " build the program anew,",
    };
    let program = &session.program;
    text.push_str(&session.page.wrap(
        "",
        "",
        &format!(
            "Fill in what is marked, name the exercise in its chapter (a line `$ grader check \
             {slug}`),{build} and see what is left to do: {program} course check"
        ),
    ));
    Ok(text)
}

fn find(name: &str) -> Result<&'static dyn AnyProblem, Refusal> {
    kernels::problem(name).ok_or_else(|| Refusal::UnknownProblem {
        name: name.to_owned(),
        nearest: nearest(name, kernels::problems().map(|problem| problem.name())),
    })
}

/// Is it a name of lower-case words joined by hyphens, which a kernel can be named after?
fn is_slug(slug: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    slug.split('-').all(is_word) && slug.starts_with(|c: char| c.is_ascii_lowercase())
}

fn texts(
    root: &Path,
    slug: &str,
    number: u32,
    problem: Option<&'static dyn AnyProblem>,
) -> Vec<NewFile> {
    let folder = format!("{number:02}-{slug}");
    let (exercise, solution) = (
        root.join(EXERCISES).join(&folder),
        root.join("solutions").join(&folder),
    );
    let signature = match problem {
        Some(problem) => problem.signature().to_string(),
        None => format!(
            "kernel void {}(global const int *x, global int *y, uint n)",
            slug.replace('-', "_")
        ),
    };
    let ranges = match problem {
        Some(problem) => problem.domain().comment(&problem.signature()),
        None => NO_RANGES.to_owned(),
    };
    let filled = |text: &str| {
        text.replace(SIGNATURE, &signature)
            .replace(RANGES, &ranges)
            .replace(NAME, slug)
    };
    let manifest = include_str!("../../template/exercise.toml")
        .replace("number = 0", &format!("number = {number}"));
    let manifest = match problem {
        Some(problem) => manifest.replace(
            &format!("problem = \"{NAME}\""),
            &format!("problem = \"{}\"", problem.name()),
        ),
        None => manifest,
    };
    let starter = include_str!("../../template/starter.cl");
    let mistake = include_str!("../../template/mistake.cl");
    let file = |path: PathBuf, text: &str| NewFile {
        path,
        text: filled(text),
    };
    vec![
        file(
            exercise.join("hints.md"),
            include_str!("../../template/hints.md"),
        ),
        file(exercise.join(STARTER), starter),
        file(exercise.join("kernel.cl"), starter),
        file(
            solution.join("kernel.cl"),
            include_str!("../../template/solution.cl"),
        ),
        file(solution.join("mistakes/first.cl"), mistake),
        file(solution.join("mistakes/second.cl"), mistake),
        file(solution.join("mistakes/third.cl"), mistake),
        file(exercise.join(MANIFEST), &manifest),
    ]
}

/// The files of a new problem, and `mod.rs`.
fn new_problem(root: &Path, slug: &str) -> io::Result<Vec<NewFile>> {
    let folder = root.join(PROBLEMS);
    let module = slug.replace('-', "_");
    let type_name: String = slug.split('-').map(capitalised).collect();
    let rust = fs::read_to_string(folder.join("template.rs"))?
        .replace("template.cl", &format!("{module}.cl"))
        .replace(
            &format!("\"{NAME}\".to_owned()"),
            &format!("\"{module}\".to_owned()"),
        )
        .replace(
            &format!("            \"{NAME}\",\n"),
            &format!("            \"{module}\",\n"),
        )
        .replace(TYPE, &type_name)
        .replace(NAME, slug);
    let kernel = fs::read_to_string(folder.join("template.cl"))?.replace(NAME, &module);
    let list = fs::read_to_string(folder.join("mod.rs"))?;
    let list = above(&list, MODULE_MARK, &format!("mod {module};\n"));
    let list = above(
        &list,
        PROBLEM_MARK,
        &format!("    &{module}::{type_name},\n"),
    );
    let file = |name: String, text| NewFile {
        path: folder.join(name),
        text,
    };
    Ok(vec![
        file(format!("{module}.rs"), rust),
        file(format!("{module}.cl"), kernel),
        file("mod.rs".to_owned(), list),
    ])
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + letters.as_str(),
        None => String::new(),
    }
}

/// `text` with `line` above the line that ends in `mark`.
fn above(text: &str, mark: &str, line: &str) -> String {
    text.split_inclusive('\n')
        .map(|there| match there.trim_end().ends_with(mark) {
            true => format!("{line}{there}"),
            false => there.to_owned(),
        })
        .collect()
}

fn write(file: &NewFile) -> io::Result<()> {
    if let Some(folder) = file.path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace::write(&file.path, file.text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_words_of_small_letters() {
        for good in ["fill", "map-2d", "a1"] {
            assert!(is_slug(good), "{good}");
        }
        for bad in ["", "Fill", "a--b", "-a", "2d", "a/b", "a_b", "ä"] {
            assert!(!is_slug(bad), "{bad}");
        }
    }

    #[test]
    fn a_starter_says_what_its_problem_allows_or_where_that_comes_from() {
        let starter = |problem| {
            let files = texts(Path::new(""), "my-sum", 38, problem);
            let is_starter = |file: &&NewFile| file.path.ends_with(STARTER);
            files.iter().find(is_starter).unwrap().text.clone()
        };
        let text = starter(kernels::problem("saxpy"));
        assert!(
            text.contains("\n//\n// Ranges: n from 0 to 70000;"),
            "{text}"
        );
        assert!(starter(None).contains("\n//\n// Ranges: FILL-IN: UPDATE=1"));
    }

    #[test]
    fn a_new_problem_takes_the_names_of_its_exercise_everywhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = new_problem(&root, "my-sum").unwrap();
        let text = |name: &str| {
            let of = |file: &&NewFile| file.path.ends_with(name);
            &files.iter().find(of).unwrap().text
        };
        let rust = text("my_sum.rs");
        assert!(!rust.to_lowercase().contains(NAME), "{rust}");
        assert!(rust.contains("struct MySum;") && rust.contains("include_str!(\"my_sum.cl\")"));
        assert!(rust.contains("kernel: \"my_sum\".to_owned()"));
        assert!(text("my_sum.cl").contains("kernel void my_sum("));
        assert!(text("mod.rs").contains("\nmod my_sum;\n"));
        assert!(text("mod.rs").contains("    &my_sum::MySum,\n"));
    }
}
