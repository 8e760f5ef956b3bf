// Mistake: columns are counted from 1, so that column 0 is given what is to
// the right of the image.
// Verdict: out-of-bounds

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - x)];
    }
}
