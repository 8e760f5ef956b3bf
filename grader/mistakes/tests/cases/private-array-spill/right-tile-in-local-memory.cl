// Local memory has addresses: any index will do.
// global: 8
// local: 8
// buffer: x uint 8 values 7 0 6 1 5 2 4 3
kernel void permute(global uint *x)
{
    local uint tile[8];
    uint lid = get_local_id(0);
    tile[x[lid] % 8] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = tile[lid];
}
