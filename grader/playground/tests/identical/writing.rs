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
    if let Some(offset) = &range.offset {
        writeln!(text, "global_offset = {offset:?}").unwrap();
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
                writeln!(text, "buffer = \"{}\"", buffer.element).unwrap();
                write_access(&mut text, buffer.access);
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
            Argument::Image(image) => {
                let size = &image.size[..image.kind.sizes()];
                writeln!(text, "image = \"{}\"\nsize = {size:?}", image.kind.name()).unwrap();
                writeln!(text, "order = \"{}\"", image.format.order.name()).unwrap();
                writeln!(text, "channel = \"{}\"", image.format.channel.name()).unwrap();
                write_access(&mut text, image.access);
                if image.initialized {
                    writeln!(text, "init = {{ hex = \"{}\" }}", hex(&image.contents)).unwrap();
                } else {
                    writeln!(text, "init = \"uninit\"").unwrap();
                }
            }
            Argument::Sampler { sampler, .. } => {
                writeln!(text, "sampler = \"{}\"", sampler.addressing.name()).unwrap();
                writeln!(text, "filter = \"{}\"", sampler.filter.name()).unwrap();
                writeln!(text, "normalized = {}", sampler.normalized).unwrap();
            }
        }
    }
    text
}

fn write_access(text: &mut String, access: Access) {
    let name = match access {
        Access::Read => "read",
        Access::Write => "write",
        Access::ReadWrite => "read-write",
    };
    writeln!(
        text,
        "access = \"{name}\"\nshow = {}",
        access != Access::Read
    )
    .unwrap();
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
