//! The arguments of a command that only the full build has: anything, so that the answer is why it does not run.

use clap::Args;
use std::ffi::OsString;

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    #[arg(
        value_name = "ARGUMENTS",
        num_args = 0..,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        hide = true
    )]
    pub ignored: Vec<OsString>,
}
