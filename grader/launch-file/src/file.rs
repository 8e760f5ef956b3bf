//! LAUNCH.toml: any kernel, its arguments and its NDRange, written down for `grader simulate` and
//! `grader predict`. The format is a contract; the command reference describes it.
//!
//! Reading is in two steps. [`LaunchFile::parse`] understands the text alone; [`LaunchFile::launch`]
//! makes the arguments' bytes. Every error carries the place in the text that it is about.

use crate::error::{ErrorKind, LARGEST_BUFFER, LaunchFileError};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, NdRangeError, Scalar};
use opencl_c::preprocessor::{Options as Preprocessing, Standard};
use opencl_c::types::Rounding;
use serde::Deserialize;
use simulator::math::Half;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::{Spanned, Value};

/// Every key of the format.
const KEYS: [&str; 20] = [
    "source", "code", "kernel", "std", "defines", "includes", "global", "local", "arg", "buffer",
    "name", "len", "init", "access", "show", "scalar", "value", "values", "hex", "null",
];

/// A launch as it was written down.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchFile {
    source: Option<Spanned<String>>,
    code: Option<Spanned<String>>,
    kernel: Spanned<String>,
    std: Option<Spanned<String>>,
    #[serde(default)]
    defines: BTreeMap<String, Spanned<Value>>,
    #[serde(default)]
    includes: Vec<Spanned<String>>,
    global: Spanned<Vec<u64>>,
    local: Option<Vec<u64>>,
    #[serde(default)]
    arg: Vec<Spanned<Arg>>,
}

/// The origin of the program's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A file, relative to the LAUNCH.toml.
    File(String),
    Text(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arg {
    buffer: Option<Spanned<String>>,
    name: Option<Spanned<String>>,
    len: Option<u64>,
    init: Option<Spanned<Value>>,
    access: Option<Access>,
    #[serde(default)]
    show: bool,
    scalar: Option<Spanned<String>>,
    value: Option<Spanned<Value>>,
    values: Option<Spanned<Vec<Value>>>,
    hex: Option<Spanned<String>>,
    local: Option<u64>,
    null: Option<bool>,
}

/// The initial contents of a buffer.
#[derive(Clone, Copy, Debug)]
enum Init<'a> {
    Zeros,
    Iota,
    Uninit,
    Fill(&'a Value),
    Values(&'a [Value]),
    Random(u64),
    Hex(&'a str),
}

/// An argument's bytes, and its metadata for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Index of the argument.
    pub argument: usize,
    /// The element type to print it as; `None` for raw bytes.
    pub element: Option<ElementType>,
}

/// A launch ready to run.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The launch. Arguments are named `argument 0`, ... until the kernel's own names are known.
    pub launch: Launch,
    /// The arguments to print afterwards.
    pub shown: Vec<Shown>,
    /// The names under which launches share buffers, by argument.
    pub names: Vec<Option<String>>,
}

impl LaunchFile {
    /// Reads the text; no file is opened.
    pub fn parse(text: &str) -> Result<LaunchFile, LaunchFileError> {
        let file: LaunchFile = toml::from_str(text).map_err(|error| {
            let span = error.span();
            let unknown = span.clone().and_then(|span| text.get(span));
            let nearest = unknown
                .filter(|_| error.message().starts_with("unknown field"))
                .and_then(|key| launch::nearest(key, KEYS));
            LaunchFileError {
                span,
                kind: ErrorKind::Toml {
                    message: error.message().to_owned(),
                    nearest,
                },
            }
        })?;
        if file.source.is_some() == file.code.is_some() {
            return Err(LaunchFileError {
                span: file.code.as_ref().map(Spanned::span),
                kind: ErrorKind::Program {
                    both: file.code.is_some(),
                },
            });
        }
        Ok(file)
    }

    /// The origin of the program's text.
    pub fn program(&self) -> Program {
        match (&self.source, &self.code) {
            (Some(path), _) => Program::File(path.get_ref().clone()),
            (None, Some(code)) => Program::Text(code.get_ref().clone()),
            (None, None) => Program::Text(String::new()),
        }
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &str {
        self.kernel.get_ref()
    }

    /// The language version.
    pub fn standard(&self) -> Result<Standard, LaunchFileError> {
        let Some(std) = &self.std else {
            return Ok(Standard::default());
        };
        Standard::from_flag(std.get_ref()).ok_or_else(|| {
            LaunchFileError::at(std.span(), ErrorKind::Standard(std.get_ref().clone()))
        })
    }

    /// The definitions, as after `-D`: `NAME=VALUE`.
    pub fn defines(&self) -> Result<Vec<String>, LaunchFileError> {
        self.defines
            .iter()
            .map(|(name, value)| {
                let text = match value.get_ref() {
                    Value::String(text) => text.clone(),
                    Value::Integer(number) => number.to_string(),
                    Value::Float(number) => number.to_string(),
                    _ => {
                        let kind = ErrorKind::Definition(name.clone());
                        return Err(LaunchFileError::at(value.span(), kind));
                    }
                };
                Ok(format!("{name}={text}"))
            })
            .collect()
    }

    /// How its program is preprocessed.
    pub(crate) fn preprocessing(&self) -> Result<Preprocessing, LaunchFileError> {
        Ok(Preprocessing {
            standard: self.standard()?,
            defines: self.defines()?,
            ..Preprocessing::default()
        })
    }

    /// Folders to look for included files, relative to the LAUNCH.toml, and where they are named.
    pub fn includes(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.includes
            .iter()
            .map(|folder| (folder.get_ref().as_str(), folder.span()))
    }

    /// Where `source` is given.
    pub fn source_span(&self) -> Option<Range<usize>> {
        self.source.as_ref().map(Spanned::span)
    }

    pub fn kernel_span(&self) -> Range<usize> {
        self.kernel.span()
    }

    /// Where the NDRange is given.
    pub fn range_span(&self) -> Range<usize> {
        self.global.span()
    }

    pub fn argument_span(&self, index: usize) -> Option<Range<usize>> {
        self.arg.get(index).map(Spanned::span)
    }

    /// Makes the arguments. The rules that belong to a device (a global size that is no multiple, too
    /// large a group) are left to the simulator, which reports them as findings.
    pub fn launch(&self) -> Result<Prepared, LaunchFileError> {
        let at_range = |error| LaunchFileError::at(self.global.span(), ErrorKind::Range(error));
        let range = self.range().map_err(at_range)?;
        match range.validate() {
            Ok(()) | Err(NdRangeError::Zero { .. } | NdRangeError::NotAMultiple { .. }) => {}
            Err(error) => return Err(at_range(error)),
        }
        let mut room = LARGEST_BUFFER;
        let mut shown = Vec::new();
        let mut arguments = Vec::new();
        let mut names: Vec<Option<String>> = Vec::new();
        for (index, arg) in self.arg.iter().enumerate() {
            let name = format!("argument {index}");
            let argument = arg.get_ref().make(name, arg.span(), &mut room)?;
            if arg.get_ref().show {
                shown.push(Shown {
                    argument: index,
                    element: arg.get_ref().element()?,
                });
            }
            arguments.push(argument);
            if let Some(name) = &arg.get_ref().name
                && names.iter().flatten().any(|other| other == name.get_ref())
            {
                let kind = ErrorKind::NamedTwice(name.get_ref().clone());
                return Err(LaunchFileError::at(name.span(), kind));
            }
            let name = arg.get_ref().name.as_ref();
            names.push(name.map(|name| name.get_ref().clone()));
        }
        Ok(Prepared {
            launch: Launch {
                kernel: self.kernel.get_ref().clone(),
                arguments,
                range,
            },
            shown,
            names,
        })
    }

    /// The sizes as the host counts; those that no launch has are refused, the same ones everywhere.
    fn range(&self) -> Result<NdRange, NdRangeError> {
        let sizes = |sizes: &[u64]| -> Result<Vec<usize>, NdRangeError> {
            let size = |&size: &u64| match u32::try_from(size) {
                Ok(size) => Ok(size as usize),
                Err(_) => Err(NdRangeError::TooMany),
            };
            sizes.iter().map(size).collect()
        };
        Ok(NdRange {
            offset: None,
            global: sizes(self.global.get_ref())?,
            local: self.local.as_deref().map(sizes).transpose()?,
        })
    }
}

impl Arg {
    /// The type a buffer or value is made of; `None` for raw bytes.
    fn element(&self) -> Result<Option<ElementType>, LaunchFileError> {
        let Some(name) = self.buffer.as_ref().or(self.scalar.as_ref()) else {
            return Ok(None);
        };
        if name.get_ref() == "bytes" {
            return Ok(None);
        }
        name.get_ref()
            .parse()
            .map(Some)
            .map_err(|_| LaunchFileError::at(name.span(), ErrorKind::element_type(name.get_ref())))
    }

    /// Its bytes. A buffer takes from `room`, the bytes that are left for all of them.
    fn make(
        &self,
        name: String,
        span: Range<usize>,
        room: &mut u64,
    ) -> Result<Argument, LaunchFileError> {
        let kinds = [
            self.buffer.is_some(),
            self.scalar.is_some(),
            self.local.is_some(),
            self.null == Some(true),
        ];
        if kinds.iter().filter(|&&given| given).count() != 1 {
            return Err(LaunchFileError::at(span, ErrorKind::ArgumentKind));
        }
        self.reject_stray_keys(&span)?;
        if self.buffer.is_some() {
            return self.make_buffer(name, span, room);
        }
        if self.scalar.is_some() {
            let bytes = self.make_value(span)?;
            return Ok(Argument::Value { name, bytes });
        }
        if let Some(bytes) = self.local {
            if bytes > LARGEST_BUFFER {
                return Err(LaunchFileError::at(span, ErrorKind::TooLarge { bytes }));
            }
            let bytes = bytes as usize;
            return Ok(Argument::Local { name, bytes });
        }
        Ok(Argument::Null { name })
    }

    fn reject_stray_keys(&self, span: &Range<usize>) -> Result<(), LaunchFileError> {
        let kind = if self.buffer.is_some() {
            "buffer"
        } else if self.scalar.is_some() {
            "scalar"
        } else if self.local.is_some() {
            "local"
        } else {
            "null"
        };
        let buffer_only = [
            ("name", self.name.is_some()),
            ("len", self.len.is_some()),
            ("init", self.init.is_some()),
            ("access", self.access.is_some()),
            ("show", self.show),
        ];
        let scalar_only = [
            ("value", self.value.is_some()),
            ("values", self.values.is_some()),
            ("hex", self.hex.is_some()),
        ];
        let stray = buffer_only
            .into_iter()
            .filter(|_| kind != "buffer")
            .chain(scalar_only.into_iter().filter(|_| kind != "scalar"))
            .find(|&(_, given)| given);
        match stray {
            Some((key, _)) => Err(LaunchFileError::at(
                span.clone(),
                ErrorKind::KeyWithoutMeaning { key, kind },
            )),
            None => Ok(()),
        }
    }

    fn make_buffer(
        &self,
        name: String,
        span: Range<usize>,
        room: &mut u64,
    ) -> Result<Argument, LaunchFileError> {
        let element = self.element()?;
        let stride = element.map_or(1, ElementType::size);
        let (init, at) = match &self.init {
            None => (Init::Zeros, span.clone()),
            Some(init) => {
                let read = Init::of(init.get_ref());
                let read = read.ok_or_else(|| LaunchFileError::at(init.span(), ErrorKind::Init))?;
                (read, init.span())
            }
        };
        let digits = match init {
            Init::Hex(digits) => decode_hex(digits, &at)?,
            _ => Vec::new(),
        };
        let implied = match init {
            Init::Values(values) => {
                Some(values.len() as u64 / u64::from(element.map_or(1, |element| element.width)))
            }
            Init::Hex(_) => Some((digits.len() / stride) as u64),
            _ => None,
        };
        let len = self
            .len
            .or(implied)
            .ok_or_else(|| LaunchFileError::at(span.clone(), ErrorKind::NoLength))?;
        let bytes = len.saturating_mul(stride as u64);
        if bytes > LARGEST_BUFFER {
            return Err(LaunchFileError::at(span, ErrorKind::TooLarge { bytes }));
        }
        *room = room.checked_sub(bytes).ok_or_else(|| {
            let bytes = LARGEST_BUFFER - *room + bytes;
            LaunchFileError::at(span, ErrorKind::TogetherTooLarge { bytes })
        })?;
        let len = len as usize;
        let mut initialized = true;
        let slots = element.map_or(1, |element| usize::from(element.width));
        let contents = match init {
            Init::Zeros => vec![0; len * stride],
            Init::Uninit => {
                initialized = false;
                vec![0; len * stride]
            }
            Init::Iota => iota(element, len),
            Init::Random(seed) => random(element, len, seed),
            Init::Fill(value) => encode_all(&vec![value.clone(); slots], element, &at)?.repeat(len),
            Init::Values(values) => {
                expect_count(values.len(), len * slots, &at)?;
                encode_all(values, element, &at)?
            }
            Init::Hex(_) => {
                expect_count(digits.len(), len * stride, &at)?;
                digits
            }
        };
        Ok(Argument::Buffer(Buffer {
            name,
            element: element.unwrap_or(ElementType::scalar(Scalar::UChar)),
            contents,
            access: self.access.unwrap_or(Access::ReadWrite),
            initialized,
        }))
    }

    fn make_value(&self, span: Range<usize>) -> Result<Vec<u8>, LaunchFileError> {
        let element = self.element()?;
        match (&self.value, &self.values, &self.hex) {
            (Some(value), None, None) => {
                let slots = element.map_or(1, |element| usize::from(element.width));
                expect_count(1, slots, &value.span())?;
                encode_all(
                    std::slice::from_ref(value.get_ref()),
                    element,
                    &value.span(),
                )
            }
            (None, Some(values), None) => {
                if let Some(element) = element {
                    let wanted = usize::from(element.width);
                    expect_count(values.get_ref().len(), wanted, &values.span())?;
                }
                encode_all(values.get_ref(), element, &values.span())
            }
            (None, None, Some(digits)) => {
                let bytes = decode_hex(digits.get_ref(), &digits.span())?;
                if let Some(element) = element {
                    expect_count(bytes.len(), element.size(), &digits.span())?;
                }
                Ok(bytes)
            }
            _ => Err(LaunchFileError::at(span, ErrorKind::NoValue)),
        }
    }
}

impl Init<'_> {
    fn of(value: &Value) -> Option<Init<'_>> {
        Some(match value {
            Value::String(name) => match name.as_str() {
                "zeros" => Init::Zeros,
                "iota" => Init::Iota,
                "uninit" => Init::Uninit,
                _ => return None,
            },
            Value::Table(table) if table.len() == 1 => {
                let (key, value) = table.iter().next()?;
                match (key.as_str(), value) {
                    ("fill", value) => Init::Fill(value),
                    ("values", Value::Array(values)) => Init::Values(values),
                    // A seed is a pattern of bits: a negative one is as good as any.
                    ("random", Value::Integer(seed)) => Init::Random(*seed as u64),
                    ("hex", Value::String(digits)) => Init::Hex(digits),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

fn expect_count(given: usize, wanted: usize, span: &Range<usize>) -> Result<(), LaunchFileError> {
    if given == wanted {
        return Ok(());
    }
    Err(LaunchFileError::at(
        span.clone(),
        ErrorKind::ValueCount { given, wanted },
    ))
}

/// Components in a row become elements; a vector of three is padded to the room of four.
fn encode_all(
    values: &[Value],
    element: Option<ElementType>,
    span: &Range<usize>,
) -> Result<Vec<u8>, LaunchFileError> {
    let scalar = element.map_or(Scalar::UChar, |element| element.scalar);
    let width = element.map_or(1, |element| usize::from(element.width));
    let mut bytes = Vec::with_capacity(values.len() * scalar.size());
    for (index, value) in values.iter().enumerate() {
        let encoded = encode(value, scalar).ok_or_else(|| {
            LaunchFileError::at(
                span.clone(),
                ErrorKind::Value {
                    value: value.to_string(),
                    element: scalar.name().to_owned(),
                },
            )
        })?;
        bytes.extend(encoded);
        if width == 3 && index % 3 == 2 {
            bytes.extend(std::iter::repeat_n(0, scalar.size()));
        }
    }
    Ok(bytes)
}

fn encode(value: &Value, scalar: Scalar) -> Option<Vec<u8>> {
    if scalar.is_floating() {
        let number = match value {
            Value::Float(number) => *number,
            Value::Integer(number) => *number as f64,
            _ => return None,
        };
        return Some(encode_float(number, scalar));
    }
    let number = match value {
        Value::Integer(number) => *number,
        Value::Boolean(truth) => i64::from(*truth),
        // TOML's integers end at 63 bits; larger `ulong` values are written as text.
        Value::String(text) => return encode_wide(text, scalar),
        _ => return None,
    };
    encode_integer(number.into(), scalar)
}

fn encode_wide(text: &str, scalar: Scalar) -> Option<Vec<u8>> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    encode_integer(number, scalar)
}

/// The value in the type's own bytes; unsigned types also take the negative numbers that wrap there,
/// since `-1` is a customary way to write all ones.
fn encode_integer(number: i128, scalar: Scalar) -> Option<Vec<u8>> {
    let bits = scalar.size() as u32 * 8;
    let low = -(1i128 << (bits - 1));
    let high = if scalar.is_signed_integer() {
        (1i128 << (bits - 1)) - 1
    } else {
        (1i128 << bits) - 1
    };
    (low..=high)
        .contains(&number)
        .then(|| number.to_le_bytes()[..scalar.size()].to_vec())
}

fn encode_float(number: f64, scalar: Scalar) -> Vec<u8> {
    match scalar {
        Scalar::Half => {
            let half = Half::from_f64(number, Rounding::NearestEven);
            half.0.to_le_bytes().to_vec()
        }
        Scalar::Float => (number as f32).to_le_bytes().to_vec(),
        _ => number.to_le_bytes().to_vec(),
    }
}

/// 0, 1, 2, ... over the components of all elements, wrapping in the type.
fn iota(element: Option<ElementType>, len: usize) -> Vec<u8> {
    generate(element, len, |index, scalar| {
        if scalar.is_floating() {
            encode_float(index as f64, scalar)
        } else {
            index.to_le_bytes()[..scalar.size()].to_vec()
        }
    })
}

/// Integers over the whole range of their type, floating numbers evenly over [-1, 1).
fn random(element: Option<ElementType>, len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    generate(element, len, |_, scalar| {
        let bits = split_mix(&mut state);
        if scalar.is_floating() {
            let unit = (bits >> 11) as f64 / (1u64 << 53) as f64;
            encode_float(2.0 * unit - 1.0, scalar)
        } else {
            bits.to_le_bytes()[..scalar.size()].to_vec()
        }
    })
}

fn generate(
    element: Option<ElementType>,
    len: usize,
    mut component: impl FnMut(u64, Scalar) -> Vec<u8>,
) -> Vec<u8> {
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    let width = u64::from(element.width);
    let mut bytes = Vec::with_capacity(len * element.size());
    for index in 0..len as u64 {
        for lane in 0..width {
            bytes.extend(component(index * width + lane, element.scalar));
        }
        bytes.resize((index as usize + 1) * element.size(), 0);
    }
    bytes
}

/// SplitMix64: the published generator, small and the same everywhere, so that a seed in a
/// LAUNCH.toml means the same data in any build.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn decode_hex(digits: &str, span: &Range<usize>) -> Result<Vec<u8>, LaunchFileError> {
    let nibbles: Option<Vec<u8>> = digits
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect();
    match nibbles {
        Some(nibbles) if nibbles.len().is_multiple_of(2) => Ok(nibbles
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect()),
        _ => Err(LaunchFileError::at(span.clone(), ErrorKind::Hex)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Result<Vec<Argument>, ErrorKind> {
        let text = format!("code = ''\nkernel = 'k'\nglobal = [1]\n{text}");
        let file = LaunchFile::parse(&text).map_err(|error| error.kind)?;
        let prepared = file.launch().map_err(|error| error.kind)?;
        Ok(prepared.launch.arguments)
    }

    fn buffer(text: &str) -> Result<Buffer, ErrorKind> {
        match arguments(&format!("[[arg]]\n{text}"))?.remove(0) {
            Argument::Buffer(buffer) => Ok(buffer),
            other => panic!("not a buffer: {other:?}"),
        }
    }

    fn value(text: &str) -> Result<Vec<u8>, ErrorKind> {
        match arguments(&format!("[[arg]]\n{text}"))?.remove(0) {
            Argument::Value { bytes, .. } => Ok(bytes),
            other => panic!("not a value: {other:?}"),
        }
    }

    #[test]
    fn a_buffer_is_zero_unless_told_otherwise() {
        let buffer = buffer("buffer = 'float'\nlen = 3").unwrap();
        assert_eq!(buffer.contents, [0; 12]);
        assert!(buffer.initialized);
        assert_eq!(buffer.access, Access::ReadWrite);
    }

    #[test]
    fn iota_counts_components_and_pads_a_vector_of_three() {
        let buffer = buffer("buffer = 'uchar3'\nlen = 2\ninit = 'iota'").unwrap();
        assert_eq!(buffer.contents, [0, 1, 2, 0, 3, 4, 5, 0]);
    }

    #[test]
    fn values_give_the_length_where_none_is_written() {
        let read = buffer("buffer = 'short'\ninit = { values = [1, -2] }").unwrap();
        assert_eq!(read.contents, [1, 0, 0xfe, 0xff]);
        let wrong = buffer("buffer = 'short'\nlen = 3\ninit = { values = [1, -2] }");
        assert_eq!(
            wrong,
            Err(ErrorKind::ValueCount {
                given: 2,
                wanted: 3
            })
        );
    }

    #[test]
    fn hex_is_bytes_as_they_lie_in_memory() {
        let buffer = buffer("buffer = 'bytes'\ninit = { hex = '00ff 10' }\naccess = 'read'");
        let buffer = buffer.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(buffer.contents, [0x00, 0xff, 0x10]);
        assert_eq!(buffer.access, Access::Read);
    }

    #[test]
    fn the_same_seed_gives_the_same_data_within_its_range() {
        let text = "buffer = 'float'\nlen = 64\ninit = { random = 7 }";
        let first = buffer(text).unwrap();
        assert_eq!(first, buffer(text).unwrap());
        let values: Vec<f32> = first
            .contents
            .chunks(4)
            .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
        assert!(values.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn uninitialised_buffers_are_marked() {
        let buffer = buffer("buffer = 'int'\nlen = 1\ninit = 'uninit'").unwrap();
        assert!(!buffer.initialized);
    }

    #[test]
    fn scalars_are_little_endian_bytes() {
        assert_eq!(
            value("scalar = 'int'\nvalue = -2"),
            Ok(vec![0xfe, 0xff, 0xff, 0xff])
        );
        assert_eq!(value("scalar = 'half'\nvalue = 1.0"), Ok(vec![0x00, 0x3c]));
        assert_eq!(
            value("scalar = 'ulong'\nvalue = '0xffffffffffffffff'"),
            Ok(vec![0xff; 8])
        );
        assert_eq!(
            value("scalar = 'char4'\nvalues = [1, 2, 3, 4]"),
            Ok(vec![1, 2, 3, 4])
        );
        assert_eq!(value("scalar = 'bytes'\nhex = '0102'"), Ok(vec![1, 2]));
    }

    #[test]
    fn a_value_that_does_not_fit_is_named() {
        assert_eq!(
            value("scalar = 'uchar'\nvalue = 256"),
            Err(ErrorKind::Value {
                value: "256".to_owned(),
                element: "uchar".to_owned()
            })
        );
        assert!(value("scalar = 'int'\nvalue = 1.5").is_err());
    }

    #[test]
    fn local_memory_and_null_take_nothing_else() {
        let both = arguments("[[arg]]\nlocal = 64\n[[arg]]\nnull = true").unwrap();
        assert!(matches!(both[0], Argument::Local { bytes: 64, .. }));
        assert!(matches!(both[1], Argument::Null { .. }));
        assert_eq!(
            arguments("[[arg]]\nlocal = 64\nlen = 3"),
            Err(ErrorKind::KeyWithoutMeaning {
                key: "len",
                kind: "local"
            })
        );
    }

    #[test]
    fn an_argument_is_of_one_kind() {
        assert_eq!(
            arguments("[[arg]]\nshow = false"),
            Err(ErrorKind::ArgumentKind)
        );
        assert_eq!(
            arguments("[[arg]]\nlocal = 4\nnull = true"),
            Err(ErrorKind::ArgumentKind)
        );
    }

    #[test]
    fn a_program_comes_from_one_place() {
        let error = LaunchFile::parse("kernel = 'k'\nglobal = [1]").unwrap_err();
        assert_eq!(error.kind, ErrorKind::Program { both: false });
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_place() {
        let text = "code = ''\nkernel = 'k'\nglobal = [1]\nglobl = [2]";
        let error = LaunchFile::parse(text).unwrap_err();
        assert_eq!(&text[error.span.unwrap()], "globl");
    }

    #[test]
    fn a_huge_buffer_is_refused_before_it_is_made() {
        let error = buffer("buffer = 'double16'\nlen = 9000000000000000000");
        assert!(matches!(error, Err(ErrorKind::TooLarge { .. })));
        let local = arguments("[[arg]]\nlocal = 9000000000000000000");
        assert!(matches!(local, Err(ErrorKind::TooLarge { .. })));
    }

    #[test]
    fn many_buffers_are_refused_where_they_are_too_large_together() {
        let one = "[[arg]]\nbuffer = 'int'\nlen = 1000\n";
        let large = "[[arg]]\nbuffer = 'bytes'\nlen = 1073741824\n";
        let error = arguments(&format!("{one}{large}"));
        assert_eq!(
            error,
            Err(ErrorKind::TogetherTooLarge {
                bytes: LARGEST_BUFFER + 4000
            })
        );
    }

    #[test]
    fn sizes_that_no_launch_has_are_refused_on_every_host() {
        for range in ["[4294967296]", "[65536, 65536]", "[9000000000000000000]"] {
            let text = format!("code = ''\nkernel = 'k'\nglobal = {range}");
            let error = LaunchFile::parse(&text).unwrap().launch().unwrap_err();
            assert_eq!(error.kind, ErrorKind::Range(NdRangeError::TooMany));
        }
    }
}
