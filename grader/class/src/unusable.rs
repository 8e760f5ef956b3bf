//! Why a file of a submission cannot be checked.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a file of a submission cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Unusable {
    /// A symbolic link.
    Link,
    /// A pipe, a device or a socket.
    NotAFile,
    /// Longer than the limit.
    TooLong {
        /// The limit in bytes.
        most: u64,
    },
    /// It contains NUL bytes.
    Binary,
    /// It contains only white space.
    Empty,
    /// It is encrypted.
    Encrypted,
    /// The archive is damaged.
    Damaged {
        /// How it is damaged.
        why: String,
    },
    /// The system refuses to read it; not the student's fault.
    Unreadable {
        /// The system's message.
        why: String,
    },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Link => f.write_str("is a symbolic link, which is not followed"),
            Unusable::NotAFile => f.write_str("is not a regular file"),
            Unusable::TooLong { most } => write!(f, "is longer than {most} bytes"),
            Unusable::Binary => f.write_str("is binary, not text"),
            Unusable::Empty => f.write_str("is empty"),
            Unusable::Encrypted => f.write_str("is encrypted"),
            Unusable::Damaged { why } => write!(f, "is damaged: {why}"),
            Unusable::Unreadable { why } => write!(f, "cannot be read: {why}"),
        }
    }
}
