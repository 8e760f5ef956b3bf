// Mistake: each work-item reads its eight elements from global memory.
// Verdict: too-costly

#define WIDTH 8

kernel void double_buffer(global const int *x, global int *sums, local int *tile, uint n, uint chunks)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint first = get_group_id(0) * chunks * size;
    uint end = min(n, first + chunks * size);

    for (uint i = first + lid; i < end; i += size) {
        int sum = 0;
        for (uint k = 0; k < WIDTH; ++k)
            sum += x[i + k];
        sums[i] = sum;
    }
}
