// The tile is turned round within each work-group.
kernel void turn(global const int *x, global int *y, local int *tile)
{
    uint i = get_global_id(0);
    uint l = get_local_id(0);
    uint last = get_local_size(0) - 1;
    tile[l] = x[i];
    y[i] = tile[last - l];
}
