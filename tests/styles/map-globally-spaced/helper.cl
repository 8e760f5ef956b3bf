void work(global int *element, global uint *by, uint id)
{
    *element = 2 * *element + 1;
    *by = id;
}

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    for (uint round = 0; round != per_item; ++round)
    {
        size_t i = round * get_global_size(0) + get_global_id(0);
        if (i >= w)
            return;
        work(&data[i], &who[i], (uint)get_global_id(0));
    }
}
