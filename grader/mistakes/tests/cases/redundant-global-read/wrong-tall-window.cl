// global: 32 32
// local: 16 16
// buffer: image uint 2048 iota read
// buffer: out uint 1024 uninit write
kernel void smear(global const uint *image, global uint *out)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint sum = 0;
    for (uint k = 0; k < 32; ++k)
        sum += image[(y + k) * 32 + x]; //~
    out[y * 32 + x] = sum >> 5;
}
