//! NumPy's files of one array: format 1.0 to 3.0, little-endian, row by row (C order).

use super::{DataError, as_elements};
use launch::{ElementType, Scalar};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest head in bytes: one of an array of plain elements takes a few hundred.
const MOST_HEAD: usize = 1 << 16;

/// The head's facts.
struct Head<'a> {
    descr: &'a str,
    fortran: bool,
    /// How many numbers there are.
    count: u64,
}

pub(super) fn read(file: &[u8], element: Option<ElementType>) -> Result<Vec<u8>, DataError> {
    let rest = file.strip_prefix(MAGIC).ok_or(DataError::NotNpy)?;
    let [major, _, rest @ ..] = rest else {
        return Err(DataError::NpyHead("it is cut short"));
    };
    let (length, rest) = match (major, rest) {
        (1, [low, high, rest @ ..]) => (usize::from(u16::from_le_bytes([*low, *high])), rest),
        (2 | 3, [one, two, three, four, rest @ ..]) => {
            let length = u32::from_le_bytes([*one, *two, *three, *four]);
            (usize::try_from(length).unwrap_or(usize::MAX), rest)
        }
        (1..=3, _) => return Err(DataError::NpyHead("it is cut short")),
        _ => return Err(DataError::NpyHead("its version is not known")),
    };
    if length > MOST_HEAD {
        return Err(DataError::NpyHead("it is too long"));
    }
    let Some((head, data)) = rest.split_at_checked(length) else {
        return Err(DataError::NpyHead("it is cut short"));
    };
    let head = std::str::from_utf8(head).map_err(|_| DataError::NpyHead("it is no text"))?;
    let head = Head::parse(head)?;
    let (order, scalar) = head.scalar()?;
    if order == '>' && scalar.size() > 1 {
        let descr = head.descr.to_owned();
        return Err(DataError::BigEndian { descr });
    }
    if head.fortran {
        return Err(DataError::FortranOrder);
    }
    if let Some(element) = element
        && element.scalar != scalar
    {
        return Err(DataError::OtherType {
            descr: head.descr.to_owned(),
            wanted: element.scalar.name(),
            wanted_descr: descr(element.scalar),
        });
    }
    let there = data.len() as u64;
    let wanted = head
        .count
        .checked_mul(scalar.size() as u64)
        .ok_or(DataError::TooLarge)?;
    if there < wanted {
        return Err(DataError::CutShort { wanted, there });
    }
    if there > wanted {
        return Err(DataError::TooLong { wanted, there });
    }
    match element {
        Some(element) => as_elements(data.to_vec(), element),
        None => Ok(data.to_vec()),
    }
}

impl<'a> Head<'a> {
    /// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`.
    fn parse(text: &'a str) -> Result<Head<'a>, DataError> {
        let after = |key: &str| {
            let at = text.find(&format!("'{key}'"))?;
            let rest = text.get(at + key.len() + 2..)?.trim_start();
            Some(rest.strip_prefix(':')?.trim_start())
        };
        let descr = after("descr")
            .and_then(|rest| rest.strip_prefix('\''))
            .and_then(|rest| rest.split_once('\''))
            .map(|(descr, _)| descr);
        let descr = descr.ok_or(DataError::NpyHead("it names no type of plain elements"))?;
        let order = after("fortran_order").ok_or(DataError::NpyHead("it names no order"))?;
        let shape = after("shape")
            .and_then(|rest| rest.strip_prefix('('))
            .and_then(|rest| rest.split_once(')'))
            .map(|(shape, _)| shape);
        let shape = shape.ok_or(DataError::NpyHead("it names no shape"))?;
        let mut count: u64 = 1;
        for size in shape.split(',').map(str::trim) {
            if size.is_empty() {
                continue;
            }
            let size: u64 = size
                .parse()
                .map_err(|_| DataError::NpyHead("its shape is none"))?;
            count = count.checked_mul(size).ok_or(DataError::TooLarge)?;
        }
        Ok(Head {
            descr,
            fortran: order.starts_with("True"),
            count,
        })
    }

    /// The order of its bytes, and the type.
    fn scalar(&self) -> Result<(char, Scalar), DataError> {
        let unknown = DataError::NpyHead("its type is none of OpenCL C");
        let mut letters = self.descr.chars();
        let order = letters.next().unwrap_or(' ');
        let scalar = match letters.as_str() {
            "i1" => Scalar::Char,
            "u1" | "b1" => Scalar::UChar,
            "i2" => Scalar::Short,
            "u2" => Scalar::UShort,
            "i4" => Scalar::Int,
            "u4" => Scalar::UInt,
            "i8" => Scalar::Long,
            "u8" => Scalar::ULong,
            "f2" => Scalar::Half,
            "f4" => Scalar::Float,
            "f8" => Scalar::Double,
            _ => return Err(unknown),
        };
        match order {
            '<' | '>' | '|' | '=' => Ok((order, scalar)),
            _ => Err(unknown),
        }
    }
}

/// How NumPy writes a type.
fn descr(scalar: Scalar) -> String {
    let kind = if scalar.is_floating() {
        'f'
    } else if scalar.is_signed_integer() {
        'i'
    } else {
        'u'
    };
    let order = if scalar.size() == 1 { '|' } else { '<' };
    format!("{order}{kind}{}", scalar.size())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(head: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((head.len() as u16).to_le_bytes());
        file.extend(head.as_bytes());
        file.extend(data);
        file
    }

    fn float() -> Option<ElementType> {
        Some(Scalar::Float.into())
    }

    const FLOATS: &str = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n";

    #[test]
    fn an_array_of_the_buffers_type_is_taken_as_it_is() {
        assert_eq!(read(&file(FLOATS, &[1; 8]), float()), Ok(vec![1; 8]));
        let plane = FLOATS.replace("(2,)", "(1, 2)");
        assert_eq!(read(&file(&plane, &[1; 8]), float()), Ok(vec![1; 8]));
        let scalar = FLOATS.replace("(2,)", "()");
        assert_eq!(read(&file(&scalar, &[1; 4]), float()), Ok(vec![1; 4]));
    }

    #[test]
    fn a_file_that_is_cut_short_or_too_long_says_by_how_much() {
        let short = read(&file(FLOATS, &[1; 7]), float());
        let (wanted, there) = (8, 7);
        assert_eq!(short, Err(DataError::CutShort { wanted, there }));
        let long = read(&file(FLOATS, &[1; 9]), float());
        let there = 9;
        assert_eq!(long, Err(DataError::TooLong { wanted, there }));
    }

    #[test]
    fn every_cut_of_a_file_is_an_error() {
        let whole = file(FLOATS, &[1; 8]);
        for length in 0..whole.len() {
            assert!(read(&whole[..length], float()).is_err(), "{length}");
        }
    }

    #[test]
    fn another_type_order_or_byte_order_is_named_with_its_remedy() {
        let doubles = FLOATS.replace("<f4", "<f8");
        let error = read(&file(&doubles, &[0; 16]), float()).unwrap_err();
        assert_eq!(error.help(), "convert it first: array.astype(\"<f4\")");
        let columns = FLOATS.replace("False", "True");
        let error = read(&file(&columns, &[0; 8]), float());
        assert_eq!(error, Err(DataError::FortranOrder));
        let big = FLOATS.replace('<', ">");
        let error = read(&file(&big, &[0; 8]), float()).unwrap_err();
        assert_eq!(error.help(), "convert it first: array.astype(\"<f4\")");
    }

    #[test]
    fn a_hostile_head_is_an_error() {
        let mut huge = MAGIC.to_vec();
        huge.extend([2, 0, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(read(&huge, None), Err(DataError::NpyHead("it is too long")));
        let many = FLOATS.replace("(2,)", "(4294967296, 4294967296, 4294967296)");
        assert_eq!(read(&file(&many, &[]), None), Err(DataError::TooLarge));
        for head in [
            "",
            "{}",
            "{'descr': [('a', '<f4')]}",
            "{'descr': '<f4'",
            "'shape': (-1,)",
        ] {
            let error = read(&file(head, &[]), None);
            assert!(matches!(error, Err(DataError::NpyHead(_))), "{head}");
        }
        assert_eq!(read(b"PK\x03\x04", None), Err(DataError::NotNpy));
    }
}
