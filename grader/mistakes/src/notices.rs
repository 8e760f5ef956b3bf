//! Ids under which findings come that are no mistake of the catalogue: what the front end says of a
//! program, and of a LAUNCH.toml its reader. Each has its page, as the mistakes have.

mod answers_file;
mod compile_error;
mod compile_warning;
mod launch_file;
mod not_analysed;
mod wrong_answer;
mod wrong_work_item;

use crate::page::Page;
use launch::Level;

/// What is found by reading, before anything can go wrong on a device.
#[derive(Clone, Copy)]
pub struct Notice {
    /// Its stable id, such as `compile-error`.
    pub id: &'static str,
    /// How grave it is.
    pub level: Level,
    /// The text of its file, which opens with its page.
    file: &'static str,
}

impl Notice {
    /// Its page.
    pub fn page(&self) -> Page {
        Page::of(self.file)
    }
}

/// The id of the front end's warnings.
pub(crate) const COMPILE_WARNING: &str = compile_warning::NOTICE.id;

/// The id of a write by another work-item than the exercise gives the element to.
pub(crate) const WRONG_WORK_ITEM: &str = wrong_work_item::NOTICE.id;

/// Every one.
pub(crate) const ALL: &[Notice] = &[
    compile_error::NOTICE,
    compile_warning::NOTICE,
    not_analysed::NOTICE,
    launch_file::NOTICE,
    answers_file::NOTICE,
    wrong_answer::NOTICE,
    wrong_work_item::NOTICE,
];
