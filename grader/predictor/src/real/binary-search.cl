// The place of each key in a sorted table.
kernel void real(global const int *sorted, global const int *keys, global int *places, int levels)
{
    int i = get_global_id(0);
    int key = keys[i];
    int at = 0;
    for (int step = 1 << (levels - 1); step > 0; step >>= 1)
        if (sorted[at + step - 1] < key)
            at += step;
    places[i] = at;
}
