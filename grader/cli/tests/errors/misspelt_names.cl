kernel void add(global const float *first, global float *result)
{
    int i = get_globl_id(0);
    result[i] = frist[i] + sqr(2.0f);
    resultt[i] = clmap(result[i], 0.0f, 1.0f);
}
