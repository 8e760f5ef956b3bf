//! # A file of answers that cannot be read
//!
//! An exercise with questions has a file `answers.toml`. In it a key is misspelt, an answer is not
//! of the form that its question asks for, or the file is no TOML at all. Nothing was judged and
//! nothing ran.
//!
//! ## Why it hurts
//!
//! An answer under a name that nobody asks for would count as not given. To say so is kinder than
//! to take points away.
//!
//! ## Right
//! ```toml
//! most = 256             # a whole number
//! local = [32, 8]        # sizes, one for each dimension
//! mistake = "data-race"  # a word, in quotation marks
//! idle = "?"             # not answered yet
//! ```
//!
//! ## Source
//!
//! This course: the exercises on a device's limits, on access patterns, on tuning, and the
//! detective ones. The form of the file is TOML 1.0.

use super::Notice;
use launch::{Level, MistakeId};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::AnswersFile,
    level: Level::Error,
    file: page_in!("answers_file.rs"),
};
