kernel void scatter(global const int *perm, global const float *in, global float *out)
{
    int i = get_global_id(0);
    out[perm[i]] = in[i];
}
