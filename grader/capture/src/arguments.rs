//! The arguments of a captured launch as `[[arg]]`, with the files of their bytes.
//!
//! How an argument is written depends on the kernel's parameter, where the program can be read: its name, its type, and
//! whether a size without a value is local memory or a null buffer. Without it, bytes are bytes.

use crate::not_taken::{BadArgument, Reason};
use crate::note::Note;
use launch::captured::{ADDRESS_NONE, After, Argument, FILTER_NEAREST, Memory};
use launch::image::{Addressing, ChannelOrder, ChannelType, Filter};
use launch::{ElementType, ImageFormat, ImageKind, Scalar};
use launch_file::LARGEST_BUFFER;
use launch_file::written::{hex, quoted, row};
use opencl_c::program::{Function, Program, Var};
use opencl_c::types::{AddressSpace, ImageAccess, Type, TypeId, Types};

/// `CL_MEM_WRITE_ONLY` and `CL_MEM_READ_ONLY`.
const WRITE_ONLY: u64 = 1 << 1;
const READ_ONLY: u64 = 1 << 2;

/// The size of a handle.
const HANDLE: u64 = 8;

/// The parameters of the kernel.
pub(crate) struct Signature<'p> {
    types: &'p Types,
    parameters: &'p [Var],
}

impl<'p> Signature<'p> {
    pub(crate) fn of(program: &'p Program, kernel: &str) -> Option<Signature<'p>> {
        let mut kernels = program.kernels().map(|(_, function)| function);
        let kernel: &Function = kernels.find(|function| *function.name == *kernel)?;
        Some(Signature {
            types: &program.types,
            parameters: &kernel.vars[..kernel.parameters],
        })
    }
}

/// The arguments that are written so far.
pub(crate) struct Arguments<'p> {
    signature: Option<Signature<'p>>,
    pub(crate) text: String,
    pub(crate) files: Vec<(String, Vec<u8>)>,
    pub(crate) notes: Vec<Note>,
}

impl<'p> Arguments<'p> {
    pub(crate) fn new(signature: Option<Signature<'p>>) -> Arguments<'p> {
        Arguments {
            signature,
            text: String::new(),
            files: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Writes all arguments; what is in the way otherwise.
    pub(crate) fn add_all(&mut self, arguments: &[Argument]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let bytes = arguments.iter().filter_map(memory);
        let bytes: u64 = bytes.map(|memory| memory.before.len() as u64).sum();
        if bytes > LARGEST_BUFFER {
            let most = LARGEST_BUFFER;
            reasons.push(Reason::TooLarge { bytes, most });
        }
        let shared = self.shared(arguments);
        for (index, argument) in arguments.iter().enumerate() {
            match self.one(index, argument, shared.contains(&index)) {
                Ok(pairs) => {
                    let name = self.name(index);
                    self.text += &format!("\n[[arg]]  # {name}\n");
                    for (key, value) in pairs {
                        self.text += &format!("{key} = {value}\n");
                    }
                }
                Err(why) => reasons.push(Reason::Argument { index, why }),
            }
        }
        let is_unknown = |memory: &Memory| memory.after == After::Unknown;
        if arguments.iter().filter_map(memory).any(is_unknown) {
            self.notes.push(Note::NothingAfter);
        }
        reasons
    }

    fn parameter(&self, index: usize) -> Option<&'p Var> {
        self.signature.as_ref()?.parameters.get(index)
    }

    /// The name of an argument, which a file may have too.
    fn name(&self, index: usize) -> String {
        let name = self.parameter(index).map(|it| it.name.to_string());
        let is_plain = |name: &String| !name.is_empty() && name.is_ascii() && name.len() <= 80;
        match name.filter(is_plain) {
            Some(name) => name,
            None => format!("argument-{index}"),
        }
    }

    /// What the parameter points to and where that lies, if it is a pointer.
    fn pointee(&self, index: usize) -> Option<(TypeId, bool, AddressSpace)> {
        let types = self.signature.as_ref()?.types;
        let (pointee, qualifiers, space) = types.as_pointer(self.parameter(index)?.ty)?;
        Some((pointee, qualifiers.constant, space))
    }

    /// The indices of the arguments that share memory with another.
    fn shared(&mut self, arguments: &[Argument]) -> Vec<usize> {
        let mut shared = Vec::new();
        let with_memory = || {
            let all = arguments.iter().enumerate();
            all.filter_map(|(index, it)| Some((index, it, memory(it)?)))
        };
        for (one, of_one, first) in with_memory() {
            for (other, of_other, second) in with_memory().skip_while(|it| it.0 <= one) {
                let is_image = |it: &Argument| matches!(it, Argument::Image { .. });
                let range = |it: &Memory| it.offset..it.offset + it.before.len() as u64;
                let (a, b) = (range(first), range(second));
                let overlap = a.start < b.end && b.start < a.end;
                // Where the pixels of an image lie is not known.
                let is_shared = overlap || is_image(of_one) || is_image(of_other);
                if first.object != second.object || !is_shared {
                    continue;
                }
                // What nobody has written may as well be two.
                let is_same = |it: &Memory| it.after == After::Unchanged;
                if is_same(first) && is_same(second) {
                    continue;
                }
                self.notes.push(Note::Shared {
                    one: self.name(one),
                    other: self.name(other),
                });
                shared.extend([one, other]);
            }
        }
        shared
    }

    fn one(
        &mut self,
        index: usize,
        argument: &Argument,
        is_shared: bool,
    ) -> Result<Vec<(&'static str, String)>, BadArgument> {
        match argument {
            Argument::Unset => Err(BadArgument::Unset),
            Argument::SharedVirtualMemory => Err(BadArgument::SharedVirtualMemory),
            Argument::Opaque => Err(BadArgument::Opaque),
            Argument::Null => Ok(null()),
            Argument::Sized(bytes) => {
                let is_null = match self.pointee(index) {
                    Some((_, _, space)) => space != AddressSpace::Local && *bytes == HANDLE,
                    None => false,
                };
                match is_null {
                    true => Ok(null()),
                    false => Ok(vec![("local", bytes.to_string())]),
                }
            }
            Argument::Value(bytes) => self.value(index, bytes),
            Argument::Sampler {
                normalized,
                addressing,
                filter,
            } => sampler(*normalized, *addressing, *filter),
            Argument::Buffer(memory) => Ok(self.buffer(index, memory, is_shared)),
            Argument::Image {
                kind,
                order,
                channel,
                size,
                memory,
            } => self.image(index, (*kind, *order, *channel), *size, memory, is_shared),
        }
    }

    fn value(
        &self,
        index: usize,
        bytes: &[u8],
    ) -> Result<Vec<(&'static str, String)>, BadArgument> {
        if let Some(parameter) = self.parameter(index)
            && let Some(signature) = &self.signature
        {
            let is_object = match signature.types.get(parameter.ty) {
                Type::Pointer { .. } | Type::Image(_) | Type::Sampler => true,
                Type::Unsupported(_) => bytes.len() as u64 == HANDLE,
                _ => false,
            };
            if is_object {
                return match bytes.iter().all(|&byte| byte == 0) {
                    true => Ok(null()),
                    false => Err(BadArgument::UnknownObject),
                };
            }
            let element = element(signature.types, parameter.ty);
            if let Some(element) = element.filter(|element| element.size() == bytes.len()) {
                return Ok(numbers(element, bytes));
            }
        }
        Ok(vec![
            ("scalar", quoted("bytes")),
            ("hex", quoted(&hex(bytes))),
        ])
    }

    fn buffer(
        &mut self,
        index: usize,
        memory: &Memory,
        is_shared: bool,
    ) -> Vec<(&'static str, String)> {
        let pointee = self.pointee(index);
        let types = self.signature.as_ref().map(|it| it.types);
        let of_parameter = types
            .zip(pointee)
            .and_then(|(types, (pointee, ..))| element(types, pointee));
        let is_whole = |it: &ElementType| memory.before.len().is_multiple_of(it.size());
        let element = of_parameter.filter(is_whole);
        let name = element.map_or("bytes".to_owned(), |element| element.to_string());
        let len = memory.before.len() / element.map_or(1, ElementType::size);
        let floating = match (element, types, pointee) {
            (Some(element), ..) => narrowest(element.scalar),
            (None, Some(types), Some((pointee, ..))) => narrowest_in(types, pointee),
            _ => None,
        };
        let mut pairs = vec![("buffer", quoted(&name)), ("len", len.to_string())];
        let is_constant =
            pointee.is_some_and(|(_, constant, space)| constant || space == AddressSpace::Constant);
        self.contents(
            index,
            memory,
            is_shared || is_constant,
            floating,
            &mut pairs,
        );
        pairs
    }

    fn image(
        &mut self,
        index: usize,
        (kind, order, channel): (u32, u32, u32),
        [width, height, depth, layers]: [u64; 4],
        memory: &Memory,
        is_shared: bool,
    ) -> Result<Vec<(&'static str, String)>, BadArgument> {
        let numbered = |it: &&ImageKind| it.number() == kind;
        let known = ImageKind::ALL.iter().find(numbered);
        let kind = *known.ok_or(BadArgument::Kind { kind })?;
        let of_order = ChannelOrder::ALL.iter().find(|it| it.number() == order);
        let of_channel = ChannelType::ALL.iter().find(|it| it.number() == channel);
        let format = of_order
            .zip(of_channel)
            .map(|(&order, &channel)| ImageFormat { order, channel });
        let format = format.filter(|format| format.exists());
        let format = format.ok_or(BadArgument::Format { order, channel })?;
        let size = match kind {
            ImageKind::D1 | ImageKind::D1Buffer => vec![width],
            ImageKind::D1Array => vec![width, layers],
            ImageKind::D2 => vec![width, height],
            ImageKind::D2Array => vec![width, height, layers],
            ImageKind::D3 => vec![width, height, depth],
        };
        let mut pairs = vec![
            ("image", quoted(kind.name())),
            ("order", quoted(format.order.name())),
            ("channel", quoted(format.channel.name())),
            ("size", row(&size)),
        ];
        let floating = narrowest(format.stored().scalar);
        let is_constant = self.is_read_only_image(index);
        self.contents(
            index,
            memory,
            is_shared || is_constant,
            floating,
            &mut pairs,
        );
        Ok(pairs)
    }

    fn is_read_only_image(&self, index: usize) -> bool {
        let ty = self.signature.as_ref().zip(self.parameter(index));
        let ty = ty.map(|(signature, parameter)| signature.types.get(parameter.ty));
        matches!(ty, Some(Type::Image(image)) if image.access == ImageAccess::Read)
    }

    /// `access`, `init`, `expect` and `tolerance`, with the files they name.
    fn contents(
        &mut self,
        index: usize,
        memory: &Memory,
        is_not_compared: bool,
        floating: Option<Scalar>,
        pairs: &mut Vec<(&'static str, String)>,
    ) {
        let name = self.name(index);
        match memory.flags & (READ_ONLY | WRITE_ONLY) {
            READ_ONLY => pairs.push(("access", quoted("read"))),
            WRITE_ONLY => pairs.push(("access", quoted("write"))),
            _ => {}
        }
        let before = self.file(&format!("{name}.raw"), &memory.before);
        pairs.push(("init", before.clone()));
        if is_not_compared {
            return;
        }
        let after = match &memory.after {
            After::Unknown => return,
            After::Unchanged => before,
            After::Changed(bytes) => self.file(&format!("{name}-after.raw"), bytes),
        };
        pairs.push(("expect", after));
        if let Some(scalar) = floating {
            pairs.push(("tolerance", tolerance(scalar).to_owned()));
        }
    }

    /// Bytes as `init` takes them: zeros, or a file.
    fn file(&mut self, name: &str, bytes: &[u8]) -> String {
        if bytes.iter().all(|&byte| byte == 0) {
            return quoted("zeros");
        }
        self.files.push((name.to_owned(), bytes.to_vec()));
        format!("{{ file = {} }}", quoted(name))
    }
}

fn memory(argument: &Argument) -> Option<&Memory> {
    match argument {
        Argument::Buffer(memory) | Argument::Image { memory, .. } => Some(memory),
        _ => None,
    }
}

fn null() -> Vec<(&'static str, String)> {
    vec![("null", "true".to_owned())]
}

fn sampler(
    normalized: bool,
    addressing: u32,
    filter: u32,
) -> Result<Vec<(&'static str, String)>, BadArgument> {
    // The host's numbers of the modes count up in the order of the kernel's.
    let mode = addressing
        .checked_sub(ADDRESS_NONE)
        .and_then(|index| Addressing::ALL.get(index as usize));
    let filter = filter
        .checked_sub(FILTER_NEAREST)
        .and_then(|index| Filter::ALL.get(index as usize));
    let (mode, filter) = mode.zip(filter).ok_or(BadArgument::Sampler)?;
    Ok(vec![
        ("sampler", quoted(mode.name())),
        ("filter", quoted(filter.name())),
        ("normalized", normalized.to_string()),
    ])
}

/// The type as an element of a LAUNCH.toml, if it is a scalar or a vector.
fn element(types: &Types, ty: TypeId) -> Option<ElementType> {
    let (scalar, width) = match types.get(ty) {
        Type::Scalar(scalar) | Type::Atomic(scalar) => (*scalar, 1),
        Type::Vector(scalar, width) => (*scalar, *width),
        _ => return None,
    };
    let mut all = Scalar::ALL.into_iter();
    let scalar = all.find(|it| it.name() == scalar.name())?;
    Some(ElementType { scalar, width })
}

/// A scalar or a vector by value: numbers where they are exact as text, bytes otherwise.
fn numbers(element: ElementType, bytes: &[u8]) -> Vec<(&'static str, String)> {
    let size = element.scalar.size();
    let components = bytes.chunks_exact(size).take(usize::from(element.width));
    let numbers: Option<Vec<String>> = components.map(|it| number(element.scalar, it)).collect();
    let value = match numbers.as_deref() {
        Some([one]) => ("value", one.clone()),
        Some(many) => ("values", format!("[{}]", many.join(", "))),
        None => ("hex", quoted(&hex(bytes))),
    };
    vec![("scalar", quoted(&element.to_string())), value]
}

/// A number as TOML has it; absent where its text might be another number.
fn number(scalar: Scalar, bytes: &[u8]) -> Option<String> {
    let mut wide = [0; 8];
    wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    match scalar {
        Scalar::Float => {
            let number = f32::from_bits(bits as u32);
            let text = format!("{number:?}");
            // Read as `double` and made a `float`, as a LAUNCH.toml is.
            let back = text.parse::<f64>().ok()? as f32;
            (number.is_finite() && back.to_bits() == number.to_bits()).then_some(text)
        }
        Scalar::Double => {
            let number = f64::from_bits(bits);
            number.is_finite().then(|| format!("{number:?}"))
        }
        Scalar::Half => None,
        scalar if scalar.is_signed_integer() => {
            let unused = 64 - 8 * scalar.size() as u32;
            Some((((bits << unused) as i64) >> unused).to_string())
        }
        // TOML's numbers end at 63 bits; others are text.
        _ => match i64::try_from(bits) {
            Ok(number) => Some(number.to_string()),
            Err(_) => Some(quoted(&format!("0x{bits:x}"))),
        },
    }
}

fn narrowest(scalar: Scalar) -> Option<Scalar> {
    scalar.is_floating().then_some(scalar)
}

/// The narrowest floating type in a type.
fn narrowest_in(types: &Types, ty: TypeId) -> Option<Scalar> {
    match types.get(ty) {
        Type::Array { element, .. } => narrowest_in(types, *element),
        Type::Record(record) => {
            let fields = types.record(*record).fields.iter();
            let floating = fields.filter_map(|field| narrowest_in(types, field.ty));
            floating.min_by_key(|scalar| scalar.size())
        }
        _ => narrowest(element(types, ty)?.scalar),
    }
}

/// The share by which values of a type may be off. A device may round each operation otherwise (OpenCL 1.2, 7.4), and
/// the errors add up.
fn tolerance(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Half => "1e-2",
        Scalar::Double => "1e-9",
        _ => "1e-4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_text_where_the_text_is_exact() {
        let of = |scalar, bytes: &[u8]| number(scalar, bytes);
        assert_eq!(of(Scalar::Short, &[0xfe, 0xff]).as_deref(), Some("-2"));
        assert_eq!(of(Scalar::UChar, &[200]).as_deref(), Some("200"));
        let most = of(Scalar::ULong, &[0xff; 8]);
        assert_eq!(most.as_deref(), Some("\"0xffffffffffffffff\""));
        let tenth = of(Scalar::Float, &0.1_f32.to_le_bytes());
        assert_eq!(tenth.as_deref(), Some("0.1"));
        assert_eq!(of(Scalar::Float, &f32::NAN.to_le_bytes()), None);
        let negative = of(Scalar::Double, &(-0.0_f64).to_le_bytes());
        assert_eq!(negative.as_deref(), Some("-0.0"));
        assert_eq!(of(Scalar::Half, &[0, 0x3c]), None);
    }

    #[test]
    fn the_modes_of_a_sampler_are_those_of_the_headers() {
        let of = |mode, filter| {
            let pairs = sampler(true, mode, filter).ok()?;
            Some((pairs[0].1.clone(), pairs[1].1.clone()))
        };
        let pair = |one: &str, other: &str| Some((quoted(one), quoted(other)));
        assert_eq!(of(0x1131, 0x1140), pair("clamp-to-edge", "nearest"));
        assert_eq!(of(0x1134, 0x1141), pair("mirrored-repeat", "linear"));
        assert_eq!(of(0x1135, 0x1140), None);
        assert_eq!(of(0x1131, 0), None);
    }
}
