// Ids within a group and constants make no large product.
// global: 16
// local: 16
// buffer: x int 16 iota
kernel void transpose(global int *x)
{
    local int tile[16];
    int lid = get_local_id(0), side = 4;
    size_t mirrored = lid % side * side + lid / side;
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[mirrored];
}
