//! Kernels that carry their launch in comments at their head:
//!
//! ```text
//! // kernel: sum                     the only kernel, if absent
//! // global: 64 4                    local: may be absent
//! // local: 16 4
//! // define: TILE=16
//! // buffer: a float 64 iota         name, element, length, contents: iota, zeros, uninit, or values
//! // buffer: b int 4 values 1 2 3 4  after them "read" or "write"
//! // value: n int 5                  name, type, components
//! // bytes: s 0100000002000000       name, a struct's bytes
//! // local-memory: tile 64           name, bytes
//! // null: p
//! // offset: 8 0                     what global ids begin at
//! // image: x 2d RGBA FLOAT 4x3 iota  name, kind, order, type, size; contents as of a buffer
//! // sampler: s pixels clamp nearest  name, normalized or pixels, addressing, filter
//! // std: CL2.0                      the version of the language; CL1.2, if absent
//! // sub-group-size: 8               32, if absent
//! // non-uniform: yes                the last work-groups may be smaller
//! ```

pub mod wording;

use launch::image::{Addressing, ChannelOrder, ChannelType, Filter};
use launch::{
    Access, Argument, Buffer, ElementType, Image, ImageFormat, ImageKind, Launch, NdRange, Sampler,
    Scalar,
};

/// A launch and the definitions its program is built with.
#[derive(Debug)]
pub struct Header {
    /// The launch; without a name where the program has one kernel.
    pub launch: Launch,
    /// `NAME=VALUE`.
    pub defines: Vec<String>,
    /// The version of the language, as in `-cl-std=`.
    pub standard: String,
    /// Work-items of a sub-group.
    pub sub_group_size: usize,
    /// May the last work-groups be smaller?
    pub non_uniform: bool,
}

/// Reads the comments of a kernel's text. Panics on one that is malformed: the text is a test's own.
pub fn parse(text: &str) -> Header {
    let mut launch = Launch {
        kernel: String::new(),
        arguments: Vec::new(),
        range: NdRange {
            offset: None,
            global: vec![1],
            local: None,
            sub_group: None,
        },
    };
    let mut defines = Vec::new();
    let mut non_uniform = false;
    let (mut standard, mut sub_group_size) = ("CL1.2".to_owned(), 32);
    for line in text.lines() {
        let Some((key, rest)) = line
            .strip_prefix("// ")
            .and_then(|line| line.split_once(": "))
        else {
            continue;
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let sizes = || {
            words
                .iter()
                .map(|word| word.parse().expect("a size"))
                .collect()
        };
        match key {
            "kernel" => launch.kernel = words[0].to_owned(),
            "global" => launch.range.global = sizes(),
            "local" => launch.range.local = Some(sizes()),
            "offset" => launch.range.offset = Some(sizes()),
            "image" => launch.arguments.push(Argument::Image(image(&words))),
            "sampler" => launch.arguments.push(Argument::Sampler {
                name: words[0].to_owned(),
                sampler: Sampler {
                    normalized: words[1] == "normalized",
                    addressing: Addressing::named(words[2]).expect("an addressing mode"),
                    filter: Filter::named(words[3]).expect("a filter"),
                },
            }),
            "std" => standard = words[0].to_owned(),
            "sub-group-size" => sub_group_size = words[0].parse().expect("a size"),
            "non-uniform" => non_uniform = words[0] == "yes",
            "define" => defines.push(words[0].to_owned()),
            "buffer" => launch.arguments.push(Argument::Buffer(buffer(&words))),
            "value" => launch.arguments.push(Argument::Value {
                name: words[0].to_owned(),
                bytes: values(words[1].parse().expect("a type"), &words[2..]),
            }),
            "bytes" => launch.arguments.push(Argument::Value {
                name: words[0].to_owned(),
                bytes: (0..words[1].len() / 2)
                    .map(|at| u8::from_str_radix(&words[1][at * 2..at * 2 + 2], 16).expect("hex"))
                    .collect(),
            }),
            "local-memory" => launch.arguments.push(Argument::Local {
                name: words[0].to_owned(),
                bytes: words[1].parse().expect("a size"),
            }),
            "null" => launch.arguments.push(Argument::Null {
                name: words[0].to_owned(),
            }),
            _ => {}
        }
    }
    Header {
        launch,
        defines,
        standard,
        sub_group_size,
        non_uniform,
    }
}

/// `NAME KIND ORDER TYPE SIZE INIT [VALUES] [read|write]`, the size as `4x3`; the values are those of the channels
/// as they are stored.
fn image(words: &[&str]) -> Image {
    let kind = ImageKind::named(words[1]).expect("a kind of image");
    let format = ImageFormat {
        order: ChannelOrder::named(words[2]).expect("a channel order"),
        channel: ChannelType::named(words[3]).expect("a channel type"),
    };
    let mut size = [1; 3];
    for (to, number) in size.iter_mut().zip(words[4].split('x')) {
        *to = number.parse().expect("a size");
    }
    let element = format.stored().to_string();
    let elements = size.iter().product::<usize>().to_string();
    let words: Vec<&str> = [&[words[0], &element, &elements], &words[5..]].concat();
    let Buffer {
        name,
        contents,
        access,
        initialized,
        ..
    } = buffer(&words);
    Image {
        name,
        kind,
        format,
        size,
        contents,
        access,
        initialized,
    }
}

fn buffer(words: &[&str]) -> Buffer {
    let element: ElementType = words[1].parse().expect("an element type");
    let length: usize = words[2].parse().expect("a length");
    let mut access = Access::ReadWrite;
    let mut rest = &words[4..];
    if let Some((last, before)) = rest.split_last() {
        let named = match *last {
            "read" => Some(Access::Read),
            "write" => Some(Access::Write),
            _ => None,
        };
        if let Some(named) = named {
            access = named;
            rest = before;
        }
    }
    let scalars = length * element.size() / element.scalar.size();
    let contents = match words[3] {
        "iota" => {
            let numbers: Vec<String> = (0..scalars).map(|number| number.to_string()).collect();
            let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
            values(ElementType::scalar(element.scalar), &numbers)
        }
        "values" => values(ElementType::scalar(element.scalar), rest),
        _ => vec![0; length * element.size()],
    };
    Buffer {
        name: words[0].to_owned(),
        element,
        contents,
        access,
        initialized: words[3] != "uninit",
    }
}

fn values(element: ElementType, words: &[&str]) -> Vec<u8> {
    let mut bytes: Vec<u8> = words
        .iter()
        .flat_map(|word| {
            let float = || word.parse::<f64>().expect("a number");
            let int = || word.parse::<i128>().unwrap_or_else(|_| float() as i128);
            match element.scalar {
                Scalar::Float => (float() as f32).to_le_bytes().to_vec(),
                Scalar::Double => float().to_le_bytes().to_vec(),
                scalar => int().to_le_bytes()[..scalar.size()].to_vec(),
            }
        })
        .collect();
    if element.width > 1 {
        bytes.resize(element.size(), 0);
    }
    bytes
}

/// A buffer's contents as text, `?` where there is no value.
pub fn show(element: ElementType, bytes: &[u8], defined: &[bool]) -> String {
    let size = element.scalar.size();
    bytes
        .chunks_exact(size)
        .zip(defined.chunks_exact(size))
        .map(|(bytes, defined)| {
            if defined.contains(&false) {
                return "?".to_owned();
            }
            let mut wide = [0; 16];
            wide[..size].copy_from_slice(bytes);
            let bits = u128::from_le_bytes(wide);
            match element.scalar {
                Scalar::Float => f32::from_bits(bits as u32).to_string(),
                Scalar::Double => f64::from_bits(bits as u64).to_string(),
                Scalar::Half => format!("{bits:#06x}"),
                scalar if scalar.is_signed_integer() => {
                    let unused = 128 - size * 8;
                    ((bits << unused) as i128 >> unused).to_string()
                }
                _ => bits.to_string(),
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}
