//! Why nothing was captured or imported.

use ::render::unbroken;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum CapturingRefusal {
    /// The OpenCL layer is not there.
    #[error("the layer {} is not there", .layer.display())]
    NoLayer { layer: PathBuf },
    /// The program cannot be started.
    #[error("{} cannot be started: {error}", .program.display())]
    NotStarted { program: PathBuf, error: io::Error },
    /// No loader has loaded the layer.
    #[error("{} has ended, and no loader of OpenCL has loaded the layer", .program.display())]
    NotLoaded { program: PathBuf },
    /// The layer was loaded, and has written nothing.
    #[error("{} has ended, and no launch {}was captured", .program.display(), of(.kernel))]
    NoLaunch {
        program: PathBuf,
        kernel: Option<String>,
    },
    /// A folder without a capture.
    #[error("there is no captured launch in {}", .folder.display())]
    NoDump { folder: PathBuf },
    #[error("the folder {} cannot be read: {error}", .folder.display())]
    Unreadable { folder: PathBuf, error: io::Error },
    /// The folder to write is there.
    #[error("{} is there already", .folder.display())]
    Exists { folder: PathBuf },
    /// Launches were captured, and none can be made into a LAUNCH.toml.
    #[error("no launch could be taken")]
    NothingTaken,
}

fn of(kernel: &Option<String>) -> String {
    match kernel {
        Some(kernel) => format!("of `{kernel}` "),
        None => String::new(),
    }
}

impl CapturingRefusal {
    /// The remedy, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            CapturingRefusal::NoLayer { .. } => format!(
                "Build it in the project's folder: {}",
                unbroken("cargo build --release -p capture-layer")
            ),
            CapturingRefusal::NotStarted { .. } => {
                "Check its name; a program of this folder is ./PROGRAM.".to_owned()
            }
            CapturingRefusal::NotLoaded { .. } => {
                "It has to use OpenCL through a loader that takes layers: ocl-icd from 2.3.0 on, or Khronos' from 2021 on. A driver's own library, or a loader that is part of the program, takes none."
                    .to_owned()
            }
            CapturingRefusal::NoLaunch { kernel: Some(_), .. } => {
                "Check the kernel's name, or leave --kernel out and see which there are.".to_owned()
            }
            CapturingRefusal::NoLaunch { kernel: None, .. } => {
                "Check with the program's own output that it launches a kernel, and that often where --launch is given."
                    .to_owned()
            }
            CapturingRefusal::NoDump { .. } => {
                "Name the folder Replay/Enqueue_... of a dump that CLI_CaptureReplay=1 or CLI_DumpReplayKernelName=NAME has written."
                    .to_owned()
            }
            CapturingRefusal::Unreadable { .. } => {
                "Check its name and its permissions.".to_owned()
            }
            CapturingRefusal::Exists { .. } => "Name another folder with --out.".to_owned(),
            CapturingRefusal::NothingTaken => {
                "The reasons are above.".to_owned()
            }
        }
    }
}
