// A stencil in space: each work-item walks along z and keeps three planes in registers.
kernel void real(global const float *in, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1)
        return;
    float below = in[y * n + x], here = in[(n + y) * n + x];
    for (int z = 1; z < n - 1; ++z) {
        int at = (z * n + y) * n + x;
        float above = in[at + n * n];
        out[at] = here + 0.1f * (below + above + in[at - 1] + in[at + 1] + in[at - n] + in[at + n] - 6.0f * here);
        below = here;
        here = above;
    }
}
