//! Buffers that share a binding, for devices that bind fewer than a kernel has: their classes are joined.

use crate::classes::{Class, Space};
use crate::pointers::{ObjectKind, Pointers};

/// Joins classes until at most `most` bindings are left: classes that are accessed alike first, so that a buffer that
/// is only read does not become one of atomic words without need.
pub(crate) fn share(pointers: &mut Pointers, most: usize) {
    loop {
        let classes = bound(pointers);
        if classes.len() <= most.max(1) {
            return;
        }
        let mut pairs = classes.windows(2);
        let alike = pairs
            .clone()
            .find(|pair| access(pointers, pair[0]) == access(pointers, pair[1]))
            // Constant objects share with each other alone: the launch does not bring their bytes.
            .or_else(|| pairs.find(|pair| space(pointers, pair[0]) == space(pointers, pair[1])));
        let Some(&[one, other]) = alike else {
            return;
        };
        pointers.classes.join(one, other);
    }
}

/// The classes that are bound, those of like access one behind the other.
fn bound(pointers: &Pointers) -> Vec<Class> {
    let mut classes: Vec<Class> = pointers
        .objects
        .iter()
        .filter(|object| matches!(object.kind, ObjectKind::Buffer(_) | ObjectKind::Table(_)))
        .map(|object| pointers.classes.find(object.class))
        .collect();
    classes.sort_by_key(|&class| (access(pointers, class), class));
    classes.dedup();
    classes
}

fn space(pointers: &Pointers, class: Class) -> Option<Space> {
    pointers.classes.facts(class).spaces.first().copied()
}

/// How a class is accessed.
fn access(pointers: &Pointers, class: Class) -> (Option<Space>, bool, bool, bool) {
    let facts = pointers.classes.facts(class);
    let atomic = facts.atomic || facts.writes_bytes;
    (space(pointers, class), atomic, facts.written, facts.bytes)
}
