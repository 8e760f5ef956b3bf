//! An entry of the catalogue.

use crate::page::Page;
use crate::run::{Measured, Run};
use crate::study::{Reader, Study};
use launch::Level;

/// A mistake.
#[derive(Clone, Copy)]
pub struct Mistake {
    /// Its stable id, such as `data-race`.
    pub id: &'static str,
    /// How grave it is.
    pub level: Level,
    /// The chapter of the book that teaches what it takes to avoid it.
    pub chapter: u8,
    /// How the examples of its page are launched: the comments that the crate `cases` reads, without
    /// their slashes.
    pub launch: &'static str,
    /// The text of its file, which opens with its page.
    pub(crate) file: &'static str,
    /// Sees it in a program.
    pub(crate) read: Option<fn(&Study<'_>, &mut Reader<'_>)>,
    /// Sees it in what a run counted.
    pub(crate) measure: Option<fn(&Run<'_>, &mut Measured<'_>)>,
}

impl Mistake {
    /// Its page.
    pub fn page(&self) -> Page {
        Page::of(self.file)
    }
}
