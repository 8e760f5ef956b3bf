kernel void classify(constant int *limits, uint count, global const int *in, global uint *out, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) {
        const int v = in[i];
        uint reached = 0;
        for (int k = (int)count - 1; k >= 0; --k) {
            if (limits[k] > v) continue;
            reached = (uint)k + 1u;
            break;
        }
        out[i] = reached;
    }
}
