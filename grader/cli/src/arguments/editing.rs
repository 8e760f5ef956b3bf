//! The arguments of commands that an editor starts.

use clap::Args;

/// `grader lsp`
#[derive(Debug, Args)]
pub struct Lsp {
    /// Changes nothing: editors add it to say which way they speak
    #[arg(long, hide = true)]
    pub stdio: bool,
}
