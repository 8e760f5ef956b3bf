//! Why a file of data gives no buffer.

use std::fmt;

/// What is wrong with a file of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// Raw bytes that are no whole number of elements.
    NotWhole {
        bytes: usize,
        /// Bytes of an element.
        size: usize,
    },
    /// The components don't make whole vectors.
    Components {
        count: usize,
        /// Components of an element.
        width: usize,
    },
    /// More than a buffer may take.
    TooLarge,
    /// It ends before what its head promises.
    CutShort {
        /// Bytes that belong there.
        wanted: u64,
        /// Bytes that are there.
        there: u64,
    },
    /// Bytes behind what its head promises.
    TooLong { wanted: u64, there: u64 },
    /// No NumPy file.
    NotNpy,
    /// The head of a NumPy file that can't be read: its part.
    NpyHead(&'static str),
    /// Elements of another type.
    OtherType {
        /// As NumPy writes it: `<f8`.
        descr: String,
        /// The type that the buffer takes.
        wanted: &'static str,
        /// How NumPy writes that one.
        wanted_descr: String,
    },
    /// The most significant byte first.
    BigEndian { descr: String },
    /// Columns after one another.
    FortranOrder,
    /// No text.
    NotText,
    /// Neither a number nor a comma.
    NotANumber {
        /// Of the file, from 1.
        line: usize,
        text: String,
        wanted: &'static str,
    },
    /// No PNG file, or a broken one: the decoder's message.
    NotPng(String),
    /// A picture for elements that hold none.
    PngElement,
    /// This build does not read files of this kind.
    NotBuilt { extension: String },
}

impl DataError {
    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            DataError::NotWhole { .. } => {
                "give a file of whole elements, as they lie in memory".to_owned()
            }
            DataError::Components { .. } => {
                "a vector takes one number for each component".to_owned()
            }
            DataError::TooLarge => "give a file of at most 1 GiB of elements".to_owned(),
            DataError::CutShort { .. } | DataError::TooLong { .. } => {
                "write the file anew: numpy.save(\"data.npy\", array)".to_owned()
            }
            DataError::NotNpy | DataError::NpyHead(_) => {
                "write it with numpy.save; other files have another end of their name".to_owned()
            }
            DataError::OtherType { wanted_descr, .. } => {
                format!("convert it first: array.astype(\"{wanted_descr}\")")
            }
            DataError::BigEndian { descr } => {
                let little = descr.replacen('>', "<", 1);
                format!("convert it first: array.astype(\"{little}\")")
            }
            DataError::FortranOrder => {
                "save it row by row: numpy.save(\"data.npy\", numpy.ascontiguousarray(array))"
                    .to_owned()
            }
            DataError::NotText | DataError::NotANumber { .. } => {
                "a CSV file holds numbers, with commas or ends of line between; lines that begin with # are left out"
                    .to_owned()
            }
            DataError::NotPng(_) => "save the picture anew, as PNG".to_owned(),
            DataError::PngElement => {
                "a picture fills uchar or float, or vectors of 3 or 4 of them".to_owned()
            }
            DataError::NotBuilt { .. } => {
                "build with `--features full`, or save it as the bytes of the buffer".to_owned()
            }
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::NotWhole { bytes, size } => write!(
                f,
                "the file has {bytes} bytes, no whole number of elements of {size} bytes"
            ),
            DataError::Components { count, width } => {
                write!(
                    f,
                    "the file has {count} numbers, no whole number of vectors of {width}"
                )
            }
            DataError::TooLarge => f.write_str("the file holds more than a buffer may take"),
            DataError::CutShort { wanted, there } => write!(
                f,
                "the file is cut short: {there} bytes of data where its head tells of {wanted}"
            ),
            DataError::TooLong { wanted, there } => write!(
                f,
                "the file is too long: {there} bytes of data where its head tells of {wanted}"
            ),
            DataError::NotNpy => f.write_str("the file is no NumPy file"),
            DataError::NpyHead(part) => {
                write!(f, "the head of the NumPy file can't be read: {part}")
            }
            DataError::OtherType { descr, wanted, .. } => {
                write!(f, "the file holds `{descr}`, the buffer takes `{wanted}`")
            }
            DataError::BigEndian { descr } => write!(
                f,
                "the file holds `{descr}`: the most significant byte comes first"
            ),
            DataError::FortranOrder => {
                f.write_str("the file holds an array column by column (Fortran order)")
            }
            DataError::NotText => f.write_str("the CSV file is no text in UTF-8"),
            DataError::NotANumber { line, text, wanted } => {
                write!(f, "line {line} has `{text}`, which is no `{wanted}`")
            }
            DataError::NotPng(message) => write!(f, "the file is no PNG picture: {message}"),
            DataError::PngElement => f.write_str("elements of this type hold no picture"),
            DataError::NotBuilt { extension } => {
                write!(f, "this build of grader reads no .{extension} files")
            }
        }
    }
}
