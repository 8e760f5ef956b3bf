kernel void half_of_it(global float *out)
{
    int i = get_global_id(0);
    if (i % 2 == 0)
        out[i] = i / 2.0f;
}
