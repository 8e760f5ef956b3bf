kernel void add(global const float *a, global const float *b, global float *c)
{
    int i = get_global_id(0);
    vstore4(vload4(i, a) + vload4(i, b), i, c);
}
