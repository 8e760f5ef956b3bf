// A stencil of seven points in space.
kernel void real(global const float *in, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int at = (z * n + y) * n + x;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z > 0 && z < n - 1)
        out[at] = 0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n]
                                          + in[at + n * n]);
}
