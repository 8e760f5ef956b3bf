// A compiler computes less than this says: what cancels out, what the text tells, what a division cannot reach.
kernel void simplified(global const int *in, global int *out, uint n)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint data = in[x];
    // One sum: the others cancel out.
    uint one = (data + y * n) - (y * n - x * x) - data + data;
    // Less than 16: nothing is left of the first division, and of the second there is nothing to do.
    uint small = data % 16u;
    uint none = small / 20u + (small % 90u - small) + (one - one) * data;
    // A constant, by which a compiler divides in its own way.
    uint divided = data / (88u - 3u * 5u);
    // Two terms, and how often each.
    uint often = data + small + data + small + data + 7u + 4u;
    out[y * n + x] = one + none + divided + often;
}
