//! The command from end to end.

mod appendices;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod autograders;
mod bench;
mod board;
mod book;
mod book_server;
mod bounds;
mod boxed;
mod capture;
mod chapters;
mod cheats;
#[cfg(unix)]
mod ci;
#[cfg(target_os = "linux")]
mod class;
#[cfg(target_os = "linux")]
mod class_slurm;
mod code_names;
mod command_line;
mod compare;
mod contributing;
mod course_folders;
#[cfg(target_os = "linux")]
mod course_packs;
mod debug;
mod device_faults;
mod device_wgpu;
mod devices;
#[cfg(target_os = "linux")]
mod editors;
mod files;
mod formats;
mod hostile;
#[path = "../../../grader/cli/tests/it/hostile_reports/mod.rs"]
mod hostile_reports;
#[cfg(target_os = "linux")]
mod interrupt;
mod kernel_pages;
mod kernels;
mod machine;
mod measured;
mod mistake_pages;
#[cfg(target_os = "linux")]
mod packages;
mod predict;
#[cfg(unix)]
mod publishing;
mod repair;
mod reports;
mod run_command;
mod sarif;
mod schemas;
mod shallow_water;
mod simulate;
mod stencils;
mod steps;
mod terminal;
mod texts;
#[cfg(unix)]
mod translation;
mod tuned;
mod update;
#[cfg(target_os = "linux")]
mod watch;
#[cfg(target_os = "linux")]
mod windows;
mod wording;
