kernel void k(global int *data, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) {
        int element = data[i];
        element = 2 * element;
        element += 1;
    }
}
