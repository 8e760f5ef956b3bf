kernel void best(global const float *x, global float *most)
{
    local float tile[64];
    int l = get_local_id(0);
    tile[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        float m = tile[0];
        for (int i = 1; i < 64; ++i)
            m = fmax(m, tile[i]);
        most[0] = m;
    }
}
