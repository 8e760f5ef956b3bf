// Arrays, three dimensions, one-dimensional buffers and depths.
// global: 3
// image: rows 1d-array R SIGNED_INT8 2x3 iota read
// image: planes 2d-array RG UNSIGNED_INT16 2x2x3 iota read
// image: block 3d RGBA SIGNED_INT32 1x1x3 uninit write
// image: line 1d-buffer RGBA HALF_FLOAT 3 values 15360 0 0 0 16384 0 0 0 16896 0 0 0 read
// image: depths 2d DEPTH FLOAT 3x1 values 1 2 3 read
// buffer: y float 6 uninit write
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
kernel void layers(read_only image1d_array_t rows, read_only image2d_array_t planes, write_only image3d_t block,
                   read_only image1d_buffer_t line, read_only image2d_depth_t depths, global float *y)
{
    const sampler_t clamp = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    const int i = get_global_id(0);
    const int4 row = read_imagei(rows, clamp, (int2)(1, i));
    const uint4 plane = read_imageui(planes, clamp, (int4)(1, 1, i, 0));
    write_imagei(block, (int4)(0, 0, i, 0), (int4)(row.x, row.w, plane.y, get_image_array_size(planes)));
    y[i] = read_imagef(line, i).x + read_imagef(depths, (int2)(i, 0));
    y[3 + i] = get_image_depth(block);
}
