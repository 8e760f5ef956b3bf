// global: 16 16
// local: 16 16
// buffer: image float 256 iota read
// buffer: out float 256 uninit write
kernel void half_bright(global const float *image, global float *out)
{
    int at = get_global_id(1) * 16 + get_global_id(0);
    out[at] = 0.5f * image[at];
}
