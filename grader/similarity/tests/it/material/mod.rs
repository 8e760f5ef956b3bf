//! What the tests and the measurement start from: the course's own kernels, and copies of them that somebody
//! took trouble to hide.

use launch::noise;
use opencl_c::interner::Interner;
use opencl_c::keyword::word;
use opencl_c::preprocessor::Standard;
use opencl_c::token::TokenKind;
use opencl_c::{builtin, written};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use testing::project;

/// An exercise's kernels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exercise {
    /// The slug.
    pub(crate) slug: String,
    /// The course's own kernel.
    pub(crate) solution: String,
    /// What everybody is given: the starter and the hints.
    pub(crate) given: Vec<String>,
    /// The labelled mistakes, by their names.
    pub(crate) mistakes: BTreeMap<String, String>,
}

fn read(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Every exercise with a kernel, by its folder.
pub(crate) fn exercises() -> Vec<Exercise> {
    let folders = fs::read_dir(project().join("solutions")).expect("the solutions");
    let mut names: Vec<String> = folders
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .collect();
    names.sort();
    let exercise = |folder: &String| {
        let solution = project().join("solutions").join(folder);
        let starter = project().join("exercises").join(folder);
        let mut mistakes = BTreeMap::new();
        for entry in fs::read_dir(solution.join("mistakes")).ok()? {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "cl") {
                let name = path.file_stem()?.to_string_lossy().into_owned();
                mistakes.insert(name, read(&path)?);
            }
        }
        let given = ["starter.cl", "hints.md"].map(|name| read(&starter.join(name)));
        Some(Exercise {
            slug: folder.split_once('-')?.1.to_owned(),
            solution: read(&solution.join("kernel.cl"))?,
            given: given.into_iter().flatten().collect(),
            mistakes,
        })
    };
    names.iter().filter_map(exercise).collect()
}

/// A copy with other names, other layout and comments in between: the same tokens but for their names.
pub(crate) fn disguised(text: &str, seed: u64) -> String {
    let mut interner = Interner::default();
    let tokens = written(text, usize::MAX, &mut interner);
    let mut names = HashMap::new();
    let mut copy = String::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Identifier(symbol) => {
                let text = interner.text(symbol);
                let is_given = word(symbol).is_some()
                    || builtin::lookup(text).is_some()
                    || builtin::unsupported_function(text, Standard::default()).is_some()
                    || text.starts_with("CLK_");
                if is_given {
                    copy += text;
                } else {
                    let count = names.len();
                    let name = names.entry(symbol).or_insert_with(|| {
                        format!("v{count}_{:x}", noise::bits(seed, count as u64) >> 48)
                    });
                    copy += name;
                }
            }
            TokenKind::Number(symbol)
            | TokenKind::Character(symbol)
            | TokenKind::String(symbol) => copy += interner.text(symbol),
            TokenKind::Punctuator(punctuator) => copy += punctuator.text(),
            TokenKind::Stray(stray) => copy.push(stray),
            TokenKind::Pragma(_) | TokenKind::End => {}
        }
        copy += match noise::byte(seed, index as u64) % 6 {
            0 => "\n",
            1 => "\t  ",
            2 => " /* so it must be */ ",
            3 => " // as was told\n",
            _ => " ",
        };
    }
    copy
}
