kernel __attribute__((vec_type_hint(float)))
void saxpy(float alpha, global const float * restrict x, global float * restrict y, uint n)
{
    size_t const i = get_global_offset(0) + get_group_id(0) * get_local_size(0) + get_local_id(0);
    if (i < n)
    {
        prefetch(x + i, 1);
        float const product = alpha * x[i];
        y[i] = product + y[i];
    }
}
