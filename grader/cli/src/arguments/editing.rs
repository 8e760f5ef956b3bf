//! The arguments of commands that an editor starts.

use super::Warp;
use clap::Args;

/// `grader lsp`
#[derive(Debug, Args)]
pub struct Lsp {
    /// Changes nothing: editors add it to say which way they speak
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `grader dap`
#[derive(Debug, Args)]
pub struct Dap {}

/// `grader debug`
#[derive(Debug, Args)]
pub struct Debug {
    /// A LAUNCH.toml, a folder with one, a kernel file beside one; or an exercise by number, name or kernel file
    #[arg(value_name = "TARGET", required = true)]
    pub target: Vec<String>,
    /// The case of the exercise that this token encodes; a failing report shows one
    #[arg(long, value_name = "TOKEN")]
    pub replay: Option<String>,
    /// Begin at this work-group: its number, or its ids such as 2,0
    #[arg(long, value_name = "GROUP")]
    pub group: Option<String>,
    /// Read commands from standard input, one a line, instead of drawing a screen
    #[arg(long)]
    pub plain: bool,
    /// Work-items of a warp
    #[arg(long, value_enum, default_value_t, value_name = "WIDTH")]
    pub warp: Warp,
}
