// The sum of each block, in shared memory; the accumulator stays in the block.
#define BLOCK 128
#define LANE threadIdx.x

__global__ void block_sums(const float *values, float *sums, unsigned int count)
{
    __shared__ float partial[BLOCK];
    unsigned int i = blockIdx.x * BLOCK + LANE;
    partial[LANE] = i < count ? values[i] : 0.0f;
    __syncthreads();
    for (unsigned int width = BLOCK / 2; width > 0; width >>= 1) {
        if (LANE < width) {
            partial[LANE] += partial[LANE + width];
        }
        __syncthreads();
    }
    if (LANE == 0) {
        sums[blockIdx.x] = partial[0];
    }
}
