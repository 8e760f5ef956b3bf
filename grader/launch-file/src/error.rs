//! The errors of a LAUNCH.toml, with their messages and remedies.

use crate::build_options::OptionError;
use crate::data::DataError;
use launch::image::Addressing;
use launch::{
    ElementType, Evidence, Finding, ImageFormat, ImageKind, Level, MistakeId, NdRangeError, Place,
    Scalar,
};
use std::fmt;
use std::ops::Range;

/// Buffers larger than this, in bytes, one or all together, are refused: a typing error should not
/// fill the memory.
pub const LARGEST_BUFFER: u64 = 1 << 30;

/// An error of a LAUNCH.toml, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchFileError {
    /// The bytes of the text concerned, if known.
    pub span: Option<Range<usize>>,
    pub kind: ErrorKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ErrorKind {
    /// Not TOML, a key that is not known, or a value of another type.
    Toml {
        /// The TOML parser's message.
        message: String,
        /// The known key that comes near an unknown one.
        nearest: Option<&'static str>,
    },
    /// Neither `source` nor `code`, or both.
    Program { both: bool },
    /// The file that `source` names is none that can be read.
    Source(String),
    /// A folder of `includes` can't be entered.
    IncludeFolder(String),
    /// No version of OpenCL C.
    Standard(String),
    /// Work-groups of several sizes, in a program of 1.x.
    NonUniform,
    /// No size of a sub-group.
    SubGroupSize(u64),
    /// A definition whose value is neither text nor a number.
    Definition(String),
    /// Not exactly one of `buffer`, `scalar`, `local` and `null`.
    ArgumentKind,
    /// A key that says nothing for this kind of argument.
    KeyWithoutMeaning {
        key: &'static str,
        /// The kind it stands under.
        kind: &'static str,
    },
    ElementType {
        /// The name as written.
        name: String,
        /// The type that comes near.
        nearest: Option<String>,
    },
    /// Two buffers of one launch have the same name.
    NamedTwice(String),
    /// A buffer without a length.
    NoLength,
    /// Not one of the ways to fill a buffer.
    Init,
    /// Not one of the ways to say what is expected in a buffer.
    Expect,
    /// No tolerance: negative or no number.
    Tolerance(f64),
    /// A tolerance of nothing that is expected.
    ToleranceAlone,
    /// A file of data that can't be read: why.
    DataFile(String),
    /// A file of data that gives no such buffer.
    Data { path: String, why: DataError },
    /// A buffer too large.
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// The buffers up to one are too large together.
    TogetherTooLarge {
        /// Their size in bytes.
        bytes: u64,
    },
    /// Another number of values than the buffer or vector has room for.
    ValueCount {
        /// Values given.
        given: usize,
        /// Values wanted.
        wanted: usize,
    },
    /// A value that the element type cannot hold.
    Value {
        /// The value as written.
        value: String,
        /// The type.
        element: String,
    },
    /// Not an even number of hexadecimal digits.
    Hex,
    /// A by-value argument without a value, or with two.
    NoValue,
    /// The NDRange itself.
    Range(NdRangeError),
    /// The program has no kernel of this name.
    NoSuchKernel {
        /// The requested name.
        name: String,
        kernels: Vec<String>,
        /// The one that comes near.
        nearest: Option<String>,
    },
    /// The kernel takes another number of arguments.
    ArgumentCount {
        /// The kernel's head.
        signature: String,
        /// The number of its parameters.
        expected: usize,
        /// The number of the launch's arguments.
        given: usize,
    },
    /// An argument is not what the kernel's parameter takes.
    Argument {
        /// The kernel's head.
        signature: String,
        /// The parameter's name.
        parameter: String,
        /// The parameter's type.
        expected: String,
        /// The launch's argument.
        given: String,
    },
    /// An image without one of the keys that it needs.
    ImageKey { key: &'static str },
    /// A word that is none of those that a key takes.
    Named {
        key: &'static str,
        name: String,
        names: Vec<&'static str>,
    },
    /// A combination of channels that OpenCL has not.
    Format(ImageFormat),
    /// Another number of sizes than the image has, or one that is 0.
    ImageSize { kind: ImageKind, sizes: usize },
    /// A picture of another size than the image.
    PictureSize { width: usize, height: usize },
    /// An addressing mode that needs normalised coordinates.
    RepeatsPixels(Addressing),
    /// Build options that are not understood.
    Options(OptionError),
    /// The launch takes more memory than there is for it.
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        budget: u64,
    },
}

impl LaunchFileError {
    pub(crate) fn at(span: Range<usize>, kind: ErrorKind) -> Self {
        LaunchFileError {
            span: Some(span),
            kind,
        }
    }

    /// The error as a finding in the file `name` with this text.
    pub fn to_finding(&self, name: &str, text: &str) -> Finding {
        Finding {
            mistake: MistakeId::LaunchFile,
            level: Level::Error,
            evidence: Evidence::Proven,
            message: self.kind.to_string(),
            help: self.kind.help(),
            kernel: String::new(),
            spans: vec![Place::primary(
                name,
                text,
                self.span.clone().unwrap_or(0..0),
            )],
            work_items: Vec::new(),
            macro_backtrace: Vec::new(),
            fix: Vec::new(),
        }
    }
}

impl ErrorKind {
    /// The remedy; may be empty.
    pub fn help(&self) -> String {
        match self {
            ErrorKind::Toml {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            ErrorKind::Toml { .. } => String::new(),
            ErrorKind::Program { both: false } => {
                "add `source = \"file.cl\"`, or the text itself as `code = \"\"\"...\"\"\"`".to_owned()
            }
            ErrorKind::Program { both: true } => "keep one of `source` and `code`".to_owned(),
            ErrorKind::Source(_) => {
                "name a file of OpenCL C; a relative path starts at the folder of this file".to_owned()
            }
            ErrorKind::IncludeFolder(_) => {
                "name folders that can be read; a relative path starts at the folder of this file"
                    .to_owned()
            }
            ErrorKind::Standard(_) => {
                "use \"CL1.0\", \"CL1.1\", \"CL1.2\", \"CL2.0\" or \"CL3.0\"".to_owned()
            }
            ErrorKind::NonUniform => "add std = \"CL2.0\"".to_owned(),
            ErrorKind::SubGroupSize(_) => "write 8, 16, 32 or 64".to_owned(),
            ErrorKind::Definition(name) => {
                format!("write `{name} = \"16\"`, as after -D")
            }
            ErrorKind::ArgumentKind => {
                "an argument has exactly one of `buffer = \"float\"`, `scalar = \"int\"`, `local = 64` (bytes), `image = \"2d\"`, `sampler = \"clamp\"` and `null = true`".to_owned()
            }
            ErrorKind::KeyWithoutMeaning { key, .. } => format!("take `{key}` away"),
            ErrorKind::ElementType {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            ErrorKind::ElementType { nearest: None, .. } => {
                "use a scalar or vector type of OpenCL C, such as \"float\", \"uint\" or \"int4\", or \"bytes\"".to_owned()
            }
            ErrorKind::NamedTwice(_) => {
                "a name tells which buffer of another launch is the same; two of one launch are not"
                    .to_owned()
            }
            ErrorKind::NoLength => "add `len = 64`, its number of elements".to_owned(),
            ErrorKind::Init => {
                "use \"zeros\", \"iota\", \"uninit\", { fill = 1.5 }, { values = [1, 2] }, { random = 7 }, { random = 7, min = 0, max = 9 }, { hex = \"00ff\" }, { repeat = \"00ff\" } or { file = \"data.npy\" }; an image, { png = \"photo.png\" } too".to_owned()
            }
            ErrorKind::Expect => {
                "use { file = \"after.npy\" }, { values = [1, 2] }, { fill = 1.5 }, { hex = \"00ff\" }, { repeat = \"00ff\" }, \"zeros\" or \"iota\"".to_owned()
            }
            ErrorKind::Tolerance(_) => {
                "write a number from 0: `tolerance = 1e-5`".to_owned()
            }
            ErrorKind::ToleranceAlone => "add `expect = { file = \"after.npy\" }`, or take `tolerance` away".to_owned(),
            ErrorKind::DataFile(_) => {
                "name a file that can be read; a relative path starts at the folder of this file"
                    .to_owned()
            }
            ErrorKind::Data { why, .. } => why.help(),
            ErrorKind::TooLarge { .. } | ErrorKind::TogetherTooLarge { .. } => {
                format!("the most is {LARGEST_BUFFER} bytes; make `len` smaller")
            }
            ErrorKind::ValueCount { .. } => {
                "a vector takes one value for each component, and a buffer as many as its `len` says"
                    .to_owned()
            }
            ErrorKind::Value { element, .. } => {
                let floating = element
                    .parse()
                    .is_ok_and(|element: ElementType| element.scalar.is_floating());
                if floating {
                    "write a number; inf and nan are numbers too".to_owned()
                } else {
                    format!("write a whole number that `{element}` can hold, or a hexadecimal one as text: \"0xff\"")
                }
            }
            ErrorKind::Hex => "write two digits for each byte: \"00ff10\"".to_owned(),
            ErrorKind::NoValue => {
                "write one of `value = 64`, `values = [..]` and `hex = \"..\"`".to_owned()
            }
            ErrorKind::Range(NdRangeError::Dimensions { .. }) => {
                "write one number for each dimension: global = [64, 64]".to_owned()
            }
            ErrorKind::Range(NdRangeError::Zero { .. }) => {
                "a launch has at least one work-item in each dimension".to_owned()
            }
            ErrorKind::Range(NdRangeError::TooMany) => {
                "launch fewer work-items, and let each do more".to_owned()
            }
            ErrorKind::Range(NdRangeError::OffsetTooLarge { .. }) => "make it smaller".to_owned(),
            ErrorKind::Range(_) => "give `global`, `local` and `global_offset` as many numbers as one another".to_owned(),
            ErrorKind::NoSuchKernel {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            ErrorKind::NoSuchKernel { kernels, .. } => match kernels.as_slice() {
                [] => "write `kernel void` before the function to launch".to_owned(),
                kernels => format!("the program has `{}`", kernels.join("`, `")),
            },
            ErrorKind::ArgumentCount { signature, .. } | ErrorKind::Argument { signature, .. } => {
                format!("give one [[arg]] for each parameter, in the kernel's order:\n{signature}")
            }
            ErrorKind::ImageKey { key } => match *key {
                "size" => "add `size = [64, 64]`: width, height, and depth or layers".to_owned(),
                "order" => "add `order = \"RGBA\"`".to_owned(),
                _ => "add `channel = \"UNORM_INT8\"`".to_owned(),
            },
            ErrorKind::Named { name, names, .. } => match launch::nearest(name, names.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("use one of \"{}\"", names.join("\", \"")),
            },
            ErrorKind::Format(format) => match format.channel.is_packed() {
                true => "these channels go with the order `RGB`".to_owned(),
                false => "the orders `RGBA` and `R` go with all channels that are not packed".to_owned(),
            },
            ErrorKind::ImageSize { kind, .. } => match kind {
                ImageKind::D1 | ImageKind::D1Buffer => "write `size = [64]`, its width",
                ImageKind::D1Array => "write `size = [64, 8]`, width and layers",
                ImageKind::D2 => "write `size = [64, 48]`, width and height",
                ImageKind::D2Array => "write `size = [64, 48, 8]`, width, height and layers",
                ImageKind::D3 => "write `size = [64, 48, 8]`, width, height and depth",
            }
            .to_owned(),
            ErrorKind::PictureSize { width, height } => {
                format!("write `size = [{width}, {height}]`, or leave it out")
            }
            ErrorKind::RepeatsPixels(_) => "add `normalized = true`".to_owned(),
            ErrorKind::Options(error) => match error {
                OptionError::Unknown(_) => {
                    "use those of OpenCL 1.2: -D, -I, -cl-std=CL1.2, -cl-single-precision-constant, -w and so on".to_owned()
                }
                OptionError::Incomplete(option) => format!("write a value behind `{option}`"),
                OptionError::Standard(_) => ErrorKind::Standard(String::new()).help(),
                OptionError::Quotation => "close the quotation".to_owned(),
            },
            ErrorKind::Memory { .. } => "make the buffers or the NDRange smaller".to_owned(),
        }
    }

    /// An element type that is none, with the one that comes near.
    pub(crate) fn element_type(name: &str) -> Self {
        let widths = ["", "2", "3", "4", "8", "16"];
        let names: Vec<String> = Scalar::ALL
            .iter()
            .flat_map(|scalar| widths.map(|width| format!("{}{width}", scalar.name())))
            .chain(["bytes".to_owned()])
            .collect();
        ErrorKind::ElementType {
            name: name.to_owned(),
            nearest: launch::nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Toml { message, .. } => f.write_str(message),
            ErrorKind::Program { both: true } => f.write_str("the program is given twice"),
            ErrorKind::Program { both: false } => f.write_str("the launch names no program"),
            ErrorKind::Source(message) => f.write_str(message),
            ErrorKind::IncludeFolder(error) => {
                write!(f, "this folder can't be entered: {error}")
            }
            ErrorKind::Standard(name) => {
                write!(f, "`{name}` is no version of OpenCL C that is known here")
            }
            ErrorKind::NonUniform => f.write_str(
                "`non_uniform` comes with OpenCL 2.0, and this program is of an earlier version",
            ),
            ErrorKind::SubGroupSize(size) => {
                write!(f, "`sub_group_size` is {size}, which no device here has")
            }
            ErrorKind::Definition(name) => {
                write!(f, "`{name}` is defined as neither text nor a number")
            }
            ErrorKind::ArgumentKind => f.write_str("it is not clear what kind of argument this is"),
            ErrorKind::KeyWithoutMeaning { key, kind } => {
                write!(f, "`{key}` says nothing for a {kind} argument")
            }
            ErrorKind::ElementType { name, .. } => write!(f, "`{name}` is no element type"),
            ErrorKind::NamedTwice(name) => {
                write!(f, "two buffers of this launch have the name `{name}`")
            }
            ErrorKind::NoLength => f.write_str("this buffer has no length"),
            ErrorKind::DataFile(why) => f.write_str(why),
            ErrorKind::Data { path, why } => write!(f, "{path}: {why}"),
            ErrorKind::Init => f.write_str("this is no way to fill a buffer"),
            ErrorKind::Expect => f.write_str("this is no way to say what is expected in a buffer"),
            ErrorKind::Tolerance(number) => write!(f, "{number} is no tolerance"),
            ErrorKind::ToleranceAlone => f.write_str("`tolerance` says nothing without `expect`"),
            ErrorKind::TooLarge { bytes } => {
                write!(f, "this argument would take {bytes} bytes")
            }
            ErrorKind::TogetherTooLarge { bytes } => {
                write!(f, "the buffers up to this one would take {bytes} bytes")
            }
            ErrorKind::ValueCount { given, wanted } => {
                write!(f, "{given} value(s) given where {wanted} belong")
            }
            ErrorKind::Value { value, element } => {
                write!(f, "`{value}` is no value of type `{element}`")
            }
            ErrorKind::Hex => f.write_str("this is no row of bytes in hexadecimal digits"),
            ErrorKind::NoValue => f.write_str("a by-value argument has exactly one value"),
            ErrorKind::Range(error) => error.fmt(f),
            ErrorKind::NoSuchKernel { name, kernels, .. } if kernels.is_empty() => {
                write!(
                    f,
                    "there is no kernel `{name}`: the program has none at all"
                )
            }
            ErrorKind::NoSuchKernel { name, .. } => write!(f, "there is no kernel `{name}`"),
            ErrorKind::ArgumentCount {
                expected, given, ..
            } => write!(
                f,
                "the kernel takes {expected} argument(s), the launch gives {given}"
            ),
            ErrorKind::Argument {
                parameter,
                expected,
                given,
                ..
            } => write!(
                f,
                "`{parameter}` takes {expected}, the launch gives {given}"
            ),
            ErrorKind::ImageKey { key } => write!(f, "this image has no `{key}`"),
            ErrorKind::Named { key, name, .. } => write!(f, "`{name}` is no value of `{key}`"),
            ErrorKind::Format(format) => write!(f, "there are no images of {format}"),
            ErrorKind::ImageSize { kind, sizes } => {
                let plural = if *sizes == 1 { "" } else { "s" };
                write!(
                    f,
                    "a {kind} image has {sizes} size{plural}, each at least 1"
                )
            }
            ErrorKind::PictureSize { width, height } => {
                write!(
                    f,
                    "the picture has {width} x {height} pixels, the image another size"
                )
            }
            ErrorKind::RepeatsPixels(mode) => {
                write!(f, "`{mode}` goes with normalised coordinates alone")
            }
            ErrorKind::Options(OptionError::Unknown(option)) => {
                write!(f, "`{option}` is no build option that is known here")
            }
            ErrorKind::Options(OptionError::Incomplete(option)) => {
                write!(f, "`{option}` stands without its value")
            }
            ErrorKind::Options(OptionError::Standard(version)) => {
                write!(
                    f,
                    "`{version}` is no version of OpenCL C that is known here"
                )
            }
            ErrorKind::Options(OptionError::Quotation) => {
                f.write_str("a quotation in the options has no end")
            }
            ErrorKind::Memory { needed, budget } => write!(
                f,
                "simulating this launch takes {needed} bytes of memory, more than the {budget} allowed"
            ),
        }
    }
}
