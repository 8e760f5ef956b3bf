// The halves change places, the barrier comes before the next copy, and sums are added as vectors.
kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    int size = get_local_size(0), lid = get_local_id(0), all = n;
    int at = get_group_id(0) * chunks * size;
    int left = clamp(all - at, 0, (int)chunks * size);
    local int *now = tile, *later = tile + size + 7;
    event_t event = async_work_group_copy(now, x + min(at, all), left > 0 ? min(size, left) + 7 : 0, 0);
    while (left > 0) {
        wait_group_events(1, &event);
        barrier(CLK_LOCAL_MEM_FENCE);
        event = async_work_group_copy(later, x + min(at + size, all), left > size ? min(size, left - size) + 7 : 0, 0);
        if (lid < left) {
            int4 four = vload4(0, now + lid) + vload4(0, now + lid + 4);
            int2 two = four.lo + four.hi;
            sums[at + lid] = two.x + two.y;
        }
        local int *swap = now;
        now = later;
        later = swap;
        at += size;
        left -= size;
    }
    wait_group_events(1, &event);
}
