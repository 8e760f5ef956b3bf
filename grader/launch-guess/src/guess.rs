//! A guessed launch as data: sizes, arguments, and why each is as it is.

use crate::error::CannotGuess;
use launch::{ElementType, ImageFormat, ImageKind, Sampler, Scalar};
use launch_file::Filling;
use opencl_c::program::{Function, Program};
use opencl_c::types::{self, AddressSpace, ImageType, Type, TypeId};
use std::fmt;

/// A launch of which some parts are guessed and some may be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The kernel's name.
    pub kernel: String,
    /// Work-items in each dimension.
    pub global: Vec<usize>,
    /// Where `global` comes from.
    pub global_from: GlobalFrom,
    /// Work-items of a work-group in each dimension.
    pub local: Vec<usize>,
    /// Where `local` comes from.
    pub local_from: LocalFrom,
    /// By how much the sizes that bound ids stay below the global size.
    pub fewer: usize,
    /// In the kernel's order.
    pub arguments: Vec<Argument>,
}

/// Where the global size comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalFrom {
    Given,
    /// The size of an image that was given.
    GivenImage,
    /// Nothing in the text says more.
    Usual,
}

/// Where the size of a work-group comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalFrom {
    Given,
    /// `reqd_work_group_size`.
    Required,
    /// `work_group_size_hint`.
    Hint,
    /// An array in local memory.
    LocalArray,
    /// A constant of the text.
    Constant,
    /// Nothing in the text says more.
    Usual,
    /// A launch of one work-item.
    Single,
}

/// An argument of a guessed launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The parameter's name; may be empty.
    pub name: String,
    pub value: Value,
    pub why: Why,
}

/// What an argument is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A scalar or a vector, with a number for each component.
    Numbers {
        element: ElementType,
        numbers: Vec<Number>,
    },
    /// A `bool`, a struct or a union, as its bytes.
    Bytes(Vec<u8>),
    /// A buffer.
    Buffer(Buffer),
    /// Local memory.
    Local {
        /// Bytes of one element.
        stride: usize,
        /// Elements.
        len: usize,
    },
    Image(Image),
    Sampler(Sampler),
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pub kind: ImageKind,
    pub format: ImageFormat,
    /// The function that the format is for; none where the text neither reads nor writes it.
    pub function: Option<&'static str>,
    /// Pixels in each dimension, then layers: as many numbers as the kind has sizes.
    pub size: Vec<Number>,
    /// Was the size given?
    pub size_given: bool,
    /// Of the numbers that pixels are stored as.
    pub filling: Filling,
    /// The PNG file whose picture it is, where one was given.
    pub file: Option<String>,
    /// Is it shown after the run? So is what the kernel writes.
    pub show: bool,
}

/// A buffer in global or constant memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// The type of its elements; none where they are raw bytes, of a struct for instance.
    pub element: Option<ElementType>,
    /// Bytes of one element of the kernel's.
    pub stride: usize,
    /// Elements, each of `stride` bytes.
    pub len: usize,
    /// Was the length given?
    pub len_given: bool,
    pub filling: Filling,
    /// The file whose contents they are, where one was given.
    pub file: Option<String>,
    /// Is it shown after the run? So is what the kernel writes.
    pub show: bool,
}

/// A number of a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// The global size in a dimension, less what [`Guess::fewer`] says.
    Size(usize),
    /// The whole root of the number of work-items: of the second degree, or the third.
    Root(u32),
    /// The size of a work-group in a dimension.
    LocalSize(usize),
    Whole(i64),
    Real(f64),
}

/// Why an argument is as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Given,
    /// Ids of this dimension are compared with it.
    BoundsIds(usize),
    /// Local ids are compared with it.
    BoundsLocalIds,
    /// An id is compared with a product that it is part of.
    BoundsInProduct,
    /// A loop runs up to it.
    EndsLoop,
    /// A subscript is multiplied or divided by it.
    RowLength,
    /// A shift is by so many bits.
    Shift,
    /// What its name says.
    Name,
    /// Nothing says more.
    Usual,
    /// As long as what is accessed.
    Accessed,
    /// Ids are compared with the size of the image.
    SizeBoundsIds,
    /// Ids are coordinates of the image.
    IdsAreCoordinates,
    /// An image as large as the pixels that are accessed.
    AccessedPixels,
    /// Coordinates of the sampler are whole numbers.
    WholeCoordinates,
    /// Coordinates of the sampler are divided by a size, or its name says so.
    NormalizedCoordinates,
    /// Coordinates of the sampler count pixels.
    PixelCoordinates,
    /// No access to it was seen.
    Untouched,
    /// Another guess showed a mistake that this one does not show.
    Tried,
}

impl Value {
    /// What is in a buffer or an image, with the type of its elements, where it has one.
    pub(crate) fn filling(&self) -> Option<(&Filling, Option<ElementType>)> {
        match self {
            Value::Buffer(buffer) => Some((&buffer.filling, buffer.element)),
            Value::Image(image) => Some((&image.filling, Some(image.format.stored()))),
            _ => None,
        }
    }

    pub(crate) fn filling_mut(&mut self) -> Option<&mut Filling> {
        match self {
            Value::Buffer(buffer) => Some(&mut buffer.filling),
            Value::Image(image) => Some(&mut image.filling),
            _ => None,
        }
    }
}

impl Guess {
    /// The size of an image in this launch: pixels in each dimension, then layers; 1 where its kind has none.
    pub fn image_size(&self, image: &Image) -> [usize; 3] {
        let mut size = [1; 3];
        for (to, number) in size.iter_mut().zip(&image.size) {
            *to = self.whole(*number).max(1) as usize;
        }
        size
    }

    /// The value of a number in this launch.
    pub fn number(&self, number: Number) -> f64 {
        match number {
            Number::Whole(value) => value as f64,
            Number::Real(value) => value,
            _ => self.whole(number) as f64,
        }
    }

    /// The value of a whole number in this launch, as a type holds it: cut to its range.
    pub fn whole_as(&self, number: Number, scalar: Scalar) -> i64 {
        let value = self.whole(number);
        let bits = scalar.size() as u32 * 8;
        match (scalar.is_signed_integer(), bits) {
            (_, 64..) => value,
            (true, bits) => value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, bits) => value.clamp(0, (1 << bits) - 1),
        }
    }

    /// The value of a whole number in this launch.
    pub fn whole(&self, number: Number) -> i64 {
        match number {
            Number::Whole(value) => value,
            Number::Real(value) => value as i64,
            Number::Size(dimension) => {
                let size = self.global.get(dimension).or(self.global.last());
                let size = size.copied().unwrap_or(1);
                size.saturating_sub(self.fewer).max(1) as i64
            }
            Number::LocalSize(dimension) => {
                let size = self.local.get(dimension).or(self.local.last());
                size.copied().unwrap_or(1) as i64
            }
            Number::Root(degree) => {
                let all: usize = self.global.iter().product();
                let root = (1..=4096usize)
                    .take_while(|root| root.pow(degree.min(3)) <= all)
                    .last();
                root.unwrap_or(1) as i64
            }
        }
    }
}

/// The parameters of a kernel as a guess sees them.
pub(crate) struct Parameter<'p> {
    pub(crate) name: &'p str,
    pub(crate) kind: ParameterKind,
}

pub(crate) enum ParameterKind {
    Scalar(ElementType),
    /// By value, `bool` among them.
    Record(TypeId),
    Buffer {
        element: Option<ElementType>,
        pointee: TypeId,
        stride: usize,
    },
    Local {
        stride: usize,
    },
    Image(ImageType),
    Sampler,
}

impl Parameter<'_> {
    /// The parameters of a kernel, or the first that is not guessed.
    pub(crate) fn all<'p>(
        program: &'p Program,
        kernel: &'p Function,
    ) -> Result<Vec<Parameter<'p>>, CannotGuess> {
        let own = &kernel.vars[..kernel.parameters];
        let each = own.iter().map(|parameter| {
            let kind = kind(program, parameter.ty).ok_or_else(|| CannotGuess::Parameter {
                name: parameter.name.to_string(),
                declaration: opencl_c::print::declaration(program, parameter),
            })?;
            let name = &*parameter.name;
            Ok(Parameter { name, kind })
        });
        each.collect()
    }
}

/// None for what is not guessed: events, and what the simulator does not know.
fn kind(program: &Program, ty: TypeId) -> Option<ParameterKind> {
    let types = &program.types;
    if let Some((pointee, _, space)) = types.as_pointer(ty) {
        let mut of = pointee;
        while let Type::Array { element, .. } = *types.get(of) {
            of = element;
        }
        if let Type::Atomic(scalar) = *types.get(of) {
            of = TypeId::scalar(scalar);
        }
        let element = element_type(of);
        let stride = match types.get(of) {
            Type::Void => 1,
            _ => usize::try_from(types.size(of)?).ok()?.max(1),
        };
        return match space {
            AddressSpace::Local => Some(ParameterKind::Local { stride }),
            AddressSpace::Global | AddressSpace::Constant => Some(ParameterKind::Buffer {
                element,
                pointee: of,
                stride,
            }),
            AddressSpace::Private | AddressSpace::Generic => None,
        };
    }
    match types.get(ty) {
        Type::Scalar(types::Scalar::Bool) | Type::Record(_) => Some(ParameterKind::Record(ty)),
        Type::Scalar(_) | Type::Vector(..) => element_type(ty).map(ParameterKind::Scalar),
        Type::Image(image) => Some(ParameterKind::Image(*image)),
        Type::Sampler => Some(ParameterKind::Sampler),
        _ => None,
    }
}

/// The type as a launch file has it; none for `bool`, which has no size of its own there, and for structs.
pub(crate) fn element_type(ty: TypeId) -> Option<ElementType> {
    let (scalar, width) = ty.shape()?;
    let scalar = match scalar {
        types::Scalar::Bool => return None,
        types::Scalar::Char => Scalar::Char,
        types::Scalar::UChar => Scalar::UChar,
        types::Scalar::Short => Scalar::Short,
        types::Scalar::UShort => Scalar::UShort,
        types::Scalar::Int => Scalar::Int,
        types::Scalar::UInt => Scalar::UInt,
        types::Scalar::Long => Scalar::Long,
        types::Scalar::ULong => Scalar::ULong,
        types::Scalar::Half => Scalar::Half,
        types::Scalar::Float => Scalar::Float,
        types::Scalar::Double => Scalar::Double,
    };
    Some(ElementType { scalar, width })
}

/// Sizes as a LAUNCH.toml gives them: `[64, 64]`.
pub(crate) fn sizes(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

impl fmt::Display for GlobalFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GlobalFrom::Given => "given",
            GlobalFrom::GivenImage => "as large as an image that was given",
            GlobalFrom::Usual => "",
        })
    }
}

impl fmt::Display for LocalFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LocalFrom::Given => "given",
            LocalFrom::Required => "the kernel requires it",
            LocalFrom::Hint => "the kernel hints at it",
            LocalFrom::LocalArray => "from an array in local memory",
            LocalFrom::Constant => "from a constant of the text",
            LocalFrom::Usual => "a usual size",
            LocalFrom::Single => "the kernel asks for no id",
        })
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Given => f.write_str("given"),
            Why::BoundsIds(dimension) => {
                write!(f, "ids of dimension {dimension} are compared with it")
            }
            Why::BoundsLocalIds => f.write_str("local ids are compared with it"),
            Why::BoundsInProduct => f.write_str("an id is compared with a product of it"),
            Why::EndsLoop => f.write_str("a loop runs up to it"),
            Why::RowLength => f.write_str("a subscript has it as a row's length"),
            Why::Shift => f.write_str("a shift is by it"),
            Why::Name => f.write_str("from its name"),
            Why::Usual => f.write_str("nothing says more"),
            Why::Accessed => f.write_str("as long as what is accessed"),
            Why::SizeBoundsIds => f.write_str("ids are compared with its size"),
            Why::IdsAreCoordinates => f.write_str("ids are its coordinates"),
            Why::AccessedPixels => f.write_str("as large as the pixels that are accessed"),
            Why::WholeCoordinates => f.write_str("coordinates are whole numbers"),
            Why::NormalizedCoordinates => f.write_str("coordinates are from 0 to 1"),
            Why::PixelCoordinates => f.write_str("coordinates count pixels"),
            Why::Untouched => f.write_str("no access to it was seen"),
            Why::Tried => f.write_str("other values showed mistakes"),
        }
    }
}
