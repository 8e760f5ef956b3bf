//! The arguments of `grader capture` and `grader import`.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// `grader capture`
#[derive(Debug, Args)]
pub struct Capture {
    /// Capture this kernel alone
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Which launch of each kernel is captured, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub launch: u64,
    /// Capture no launch whose buffers and images take more bytes, before and after it together
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub limit: u64,
    /// The folder to write: a folder in it for each kernel
    #[arg(long, value_name = "DIR", default_value = "captured")]
    pub out: PathBuf,
    /// The program, and its arguments
    #[arg(
        value_name = "PROGRAM",
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub program: Vec<OsString>,
}

/// `grader import`
#[derive(Debug, Args)]
pub struct Import {
    /// A dump of Intel's Intercept Layer for OpenCL (the folder Replay/Enqueue_..., or one above it), or the folder
    /// that the layer of `grader capture` has written
    #[arg(value_name = "DIR")]
    pub dump: PathBuf,
    /// The folder to write; where there are several launches, a folder in it for each
    #[arg(long, value_name = "FOLDER", default_value = "captured")]
    pub out: PathBuf,
}
