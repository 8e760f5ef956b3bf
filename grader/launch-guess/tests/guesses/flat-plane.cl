kernel void invert(global const uchar4 *in, global uchar4 *out, int width, int height)
{
    int i = get_global_id(0);
    if (i < width * height)
        out[i] = (uchar4)(255) - in[i];
}
