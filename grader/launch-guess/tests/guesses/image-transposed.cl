#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void transposed_rows(read_only image2d_t in, write_only image1d_array_t rows)
{
    int x = get_global_id(0), row = get_global_id(1);
    half4 pixel = read_imageh(in, (int2)(row, x));
    write_imageh(rows, (int2)(x, row), pixel);
}
