//! What CMake's targets say of a file: definitions, and folders of included files. CMake writes it into a build folder
//! where an editor has asked for it, by its file API (cmake-file-api(7)).

use crate::host::Host;
use crate::settings::plain_path;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// Where the answers lie, from a folder above the file.
const ANSWERS: [&str; 2] = [".cmake/api/v1/reply", "build/.cmake/api/v1/reply"];

/// What a file of a target is compiled with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Compiled {
    pub(crate) defines: Vec<String>,
    pub(crate) include: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Model {
    paths: Paths,
}

#[derive(Deserialize)]
struct Paths {
    /// From which the paths of targets are counted.
    source: PathBuf,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    #[serde(default)]
    sources: Vec<Source>,
    #[serde(default)]
    compile_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    path: PathBuf,
    /// None of a file that CMake does not compile itself, such as a kernel.
    compile_group_index: Option<usize>,
}

#[derive(Deserialize)]
struct Group {
    #[serde(default)]
    defines: Vec<Define>,
    #[serde(default)]
    includes: Vec<Include>,
}

#[derive(Deserialize)]
struct Define {
    define: String,
}

#[derive(Deserialize)]
struct Include {
    path: PathBuf,
}

/// Of the first target that has the file among its sources. One that CMake does not compile is read as the others of
/// its target are compiled.
pub(crate) fn of(path: &Path, host: &dyn Host) -> Option<Compiled> {
    let folders = path.ancestors().skip(1);
    let answers = folders.flat_map(|folder| ANSWERS.map(|answers| folder.join(answers)));
    answers
        .filter_map(|answers| in_answers(path, &answers, host))
        .next()
}

fn in_answers(path: &Path, folder: &Path, host: &dyn Host) -> Option<Compiled> {
    let names = host.entries(folder);
    let mut begin = names
        .iter()
        .filter(|name| name.starts_with("codemodel-v2-"));
    let model: Model = read(&folder.join(begin.next()?), host)?;
    let targets = names.iter().filter(|name| name.starts_with("target-"));
    for target in targets {
        let Some(target) = read::<Target>(&folder.join(target), host) else {
            continue;
        };
        let is_it = |source: &&Source| plain_path(&model.paths.source.join(&source.path)) == path;
        let Some(source) = target.sources.iter().find(is_it) else {
            continue;
        };
        let group = source.compile_group_index.unwrap_or(0);
        let group = target.compile_groups.into_iter().nth(group)?;
        return Some(Compiled {
            defines: group.defines.into_iter().map(|it| it.define).collect(),
            include: group
                .includes
                .iter()
                .map(|it| plain_path(&model.paths.source.join(&it.path)))
                .collect(),
        });
    }
    None
}

fn read<T: DeserializeOwned>(path: &Path, host: &dyn Host) -> Option<T> {
    serde_json::from_str(&host.read(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Exercise;
    use std::io;

    /// What CMake 3.25 answers for a program whose sources are `main.c` and `kernels/scale.cl`.
    const MODEL: &str = r#"{"kind": "codemodel", "paths": {"build": "/p/build", "source": "/p"}}"#;
    const TARGET: &str = r#"{
        "name": "app",
        "compileGroups": [{
            "defines": [{"backtrace": 2, "define": "FAST"}, {"backtrace": 2, "define": "TILE=16"}],
            "includes": [{"backtrace": 3, "path": "/p/include"}],
            "language": "C", "sourceIndexes": [0]
        }],
        "sources": [
            {"backtrace": 1, "compileGroupIndex": 0, "path": "main.c"},
            {"backtrace": 1, "path": "kernels/scale.cl"}
        ]
    }"#;

    struct Answers;

    impl Host for Answers {
        fn read(&self, path: &Path) -> io::Result<String> {
            match path.to_str() {
                Some("/p/build/.cmake/api/v1/reply/codemodel-v2-1.json") => Ok(MODEL.to_owned()),
                Some("/p/build/.cmake/api/v1/reply/target-app-2.json") => Ok(TARGET.to_owned()),
                _ => Err(io::ErrorKind::NotFound.into()),
            }
        }

        fn entries(&self, folder: &Path) -> Vec<String> {
            let is_answers = folder == Path::new("/p/build/.cmake/api/v1/reply");
            let names = ["codemodel-v2-1.json", "target-app-2.json"];
            let names = names.iter().filter(|_| is_answers);
            names.map(|name| (*name).to_owned()).collect()
        }

        fn exercise(&self, _: &Path) -> Option<Exercise> {
            None
        }
    }

    #[test]
    fn a_kernel_is_read_as_the_sources_of_its_target() {
        let compiled = of(Path::new("/p/kernels/scale.cl"), &Answers).expect("a target");
        assert_eq!(compiled.defines, ["FAST", "TILE=16"]);
        assert_eq!(compiled.include, [PathBuf::from("/p/include")]);
        assert_eq!(of(Path::new("/p/kernels/other.cl"), &Answers), None);
    }
}
