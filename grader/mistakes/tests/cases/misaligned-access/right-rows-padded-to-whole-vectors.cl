// global: 4
// local: 4
// buffer: y float 4 uninit write
kernel void padded(global float *y)
{
    local float4 tile[4 * 2];
    local float *flat = (local float *)tile;
    int lid = get_local_id(0);
    for (int k = 0; k < 5; ++k)
        flat[8 * lid + k] = lid + k;
    float4 v = tile[2 * lid];
    y[lid] = v.x + v.w;
}
