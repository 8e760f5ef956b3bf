// Mistake: each chunk is copied, waited for and added up in the same half, so
// that nothing is under way meanwhile.
// Verdict: too-costly

#define WIDTH 8

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint first = get_group_id(0) * chunks * size;
    uint end = min(n, first + chunks * size);

    for (uint start = first; start < end; start += size) {
        uint count = min(size, end - start) + WIDTH - 1;
        event_t event = async_work_group_copy(tile, x + start, count, 0);
        wait_group_events(1, &event);

        if (start + lid < end) {
            int sum = 0;
            for (uint k = 0; k < WIDTH; ++k)
                sum += tile[lid + k];
            sums[start + lid] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
