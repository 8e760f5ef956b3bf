kernel void reverse(global int *data, local int *scratch)
{
    int i = get_local_id(0);
    scratch[i] = data[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[i] = scratch[get_local_size(0) - 1 - i];
}
