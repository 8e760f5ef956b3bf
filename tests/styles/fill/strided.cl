// A loop with the stride of the NDRange comes to one round here.
kernel void fill(global int out[], int first, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        out[i] = first + i;
    }
}
