// global: 8
// local: 8
// buffer: x int 8 iota
kernel void scan(global int *x)
{
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k <= lid; ++k)
        sum += tile[k];
    x[lid] = sum;
}
