//! The arguments of `grader run`.

use super::{Compiler, Format, Warp};
use clap::Args;
use std::path::PathBuf;

/// `grader run`
#[derive(Debug, Args)]
pub struct Run {
    /// The kernel file
    #[arg(value_name = "FILE.cl")]
    pub file: PathBuf,
    /// The kernel's name, which is the file's first kernel where it is left out, and what is known of its
    /// arguments: n=1000 for a number, in=4096 for a buffer's length, in=zeros, iota, random or uninit for what
    /// is in it, in=data.npy (or .csv, .png, raw) for a file of data, tile=1024 for the bytes of local memory,
    /// image=640x480 or image=photo.png for an image, s=linear,normalized for a sampler
    #[arg(value_name = "KERNEL | NAME=VALUE")]
    pub words: Vec<String>,
    /// Work-items in each dimension, such as 64,64
    #[arg(short, long, value_name = "SIZES", value_delimiter = ',')]
    pub global: Option<Vec<u64>>,
    /// Work-items of a work-group in each dimension, such as 16,16
    #[arg(short, long, value_name = "SIZES", value_delimiter = ',')]
    pub local: Option<Vec<u64>>,
    #[command(flatten)]
    pub compiler: Compiler,
    /// Keep the launch in this file, which must not be there yet
    #[arg(long, value_name = "LAUNCH.toml")]
    pub save: Option<PathBuf>,
    /// As text or as JSON
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Work-items of a warp
    #[arg(long, value_enum, default_value_t, value_name = "WIDTH")]
    pub warp: Warp,
}
