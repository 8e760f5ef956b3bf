// Exercise 45: double-buffer
//
// sums[i] = x[i] + x[i + 1] + ... + x[i + 7], eight neighbours, for each i below n; x has n + 7 elements.
//
// Each work-group does `chunks` chunks one behind the other, and a chunk has as many sums as the work-group
// has work-items. So work-group g begins with sum g * chunks * get_local_size(0). The chunks at the end may
// be shorter, or empty.
//
// A chunk of sums needs its elements and the 7 behind them in local memory. The work-group copies them there
// together, and goes on while they are on their way:
//
//     event_t event = async_work_group_copy(to, from, count, 0);
//     wait_group_events(1, &event);
//
// The host gives a tile of two halves, each for a chunk and the 7 elements behind it. While the sums of one
// half are computed, the next chunk is copied to the other:
//
//     copy        0   1   2   3
//     add up          0   1   2   3
//
// Every work-item of the group makes the same copies and waits for them, one without a sum too.
//
// Counted besides: each element is copied once, and the 7 behind a chunk once more; of the bytes read from
// the tile at least 60 in a hundred while a copy is under way; at most a barrier for each chunk and one more.
//
// OpenCL C 3.0.
//
// Ranges: n from 0 to 8192; chunks from 1 to 6; elements of x from -268306431 to 268306431;
// work-groups of 1 to 256 work-items.

#define WIDTH 8

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint first = get_group_id(0) * chunks * size;
    uint end = min(n, first + chunks * size);

    for (uint start = first; start < end; start += size) {
        // One chunk after the other, and everybody waits for each. How could the next one be on its way?
        uint count = min(size, end - start) + WIDTH - 1;
        event_t event = async_work_group_copy(tile, x + start, count, 0);
        wait_group_events(1, &event);

        if (start + lid < end) {
            int sum = 0;
            for (uint k = 0; k < WIDTH; ++k)
                sum += tile[lid + k];
            sums[start + lid] = sum;
        }
    }
}
