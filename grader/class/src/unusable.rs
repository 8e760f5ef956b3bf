//! Why a file of a submission cannot be checked.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is wrong with a file of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Unusable {
    /// It is a symbolic link.
    Link,
    /// It is a pipe, a device or a socket.
    NotAFile,
    /// It is longer than this many bytes.
    TooLong {
        /// The limit.
        most: u64,
    },
    /// It holds NUL bytes.
    Binary,
    /// It holds white space only.
    Empty,
    /// It is encrypted.
    Encrypted,
    /// The archive is damaged.
    Damaged {
        /// How.
        why: String,
    },
    /// The system refuses it. Not the student's fault.
    Unreadable {
        /// Why.
        why: String,
    },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Link => f.write_str("is a symbolic link, which is not followed"),
            Unusable::NotAFile => f.write_str("is no regular file"),
            Unusable::TooLong { most } => write!(f, "is longer than {most} bytes"),
            Unusable::Binary => f.write_str("is binary, not text"),
            Unusable::Empty => f.write_str("is empty"),
            Unusable::Encrypted => f.write_str("is encrypted"),
            Unusable::Damaged { why } => write!(f, "is damaged: {why}"),
            Unusable::Unreadable { why } => write!(f, "cannot be read: {why}"),
        }
    }
}
