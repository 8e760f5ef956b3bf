// global: 8 8
// local: 8 4
// buffer: in uchar 64 iota read
// buffer: out uchar 64 zeros
// value: width uint 8
kernel void halve(global const uchar *in, global uchar *out, uint width)
{
    uint x = get_global_id(0), y = get_global_id(1);
    out[y * width + x] = in[y * width + x] / 2;
}
