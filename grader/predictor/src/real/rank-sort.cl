// The rank of each key: how many others are smaller.
kernel void real(global const float *keys, global float *sorted, int n)
{
    int i = get_global_id(0);
    float key = keys[i];
    int rank = 0;
    for (int k = 0; k < n; ++k)
        rank += keys[k] < key || (keys[k] == key && k < i);
    sorted[rank] = key;
}
