// An event for each half, the chunks by their number, and each chunk started two rounds ahead of its end.
#define WIDTH 8

event_t fetch(local int *to, global const int *x, uint start, uint end, uint size)
{
    return async_work_group_copy(to, x + start, min(size, end - start) + WIDTH - 1, 0);
}

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    const uint size = get_local_size(0);
    const uint first = get_group_id(0) * chunks * size;
    if (first >= n)
        return;
    const uint end = min(n, first + chunks * size);
    const uint rounds = (end - first + size - 1) / size;
    local int *halves[2] = {tile, tile + size + WIDTH - 1};
    event_t events[2];
    events[0] = fetch(halves[0], x, first, end, size);
    for (uint round = 0; round < rounds; ++round) {
        const uint start = first + round * size;
        if (round + 1 < rounds)
            events[(round + 1) & 1] = fetch(halves[(round + 1) & 1], x, start + size, end, size);
        wait_group_events(1, &events[round & 1]);
        const uint i = start + get_local_id(0);
        local const int *own = halves[round & 1] + get_local_id(0);
        if (i < end)
            sums[i] = own[0] + own[1] + own[2] + own[3] + own[4] + own[5] + own[6] + own[7];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
