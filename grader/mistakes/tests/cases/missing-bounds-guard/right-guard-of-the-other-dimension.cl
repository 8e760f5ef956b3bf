// global: 8 8
// local: 8 4
// buffer: picture float 48 iota read
// buffer: soft float 48 zeros
// value: width uint 8
// value: height uint 6
kernel void soften(global const float *picture, global float *soft, uint width, uint height)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (y >= height)
        return;
    soft[y * width + x] = 0.5f * picture[y * width + x];
}
