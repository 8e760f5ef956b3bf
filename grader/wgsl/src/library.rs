//! The functions of `math.wgsl` that a shader uses.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

static FUNCTIONS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let text = include_str!("math.wgsl");
    text.lines()
        .filter_map(|line| {
            let name = line.strip_prefix("fn ")?.split('(').next()?;
            Some((name, line))
        })
        .collect()
});

/// The functions that a text names, and those that these name.
pub(crate) fn used(text: &str) -> String {
    let mut found = BTreeSet::new();
    let mut waiting = vec![text];
    while let Some(text) = waiting.pop() {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if let Some((&name, &function)) = FUNCTIONS.get_key_value(word)
                && found.insert(name)
            {
                waiting.push(function);
            }
        }
    }
    found
        .into_iter()
        .map(|name| format!("{}\n", FUNCTIONS[name]))
        .collect()
}
