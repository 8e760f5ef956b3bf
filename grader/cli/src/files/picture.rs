//! Pictures for the images of a LAUNCH.toml: PNG files, of any colour type, as red, green, blue and alpha of one byte
//! each.

use launch_file::{LARGEST_BUFFER, Picture};
use png::{ColorType, Decoder, Limits, Transformations};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Reads a PNG file. Errors are texts.
pub(super) fn read(path: &Path) -> Result<Picture, String> {
    let tell = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|error| tell(&error))?;
    let bytes = usize::try_from(LARGEST_BUFFER).unwrap_or(usize::MAX);
    let mut decoder = Decoder::new_with_limits(BufReader::new(file), Limits { bytes });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| tell(&error))?;
    let size = reader.output_buffer_size().filter(|&size| size <= bytes);
    let size = size.ok_or_else(|| tell(&"it is too large"))?;
    let mut pixels = vec![0; size];
    let frame = reader
        .next_frame(&mut pixels)
        .map_err(|error| tell(&error))?;
    pixels.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        ColorType::Rgba => pixels,
        ColorType::GrayscaleAlpha => {
            let pairs = pixels.as_chunks::<2>().0.iter();
            pairs
                .flat_map(|&[gray, alpha]| [gray, gray, gray, alpha])
                .collect()
        }
        // The transformations leave none of these.
        ColorType::Rgb | ColorType::Grayscale | ColorType::Indexed => {
            return Err(tell(&"its colours are of a type that is not read"));
        }
    };
    Ok(Picture {
        width: frame.width as usize,
        height: frame.height as usize,
        rgba,
    })
}
