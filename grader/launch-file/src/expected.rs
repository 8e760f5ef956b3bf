//! `expect = ...`: what a launch is expected to leave in a buffer or an image, and whether it does.
//!
//! Values are compared, not bytes: padding says nothing, and a NaN is as good as another. Values of integers have to
//! be equal. One of a floating type may be off by the tolerance times its expected magnitude, or times the mean
//! magnitude of all expected values of its kind where that is larger: what cancels to nearly nothing keeps the
//! rounding errors of what it was made from.

use crate::answer::{Component, component};
use crate::error::{ErrorKind, LaunchFileError};
use crate::file::Arg;
use crate::files::Files;
use crate::init::{Init, filled};
use launch::{Argument, ElementType, Scalar};
use opencl_c::program::{Function, Program};
use opencl_c::types::{Type, TypeId, Types};
use simulator::Output;
use simulator::math::Half;
use std::ops::Range;

/// An element of more parts than this is compared byte by byte.
const MOST_PARTS: usize = 4096;

/// What is expected in a buffer or an image.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Index of the argument.
    pub argument: usize,
    /// The element type; `None` for raw bytes.
    pub element: Option<ElementType>,
    /// As many bytes as the argument has.
    pub contents: Vec<u8>,
    /// The share by which a floating value may be off.
    pub tolerance: f64,
}

/// A buffer or an image that was compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The kernel's name for it.
    pub name: String,
    /// Values that were compared.
    pub values: u64,
    /// Those that are not as expected.
    pub different: u64,
    /// The first of these.
    pub first: Option<Difference>,
    /// The tolerance that was applied.
    pub tolerance: f64,
}

/// A value that is not as expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Index of its element.
    pub element: u64,
    /// The part of the element, as the kernel writes it: `.s1`, `.mass`, `[2]`; empty for a whole one.
    pub part: String,
    pub found: Component,
    pub expected: Component,
}

/// A part of an element that has a value.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    /// In bytes from the start of the element.
    offset: usize,
    scalar: Scalar,
    /// As the kernel writes it behind the element.
    path: String,
}

impl Arg {
    /// What is expected in the argument that was made of it.
    pub(crate) fn expected(
        &self,
        index: usize,
        made: &Argument,
        span: Range<usize>,
        room: &mut u64,
        files: &mut dyn Files,
    ) -> Result<Option<Expected>, LaunchFileError> {
        let Some(expect) = &self.expect else {
            return match &self.tolerance {
                Some(tolerance) => Err(LaunchFileError::at(
                    tolerance.span(),
                    ErrorKind::ToleranceAlone,
                )),
                None => Ok(None),
            };
        };
        let tolerance = match &self.tolerance {
            None => 0.0,
            Some(tolerance) => {
                let number = *tolerance.get_ref();
                if !number.is_finite() || number < 0.0 {
                    let kind = ErrorKind::Tolerance(number);
                    return Err(LaunchFileError::at(tolerance.span(), kind));
                }
                number
            }
        };
        if matches!(
            Init::of(expect.get_ref()),
            None | Some(Init::Uninit | Init::Png(_))
        ) {
            return Err(LaunchFileError::at(expect.span(), ErrorKind::Expect));
        }
        let element = self.element()?;
        let bytes = match made {
            Argument::Buffer(buffer) => buffer.contents.len(),
            Argument::Image(image) => image.contents.len(),
            _ => return Ok(None),
        };
        let len = (bytes / element.map_or(1, ElementType::size)) as u64;
        let filled = filled(Some(expect), element, Some(len), &span, room, files)?;
        Ok(Some(Expected {
            argument: index,
            element,
            contents: filled.contents,
            tolerance,
        }))
    }
}

/// Compares the outputs of a run with what is expected.
pub(crate) fn compared(
    program: &Program,
    kernel: Option<&Function>,
    outputs: &[Output],
    expected: &[Expected],
) -> Vec<Compared> {
    let of = |expected: &Expected| {
        let is_it = |output: &&Output| output.argument == expected.argument;
        let output = outputs.iter().find(is_it)?;
        let (size, parts) = parts_of(program, kernel, expected);
        Some(compare(output, expected, size, &parts))
    };
    expected.iter().filter_map(of).collect()
}

/// The size of an element in bytes, and its parts.
fn parts_of(
    program: &Program,
    kernel: Option<&Function>,
    expected: &Expected,
) -> (usize, Vec<Part>) {
    if let Some(element) = expected.element {
        let parts = (0..element.width).map(|lane| Part {
            offset: usize::from(lane) * element.scalar.size(),
            scalar: element.scalar,
            path: lane_path(lane, element.width),
        });
        return (element.size(), parts.collect());
    }
    let pointee = kernel.and_then(|kernel| {
        let parameter = kernel.vars[..kernel.parameters].get(expected.argument)?;
        Some(program.types.as_pointer(parameter.ty)?.0)
    });
    parts_of_type(&program.types, pointee, expected.contents.len()).unwrap_or_else(|| {
        let byte = Part {
            offset: 0,
            scalar: Scalar::UChar,
            path: String::new(),
        };
        (1, vec![byte])
    })
}

/// The parts of what a pointer points to, if `bytes` are whole elements of it.
fn parts_of_type(
    types: &Types,
    pointee: Option<TypeId>,
    bytes: usize,
) -> Option<(usize, Vec<Part>)> {
    let pointee = pointee?;
    let size = usize::try_from(types.size(pointee)?).ok()?;
    if size == 0 || !bytes.is_multiple_of(size) {
        return None;
    }
    let mut parts = Vec::new();
    add_parts(types, pointee, 0, String::new(), &mut parts)?;
    Some((size, parts))
}

fn add_parts(
    types: &Types,
    ty: TypeId,
    offset: usize,
    path: String,
    parts: &mut Vec<Part>,
) -> Option<()> {
    if parts.len() >= MOST_PARTS {
        return None;
    }
    match types.get(ty) {
        Type::Scalar(scalar) | Type::Atomic(scalar) => {
            let scalar = stored(*scalar);
            parts.push(Part {
                offset,
                scalar,
                path,
            });
        }
        Type::Vector(scalar, width) => {
            let scalar = stored(*scalar);
            for lane in 0..*width {
                parts.push(Part {
                    offset: offset + usize::from(lane) * scalar.size(),
                    scalar,
                    path: format!("{path}{}", lane_path(lane, *width)),
                });
            }
        }
        Type::Array { element, length } => {
            let size = usize::try_from(types.size(*element)?).ok()?;
            for index in 0..usize::try_from(*length).ok()? {
                let at = offset + index * size;
                add_parts(types, *element, at, format!("{path}[{index}]"), parts)?;
            }
        }
        Type::Record(record) => {
            let record = types.record(*record);
            // Nobody knows which of its fields a union holds.
            if record.is_union {
                return None;
            }
            for field in &record.fields {
                let at = offset + usize::try_from(field.offset).ok()?;
                let path = match &field.name {
                    Some(name) => format!("{path}.{name}"),
                    None => path.clone(),
                };
                add_parts(types, field.ty, at, path, parts)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The scalar as it lies in memory: a `bool` is a byte.
pub(crate) fn stored(scalar: opencl_c::types::Scalar) -> Scalar {
    let named = |it: &Scalar| it.name() == scalar.name();
    Scalar::ALL.into_iter().find(named).unwrap_or(Scalar::UChar)
}

fn lane_path(lane: u8, width: u8) -> String {
    match width {
        1 => String::new(),
        _ => format!(".s{lane:x}"),
    }
}

fn compare(output: &Output, expected: &Expected, size: usize, parts: &[Part]) -> Compared {
    let mut compared = Compared {
        name: output.name.clone(),
        values: 0,
        different: 0,
        first: None,
        tolerance: expected.tolerance,
    };
    let magnitudes: Vec<f64> = parts
        .iter()
        .map(|part| mean_magnitude(part, size, &expected.contents))
        .collect();
    let elements = expected.contents.len().min(output.bytes.len()) / size;
    for element in 0..elements {
        for (part, &magnitude) in parts.iter().zip(&magnitudes) {
            let start = element * size + part.offset;
            let range = start..start + part.scalar.size();
            let (Some(found), Some(wanted), Some(defined)) = (
                output.bytes.get(range.clone()),
                expected.contents.get(range.clone()),
                output.defined.get(range),
            ) else {
                continue;
            };
            compared.values += 1;
            let is_there = defined.iter().all(|&defined| defined);
            let allowed = expected.tolerance;
            if is_there && is_close(found, wanted, part.scalar, allowed, magnitude) {
                continue;
            }
            compared.different += 1;
            compared.first.get_or_insert_with(|| Difference {
                element: element as u64,
                part: part.path.clone(),
                found: match is_there {
                    true => component(found, part.scalar),
                    false => Component::Undefined(()),
                },
                expected: component(wanted, part.scalar),
            });
        }
    }
    compared
}

/// The mean magnitude of the finite expected values of a part; 0 for integers.
fn mean_magnitude(part: &Part, size: usize, contents: &[u8]) -> f64 {
    if !part.scalar.is_floating() {
        return 0.0;
    }
    let (mut sum, mut count) = (0.0, 0_u32);
    for element in contents.chunks_exact(size) {
        let bytes = element.get(part.offset..part.offset + part.scalar.size());
        let value = bytes.and_then(|bytes| floating(bytes, part.scalar));
        if let Some(value) = value.filter(|value| value.is_finite()) {
            sum += value.abs();
            count += 1;
        }
    }
    if count == 0 {
        return 0.0;
    }
    sum / f64::from(count)
}

fn is_close(found: &[u8], wanted: &[u8], scalar: Scalar, tolerance: f64, magnitude: f64) -> bool {
    if found == wanted {
        return true;
    }
    let (Some(found), Some(wanted)) = (floating(found, scalar), floating(wanted, scalar)) else {
        return false;
    };
    if found == wanted || found.is_nan() && wanted.is_nan() {
        return true;
    }
    found.is_finite()
        && wanted.is_finite()
        && (found - wanted).abs() <= tolerance * wanted.abs().max(magnitude)
}

/// The value of the bytes of a floating type; `None` for another.
fn floating(bytes: &[u8], scalar: Scalar) -> Option<f64> {
    Some(match scalar {
        Scalar::Half => Half(u16::from_le_bytes(bytes.try_into().ok()?))
            .to_f32()
            .into(),
        Scalar::Float => f32::from_le_bytes(bytes.try_into().ok()?).into(),
        Scalar::Double => f64::from_le_bytes(bytes.try_into().ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorKind;
    use crate::file::LaunchFile;
    use crate::files::{InMemory, NONE};
    use crate::run::{Ending, Ran, run};
    use simulator::Options;

    const KERNEL: &str = "
        typedef struct { char kind; float mass; float2 place; int of[2]; } Body;
        kernel void scale(global float* x, global Body* b) {
            size_t i = get_global_id(0);
            x[i] = 1.5f * x[i];
            b[i].mass = x[i];
            b[i].of[1] = (int)i;
        }";

    fn launch(of_x: &str, of_b: &str) -> Result<Box<Ran>, String> {
        let text = format!(
            "code = '''{KERNEL}'''\nkernel = 'scale'\nglobal = [2]\n\
             [[arg]]\nbuffer = 'float'\ninit = {{ values = [2, 4] }}\n{of_x}\n\
             [[arg]]\nbuffer = 'bytes'\nlen = 48\n{of_b}\n"
        );
        let ending = run(
            "L.toml",
            &text,
            &mut InMemory::new(&NONE),
            &Options::default(),
        );
        match ending.map_err(|refused| refused.finding.message)?.ending {
            Ending::Ran(ran) => Ok(ran),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn values_are_equal_or_the_first_difference_is_named() {
        let right = launch("expect = { values = [3, 6] }", "").expect("a run");
        assert!(right.is_as_expected());
        assert_eq!((right.compared.len(), right.compared[0].values), (1, 2));
        let wrong = launch("expect = { values = [3, 6.001] }", "").expect("a run");
        assert_eq!(wrong.compared[0].different, 1);
        let first = wrong.compared[0].first.as_ref().expect("a difference");
        assert_eq!((first.element, first.part.as_str()), (1, ""));
    }

    #[test]
    fn a_tolerance_admits_what_is_within_it_and_nothing_else() {
        let at = |tolerance: &str| {
            let of_x = format!("expect = {{ values = [3, 6.001] }}\ntolerance = {tolerance}");
            launch(&of_x, "").expect("a run").is_as_expected()
        };
        assert!(at("1e-3"));
        assert!(!at("1e-5"));
    }

    #[test]
    fn a_struct_is_compared_field_by_field_without_its_padding() {
        // Two bodies of 24 bytes; the padding behind `kind` is 9, as it never is.
        let body = |mass: f32, index: i32| -> String {
            let mut bytes = vec![0, 9, 9, 9];
            bytes.extend(mass.to_le_bytes());
            bytes.extend([0; 12]);
            bytes.extend(index.to_le_bytes());
            bytes.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let expected = |second: i32| {
            format!(
                "expect = {{ hex = '{}{}' }}",
                body(3.0, 0),
                body(6.0, second)
            )
        };
        let right = launch("", &expected(1)).expect("a run");
        assert!(right.is_as_expected(), "{:?}", right.compared);
        let wrong = launch("", &expected(2)).expect("a run");
        let first = wrong.compared[0].first.as_ref().expect("a difference");
        assert_eq!((first.element, first.part.as_str()), (1, ".of[1]"));
    }

    #[test]
    fn what_cannot_be_expected_is_refused() {
        let refused = |text: &str| {
            let text = format!(
                "code = ''\nkernel = 'k'\nglobal = [1]\n[[arg]]\nbuffer = 'int'\nlen = 1\n{text}"
            );
            let file = LaunchFile::parse(&text).expect("a launch");
            let refused = file.launch(&mut InMemory::new(&NONE));
            refused.map(|_| ()).map_err(|error| error.kind)
        };
        assert_eq!(refused("expect = 'uninit'"), Err(ErrorKind::Expect));
        assert_eq!(refused("tolerance = 0.1"), Err(ErrorKind::ToleranceAlone));
        let negative = refused("expect = 'zeros'\ntolerance = -1.0");
        assert_eq!(negative, Err(ErrorKind::Tolerance(-1.0)));
        let (given, wanted) = (2, 1);
        let long = refused("expect = { values = [1, 2] }");
        assert_eq!(long, Err(ErrorKind::ValueCount { given, wanted }));
    }
}
