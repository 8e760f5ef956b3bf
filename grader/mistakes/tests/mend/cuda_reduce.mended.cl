// The sum of each block, in shared memory; the accumulator stays in the block.
#define BLOCK 128
#define LANE get_local_id(0)

__kernel void block_sums(__global const float *values, __global float *sums, unsigned int count)
{
    __local float partial[BLOCK];
    unsigned int i = get_group_id(0) * BLOCK + LANE;
    partial[LANE] = i < count ? values[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (unsigned int width = BLOCK / 2; width > 0; width >>= 1) {
        if (LANE < width) {
            partial[LANE] += partial[LANE + width];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (LANE == 0) {
        sums[get_group_id(0)] = partial[0];
    }
}
