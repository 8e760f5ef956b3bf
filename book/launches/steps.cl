// The steps from each sample to the next, by way of a tile. Behind the last sample there is a zero.
// The chapter finds out what is wrong with it.

// ANCHOR: kernel
kernel void steps(global const int *samples, global int *step, uint n)
{
    local int tile[9]; // of 8 work-items, and one more
    uint i = get_global_id(0);
    uint lid = get_local_id(0);

    if (i < n)
        tile[lid] = samples[i];
    // The last work-item brings the first sample of the next work-group as well.
    if (lid == get_local_size(0) - 1)
        tile[lid + 1] = i + 1 < n ? samples[i + 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (i < n)
        step[i] = tile[lid + 1] - tile[lid];
}
// ANCHOR_END: kernel
