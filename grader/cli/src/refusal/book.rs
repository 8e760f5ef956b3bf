//! Why the built book is not shown.

use crate::book::ServerError;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum BookRefusal {
    #[error("there is no built book{}", listed(.looked))]
    NoBook {
        /// The folders that were tried.
        looked: Vec<PathBuf>,
    },
    #[error("port {port} {}", .error)]
    Serve {
        /// The port; 0 for any.
        port: u16,
        error: ServerError,
    },
}

impl BookRefusal {
    /// The remedy, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            BookRefusal::NoBook { .. } => {
                "Build it in the course's folder with mdbook build book, or name a built one with --dir DIR."
                    .to_owned()
            }
            BookRefusal::Serve {
                error: ServerError::PortTaken,
                ..
            } => "Name another port, or 0 for one that is free: --port 0".to_owned(),
            BookRefusal::Serve { .. } => "Name another port with --port PORT.".to_owned(),
        }
    }
}

/// ` in A nor in B`
fn listed(folders: &[PathBuf]) -> String {
    let folders = folders.iter().enumerate();
    folders
        .map(|(number, folder)| {
            let link = if number == 0 { "in" } else { "nor in" };
            format!(" {link} {}", folder.display())
        })
        .collect()
}
