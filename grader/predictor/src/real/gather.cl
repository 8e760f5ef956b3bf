// Elements at random places.
kernel void real(global const int *places, global const float *in, global float *out, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = in[places[i]];
}
