//! LAUNCH.toml: any kernel, its arguments and its NDRange, written down for `grader simulate` and
//! `grader predict`. The format is a contract; the command reference describes it.
//!
//! Reading is in two steps. [`LaunchFile::parse`] understands the text alone; [`LaunchFile::launch`]
//! makes the arguments' bytes. Every error carries the place in the text that it is about.

use crate::build_options::BuildOptions;
use crate::contents::{decode_hex, encode_all, expect_count};
use crate::error::{ErrorKind, LARGEST_BUFFER, LaunchFileError};
use crate::expected::Expected;
use crate::files::Files;
use crate::init::{Filled, Init, filled};
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange, NdRangeError, Scalar};
use opencl_c::preprocessor::{Options as Preprocessing, Standard};
use serde::Deserialize;
use simulator::Options as SimulatorOptions;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::{Spanned, Value};

/// Every key of the format.
pub const KEYS: [&str; 33] = [
    "source",
    "code",
    "kernel",
    "std",
    "defines",
    "includes",
    "options",
    "global",
    "local",
    "global_offset",
    "sub_group_size",
    "non_uniform",
    "arg",
    "buffer",
    "name",
    "len",
    "init",
    "access",
    "show",
    "expect",
    "tolerance",
    "scalar",
    "value",
    "values",
    "hex",
    "null",
    "image",
    "order",
    "channel",
    "size",
    "sampler",
    "filter",
    "normalized",
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
    options: Option<Spanned<String>>,
    global: Spanned<Vec<u64>>,
    local: Option<Vec<u64>>,
    global_offset: Option<Vec<u64>>,
    // Without their places, which an error of them does not need: it names the key.
    sub_group_size: Option<u64>,
    non_uniform: Option<bool>,
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
pub(crate) struct Arg {
    buffer: Option<Spanned<String>>,
    pub(crate) image: Option<Spanned<String>>,
    pub(crate) order: Option<Spanned<String>>,
    pub(crate) channel: Option<Spanned<String>>,
    pub(crate) size: Option<Spanned<Vec<u64>>>,
    pub(crate) sampler: Option<Spanned<String>>,
    pub(crate) filter: Option<Spanned<String>>,
    pub(crate) normalized: Option<bool>,
    name: Option<Spanned<String>>,
    len: Option<u64>,
    pub(crate) init: Option<Spanned<Value>>,
    pub(crate) access: Option<Access>,
    #[serde(default)]
    show: bool,
    pub(crate) expect: Option<Spanned<Value>>,
    pub(crate) tolerance: Option<Spanned<f64>>,
    scalar: Option<Spanned<String>>,
    value: Option<Spanned<Value>>,
    values: Option<Spanned<Vec<Value>>>,
    hex: Option<Spanned<String>>,
    local: Option<u64>,
    null: Option<bool>,
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
    /// The buffers and images to compare afterwards.
    pub expected: Vec<Expected>,
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

    /// The build options.
    pub fn options(&self) -> Result<BuildOptions, LaunchFileError> {
        let Some(options) = &self.options else {
            return Ok(BuildOptions::default());
        };
        BuildOptions::parse(options.get_ref())
            .map_err(|error| LaunchFileError::at(options.span(), ErrorKind::Options(error)))
    }

    /// Where the build options are given.
    pub(crate) fn options_span(&self) -> Range<usize> {
        self.options.as_ref().map_or(0..0, Spanned::span)
    }

    /// The language version.
    pub fn standard(&self) -> Result<Standard, LaunchFileError> {
        let Some(std) = &self.std else {
            return Ok(self.options()?.standard.unwrap_or_default());
        };
        Standard::from_flag(std.get_ref()).ok_or_else(|| {
            LaunchFileError::at(std.span(), ErrorKind::Standard(std.get_ref().clone()))
        })
    }

    /// Options of the simulator, with what the launch says of the device.
    pub fn on_device(
        &self,
        options: &SimulatorOptions,
    ) -> Result<SimulatorOptions, LaunchFileError> {
        let mut options = options.clone();
        let refused = |kind| Err(LaunchFileError::at(self.global.span(), kind));
        if let Some(size) = self.sub_group_size {
            options.sub_group_size = match size {
                8 => 8,
                16 => 16,
                32 => 32,
                64 => 64,
                other => return refused(ErrorKind::SubGroupSize(other)),
            };
        }
        if self.non_uniform == Some(true) {
            if self.standard()? < Standard::V2_0 {
                return refused(ErrorKind::NonUniform);
            }
            options.non_uniform = true;
        }
        Ok(options)
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
    pub fn preprocessing(&self) -> Result<Preprocessing, LaunchFileError> {
        let options = self.options()?;
        let mut defines = options.defines;
        defines.extend(self.defines()?);
        Ok(Preprocessing {
            standard: self.standard()?,
            defines,
            single_precision_constant: options.single_precision_constant,
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
    pub fn launch(&self, files: &mut dyn Files) -> Result<Prepared, LaunchFileError> {
        let at_range = |error| LaunchFileError::at(self.global.span(), ErrorKind::Range(error));
        let range = self.range().map_err(at_range)?;
        match range.validate() {
            Ok(()) | Err(NdRangeError::Zero { .. } | NdRangeError::NotAMultiple { .. }) => {}
            Err(error) => return Err(at_range(error)),
        }
        let mut room = LARGEST_BUFFER;
        let mut room_of_expected = LARGEST_BUFFER;
        let mut expected = Vec::new();
        let mut shown = Vec::new();
        let mut arguments = Vec::new();
        let mut names: Vec<Option<String>> = Vec::new();
        for (index, arg) in self.arg.iter().enumerate() {
            let name = format!("argument {index}");
            let argument = arg.get_ref().make(name, arg.span(), &mut room, files)?;
            if arg.get_ref().show {
                shown.push(Shown {
                    argument: index,
                    element: arg.get_ref().element()?,
                });
            }
            let room = &mut room_of_expected;
            expected.extend(
                arg.get_ref()
                    .expected(index, &argument, arg.span(), room, files)?,
            );
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
            expected,
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
            global: sizes(self.global.get_ref())?,
            local: self.local.as_deref().map(sizes).transpose()?,
            offset: self.global_offset.as_deref().map(sizes).transpose()?,
            sub_group: None,
        })
    }
}

impl Arg {
    /// The type a buffer or value is made of; `None` for raw bytes.
    pub(crate) fn element(&self) -> Result<Option<ElementType>, LaunchFileError> {
        if let Some(format) = self.format()? {
            return Ok(Some(format.stored()));
        }
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
        files: &mut dyn Files,
    ) -> Result<Argument, LaunchFileError> {
        let kinds = [
            self.buffer.is_some(),
            self.image.is_some(),
            self.sampler.is_some(),
            self.scalar.is_some(),
            self.local.is_some(),
            self.null == Some(true),
        ];
        if kinds.iter().filter(|&&given| given).count() != 1 {
            return Err(LaunchFileError::at(span, ErrorKind::ArgumentKind));
        }
        self.reject_stray_keys(&span)?;
        if self.buffer.is_some() {
            return self.make_buffer(name, span, room, files);
        }
        if self.image.is_some() {
            let image = self.make_image(name, span, room, files)?;
            return Ok(Argument::Image(image));
        }
        if self.sampler.is_some() {
            let sampler = self.make_sampler(span)?;
            return Ok(Argument::Sampler { name, sampler });
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
        } else if self.image.is_some() {
            "image"
        } else if self.sampler.is_some() {
            "sampler"
        } else if self.scalar.is_some() {
            "scalar"
        } else if self.local.is_some() {
            "local"
        } else {
            "null"
        };
        let keys: [(&'static str, bool, &[&str]); 15] = [
            ("name", self.name.is_some(), &["buffer"]),
            ("len", self.len.is_some(), &["buffer"]),
            ("init", self.init.is_some(), &["buffer", "image"]),
            ("access", self.access.is_some(), &["buffer", "image"]),
            ("show", self.show, &["buffer", "image"]),
            ("expect", self.expect.is_some(), &["buffer", "image"]),
            ("tolerance", self.tolerance.is_some(), &["buffer", "image"]),
            ("order", self.order.is_some(), &["image"]),
            ("channel", self.channel.is_some(), &["image"]),
            ("size", self.size.is_some(), &["image"]),
            ("filter", self.filter.is_some(), &["sampler"]),
            ("normalized", self.normalized.is_some(), &["sampler"]),
            ("value", self.value.is_some(), &["scalar"]),
            ("values", self.values.is_some(), &["scalar"]),
            ("hex", self.hex.is_some(), &["scalar"]),
        ];
        let stray = keys
            .into_iter()
            .find(|(_, given, kinds)| *given && !kinds.contains(&kind))
            .map(|(key, given, _)| (key, given));
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
        files: &mut dyn Files,
    ) -> Result<Argument, LaunchFileError> {
        let element = self.element()?;
        let Filled {
            contents,
            initialized,
        } = filled(self.init.as_ref(), element, self.len, &span, room, files)?;
        Ok(Argument::Buffer(Buffer {
            name,
            element: element.unwrap_or(ElementType::scalar(Scalar::UChar)),
            contents,
            access: self.access.unwrap_or(Access::ReadWrite),
            initialized,
        }))
    }

    /// The file of its `init = { png = ".." }`, and where it is named.
    pub(crate) fn picture(&self) -> Option<(&str, Range<usize>)> {
        let init = self.init.as_ref()?;
        match Init::of(init.get_ref())? {
            Init::Png(path) => Some((path, init.span())),
            _ => None,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{InMemory, NONE};

    fn no_files() -> InMemory<'static> {
        InMemory::new(&NONE)
    }

    fn arguments(text: &str) -> Result<Vec<Argument>, ErrorKind> {
        let text = format!("code = ''\nkernel = 'k'\nglobal = [1]\n{text}");
        let file = LaunchFile::parse(&text).map_err(|error| error.kind)?;
        let prepared = file.launch(&mut no_files()).map_err(|error| error.kind)?;
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
            let error = LaunchFile::parse(&text)
                .unwrap()
                .launch(&mut no_files())
                .unwrap_err();
            assert_eq!(error.kind, ErrorKind::Range(NdRangeError::TooMany));
        }
    }
}
