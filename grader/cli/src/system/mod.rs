//! What differs between operating systems beyond the terminal, behind one interface: the cores and the processor
//! time of this process, private files and files that other programs hold, the user's folders, how a path is shown,
//! and how a shell reads a word.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::{
    GET_A_DEVICE, GET_THE_LOADER, GET_THE_PROGRAM, bind_to, cores, data_folder, is_held,
    on_a_deep_stack, open_lock, patiently, processor_time, quoted, sync_folder, user, with_slashes,
};
#[cfg(windows)]
pub use windows::{
    GET_A_DEVICE, GET_THE_LOADER, GET_THE_PROGRAM, bind_to, cores, data_folder, is_held,
    on_a_deep_stack, open_lock, patiently, processor_time, quoted, sync_folder, user, with_slashes,
};

/// The remedy of an error that [`is_held`].
pub const CLOSE_THE_HOLDER: &str =
    "Close the program that holds it (an editor, a virus scanner, a cloud drive), and try again.";
