kernel void racy(global int *a, local int *tile)
{
    uint x = get_local_id(0);
    tile[x] = a[x];
    a[x] = ti<|>le[63 - x];
}
