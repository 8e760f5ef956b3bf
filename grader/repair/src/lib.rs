//! Repairs: small edits of a kernel, and the search for the one that makes it right.
//!
//! - [`changes()`] lists the edits of a checked program that one of the `kinds` makes: a barrier inserted, a
//!   guard added, an id exchanged. Each is a list of replacements in the student's own text.
//! - [`Evidence`] says which lines a failure points to; it orders the edits.
//! - [`Reach`] asks a failing case why a work-item does not write its element.
//! - [`search()`] tries them. What is right it learns from a [`Judge`], which the caller supplies: the cases of
//!   an exercise, or a launch of the student's own.
//!
//! Nothing here runs a kernel, and nothing here knows whether an edit repairs it: an edit is a guess until the
//! judge has tried it. The search is deterministic; its budget is a number of trials, the same on every machine.

mod change;
mod evidence;
mod kind;
mod kinds;
mod likelihood;
mod order;
mod passage;
mod reach;
mod remedy;
mod search;
mod subject;
mod words;

pub use change::{Cause, Change, Edit, causes, changes, edited};
pub use evidence::Evidence;
pub use kind::Kind;
pub use passage::{Passage, Passed, PassedCondition, PassedValue};
pub use reach::{Exit, Reach, Unreached};
pub use remedy::{Remedy, Second};
pub use search::{Effort, Found, Judge, Judgement, search};
