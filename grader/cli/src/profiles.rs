//! The profile of the user's device: its file, and how to read it.

use crate::refusal::Refusal;
use launch::protocol::Device;
use predictor::{About, Profile};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The default path of the profile; none without a home folder.
pub fn path() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let data = set("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")))?;
    Some(data.join("grader").join("profile.toml"))
}

/// The device as a profile names it.
pub fn about(device: &Device) -> About {
    About {
        name: device.name.clone(),
        platform: device.platform.clone(),
        driver: device.driver.clone(),
    }
}

/// The text of a profile's file.
pub fn text(profile: &Profile) -> Result<String, Refusal> {
    let body = profile
        .to_toml()
        .map_err(|error| Refusal::Measuring(format!("the profile cannot be written: {error}")))?;
    Ok(format!(
        "# What `grader calibrate` measured of a device; `grader predict` reads it. Times are in seconds, for\n\
         # each work-item where they belong to an operation or an access.\n\n{body}"
    ))
}

/// Reads a profile: the named one, or the default one.
pub fn read(named: Option<&Path>) -> Result<Profile, Refusal> {
    let Some(path) = named.map(Path::to_path_buf).or_else(path) else {
        return Err(Refusal::NoProfileHome);
    };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Refusal::NoProfile { path: path.clone() },
        _ => Refusal::BadProfile {
            path: path.clone(),
            why: error.to_string(),
        },
    })?;
    Profile::from_toml(&text).map_err(|error| Refusal::BadProfile {
        path,
        why: error.message().to_owned(),
    })
}
