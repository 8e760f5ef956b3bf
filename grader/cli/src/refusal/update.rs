//! Why it is not known whether there is a newer release.

use launch::sanitise::visible_line;
use std::io;

#[derive(Debug, thiserror::Error)]
pub enum UpdateRefusal {
    /// Neither the build nor the request names a repository.
    #[error("this program was built from sources that name no place of releases")]
    NoRepository,
    #[error("`{}` is no address of a repository", visible_line(.given))]
    NotAnAddress { given: String },
    /// The program that asks over the network does not start.
    #[error("curl, which asks for the newest release, does not start: {error}")]
    NoCurl { page: String, error: io::Error },
    /// `why` is what curl says.
    #[error("there is no answer from {}: {}", visible_line(.page), visible_line(.why))]
    NoAnswer { page: String, why: String },
    #[error("{} names no release", visible_line(.page))]
    NoRelease { page: String },
}

impl UpdateRefusal {
    /// The remedy, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            UpdateRefusal::NoRepository => {
                "Get them anew where you got them (git pull in a clone), or name the repository with \
                 --repository URL."
                    .to_owned()
            }
            UpdateRefusal::NotAnAddress { .. } => {
                "An address begins with https://, such as https://example.org/course.".to_owned()
            }
            UpdateRefusal::NoCurl { page, .. }
            | UpdateRefusal::NoAnswer { page, .. }
            | UpdateRefusal::NoRelease { page } => format!(
                "Everything else works without a network. Look there yourself: {}",
                visible_line(page)
            ),
        }
    }
}
