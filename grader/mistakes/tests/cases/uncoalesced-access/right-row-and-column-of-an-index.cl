// global: 4096
// local: 64
// buffer: in float 4096 iota read
// buffer: out float 4096 uninit write
// value: width uint 64
kernel void checker(global const float *in, global float *out, uint width)
{
    uint i = get_global_id(0);
    uint row = i / width, column = i % width;
    out[row * width + column] = in[column] - in[row * width + column];
}
