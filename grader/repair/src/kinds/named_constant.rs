//! Another named constant of the language: the order or scope of an atomic operation, a property of a sampler; and a
//! family of types by another name, with or without a sign, wherever the kernels name it.

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::{Subject, words};
use opencl_c::source::Span;

/// Constants that stand for each other, the one that most often is meant first.
const FAMILIES: [&[&str]; 5] = [
    &[
        "memory_order_acq_rel",
        "memory_order_acquire",
        "memory_order_release",
        "memory_order_seq_cst",
        "memory_order_relaxed",
    ],
    &[
        "memory_scope_device",
        "memory_scope_work_group",
        "memory_scope_sub_group",
    ],
    &[
        "CLK_ADDRESS_CLAMP_TO_EDGE",
        "CLK_ADDRESS_CLAMP",
        "CLK_ADDRESS_REPEAT",
        "CLK_ADDRESS_MIRRORED_REPEAT",
    ],
    &["CLK_FILTER_NEAREST", "CLK_FILTER_LINEAR"],
    &["CLK_NORMALIZED_COORDS_FALSE", "CLK_NORMALIZED_COORDS_TRUE"],
];

/// A constant that may stand where one of a family does, though it is rarely meant.
const RARE: [(&str, usize); 2] = [("CLK_ADDRESS_NONE", 2), ("memory_scope_work_item", 1)];

/// Types of the same size.
const SIGNS: [(&str, &str); 6] = [
    ("uchar", "char"),
    ("char", "uchar"),
    ("ushort", "short"),
    ("short", "ushort"),
    ("uint", "int"),
    ("int", "uint"),
];

/// Is a text the order or the scope of an atomic operation?
pub(crate) fn is_of_atomic(text: &str) -> bool {
    text.starts_with("memory_")
}

/// Is a text a property of a sampler?
pub(crate) fn is_of_sampler(text: &str) -> bool {
    text.starts_with("CLK_")
}

pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    for span in words(subject.file()) {
        let word = subject.text(span);
        let rare = RARE.iter().find(|(name, _)| *name == word);
        let family = FAMILIES
            .iter()
            .find(|family| family.contains(&word))
            .or(rare.map(|(_, family)| &FAMILIES[*family]));
        for other in family.into_iter().flat_map(|family| family.iter()) {
            if *other != word {
                changes.extend(subject.exchange(Kind::Constant, span, other));
            }
        }
    }
    changes
}

/// The types of one name in all functions, their parameters left as they are, with the other sign.
pub(crate) fn signs(subject: &Subject<'_>) -> Vec<Change> {
    let file = subject.file();
    let bodies: Vec<Span> = subject.bodies().collect();
    let within = |span: &Span| {
        let mut bodies = bodies.iter();
        bodies.any(|body| body.start <= span.start && span.end <= body.end)
    };
    let words: Vec<Span> = words(file).into_iter().filter(within).collect();
    let each = SIGNS.iter().filter_map(|(was, now)| {
        let edits = words.iter().filter_map(|span| {
            let word = subject.text(*span);
            let target = word.strip_prefix("as_").or(word.strip_prefix("convert_"));
            let rest = target.unwrap_or(word).strip_prefix(was)?;
            let width = rest.split('_').next().unwrap_or_default();
            let is_type = matches!(width, "" | "2" | "3" | "4" | "8" | "16");
            is_type.then(|| (*span, word.replacen(was, now, 1)))
        });
        let edits: Vec<_> = edits.collect();
        if edits.len() < 2 {
            // One alone is a cast or a declaration, which other kinds change.
            return None;
        }
        let message = format!("`{now}` is meant in place of `{was}`");
        let help = format!("write `{now}` in place of each `{was}` in the kernel");
        subject.change(Kind::Type, edits, message, help)
    });
    each.collect()
}
