// A stencil of seven points on a line.
kernel void real(global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    if (i >= 3 && i < n - 3)
        out[i] = 0.1f * (in[i - 3] + in[i + 3]) + 0.15f * (in[i - 2] + in[i + 2]) + 0.2f * (in[i - 1] + in[i + 1])
                 + 0.1f * in[i];
}
