//! What a kernel prints: the first part is kept, the rest is thrown away.

use launch::protocol::MAX_PRINTF;

/// The output of a launch.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The first bytes, at most [`MAX_PRINTF`].
    pub(crate) bytes: Vec<u8>,
    /// Were there more?
    pub(crate) cut: bool,
}

/// Keeps what there is room for.
pub(crate) fn keep(printed: &mut Printed, more: &[u8]) {
    let room = MAX_PRINTF - printed.bytes.len();
    let kept = more.len().min(room);
    printed.bytes.extend_from_slice(&more[..kept]);
    printed.cut |= kept < more.len();
}
