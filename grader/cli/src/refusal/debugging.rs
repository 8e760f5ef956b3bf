//! Why a launch is not stepped through.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum DebugRefusal {
    /// The simulator refuses the launch.
    #[error("the launch cannot begin: {0}")]
    Launch(String),
    /// The screen cannot be drawn, or no key can be read.
    #[error("the terminal cannot be drawn on: {0}")]
    Terminal(io::Error),
}

impl DebugRefusal {
    /// The remedy, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            DebugRefusal::Launch(_) => "Correct the launch.".to_owned(),
            DebugRefusal::Terminal(_) => "Use commands instead of a screen: --plain".to_owned(),
        }
    }
}
