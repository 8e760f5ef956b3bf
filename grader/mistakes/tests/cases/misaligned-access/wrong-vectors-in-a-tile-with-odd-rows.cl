// global: 4
// local: 4
// buffer: y float 4 uninit write
kernel void padded(global float *y)
{
    local float tile[4 * 5] __attribute__((aligned(16)));
    int lid = get_local_id(0);
    for (int k = 0; k < 5; ++k)
        tile[5 * lid + k] = lid + k;
    local float4 *row = (local float4 *)(tile + 5 * lid);
    float4 v = *row; //~
    y[lid] = v.x + v.w;
}
