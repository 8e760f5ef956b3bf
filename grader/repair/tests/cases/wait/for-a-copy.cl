kernel void k(global int *x, local int *t)
{
    event_t copied = async_work_group_copy(t, x, 16, 0);
    x[0] = t[1];
}
