//! The files of captures: each is replaced whole, so that a program that ends in a launch leaves a whole one.

use crate::failure::Failure;
use launch::captured::{Captured, EXTENSION, LOADED, MAGIC, file_name};
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    count: AtomicU32,
}

impl Files {
    pub(crate) fn new(folder: PathBuf) -> Files {
        Files {
            folder,
            count: AtomicU32::new(0),
        }
    }

    /// Leaves a sign that the loader has loaded the layer.
    pub(crate) fn note_loaded(&self) {
        // Where nothing can be written, the first capture says so.
        let _ = fs::write(self.folder.join(LOADED), b"");
    }

    /// A file for a launch of this kernel: no other process and no other launch has it.
    pub(crate) fn name(&self, kernel: &str) -> PathBuf {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let letters = file_name(kernel);
        let process = process::id();
        self.folder
            .join(format!("{process}-{count:04}-{letters}.{EXTENSION}"))
    }

    /// Writes a capture, in place of what the file holds.
    pub(crate) fn write(&self, file: &PathBuf, captured: &Captured) -> Result<(), Failure> {
        let bytes = postcard::to_extend(captured, MAGIC.to_vec()).map_err(Failure::Encode)?;
        let unplaced = file.with_extension("part");
        fs::write(&unplaced, bytes)
            .and_then(|()| fs::rename(&unplaced, file))
            .map_err(Failure::File)
    }
}
