#define T 8
__attribute__((reqd_work_group_size(T, T, 1)))
kernel void matmul_tiled(global const float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    local float as[T * T], bs[T * T];
    const uint x = get_local_id(0), y = get_local_id(1);
    const uint col = get_group_id(0) * T + x, row = get_group_id(1) * T + y;
    float s = 0.0f;
    for (uint t = 0; t < (k + T - 1) / T; t++)
    {
        float av = 0.0f, bv = 0.0f;
        if (row < m && t * T + x < k) av = a[row * k + t * T + x];
        if (col < n && t * T + y < k) bv = b[(t * T + y) * n + col];
        as[y * T + x] = av;
        bs[y * T + x] = bv;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint i = 0; i < T; i++)
            s = mad(as[y * T + i], bs[i * T + x], s);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && col < n)
        *(c + row * n + col) = s;
}
