// global: 20 20
// local: 5 5
// buffer: image float 400 iota read
// buffer: out float 400 uninit write
kernel void darker(global const float *image, //~
                   global float *out)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    out[y * 20 + x] = 0.5f * image[y * 20 + x];
}
