//! # An element written by the wrong work-item
//!
//! Many exercises give each element to one work-item. This one was written by another work-item, or
//! by several, or one work-item wrote more elements than it has. What ends up in memory may be right
//! all the same; a program alone does not show this mistake, only the exercise's text makes it one.
//!
//! ## Why it hurts
//!
//! A mapping decides how fast a kernel is: which addresses the work-items of a warp access together,
//! and how evenly the work is spread. A work-item that does the work of all others leaves the device
//! idle, and two work-items that write one element race: which value stays is not defined.
//!
//! ## Wrong
//!
//! ```opencl
//! kernel void double_all(global int *y, uint n)
//! {
//!     for (uint i = 0; i < n; ++i)  // every work-item goes through all elements
//!         y[i] = 2 * y[i];
//! }
//! ```
//!
//! ## Right
//!
//! ```opencl
//! kernel void double_all(global int *y, uint n)
//! {
//!     uint i = get_global_id(0);    // differs in every work-item
//!     if (i < n)
//!         y[i] = 2 * y[i];
//! }
//! ```
//!
//! `get_local_id(0)` begins at 0 again in each work-group, and `get_group_id(0)` is the same for all
//! work-items of a group: by itself neither gives each work-item an element of its own.
//!
//! ## Source
//!
//! OpenCL 1.2 specification, section 3.2 (execution model) and section 6.12.1 (work-item functions).

use super::Notice;
use crate::observed::names::{global_id, object, work_item};
use crate::observed::words::Words;
use launch::{Level, MistakeId};
use simulator::{Breach, ClaimBroken, Event};

pub(crate) const NOTICE: Notice = Notice {
    id: MistakeId::WrongWorkItem,
    level: Level::Error,
    file: page_in!("wrong_work_item.rs"),
};

/// How many of a work-item's own elements are named.
const NAMED: usize = 4;

pub(crate) fn words(event: &Event, found: &ClaimBroken) -> Words {
    let (who, name, element) = (work_item(event), object(&found.object), found.element);
    let writes = format!("work-item {who} writes element {element} of {name}");
    let words = match &found.breach {
        Breach::Owned { owner, theirs } => {
            let owner_id = global_id(owner);
            Words::new(format!("{writes}, which is work-item {owner_id}'s here"))
                .help(own_elements((&who, &found.own), (&owner_id, theirs)))
                .with_work_item(owner)
        }
        Breach::Shared { other } => Words::new(format!(
            "work-items {} and {who} both write element {element} of {name}, and each element is one work-item's here",
            global_id(other)
        ))
        .help(index_of_ids(other.global.len()))
        .with_work_item(other),
        Breach::TooMany { most: 1 } => Words::new(format!(
            "{writes} as well, and each work-item writes one element here"
        ))
        .help("write only this work-item's own element: the other work-items run the same code for theirs"),
        Breach::TooMany { most } => Words::new(format!(
            "{writes} as well, and each work-item writes {most} elements at most here"
        ))
        .help("write only this work-item's own elements: the other work-items run the same code for theirs"),
    };
    words.label(format!("work-item {who} writes it here"))
}

/// How each work-item gets an element of its own.
fn index_of_ids(dimensions: usize) -> String {
    let ids = if dimensions == 1 {
        "get_global_id(0) differs in every work-item (get_local_id(0) and get_group_id(0) do not)"
    } else {
        "the ids of get_global_id in all dimensions together differ in every work-item"
    };
    format!(
        "no two work-items may compute one index, nor indices that are closer than the elements that each writes: {ids}; let a work-item without an element write nothing"
    )
}

/// Which elements the work-item that writes has, and which the owner of the element: a remedy.
fn own_elements((who, own): (&str, &[usize]), (owner, theirs): (&str, &[usize])) -> String {
    let rule = if own.is_empty() {
        "a condition has to keep it from every write, or its index is not the one that was meant"
    } else {
        "either the index is not the one that was meant, or the work-item writes more often than it has elements"
    };
    format!(
        "work-item {who} has {}, work-item {owner} has {}: {rule}",
        elements(own),
        elements(theirs)
    )
}

/// Some elements by their numbers; of many the first ones.
fn elements(numbers: &[usize]) -> String {
    let mut list: Vec<String> = numbers.iter().take(NAMED).map(usize::to_string).collect();
    if numbers.len() > NAMED {
        list.push("so on".to_owned());
    }
    match list.as_slice() {
        [] => "no element here".to_owned(),
        [only] => format!("element {only}"),
        [first @ .., last] => format!("the elements {} and {last}", first.join(", ")),
    }
}
