// The same place through samplers of each kind: a parameter, of the file, of the function, a number.
// global: 6
// local: 3
// image: row 1d R FLOAT 4 values 10 20 30 40 read
// sampler: given normalized mirrored-repeat nearest
// buffer: y float 30 uninit write
const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__constant sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
float at(read_only image1d_t row, sampler_t how, float x)
{
    return read_imagef(row, how, x).x;
}
kernel void sample(read_only image1d_t row, sampler_t given, global float *y)
{
    const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    const int i = get_global_id(0);
    y[5 * i] = at(row, given, (i - 1) / 4.0f + 0.125f);
    y[5 * i + 1] = at(row, edge, i - 1);
    y[5 * i + 2] = at(row, repeat, (i - 1) / 4.0f);
    y[5 * i + 3] = at(row, border, i - 0.5f);
    y[5 * i + 4] = read_imagef(row, CLK_ADDRESS_CLAMP, i - 1).x;
}
