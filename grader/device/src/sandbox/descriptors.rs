//! Closes inherited descriptors, such as a shell's file or a build tool's pipe.
//!
//! `unsafe`, for a descriptor closed under its owner's hands would be another's next. What makes it
//! sound: it is called before anything in this process has opened one.
#![allow(unsafe_code)]

/// Closes all descriptors but the standard streams. A system that cannot do it at once (Linux before
/// 5.9) keeps them; the runner itself leaves none open.
pub(super) fn close_inherited() {
    let first: libc::c_uint = 3;
    // SAFETY: nobody in this process owns a descriptor beyond the standard streams yet.
    unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) };
}
