// A compiler computes less than this says: what the text tells, and what a division cannot reach.
kernel void simplified(global const int *in, global int *out, uint n)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint data = in[x];
    // Less than 16: nothing is left of the first division, and of the second there is nothing to do.
    uint small = data % 16u;
    uint none = small / 20u + (small % 90u - small) * data;
    // A constant, by which a compiler divides in its own way.
    uint divided = data / (88u - 3u * 5u);
    out[y * n + x] = none + divided;
}
