//! The arguments of `grader book`.

use clap::Args;
use std::path::PathBuf;

/// `grader book`
#[derive(Debug, Args)]
pub struct Book {
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
    /// The port; 0 for a free one [default: 4190, or a free one if that is taken]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The folder of a built book [default: that of the course, or the one that came with this program]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
