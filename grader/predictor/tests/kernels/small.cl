// Values of a work-item's own: not `y * 1024` nor `6 * pitch`, no sign to be kept of `x & 7`, and a product that is part of a sum.
kernel void small(global const float *in, global float *out, int pitch)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * 1024 + x] = in[6 * pitch + x + 4] * in[x & 7] + 1.5f;
}
