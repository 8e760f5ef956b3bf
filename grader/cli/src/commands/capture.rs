//! `grader capture`

use super::Exit;
use super::import::{end, unwritten};
use crate::arguments::Capture;
use crate::captures::dump::find;
use crate::captures::written::{self, Taken};
use crate::refusal::{CapturingRefusal, Refusal};
use crate::render::{self, Page};
use crate::session::Session;
use crate::terminal::{interrupt, output};
use launch::captured::{LOADED, variable};
use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The layer's library, without what the system puts around a name.
const LAYER: &str = "grader_capture";

/// The variable by which the loaders of OpenCL know their layers.
const LAYERS: &str = "OPENCL_LAYERS";

/// The variable that names the layer where it does not lie beside this program.
const OWN_LAYER: &str = "GRADER_CAPTURE_LAYER";

pub(super) fn run(arguments: &Capture, session: &Session) -> Result<Exit, Refusal> {
    let layer = layer()?;
    let out = &arguments.out;
    let folder = fs::create_dir_all(out)
        .and_then(|()| tempfile::Builder::new().prefix(".grader-").tempdir_in(out))
        .and_then(|folder| Ok((dunce::canonicalize(folder.path())?, folder)));
    let (whole, folder) = folder.map_err(|error| Refusal::Replace {
        path: out.clone(),
        error,
    })?;
    // Ctrl-C is the program's: what it has launched until then is kept.
    interrupt::stop_on_request();
    let status = launched(arguments, &layer, &whole)?;
    if !status.success() {
        session.remark(&render::ended(status));
    }
    let taken = taken(arguments, &whole);
    drop(folder);
    // It is only there where something is in it.
    let _ = fs::remove_dir(out);
    let taken = taken?;
    let page = Page::of_stderr();
    // Standard output is the program's.
    output::remark(&render::captures(page, &session.program, &taken));
    end(&taken)
}

/// Runs the program to its end.
fn launched(arguments: &Capture, layer: &Path, folder: &Path) -> Result<ExitStatus, Refusal> {
    let program = PathBuf::from(&arguments.program[0]);
    let mut command = Command::new(&program);
    command
        .args(&arguments.program[1..])
        .env(LAYERS, layers(layer, env::var_os(LAYERS)))
        .env(variable::FOLDER, folder)
        .env(variable::LAUNCH, arguments.launch.to_string())
        .env(variable::LIMIT, arguments.limit.to_string());
    match &arguments.kernel {
        Some(kernel) => command.env(variable::KERNEL, kernel),
        None => command.env_remove(variable::KERNEL),
    };
    let status = command.status();
    Ok(status.map_err(|error| CapturingRefusal::NotStarted { program, error })?)
}

/// The layer before those that the user has named.
fn layers(own: &Path, others: Option<OsString>) -> OsString {
    let mut layers = own.as_os_str().to_owned();
    if let Some(others) = others.filter(|others| !others.is_empty()) {
        layers.push(if cfg!(windows) { ";" } else { ":" });
        layers.push(others);
    }
    layers
}

/// Makes folders of what the layer has written.
fn taken(arguments: &Capture, folder: &Path) -> Result<Vec<Taken>, Refusal> {
    let program = || PathBuf::from(&arguments.program[0]);
    if !folder.join(LOADED).exists() {
        let program = program();
        return Err(CapturingRefusal::NotLoaded { program }.into());
    }
    let found = find(folder).map_err(|error| CapturingRefusal::Unreadable {
        folder: folder.to_owned(),
        error,
    })?;
    if found.is_empty() {
        let kernel = arguments.kernel.clone();
        let program = program();
        return Err(CapturingRefusal::NoLaunch { program, kernel }.into());
    }
    let folder_of = |kernel: &str| written::free_folder(&arguments.out, kernel);
    written::write_all(&found, folder_of).map_err(unwritten)
}

/// The layer: the one that is named, or the one beside this program, or where packages of a system lay it:
/// /usr/bin/grader and /usr/lib/opencl-grader.
fn layer() -> Result<PathBuf, CapturingRefusal> {
    let name = format!("{DLL_PREFIX}{LAYER}{DLL_SUFFIX}");
    let layer = match env::var_os(OWN_LAYER) {
        Some(layer) => PathBuf::from(layer),
        None => {
            let program = env::current_exe().and_then(dunce::canonicalize);
            let folder = program.ok().and_then(|it| Some(it.parent()?.to_owned()));
            let folder = folder.unwrap_or_default();
            let of_system = folder.join("../lib/opencl-grader").join(&name);
            let beside = folder.join(name);
            match of_system.is_file() && !beside.is_file() {
                true => of_system,
                false => beside,
            }
        }
    };
    match dunce::canonicalize(&layer) {
        Ok(whole) if whole.is_file() => Ok(whole),
        _ => Err(CapturingRefusal::NoLayer { layer }),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn layers_that_the_user_has_named_stay() {
        let own = Path::new("/a/own.so");
        assert_eq!(layers(own, None), "/a/own.so");
        assert_eq!(layers(own, Some("".into())), "/a/own.so");
        assert_eq!(
            layers(own, Some("/b.so:/c.so".into())),
            "/a/own.so:/b.so:/c.so"
        );
    }
}
