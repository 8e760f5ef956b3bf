//! `grader update`: asks for the newest release, through curl, which every system has that the releases are for.
//! The only command that uses the network, and only when it is called.

use super::Exit;
use crate::arguments::Update;
use crate::refusal::{Refusal, UpdateRefusal};
use crate::session::Session;
use launch::sanitise::visible_line;
use std::process::{Command, Stdio};

const OWN: &str = env!("CARGO_PKG_VERSION");

/// The repository that this program was built from: the one that a package's build names, or the manifest's.
const REPOSITORY: &str = match option_env!("GRADER_REPOSITORY") {
    Some(named) => named,
    None => env!("CARGO_PKG_REPOSITORY"),
};

/// Seconds for an answer.
const PATIENCE: &str = "20";

pub(super) fn run(arguments: &Update, session: &Session) -> Result<Exit, Refusal> {
    let page = releases(arguments.repository.as_deref().unwrap_or(REPOSITORY))?;
    let tag = newest(&page)?;
    let page = visible_line(&page);
    let text = match is_newer(&tag, OWN) {
        Some(false) => format!("This is grader {OWN}, the newest release.\n"),
        Some(true) => format!(
            "A newer release is out: {}. This is {OWN}.\n{page}\n",
            visible_line(&tag)
        ),
        None => format!(
            "The newest release is {}. This is {OWN}.\n{page}\n",
            visible_line(&tag)
        ),
    };
    session.show(&text, None)?;
    Ok(Exit::Good)
}

/// The page of the newest release.
fn releases(repository: &str) -> Result<String, UpdateRefusal> {
    if repository.is_empty() {
        return Err(UpdateRefusal::NoRepository);
    }
    // Nothing else is an address, and curl would take a hyphen for an option.
    if !["https://", "http://"]
        .iter()
        .any(|scheme| repository.starts_with(scheme))
    {
        return Err(UpdateRefusal::NotAnAddress {
            given: repository.to_owned(),
        });
    }
    let repository = repository.trim_end_matches('/');
    let repository = repository.strip_suffix(".git").unwrap_or(repository);
    Ok(format!("{repository}/releases/latest"))
}

/// The tag of the newest release: code hosts answer `releases/latest` with the way to `releases/tag/TAG`.
fn newest(page: &str) -> Result<String, UpdateRefusal> {
    let asked = Command::new("curl")
        .args(["--silent", "--show-error", "--fail", "--location", "--head"])
        .args(["--max-time", PATIENCE, "--write-out", "\n%{url_effective}"])
        .arg(page)
        .stdin(Stdio::null())
        .output();
    let page = page.to_owned();
    let output = match asked {
        Ok(output) => output,
        Err(error) => return Err(UpdateRefusal::NoCurl { page, error }),
    };
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(UpdateRefusal::NoAnswer { page, why });
    }
    // The heads come first.
    let text = String::from_utf8_lossy(&output.stdout);
    let address = text.lines().last().unwrap_or_default();
    match address.split_once("/releases/tag/") {
        Some((_, tag)) if !tag.is_empty() => Ok(tag.to_owned()),
        _ => Err(UpdateRefusal::NoRelease { page }),
    }
}

/// Is a tag such as `v1.2.3` newer than a version? None if one of them is not three numbers.
fn is_newer(tag: &str, own: &str) -> Option<bool> {
    let numbers = |text: &str| -> Option<[u64; 3]> {
        let parts: Option<Vec<u64>> = text
            .trim_start_matches('v')
            .split('.')
            .map(|part| part.parse().ok())
            .collect();
        parts?.try_into().ok()
    };
    Some(numbers(tag)? > numbers(own)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_number_by_number() {
        assert_eq!(is_newer("v0.10.0", "0.9.1"), Some(true));
        assert_eq!(is_newer("0.9.1", "0.9.1"), Some(false));
        assert_eq!(is_newer("v0.9.0", "0.9.1"), Some(false));
        assert_eq!(is_newer("nightly", "0.9.1"), None);
    }

    #[test]
    fn an_option_is_no_repository() {
        assert!(matches!(
            releases("--output=/tmp/file"),
            Err(UpdateRefusal::NotAnAddress { .. })
        ));
        assert!(matches!(releases(""), Err(UpdateRefusal::NoRepository)));
        assert_eq!(
            releases("https://example.org/course.git").unwrap(),
            "https://example.org/course/releases/latest"
        );
    }
}
