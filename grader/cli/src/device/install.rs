//! The one command that installs an OpenCL device on this system, where the project's `./setup` is not at hand.

use std::env;
use std::env::consts::OS;

/// Package managers of Linux, each with the command that installs PoCL, an OpenCL device made of the CPU.
const LINUX: [(&str, &str); 4] = [
    (
        "apt-get",
        "sudo apt-get install -y ocl-icd-libopencl1 pocl-opencl-icd",
    ),
    ("dnf", "sudo dnf install -y pocl"),
    ("pacman", "sudo pacman -S --needed pocl"),
    ("brew", "brew install pocl"),
];

/// What installs a device here, as a sentence.
pub fn remedy() -> String {
    remedy_on(OS, &is_on_path)
}

fn remedy_on(system: &str, is_there: &dyn Fn(&str) -> bool) -> String {
    match system {
        "linux" => match LINUX.iter().find(|(manager, _)| is_there(manager)) {
            Some((_, command)) => format!("To add one: {command}"),
            None => "To add one, install PoCL with your system's packages.".to_owned(),
        },
        "macos" => "To add one: brew install pocl".to_owned(),
        "windows" => {
            "To add one, install the newest driver of your graphics card: it brings OpenCL."
                .to_owned()
        }
        _ => "To add one, install PoCL.".to_owned(),
    }
}

fn is_on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_that_of_the_package_manager_that_is_there() {
        let with = |manager: &'static str| remedy_on("linux", &move |name| name == manager);
        assert!(with("apt-get").contains("sudo apt-get install"));
        assert!(with("dnf").contains("sudo dnf install"));
        assert!(!with("none").contains("sudo"));
        assert!(remedy_on("windows", &|_| true).contains("driver"));
    }
}
