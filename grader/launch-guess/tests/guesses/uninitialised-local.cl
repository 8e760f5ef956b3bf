kernel void lost(global int *out)
{
    local int tile[64];
    out[get_global_id(0)] = tile[get_local_id(0)];
}
