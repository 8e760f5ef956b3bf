//! Files of data: their bytes to the bytes of a buffer. A file's kind is told by the end of its name.

#[cfg(feature = "data")]
mod csv;
mod error;
#[cfg(feature = "data")]
mod npy;
#[cfg(feature = "png")]
mod png;

pub use error::DataError;

use crate::error::LARGEST_BUFFER;
use launch::ElementType;

/// The contents of a buffer of these elements from the file called `name`; raw bytes without an element type.
pub fn data(name: &str, file: &[u8], element: Option<ElementType>) -> Result<Vec<u8>, DataError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let extension = extension.unwrap_or_default().to_ascii_lowercase();
    let bytes = match extension.as_str() {
        #[cfg(feature = "data")]
        "npy" => npy::read(file, element)?,
        #[cfg(feature = "data")]
        "csv" => csv::read(file, element)?,
        #[cfg(feature = "png")]
        "png" => png::read(file, element)?,
        #[cfg(not(feature = "data"))]
        "npy" | "csv" => return Err(DataError::NotBuilt { extension }),
        #[cfg(not(feature = "png"))]
        "png" => return Err(DataError::NotBuilt { extension }),
        _ => raw(file, element)?,
    };
    if bytes.len() as u64 > LARGEST_BUFFER {
        return Err(DataError::TooLarge);
    }
    Ok(bytes)
}

/// A picture: rows of pixels from the top, each red, green, blue and opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgba: Vec<[u8; 4]>,
}

/// The picture of a PNG file.
pub(crate) fn picture(file: &[u8]) -> Result<Picture, DataError> {
    #[cfg(feature = "png")]
    let read = png::picture(file);
    #[cfg(not(feature = "png"))]
    let read = {
        let _ = file;
        Err(DataError::NotBuilt {
            extension: "png".to_owned(),
        })
    };
    read
}

/// Bytes as they lie in the buffer.
fn raw(file: &[u8], element: Option<ElementType>) -> Result<Vec<u8>, DataError> {
    let size = element.map_or(1, ElementType::size);
    if !file.len().is_multiple_of(size) {
        return Err(DataError::NotWhole {
            bytes: file.len(),
            size,
        });
    }
    Ok(file.to_vec())
}

/// Components in a row, each of the scalar's size, as elements: a vector of three is padded to the room of
/// four.
#[cfg(feature = "data")]
fn as_elements(components: Vec<u8>, element: ElementType) -> Result<Vec<u8>, DataError> {
    let size = element.scalar.size();
    let count = components.len() / size;
    let width = usize::from(element.width);
    if !count.is_multiple_of(width) {
        return Err(DataError::Components { count, width });
    }
    if width != 3 {
        return Ok(components);
    }
    let mut bytes = Vec::with_capacity(components.len() / 3 * 4);
    for three in components.chunks(3 * size) {
        bytes.extend_from_slice(three);
        bytes.resize(bytes.len() + size, 0);
    }
    Ok(bytes)
}

#[cfg(all(test, feature = "data"))]
mod tests {
    use super::*;
    use launch::Scalar;

    #[test]
    fn raw_bytes_are_whole_elements() {
        let element = Some(ElementType::scalar(Scalar::Float));
        assert_eq!(data("a.bin", &[0; 8], element), Ok(vec![0; 8]));
        let cut = data("a.bin", &[0; 7], element);
        assert_eq!(cut, Err(DataError::NotWhole { bytes: 7, size: 4 }));
        assert_eq!(data("none", &[7], None), Ok(vec![7]));
    }

    #[test]
    fn a_vector_of_three_is_padded() {
        let element = ElementType {
            scalar: Scalar::UChar,
            width: 3,
        };
        let bytes = as_elements(vec![1, 2, 3, 4, 5, 6], element);
        assert_eq!(bytes, Ok(vec![1, 2, 3, 0, 4, 5, 6, 0]));
        let odd = as_elements(vec![1, 2, 3, 4], element);
        assert_eq!(odd, Err(DataError::Components { count: 4, width: 3 }));
    }
}
