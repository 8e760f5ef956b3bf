// One kernel that touches all four kinds of memory: each work-group smooths its stretch of the input
// with three weights.
// ANCHOR: smooth
constant float weights[3] = { 0.25f, 0.5f, 0.25f };

kernel void smooth(global const float *in, global float *out, local float *tile, uint n)
{
    size_t gid = get_global_id(0);
    size_t lid = get_local_id(0);
    size_t size = get_local_size(0);

    float own = gid < n ? in[gid] : 0.0f;
    tile[lid + 1] = own;
    if (lid == 0)
        tile[0] = gid > 0 ? in[gid - 1] : 0.0f;
    if (lid == size - 1)
        tile[size + 1] = gid + 1 < n ? in[gid + 1] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (gid < n)
        out[gid] = weights[0] * tile[lid] + weights[1] * own + weights[2] * tile[lid + 2];
}
// ANCHOR_END: smooth
