// The same quotient and the same element twice, a value that nobody uses: each is counted once, or not.
kernel void computed_once(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    int at = y * 1024 + x;
    float unused = sqrt(in[at + 1]) / 3.0f;
    out[at] = in[at] / 7.0f + in[at] / 7.0f;
}
