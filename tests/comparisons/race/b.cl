kernel void reverse(global int *data, local int *scratch)
{
    int i = get_local_id(0);
    scratch[i] = data[i];
    data[i] = scratch[get_local_size(0) - 1 - i];
}
