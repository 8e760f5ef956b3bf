//! Ids under which findings come that are no mistake of the catalogue: what the front end says of a
//! program, and of a LAUNCH.toml its reader. Each has its page, as the mistakes have.

pub(crate) mod answers_file;
pub(crate) mod compile_error;
pub(crate) mod compile_warning;
pub(crate) mod launch_file;
pub(crate) mod not_analysed;
pub(crate) mod wrong_answer;
pub(crate) mod wrong_work_item;

use crate::entry::FileText;
#[cfg(feature = "pages")]
use crate::page::Page;
use launch::{Level, MistakeId};

/// What is found by reading, before anything can go wrong on a device.
#[derive(Clone, Copy)]
pub struct Notice {
    /// Its row of the table of ids.
    pub id: MistakeId,
    /// How grave it is.
    pub level: Level,
    /// The text of its file, which opens with its page.
    #[cfg_attr(
        not(feature = "pages"),
        expect(dead_code, reason = "only a page is made of it")
    )]
    file: FileText,
}

#[cfg(feature = "pages")]
impl Notice {
    pub fn page(&self) -> Page {
        Page::of(self.file)
    }
}
