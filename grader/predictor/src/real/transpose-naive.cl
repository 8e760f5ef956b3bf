// A transpose by direct copies.
kernel void real(global const float *in, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[x * n + y] = in[y * n + x];
}
