//! The best choices that `grader tune` has found, by device and driver: a TOML file of the user that `grader
//! bench` reads.

use crate::files::replace;
use crate::system::{data_folder, with_slashes};
use launch::protocol::Device;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::{env, fs};
use studies::Choices;

/// The environment variable that names another file than the user's own.
const VARIABLE: &str = "GRADER_TUNED";

/// The file's contents.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Contents {
    #[serde(default)]
    kernel: Vec<Best>,
}

/// The best choice for one kernel on one device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Best {
    name: String,
    device: String,
    driver: String,
    /// Median seconds of one run.
    seconds: f64,
    parameters: BTreeMap<String, u64>,
}

/// The path of the file; none if there is no home folder.
pub fn path() -> Option<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        return Some(PathBuf::from(named));
    }
    let path = data_folder()?.join("grader").join("tuned.toml");
    Some(with_slashes(&path))
}

fn contents() -> Result<Contents, String> {
    let Some(path) = path() else {
        return Ok(Contents::default());
    };
    match fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|error| error.message().to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Contents::default()),
        Err(error) => Err(error.to_string()),
    }
}

fn is_of(best: &Best, device: &Device) -> bool {
    best.device == device.name && best.driver == device.driver
}

/// The choices for a device, by kernel; with the reason if the file cannot be parsed.
pub fn of(device: &Device) -> (Choices, Option<String>) {
    match contents() {
        Ok(contents) => {
            let known = contents
                .kernel
                .into_iter()
                .filter(|best| is_of(best, device))
                .map(|best| (best.name, best.parameters.into_iter().collect()))
                .collect();
            (known, None)
        }
        Err(why) => (Choices::new(), Some(why)),
    }
}

/// Stores the best choice for a kernel on a device, and replaces an earlier one. Returns the path.
pub fn keep(
    device: &Device,
    kernel: &str,
    parameters: &[(String, u64)],
    seconds: f64,
) -> io::Result<Option<PathBuf>> {
    let Some(path) = path() else {
        return Ok(None);
    };
    // A file that cannot be parsed is left alone.
    let mut contents = contents().map_err(io::Error::other)?;
    contents
        .kernel
        .retain(|best| !(is_of(best, device) && best.name == kernel));
    contents.kernel.push(Best {
        name: kernel.to_owned(),
        device: device.name.clone(),
        driver: device.driver.clone(),
        seconds,
        parameters: parameters.iter().cloned().collect(),
    });
    let text = toml::to_string_pretty(&contents).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let head = "# The best choices that `grader tune` has found; `grader bench` reads them.\n\n";
    replace::write(&path, format!("{head}{text}").as_bytes())?;
    Ok(Some(path))
}
