kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    const uint stride = get_global_size(0);
    uint left = per_item;
    for (uint i = get_global_id(0); i < w && left--; i += stride) {
        int v = data[i];
        v += v + 1;
        data[i] = v;
        who[i] = get_global_id(0);
    }
}
