// global: 8
// local: 4
// buffer: x int 8 iota
kernel void stage(global int *x)
{
    local int tile[4];
    size_t i = get_global_id(0);
    tile[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = tile[i] + 1;
}
