#define WORK(v) (((v) << 1) | 1)
kernel void map_contiguous(global uint *data, global int *who, int w, int per_item)
{
    int me = get_global_id(0), k = 0;
    do {
        int i = mad24(me, per_item, k);
        if (i >= w) break;
        data[i] = WORK(data[i]);
        who[i] = me;
    } while (++k < per_item);
}
