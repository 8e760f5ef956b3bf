//! A launch written down as a LAUNCH.toml.

use launch::{Access, Argument, Launch};
use std::fmt::Write;

/// The LAUNCH.toml of a program and a launch; every buffer that may be written is shown.
pub(crate) fn launch_toml(code: &str, defines: &[String], launch: &Launch) -> String {
    let mut text = String::new();
    let range = &launch.range;
    writeln!(text, "code = {}", quoted(code)).unwrap();
    writeln!(text, "kernel = {}", quoted(&launch.kernel)).unwrap();
    writeln!(text, "global = {:?}", range.global).unwrap();
    if let Some(local) = &range.local {
        writeln!(text, "local = {local:?}").unwrap();
    }
    writeln!(text, "[defines]").unwrap();
    for define in defines {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        writeln!(text, "{name} = {}", quoted(value)).unwrap();
    }
    for argument in &launch.arguments {
        writeln!(text, "[[arg]]").unwrap();
        match argument {
            Argument::Buffer(buffer) => {
                let access = match buffer.access {
                    Access::Read => "read",
                    Access::Write => "write",
                    Access::ReadWrite => "read-write",
                };
                writeln!(text, "buffer = \"{}\"", buffer.element).unwrap();
                writeln!(text, "access = \"{access}\"").unwrap();
                writeln!(text, "show = {}", buffer.access != Access::Read).unwrap();
                if buffer.initialized {
                    writeln!(text, "init = {{ hex = \"{}\" }}", hex(&buffer.contents)).unwrap();
                } else {
                    let len = buffer.contents.len() / buffer.element.size();
                    writeln!(text, "init = \"uninit\"\nlen = {len}").unwrap();
                }
            }
            Argument::Value { bytes, .. } => {
                writeln!(text, "scalar = \"bytes\"\nhex = \"{}\"", hex(bytes)).unwrap();
            }
            Argument::Local { bytes, .. } => writeln!(text, "local = {bytes}").unwrap(),
            Argument::Null { .. } => writeln!(text, "null = true").unwrap(),
            Argument::Image(_) | Argument::Sampler { .. } => panic!("no case has an image"),
        }
    }
    text
}

/// A text as TOML quotes it.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => write!(quoted, "\\u{:04x}", u32::from(c)).unwrap(),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
