kernel void turn(global int *data)
{
    local int tile[64];
    int l = get_local_id(0);
    tile[l] = data[get_global_id(0)];
    data[get_global_id(0)] = tile[63 - l];
}
