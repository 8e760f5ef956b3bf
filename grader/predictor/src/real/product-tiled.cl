// A matrix product over tiles in local memory.
#define TILE 16
kernel void real(global const float *a, global const float *b, global float *c, int n)
{
    local float left[TILE][TILE], right[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int j = get_global_id(0), i = get_global_id(1);
    float sum = 0.0f;
    for (int tile = 0; tile < n; tile += TILE) {
        left[y][x] = a[i * n + tile + x];
        right[y][x] = b[(tile + y) * n + j];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k)
            sum += left[y][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[i * n + j] = sum;
}
