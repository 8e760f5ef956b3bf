kernel void strided(global float *a, int stride)
{
    size_t x = get_global_id(0);
    a[x * stride] += 1.0f;
}
