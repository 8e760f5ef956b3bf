//! The sentences of a change. A kernel has thousands of changes and one of them is shown, so the sentences of the
//! commonest are made when they are asked for.

use crate::change::Edit;
use std::sync::Arc;

/// What is said of a change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Words {
    /// These sentences.
    Sentences { message: String, help: String },
    /// The new text of its only edit is meant in place of the old one.
    Exchanged,
    /// Its only edit adds a condition.
    Condition(Added, Arc<str>),
}

/// Where a condition is added.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Added {
    /// Before the statement in this line.
    Before(u32),
    /// To the condition of a statement.
    Further,
    /// Around a value.
    AroundValue,
    /// Its opposite, as an early return at this place.
    Return(Arc<str>),
}

impl Words {
    /// What is wrong, in one sentence without a full stop. `was` is the text that the edit replaces.
    pub(crate) fn message(&self, edits: &[Edit], was: &str) -> String {
        match self {
            Words::Sentences { message, .. } => message.clone(),
            Words::Exchanged => format!("`{}` is meant in place of `{was}`", now(edits)),
            Words::Condition(Added::Before(line), condition) => {
                format!("work-items that fail `{condition}` run line {line} too")
            }
            Words::Condition(Added::Further, condition) => {
                format!("`{was}` does not ask for `{condition}`")
            }
            Words::Condition(Added::AroundValue, condition) => {
                format!("`{was}` is read where `{condition}` fails, too")
            }
            Words::Condition(Added::Return(_), condition) => {
                format!("work-items that fail `{condition}` have nothing to do")
            }
        }
    }

    /// What to write.
    pub(crate) fn help(&self, edits: &[Edit]) -> String {
        let now = now(edits);
        match self {
            Words::Sentences { help, .. } => help.clone(),
            Words::Condition(Added::Before(_), condition) => {
                format!("write `if ({condition})` before it")
            }
            Words::Condition(Added::Return(place), _) => format!("write `{}` {place}", now.trim()),
            Words::Exchanged | Words::Condition(Added::Further | Added::AroundValue, _) => {
                format!("write `{now}`")
            }
        }
    }
}

fn now(edits: &[Edit]) -> &str {
    edits.first().map_or("", |edit| &edit.text)
}
