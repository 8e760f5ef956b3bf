//! Images and samplers of a LAUNCH.toml.

use crate::data::{DataError, Picture, picture};
use crate::error::{ErrorKind, LaunchFileError};
use crate::file::Arg;
use crate::files::Files;
use crate::init::{Filled, filled, read_file, take_room};
use launch::image::{Addressing, ChannelOrder, ChannelType, ChannelValue, Filter};
use launch::{Access, Image, ImageFormat, ImageKind, Sampler};
use simulator::image::pixel;
use std::ops::Range;
use toml::Spanned;

/// The value of a key that takes one of several names.
fn named<T>(
    key: &'static str,
    text: &Spanned<String>,
    read: impl Fn(&str) -> Option<T>,
    names: impl Iterator<Item = &'static str>,
) -> Result<T, LaunchFileError> {
    read(text.get_ref()).ok_or_else(|| {
        let kind = ErrorKind::Named {
            key,
            name: text.get_ref().clone(),
            names: names.collect(),
        };
        LaunchFileError::at(text.span(), kind)
    })
}

impl Arg {
    /// The format of its pixels, where it is an image.
    pub(crate) fn format(&self) -> Result<Option<ImageFormat>, LaunchFileError> {
        let Some(image) = &self.image else {
            return Ok(None);
        };
        let missing = |key| move || LaunchFileError::at(image.span(), ErrorKind::ImageKey { key });
        let order = self.order.as_ref().ok_or_else(missing("order"))?;
        let channel = self.channel.as_ref().ok_or_else(missing("channel"))?;
        let orders = ChannelOrder::ALL.iter().map(|it| it.name());
        let channels = ChannelType::ALL.iter().map(|it| it.name());
        let format = ImageFormat {
            order: named("order", order, ChannelOrder::named, orders)?,
            channel: named("channel", channel, ChannelType::named, channels)?,
        };
        if !format.exists() {
            return Err(LaunchFileError::at(
                channel.span(),
                ErrorKind::Format(format),
            ));
        }
        Ok(Some(format))
    }

    pub(crate) fn make_image(
        &self,
        name: String,
        span: Range<usize>,
        room: &mut u64,
        files: &mut dyn Files,
    ) -> Result<Image, LaunchFileError> {
        let (Some(written), Some(format)) = (&self.image, self.format()?) else {
            return Err(LaunchFileError::at(span, ErrorKind::ArgumentKind));
        };
        let kinds = ImageKind::ALL.iter().map(|it| it.name());
        let kind = named("image", written, ImageKind::named, kinds)?;
        let picture = match self.picture() {
            None => None,
            Some((path, at)) => Some(read_file(path, &at, files, picture)?),
        };
        let size = self.size(kind, picture.as_ref(), &span)?;
        if let Some(picture) = picture {
            let [width, height, third] = size;
            if (width, height, third) != (picture.width, picture.height, 1) {
                let kind = ErrorKind::PictureSize {
                    width: picture.width,
                    height: picture.height,
                };
                return Err(LaunchFileError::at(span, kind));
            }
            let bytes = Image::bytes_of(format, size).unwrap_or(u64::MAX);
            take_room(bytes, &span, room)?;
            return Ok(Image {
                name,
                kind,
                format,
                size,
                contents: drawn(&picture, format),
                access: self.access.unwrap_or(Access::ReadWrite),
                initialized: true,
            });
        }
        let pixels = size
            .iter()
            .fold(1_u64, |all, &size| all.saturating_mul(size as u64));
        let Filled {
            contents,
            initialized,
        } = filled(
            self.init.as_ref(),
            Some(format.stored()),
            Some(pixels),
            &span,
            room,
            files,
        )?;
        Ok(Image {
            name,
            kind,
            format,
            size,
            contents,
            access: self.access.unwrap_or(Access::ReadWrite),
            initialized,
        })
    }

    /// Its size; that of its picture where none is written.
    fn size(
        &self,
        kind: ImageKind,
        picture: Option<&Picture>,
        span: &Range<usize>,
    ) -> Result<[usize; 3], LaunchFileError> {
        let sizes = kind.sizes();
        let mut size = [1; 3];
        let given = match (&self.size, picture) {
            (Some(given), _) => given,
            (None, Some(picture)) if kind == ImageKind::D2 => {
                return Ok([picture.width, picture.height, 1]);
            }
            (None, _) => {
                return Err(LaunchFileError::at(
                    span.clone(),
                    ErrorKind::ImageKey { key: "size" },
                ));
            }
        };
        let wrong = || LaunchFileError::at(given.span(), ErrorKind::ImageSize { kind, sizes });
        if given.get_ref().len() != sizes {
            return Err(wrong());
        }
        for (to, &number) in size.iter_mut().zip(given.get_ref()) {
            *to = u32::try_from(number)
                .ok()
                .filter(|&number| number > 0)
                .ok_or_else(wrong)? as usize;
        }
        Ok(size)
    }

    pub(crate) fn make_sampler(&self, span: Range<usize>) -> Result<Sampler, LaunchFileError> {
        let Some(addressing) = &self.sampler else {
            return Err(LaunchFileError::at(span, ErrorKind::ArgumentKind));
        };
        let modes = Addressing::ALL.iter().map(|it| it.name());
        let filters = Filter::ALL.iter().map(|it| it.name());
        let sampler = Sampler {
            normalized: self.normalized == Some(true),
            addressing: named("sampler", addressing, Addressing::named, modes)?,
            filter: match &self.filter {
                Some(filter) => named("filter", filter, Filter::named, filters)?,
                None => Filter::Nearest,
            },
        };
        let repeats = matches!(
            sampler.addressing,
            Addressing::Repeat | Addressing::MirroredRepeat
        );
        if repeats && !sampler.normalized {
            let kind = ErrorKind::RepeatsPixels(sampler.addressing);
            return Err(LaunchFileError::at(addressing.span(), kind));
        }
        Ok(sampler)
    }
}

/// The picture of a PNG file as an image of a format: its width and height in pixels, and its bytes.
pub fn pixels(file: &[u8], format: ImageFormat) -> Result<(usize, usize, Vec<u8>), DataError> {
    let picture = picture(file)?;
    Ok((picture.width, picture.height, drawn(&picture, format)))
}

/// A picture as an image of a format: its channels from 0 to 1, or from 0 to 255 where the format holds whole numbers.
fn drawn(picture: &Picture, format: ImageFormat) -> Vec<u8> {
    let size = format.size();
    let mut contents = vec![0; picture.width * picture.height * size];
    for (to, rgba) in contents.chunks_exact_mut(size).zip(&picture.rgba) {
        let mut channels = [0; 4];
        for (channel, &byte) in channels.iter_mut().zip(rgba) {
            *channel = match format.channel.value() {
                ChannelValue::Float => (f32::from(byte) / 255.0).to_bits(),
                ChannelValue::Int | ChannelValue::UInt => byte.into(),
            };
        }
        pixel::write(format, channels, to);
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::LaunchFile;
    use crate::files::Text;
    use launch::Argument;
    use opencl_c::preprocessor::Includes;

    /// One picture of two pixels, and nothing else.
    struct OnePicture;

    impl Files for OnePicture {
        fn program(&mut self, _: &str) -> Result<Text, String> {
            Err("there is none".to_owned())
        }

        fn enter(&mut self, _: &str) -> Result<(), String> {
            Ok(())
        }

        fn includes(&mut self, _: &str) -> Result<Box<dyn Includes + '_>, String> {
            Err("there are none".to_owned())
        }

        #[cfg(feature = "png")]
        fn data(&mut self, path: &str) -> Result<Vec<u8>, String> {
            if path != "two.png" {
                return Err(format!("there is no {path}"));
            }
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, 2, 1);
            encoder.set_color(png::ColorType::Rgba);
            let mut writer = encoder.write_header().unwrap();
            let pixels = [0, 51, 102, 255, 255, 255, 255, 0];
            writer.write_image_data(&pixels).unwrap();
            writer.finish().unwrap();
            Ok(file)
        }
    }

    fn argument(text: &str) -> Result<Argument, ErrorKind> {
        let text = format!("code = ''\nkernel = 'k'\nglobal = [1]\n[[arg]]\n{text}");
        let file = LaunchFile::parse(&text).map_err(|error| error.kind)?;
        let prepared = file.launch(&mut OnePicture).map_err(|error| error.kind)?;
        Ok(prepared.launch.arguments[0].clone())
    }

    fn image(text: &str) -> Result<Image, ErrorKind> {
        match argument(text)? {
            Argument::Image(image) => Ok(image),
            other => panic!("not an image: {other:?}"),
        }
    }

    #[test]
    fn an_image_is_filled_as_a_buffer_of_its_stored_numbers_is() {
        let format = "image = '2d'\norder = 'RG'\nchannel = 'UNORM_INT8'\nsize = [2, 1]\n";
        let read = image(&format!("{format}init = {{ values = [1, 2, 3, 4] }}")).unwrap();
        assert_eq!(read.contents, [1, 2, 3, 4]);
        assert_eq!(read.size, [2, 1, 1]);
        let counted = image(&format!("{format}init = 'iota'")).unwrap();
        assert_eq!(counted.contents, [0, 1, 2, 3]);
        assert!(
            !image(&format!("{format}init = 'uninit'"))
                .unwrap()
                .initialized
        );
    }

    #[cfg(feature = "png")]
    #[test]
    fn a_picture_gives_its_size_and_is_converted_to_the_format() {
        let init = "init = { png = 'two.png' }";
        let format = "image = '2d'\norder = 'BGRA'\nchannel = 'UNORM_INT8'\n";
        let read = image(&format!("{format}{init}")).unwrap();
        assert_eq!(read.size, [2, 1, 1]);
        assert_eq!(read.contents, [102, 51, 0, 255, 255, 255, 255, 0]);
        let whole = "image = '2d'\norder = 'R'\nchannel = 'UNSIGNED_INT16'\n";
        assert_eq!(
            image(&format!("{whole}{init}")).unwrap().contents,
            [0, 0, 255, 0]
        );
        let other = image(&format!("{format}size = [3, 1]\n{init}"));
        assert_eq!(
            other,
            Err(ErrorKind::PictureSize {
                width: 2,
                height: 1
            })
        );
        let missing = image(&format!("{format}init = {{ png = 'x.png' }}"));
        assert_eq!(
            missing,
            Err(ErrorKind::DataFile("there is no x.png".to_owned()))
        );
    }

    #[test]
    fn a_sampler_has_an_addressing_mode_a_filter_and_its_coordinates() {
        let read = argument("sampler = 'repeat'\nnormalized = true\nfilter = 'linear'").unwrap();
        let Argument::Sampler { sampler, .. } = read else {
            panic!("not a sampler: {read:?}");
        };
        assert_eq!(sampler.bits(), 1 | 6 | 0x20);
        assert_eq!(
            argument("sampler = 'repeat'"),
            Err(ErrorKind::RepeatsPixels(Addressing::Repeat))
        );
    }

    #[test]
    fn what_is_missing_or_does_not_exist_is_named() {
        let missing = image("image = '2d'\nchannel = 'FLOAT'\nsize = [1, 1]");
        assert_eq!(missing, Err(ErrorKind::ImageKey { key: "order" }));
        let odd = image("image = '2d'\norder = 'RGB'\nchannel = 'FLOAT'\nsize = [1, 1]");
        assert!(matches!(odd, Err(ErrorKind::Format(_))));
        let flat = image("image = '3d'\norder = 'R'\nchannel = 'FLOAT'\nsize = [1, 1]");
        assert!(matches!(flat, Err(ErrorKind::ImageSize { sizes: 3, .. })));
        let word = argument("sampler = 'wrap'");
        assert!(matches!(word, Err(ErrorKind::Named { key: "sampler", .. })));
    }
}
