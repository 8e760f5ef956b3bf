// global: 8 8
// local: 4 4
// buffer: from int 64 iota read
// buffer: to int 64 uninit write
kernel void transpose(global const int *from, global int *to)
{
    local int tile[4][5];
    int u = get_local_id(0), v = get_local_id(1);
    tile[v][u] = from[get_global_id(1) * get_global_size(0) + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = get_group_id(1) * get_local_size(1) + u;
    int y = get_group_id(0) * get_local_size(0) + v;
    to[y * get_global_size(1) + x] = tile[u][v];
}
