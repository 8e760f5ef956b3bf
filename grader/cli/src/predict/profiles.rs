//! The profile of the user's device: where it is kept, and how it is read and written.

use crate::system::{data_folder, with_slashes};
use launch::protocol::Device;
use predictor::{About, Profile};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// Where the user's own profile is kept; none where there is no home folder.
pub fn path() -> Option<PathBuf> {
    let path = data_folder()?.join("grader").join("profile.toml");
    Some(with_slashes(&path))
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
pub fn text(profile: &Profile) -> Result<String, toml::ser::Error> {
    let body = profile.to_toml()?;
    Ok(format!(
        "# What `grader calibrate` measured of a device; `grader predict` reads it. Times are in seconds, for\n\
         # each work-item where they belong to an operation or an access.\n\n{body}"
    ))
}

/// Reads a profile: the named one, or the user's own.
pub fn read(named: Option<&Path>) -> Result<Profile, ProfileError> {
    let Some(path) = named.map(Path::to_path_buf).or_else(path) else {
        return Err(ProfileError::NoHome);
    };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ProfileError::Missing { path: path.clone() },
        _ => ProfileError::Invalid {
            path: path.clone(),
            why: error.to_string(),
        },
    })?;
    Profile::from_toml(&text).map_err(|error| ProfileError::Invalid {
        path,
        why: error.message().to_owned(),
    })
}

/// Why there is no profile to predict from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// There is no home folder to keep a profile in.
    NoHome,
    Missing {
        path: PathBuf,
    },
    /// A file is not a profile.
    Invalid {
        path: PathBuf,
        why: String,
    },
    /// The profile is of another device than the one to measure on.
    OtherDevice {
        profile: String,
        device: String,
    },
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProfileError::NoHome => f.write_str("there is no home folder for a profile"),
            ProfileError::Missing { path } => {
                write!(f, "there is no profile of a device at {}", path.display())
            }
            ProfileError::Invalid { path, why } => {
                write!(f, "{} is no profile: {why}", path.display())
            }
            ProfileError::OtherDevice { profile, device } => {
                write!(f, "the profile is of {profile}, and the device is {device}")
            }
        }
    }
}

impl std::error::Error for ProfileError {}
