// Dimensions: 2
kernel void k(global const float *a, global const float *b, global float *c, uint m, uint n, uint w)
{
    local float a_tile[8][8], b_tile[8][8];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (uint start = 0; start < w; start += 8) {
        a_tile[ly][lx] = start + lx < w ? a[row * w + start + lx] : 0.0f;
        b_tile[ly][lx] = b[(start + ly) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < 8; ++i)
            sum += a_tile[ly][i] * b_tile[i][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
