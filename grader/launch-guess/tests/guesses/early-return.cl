kernel void square(global int *data, const int count)
{
    int i = get_global_id(0);
    if (i >= count)
        return;
    data[i] = data[i] * data[i];
}
