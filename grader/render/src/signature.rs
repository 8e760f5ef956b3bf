//! The exercise's signature next to the kernel's.

use super::{Page, Tone};
use kernels::Signature;
use launch::sanitise::visible_line;

/// A kernel's head, one parameter a line; the parameter at `mark` is pointed at.
pub(super) fn signature(
    page: Page,
    label: &str,
    signature: &Signature,
    mark: Option<usize>,
) -> String {
    let mut text = format!(
        "  {label}\n    kernel void {}(",
        visible_line(&signature.kernel)
    );
    let count = signature.parameters.len();
    for position in 0..count {
        let one = Signature {
            kernel: String::new(),
            parameters: vec![signature.parameters[position].clone()],
        };
        let shown = one.to_string();
        let inner = shown
            .strip_prefix("kernel void (")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or(&shown);
        let end = if position + 1 < count { "," } else { ")" };
        let line = format!("\n        {}{end}", visible_line(inner));
        text.push_str(&line);
        if mark == Some(position) {
            text.push_str("    ");
            text.push_str(&page.paint(Tone::Bad, "<-- differs"));
        }
    }
    if count == 0 {
        text.push(')');
    }
    text.push('\n');
    text
}
