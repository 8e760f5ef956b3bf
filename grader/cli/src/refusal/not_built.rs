//! Why a command does not run: only the full build has it.

use ::render::unbroken;

/// The feature of this package with every command.
const FEATURE: &str = "full";

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this build of grader has no `{command}`: it holds what the exercises need, and builds fast"
)]
pub struct NotBuilt {
    /// The command, such as `class`.
    pub command: &'static str,
}

impl NotBuilt {
    /// The remedy, as a sentence; `program` is the command as it was typed.
    pub fn remedy(&self, program: &str) -> String {
        let command = self.command;
        if program.starts_with("cargo run") {
            return format!(
                "Build it with every command: {}",
                unbroken(&format!("cargo run -r --features {FEATURE} -- {command}"))
            );
        }
        format!(
            "Build one with every command in the project's folder: {}",
            unbroken(&format!("cargo build -r --features {FEATURE}"))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_the_full_build_is_refused_with_the_command_that_builds_it() {
        let refusal = NotBuilt { command: "class" };
        assert!(refusal.to_string().contains("`class`"));
        let of_cargo = refusal.remedy("cargo run -r --");
        assert!(of_cargo.contains("--features"), "{of_cargo}");
        let installed = refusal.remedy("grader");
        assert!(installed.contains("cargo"), "{installed}");
    }
}
