//! Every mistake, in the order in which to mend them: what spoils everything after it comes first.

use crate::entry::Mistake;
use crate::notices::{self, Notice};
use crate::{errors, performance, warnings};

/// Every mistake, those to mend first at the top.
pub fn catalogue() -> impl Iterator<Item = &'static Mistake> {
    errors::ALL
        .iter()
        .chain(warnings::ALL)
        .chain(performance::ALL)
}

/// The mistake of an id.
pub fn find(id: &str) -> Option<&'static Mistake> {
    catalogue().find(|mistake| mistake.id == id)
}

/// What findings can be about that is no mistake of the catalogue.
pub fn notices() -> impl Iterator<Item = &'static Notice> {
    notices::ALL.iter()
}

/// The notice of an id.
pub fn find_notice(id: &str) -> Option<&'static Notice> {
    notices().find(|notice| notice.id == id)
}

/// Can a run of a kernel show this? True of every mistake, and of a write by the wrong work-item.
pub fn shows_in_a_run(id: &str) -> bool {
    id == notices::WRONG_WORK_ITEM || find(id).is_some()
}

/// The position of an id in the catalogue; ids that are not in it (`compile-error`) come first. A write by
/// the wrong work-item stands where races between work-groups do: both are about who writes.
pub(crate) fn rank(id: &str) -> usize {
    let id = if id == notices::WRONG_WORK_ITEM {
        "cross-group-race"
    } else {
        id
    };
    catalogue()
        .position(|mistake| mistake.id == id)
        .map_or(0, |position| position + 1)
}
