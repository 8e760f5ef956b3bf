//! PNG files: any colours as red, green, blue and opacity of one byte each, and as the elements of a buffer: a component
//! of 0 to 255 for `uchar`, of 0 to 1 for `float`. An element of one component takes the grey value, one of three red,
//! green and blue, one of four the opacity as well.

use super::{DataError, Picture, as_elements};
use crate::error::LARGEST_BUFFER;
use crate::filling::encode_float;
use launch::{ElementType, Scalar};
use png::{ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;

pub(super) fn read(file: &[u8], element: Option<ElementType>) -> Result<Vec<u8>, DataError> {
    let element = element.unwrap_or(ElementType::scalar(Scalar::UChar));
    if !matches!(element.scalar, Scalar::UChar | Scalar::Float)
        || !matches!(element.width, 1 | 3 | 4)
    {
        return Err(DataError::PngElement);
    }
    let picture = picture(file)?;
    if picture.rgba.len() as u64 * element.size() as u64 > LARGEST_BUFFER {
        return Err(DataError::TooLarge);
    }
    let mut bytes = Vec::new();
    for &[red, green, blue, opacity] in &picture.rgba {
        let components: &[u8] = match element.width {
            1 => &[grey(red, green, blue)],
            3 => &[red, green, blue],
            _ => &[red, green, blue, opacity],
        };
        for &component in components {
            match element.scalar {
                Scalar::UChar => bytes.push(component),
                scalar => bytes.extend(encode_float(f64::from(component) / 255.0, scalar)),
            }
        }
    }
    as_elements(bytes, element)
}

pub(super) fn picture(file: &[u8]) -> Result<Picture, DataError> {
    let broken = |error: png::DecodingError| DataError::NotPng(error.to_string());
    let limits = Limits {
        bytes: LARGEST_BUFFER as usize,
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let size = reader.output_buffer_size().ok_or(DataError::TooLarge)?;
    if size as u64 > LARGEST_BUFFER {
        return Err(DataError::TooLarge);
    }
    let mut samples = vec![0; size];
    let frame = reader.next_frame(&mut samples).map_err(broken)?;
    let channels = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        ColorType::Indexed => return Err(DataError::NotPng("its colours are a table".to_owned())),
    };
    let pixels = samples[..frame.buffer_size()].chunks_exact(channels);
    let rgba = pixels.map(|pixel| match *pixel {
        [grey] => [grey, grey, grey, 255],
        [grey, opacity] => [grey, grey, grey, opacity],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, opacity] => [red, green, blue, opacity],
        _ => [0; 4],
    });
    Ok(Picture {
        width: frame.width as usize,
        height: frame.height as usize,
        rgba: rgba.collect(),
    })
}

/// The brightness of a colour, as ITU-R BT.601 weighs it.
fn grey(red: u8, green: u8, blue: u8) -> u8 {
    let sum = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    ((sum + 500) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(colour: ColorType, samples: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(colour);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(samples).unwrap();
        writer.finish().unwrap();
        file
    }

    #[test]
    fn pixels_become_elements_of_the_buffer() {
        let colours = file(ColorType::Rgb, &[255, 0, 0, 10, 20, 30]);
        let four = ElementType {
            scalar: Scalar::UChar,
            width: 4,
        };
        let read_as = |element| read(&colours, Some(element)).unwrap();
        assert_eq!(read_as(four), [255, 0, 0, 255, 10, 20, 30, 255]);
        assert_eq!(read_as(Scalar::UChar.into()), [76, 18]);
        let floats = read(
            &file(ColorType::Grayscale, &[255, 0]),
            Some(Scalar::Float.into()),
        );
        assert_eq!(floats.unwrap(), [0, 0, 0x80, 0x3f, 0, 0, 0, 0]);
    }

    #[test]
    fn every_cut_of_a_picture_is_an_error() {
        let whole = file(ColorType::Grayscale, &[1, 2]);
        // The last chunk holds no pixels.
        for length in 0..whole.len() - 16 {
            assert!(read(&whole[..length], None).is_err(), "{length}");
        }
        assert_eq!(
            read(&whole, Some(Scalar::Int.into())),
            Err(DataError::PngElement)
        );
    }
}
