// global: 32
// local: 8
// buffer: in float 24 iota read
// buffer: out float 24 zeros
// value: depth int 2
// value: height int 3
// value: width int 4
kernel void blur(global const float *in, global float *out, int depth, int height, int width)
{
    size_t id = get_global_id(0);
    size_t volume = (size_t)depth * height * width;
    if (id < volume)
        out[id] = in[id] * 2.0f;
}
