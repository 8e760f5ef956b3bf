// global: 16
// local: 8
// buffer: x float 16 iota read
// buffer: y float 16 uninit write
// define: SIDE=8
kernel void smooth(global const float *x, global float *y)
{
    local float tile[SIDE + 1];
    int lid = get_local_id(0);
    int i = get_global_id(0);
    int n = get_global_size(0);
    tile[lid + 1] = x[i];
    if (lid == 0)
        tile[0] = i > 0 ? x[i - 1] : 0.0f;
    if (lid == SIDE - 1)
        tile[SIDE + 1] = i + 1 < n ? x[i + 1] : 0.0f; //~
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = 0.5f * (tile[lid] + tile[lid + 1]);
}
