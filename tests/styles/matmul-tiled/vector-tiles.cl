// The tiles are rows of float8, of which each work-item writes one component.
#define TILE 8
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void matmul_tiled(global const float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    local float8 rows_a[TILE], rows_b[TILE];
    local float *ta = (local float *)rows_a, *tb = (local float *)rows_b;
    const uint2 l = (uint2)(get_local_id(0), get_local_id(1));
    const uint2 g = (uint2)(get_global_id(0), get_global_id(1));
    float sum = 0.0f;
    for (uint start = 0; start < k; start += TILE) {
        const uint2 at = l + start;
        ta[l.y * TILE + l.x] = (g.y < m && at.x < k) ? a[g.y * k + at.x] : 0;
        tb[l.y * TILE + l.x] = (at.y < k && g.x < n) ? b[at.y * n + g.x] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < TILE; ++i)
            sum = fma(ta[l.y * TILE + i], tb[i * TILE + l.x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (all(g < (uint2)(n, m)))
        c[g.y * n + g.x] = sum;
}
