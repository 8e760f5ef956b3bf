//! Reads, writes and queries of images.

use super::Entry;
use opencl_c::builtin::Name;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: Name::ReadImagef,
        forms: &[
            "float4 read_imagef(read_only image2d_t image, sampler_t sampler, float2 coord)",
            "float4 read_imagef(read_only image2d_t image, sampler_t sampler, int2 coord)",
            "float4 read_imagef(read_only image3d_t image, sampler_t sampler, float4 coord)",
            "float4 read_imagef(read_only image2d_array_t image, sampler_t sampler, float4 coord)",
            "float4 read_imagef(read_only image1d_t image, sampler_t sampler, float coord)",
            "float4 read_imagef(read_only image1d_array_t image, sampler_t sampler, float2 coord)",
            "float4 read_imagef(read_only image2d_t image, int2 coord)",
            "float4 read_imagef(read_only image1d_buffer_t image, int coord)",
            "float read_imagef(read_only image2d_depth_t image, sampler_t sampler, float2 coord)",
        ],
        means: "Returns the pixel at coord as four float, filtered by the sampler. UNORM channels \
                become 0 to 1, SNORM channels -1 to 1.",
        notes: &[
            "Unnormalised float coordinates have a pixel's centre at its index + 0.5; int \
             coordinates are the index, and need CLK_FILTER_NEAREST.",
            "Without a sampler (OpenCL C 1.2) coordinates are integers, and a read outside the \
             image is undefined.",
            "An array's last coordinate is the layer. Coordinates of 3D images and 2D arrays have \
             four components; the fourth is ignored.",
        ],
    },
    Entry {
        name: Name::ReadImagei,
        forms: &[
            "int4 read_imagei(read_only image2d_t image, sampler_t sampler, float2 coord)",
            "int4 read_imagei(read_only image2d_t image, sampler_t sampler, int2 coord)",
            "int4 read_imagei(read_only image3d_t image, sampler_t sampler, float4 coord)",
            "int4 read_imagei(read_only image2d_array_t image, sampler_t sampler, float4 coord)",
            "int4 read_imagei(read_only image1d_t image, sampler_t sampler, float coord)",
            "int4 read_imagei(read_only image1d_array_t image, sampler_t sampler, float2 coord)",
            "int4 read_imagei(read_only image2d_t image, int2 coord)",
            "int4 read_imagei(read_only image1d_buffer_t image, int coord)",
        ],
        means: "Returns the pixel at coord as four int. The image has channels of type \
                CL_SIGNED_INT8, 16 or 32; others give an undefined result.",
        notes: &[
            "Unnormalised float coordinates have a pixel's centre at its index + 0.5; int \
             coordinates are the index, and need CLK_FILTER_NEAREST.",
            "Without a sampler (OpenCL C 1.2) coordinates are integers, and a read outside the \
             image is undefined.",
            "The sampler must have CLK_FILTER_NEAREST: integers are not interpolated.",
        ],
    },
    Entry {
        name: Name::ReadImageui,
        forms: &[
            "uint4 read_imageui(read_only image2d_t image, sampler_t sampler, float2 coord)",
            "uint4 read_imageui(read_only image2d_t image, sampler_t sampler, int2 coord)",
            "uint4 read_imageui(read_only image3d_t image, sampler_t sampler, float4 coord)",
            "uint4 read_imageui(read_only image2d_array_t image, sampler_t sampler, float4 coord)",
            "uint4 read_imageui(read_only image1d_t image, sampler_t sampler, float coord)",
            "uint4 read_imageui(read_only image1d_array_t image, sampler_t sampler, float2 coord)",
            "uint4 read_imageui(read_only image2d_t image, int2 coord)",
            "uint4 read_imageui(read_only image1d_buffer_t image, int coord)",
        ],
        means: "Returns the pixel at coord as four uint. The image has channels of type \
                CL_UNSIGNED_INT8, 16 or 32; others give an undefined result.",
        notes: &[
            "Unnormalised float coordinates have a pixel's centre at its index + 0.5; int \
             coordinates are the index, and need CLK_FILTER_NEAREST.",
            "Without a sampler (OpenCL C 1.2) coordinates are integers, and a read outside the \
             image is undefined.",
            "The sampler must have CLK_FILTER_NEAREST: integers are not interpolated.",
        ],
    },
    Entry {
        name: Name::ReadImageh,
        forms: &[
            "half4 read_imageh(read_only image2d_t image, sampler_t sampler, float2 coord)",
            "half4 read_imageh(read_only image2d_t image, sampler_t sampler, int2 coord)",
            "half4 read_imageh(read_only image3d_t image, sampler_t sampler, float4 coord)",
            "half4 read_imageh(read_only image2d_array_t image, sampler_t sampler, float4 coord)",
            "half4 read_imageh(read_only image1d_t image, sampler_t sampler, float coord)",
            "half4 read_imageh(read_only image1d_array_t image, sampler_t sampler, float2 coord)",
            "half4 read_imageh(read_only image2d_t image, int2 coord)",
            "half4 read_imageh(read_only image1d_buffer_t image, int coord)",
        ],
        means: "Returns the pixel at coord as four half, filtered by the sampler. It needs \
                cl_khr_fp16.",
        notes: &[
            "Unnormalised float coordinates have a pixel's centre at its index + 0.5; int \
             coordinates are the index, and need CLK_FILTER_NEAREST.",
            "Without a sampler (OpenCL C 1.2) coordinates are integers, and a read outside the \
             image is undefined.",
        ],
    },
    Entry {
        name: Name::WriteImagef,
        forms: &[
            "void write_imagef(write_only image2d_t image, int2 coord, float4 color)",
            "void write_imagef(write_only image2d_array_t image, int4 coord, float4 color)",
            "void write_imagef(write_only image1d_t image, int coord, float4 color)",
            "void write_imagef(write_only image1d_buffer_t image, int coord, float4 color)",
            "void write_imagef(write_only image1d_array_t image, int2 coord, float4 color)",
            "void write_imagef(write_only image3d_t image, int4 coord, float4 color)",
            "void write_imagef(write_only image2d_depth_t image, int2 coord, float depth)",
        ],
        means: "Writes the four float of color to the pixel at coord, converted to the format of \
                the image.",
        notes: &[
            "Coordinates are pixel indices from 0. A write outside the image is undefined: \
             compare with get_image_width and get_image_height.",
            "Before OpenCL C 2.0 a write to a 3D image needs cl_khr_3d_image_writes.",
        ],
    },
    Entry {
        name: Name::WriteImagei,
        forms: &[
            "void write_imagei(write_only image2d_t image, int2 coord, int4 color)",
            "void write_imagei(write_only image2d_array_t image, int4 coord, int4 color)",
            "void write_imagei(write_only image1d_t image, int coord, int4 color)",
            "void write_imagei(write_only image1d_buffer_t image, int coord, int4 color)",
            "void write_imagei(write_only image1d_array_t image, int2 coord, int4 color)",
            "void write_imagei(write_only image3d_t image, int4 coord, int4 color)",
        ],
        means: "Writes the four int of color to the pixel at coord, saturated to the channels' \
                type: CL_SIGNED_INT8, 16 or 32.",
        notes: &[
            "Coordinates are pixel indices from 0. A write outside the image is undefined: \
             compare with get_image_width and get_image_height.",
            "Before OpenCL C 2.0 a write to a 3D image needs cl_khr_3d_image_writes.",
        ],
    },
    Entry {
        name: Name::WriteImageui,
        forms: &[
            "void write_imageui(write_only image2d_t image, int2 coord, uint4 color)",
            "void write_imageui(write_only image2d_array_t image, int4 coord, uint4 color)",
            "void write_imageui(write_only image1d_t image, int coord, uint4 color)",
            "void write_imageui(write_only image1d_buffer_t image, int coord, uint4 color)",
            "void write_imageui(write_only image1d_array_t image, int2 coord, uint4 color)",
            "void write_imageui(write_only image3d_t image, int4 coord, uint4 color)",
        ],
        means: "Writes the four uint of color to the pixel at coord, saturated to the channels' \
                type: CL_UNSIGNED_INT8, 16 or 32.",
        notes: &[
            "Coordinates are pixel indices from 0. A write outside the image is undefined: \
             compare with get_image_width and get_image_height.",
            "Before OpenCL C 2.0 a write to a 3D image needs cl_khr_3d_image_writes.",
        ],
    },
    Entry {
        name: Name::WriteImageh,
        forms: &[
            "void write_imageh(write_only image2d_t image, int2 coord, half4 color)",
            "void write_imageh(write_only image2d_array_t image, int4 coord, half4 color)",
            "void write_imageh(write_only image1d_t image, int coord, half4 color)",
            "void write_imageh(write_only image1d_buffer_t image, int coord, half4 color)",
            "void write_imageh(write_only image1d_array_t image, int2 coord, half4 color)",
            "void write_imageh(write_only image3d_t image, int4 coord, half4 color)",
        ],
        means: "Writes the four half of color to the pixel at coord, converted to the format of \
                the image. It needs cl_khr_fp16.",
        notes: &[
            "Coordinates are pixel indices from 0. A write outside the image is undefined: \
             compare with get_image_width and get_image_height.",
            "Before OpenCL C 2.0 a write to a 3D image needs cl_khr_3d_image_writes.",
        ],
    },
    Entry {
        name: Name::GetImageWidth,
        forms: &["int get_image_width(image2d_t image)"],
        means: "Returns the width of an image of any kind, in pixels.",
        notes: &[],
    },
    Entry {
        name: Name::GetImageHeight,
        forms: &["int get_image_height(image2d_t image)"],
        means: "Returns the height of a 2D or 3D image or of a 2D array, in pixels.",
        notes: &[],
    },
    Entry {
        name: Name::GetImageDepth,
        forms: &["int get_image_depth(image3d_t image)"],
        means: "Returns the depth of a 3D image, in pixels.",
        notes: &["The number of layers of an array is get_image_array_size."],
    },
    Entry {
        name: Name::GetImageDim,
        forms: &[
            "int2 get_image_dim(image2d_t image)",
            "int2 get_image_dim(image2d_array_t image)",
            "int4 get_image_dim(image3d_t image)",
        ],
        means: "Returns width and height in pixels, and for a 3D image also the depth; its fourth \
                component is 0.",
        notes: &[],
    },
    Entry {
        name: Name::GetImageArraySize,
        forms: &[
            "size_t get_image_array_size(image1d_array_t image)",
            "size_t get_image_array_size(image2d_array_t image)",
        ],
        means: "Returns the number of layers of an array of images.",
        notes: &[],
    },
    Entry {
        name: Name::GetImageChannelOrder,
        forms: &["int get_image_channel_order(image2d_t image)"],
        means: "Returns the order of the channels of a pixel, as a constant such as CLK_R or \
                CLK_RGBA.",
        notes: &[],
    },
    Entry {
        name: Name::GetImageChannelDataType,
        forms: &["int get_image_channel_data_type(image2d_t image)"],
        means: "Returns the type of the channels of a pixel, as a constant such as CLK_UNORM_INT8 \
                or CLK_FLOAT.",
        notes: &[],
    },
];
