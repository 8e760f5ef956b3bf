//! Work-items, objects and elements as they are written in findings.

use launch::WorkItem;
use simulator::{ComputedIndex, Event, MemoryRange, Object};

/// An id or a size of one number a dimension: 3, or (3,4).
pub(crate) fn tuple(ids: &[usize]) -> String {
    if let [id] = ids {
        return id.to_string();
    }
    let ids: Vec<String> = ids.iter().map(usize::to_string).collect();
    format!("({})", ids.join(","))
}

/// A size of one number a dimension: 16 x 16.
pub(crate) fn size(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    sizes.join(" x ")
}

/// The global id of the work-item of an event.
pub(crate) fn work_item(event: &Event) -> String {
    event.work_item.as_ref().map_or_else(String::new, global_id)
}

pub(crate) fn global_id(item: &WorkItem) -> String {
    tuple(&item.global)
}

/// The name of an object in quotation marks.
pub(crate) fn object(object: &Object) -> String {
    if object.name.is_empty() {
        "an unnamed object".to_owned()
    } else {
        format!("`{}`", object.name)
    }
}

/// How an index was computed; where the pointer that it counts from is not the beginning of the object, the
/// element that it points to as well.
pub(crate) fn counted_from(index: &ComputedIndex, accessed: &MemoryRange) -> String {
    let size = accessed.object.element.max(1);
    let element = i128::from(accessed.offset.div_euclid(size as i64));
    // An access of another size counts in other units.
    let is_plain = accessed.object.rows.is_empty() && accessed.bytes == size;
    if !is_plain || index.value == element {
        return index.text.clone();
    }
    format!(
        "{}, counted from element {} of {}",
        index.text,
        element - index.value,
        object(&accessed.object)
    )
}

/// The elements that some bytes lie in: `x`[3], `x`[4..7], of an array of rows `tile`[1][3], of an image `x` at (3,4).
pub(crate) fn elements(accessed: &MemoryRange) -> String {
    let MemoryRange {
        object: of,
        offset,
        bytes,
        pixel,
    } = accessed;
    let name = object(of);
    if let Some(at) = pixel {
        let at: Vec<String> = at.iter().map(i64::to_string).collect();
        return format!("{name} at ({})", at.join(","));
    }
    let element = |offset: i64| offset.div_euclid(of.element.max(1) as i64);
    let first = element(*offset);
    let last = element(offset.saturating_add_unsigned(bytes.max(&1) - 1));
    let mut at = first;
    let mut columns = String::new();
    for (place, &length) in of.rows.iter().enumerate().rev() {
        let length = length.max(1) as i64;
        let column = at.rem_euclid(length);
        at = at.div_euclid(length);
        let end = column + last - first;
        let is_range = place + 1 == of.rows.len() && last > first;
        let shown = if is_range {
            format!("[{column}..{end}]")
        } else {
            format!("[{column}]")
        };
        columns.insert_str(0, &shown);
    }
    if of.rows.is_empty() && last > first {
        return format!("{name}[{first}..{last}]");
    }
    format!("{name}[{at}]{columns}")
}
