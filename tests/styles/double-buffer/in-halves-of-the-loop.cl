// Two chunks a round, one in each half, without a number for the half.
void add_up(local const int *from, global int *sums, uint i, uint end)
{
    if (i >= end)
        return;
    int sum = from[7];
    for (int k = 6; k >= 0; --k)
        sum += from[k];
    sums[i] = sum;
}

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    const uint size = get_local_size(0), lid = get_local_id(0);
    const uint first = get_group_id(0) * chunks * size, end = min(n, first + chunks * size);
    local int *even = tile, *odd = tile + size + 7;
    event_t even_there, odd_there;
    if (first < end)
        even_there = async_work_group_copy(even, x + first, min(size, end - first) + 7, 0);
    for (uint start = first; start < end; start += 2 * size) {
        const uint next = start + size;
        if (next < end)
            odd_there = async_work_group_copy(odd, x + next, min(size, end - next) + 7, 0);
        wait_group_events(1, &even_there);
        add_up(even + lid, sums, start + lid, end);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next >= end)
            break;
        if (next + size < end)
            even_there = async_work_group_copy(even, x + next + size, min(size, end - next - size) + 7, 0);
        wait_group_events(1, &odd_there);
        add_up(odd + lid, sums, next + lid, end);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
