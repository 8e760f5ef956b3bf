// One pass of an odd-even transposition sort of each work-group in local memory.
kernel void real(global int *data, local int *own)
{
    int l = get_local_id(0);
    int size = get_local_size(0);
    own[l] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int pass = 0; pass < size; ++pass) {
        int i = 2 * l + (pass & 1);
        if (i + 1 < size) {
            int a = own[i], b = own[i + 1];
            own[i] = min(a, b);
            own[i + 1] = max(a, b);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[get_global_id(0)] = own[l];
}
