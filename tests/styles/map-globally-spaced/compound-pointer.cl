kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    const int stride = get_global_size(0), me = get_global_id(0);
    global int *end = data + w;
    global int *p = data + me;
    for (uint k = 0; k < per_item && p < end; ++k, p += stride) {
        *p += *p + 1;
        who[p - data] = me;
    }
}
