// What is computed of the row alone is the same for all work-items of a row, and stands first in a product.
kernel void hoisted(global const float *in, global float *out, uint n)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint row = (y % 13u) * (y / 7u);
    uint both = (x % 5u) * row * (y % 3u);
    // In a loop only what is within it is.
    uint rounds = 0;
    for (uint k = 0; k < n; ++k)
        rounds += y % (k + 3u);
    out[y * n + x] = in[both + rounds] * (float)row;
}
