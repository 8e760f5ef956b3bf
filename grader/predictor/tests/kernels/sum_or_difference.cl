// A sum and a difference of the same two values are two values, and lie at two places.
kernel void sum_or_difference(global const float *in, global float *out, uint n)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint square = x * x;
    uint other = y * y * y;
    float both = in[(square + other) & 4095u] + in[(square - other) & 4095u];
    out[y * n + x] = both + in[(7u - square) & 4095u] + in[(0u - square * 3u) & 4095u];
}
