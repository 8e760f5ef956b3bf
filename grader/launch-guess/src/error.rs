//! Why no launch is guessed.

use launch::ImageKind;
use std::fmt;

/// A request for which no launch can be guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotGuess {
    /// The program has no kernel.
    NoKernel,
    /// The program has no kernel of this name.
    NoSuchKernel {
        name: String,
        kernels: Vec<String>,
        /// The one that comes near.
        nearest: Option<String>,
    },
    /// A parameter of a type that is not guessed.
    Parameter {
        name: String,
        /// As the kernel declares it.
        declaration: String,
    },
    /// A value was given for what is no parameter.
    NoSuchParameter {
        name: String,
        parameters: Vec<String>,
        /// The one that comes near.
        nearest: Option<String>,
    },
    /// A value that the parameter does not take.
    Given {
        name: String,
        value: String,
        /// As the kernel declares it.
        declaration: String,
        takes: Takes,
    },
    /// A given size that no launch has.
    Sizes {
        /// `global` or `local`.
        which: &'static str,
        /// Why not.
        why: WrongSizes,
    },
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Numbers,
    /// A pointer to global or constant memory.
    Buffer,
    /// A pointer to local memory.
    Local,
    Image(ImageKind),
    Sampler,
}

/// Why sizes are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongSizes {
    /// Not one to three numbers.
    Count,
    /// A size of 0.
    Zero,
    /// More work-items than a launch may have.
    TooMany,
    /// Not as many numbers as the global size has.
    Differ,
    /// No divisor of the global size in this dimension.
    NoDivisor(usize),
}

impl CannotGuess {
    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            CannotGuess::NoKernel => "write `kernel void` before the function to run".to_owned(),
            CannotGuess::NoSuchKernel {
                nearest: Some(nearest),
                ..
            }
            | CannotGuess::NoSuchParameter {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            CannotGuess::NoSuchKernel { kernels, .. } => {
                format!("the file has `{}`", kernels.join("`, `"))
            }
            CannotGuess::NoSuchParameter { parameters, .. } if parameters.is_empty() => {
                "the kernel takes no argument; a macro is defined with -D".to_owned()
            }
            CannotGuess::NoSuchParameter { parameters, .. } => format!(
                "the kernel takes `{}`; a macro is defined with -D",
                parameters.join("`, `")
            ),
            CannotGuess::Parameter { .. } => {
                "write a LAUNCH.toml, and run it with `simulate`".to_owned()
            }
            CannotGuess::Given { takes, .. } => match takes {
                Takes::Buffer => {
                    "give a number of elements, zeros, iota, random or uninit, or a file of data: .npy, .csv, .png or raw"
                        .to_owned()
                }
                Takes::Local => "give a number of bytes".to_owned(),
                Takes::Image(kind) => {
                    let size = ["1024", "640x480", "64x64x16"][kind.sizes().clamp(1, 3) - 1];
                    let file = match kind {
                        ImageKind::D2 => ", or a .png file",
                        _ => "",
                    };
                    format!("give its size, such as {size}, or zeros, iota, random or uninit{file}")
                }
                Takes::Sampler => {
                    "give words with commas between: nearest or linear; normalized or unnormalized; none, clamp-to-edge, clamp, repeat or mirrored-repeat"
                        .to_owned()
                }
                Takes::Numbers => {
                    "give a number that its type can hold; a vector takes one for each component, with commas between"
                        .to_owned()
                }
            },
            CannotGuess::Sizes { why, which } => match why {
                WrongSizes::Count => {
                    format!("give one number for each of one to three dimensions: --{which} 64,64")
                }
                WrongSizes::Zero => "a launch has at least one work-item in each dimension".to_owned(),
                WrongSizes::TooMany => "launch fewer work-items".to_owned(),
                WrongSizes::Differ => "give -g and -l as many numbers as one another".to_owned(),
                WrongSizes::NoDivisor(_) => {
                    "give a size of work-group that divides the global size".to_owned()
                }
            },
        }
    }
}

impl fmt::Display for CannotGuess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotGuess::NoKernel => f.write_str("the file has no kernel"),
            CannotGuess::NoSuchKernel { name, .. } => write!(f, "there is no kernel `{name}`"),
            CannotGuess::Parameter { declaration, .. } => {
                write!(f, "no argument is guessed for `{declaration}`")
            }
            CannotGuess::NoSuchParameter { name, .. } => {
                write!(f, "the kernel has no parameter `{name}`")
            }
            CannotGuess::Given {
                value, declaration, ..
            } => write!(f, "`{declaration}` does not take `{value}`"),
            CannotGuess::Sizes { which, why } => match why {
                WrongSizes::Count => write!(f, "the {which} size has one to three numbers"),
                WrongSizes::Zero => write!(f, "the {which} size has a 0"),
                WrongSizes::TooMany => write!(f, "the {which} size is too large for a launch"),
                WrongSizes::Differ => {
                    f.write_str("the global and the local size differ in their dimensions")
                }
                WrongSizes::NoDivisor(dimension) => write!(
                    f,
                    "the local size does not divide the global size in dimension {dimension}"
                ),
            },
        }
    }
}

impl std::error::Error for CannotGuess {}
