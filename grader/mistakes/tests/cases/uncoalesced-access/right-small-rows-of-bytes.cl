// global: 64 64
// local: 8 8
// buffer: image uchar 4624 iota read
// buffer: out uchar 4096 uninit write
// Eight bytes of a row at a time: four rows, four sectors, however they lie.
kernel void shift(global const uchar *image, global uchar *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * 64 + x] = image[y * 68 + x + 3];
}
