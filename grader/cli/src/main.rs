//! `grader`: checks the kernels of an OpenCL course.

use clap::Parser;
use grader::arguments::Arguments;
use grader::commands;
use grader::refusal::shown;
use grader::render::Page;
use grader::session::Session;
use grader::system;
#[cfg(feature = "full")]
use grader::terminal::full_screen;
use grader::terminal::{interrupt, keyboard, output};
use std::process::ExitCode;

fn main() -> ExitCode {
    system::on_a_deep_stack(run)
}

fn run() -> ExitCode {
    // No shell of Windows expands `*`.
    let arguments = Arguments::parse_from(wild::args_os());
    let session = Session::of_process(arguments.course);
    // From here on, each page decides whether its text is coloured.
    colored::control::set_override(true);
    let line = session.line.clone();
    interrupt::handle(move || {
        line.clear();
        keyboard::leave();
        #[cfg(feature = "full")]
        full_screen::leave();
    });
    let result = commands::run(&arguments.command, &session);
    session.line.clear();
    match result {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(refusal) => {
            output::remark(&shown::refusal(
                Page::of_stderr(),
                &session.program,
                &refusal,
            ));
            ExitCode::from(2)
        }
    }
}
