kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    uint first = gid * per_item;
    if (first >= w)
        return;
    uint last = min(first + per_item, w);
    global int *p = data + first, *end = data + last;
    global uint *q = who + first;
    while (p != end) {
        *p = *p * 2 + 1;
        p++;
        *q++ = gid;
    }
}
