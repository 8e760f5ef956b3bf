kernel void half_of_it(global float *out)
{
    int i = get_global_id(0);
    out[i] = i;
}
