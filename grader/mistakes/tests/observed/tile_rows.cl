// The elements of a tile have a row and a column.
// global: 4 2
// local: 4 2
// buffer: out int 8 uninit write
kernel void turn(global int *out)
{
    local int tile[2][5];
    uint lx = get_local_id(0), ly = get_local_id(1);
    tile[ly][lx] = lx;
    out[ly * 4 + lx] = tile[ly][lx + 1] + tile[lx][ly];
}
