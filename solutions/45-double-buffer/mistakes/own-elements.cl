// Mistake: each work-item copies from where its own sum begins.
// Verdict: divergent-async-copy

#define WIDTH 8

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint half_size = size + WIDTH - 1;
    uint first = get_group_id(0) * chunks * size;
    uint end = min(n, first + chunks * size);

    event_t next = 0;
    if (first < end)
        next = async_work_group_copy(tile, x + first + lid, min(size, end - first) + WIDTH - 1, 0);
    uint turn = 0;
    for (uint start = first; start < end; start += size) {
        local int *here = tile + turn * half_size;
        turn ^= 1;
        wait_group_events(1, &next);
        if (start + size < end)
            next = async_work_group_copy(tile + turn * half_size, x + start + size,
                                         min(size, end - start - size) + WIDTH - 1, 0);

        if (start + lid < end) {
            int sum = 0;
            for (uint k = 0; k < WIDTH; ++k)
                sum += here[lid + k];
            sums[start + lid] = sum;
        }
        // The half that was read now is the one that the next round copies to.
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
