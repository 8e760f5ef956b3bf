#define ME ((uint)(get_group_id(0) * get_local_size(0) + get_local_id(0)))
#define IN_RANGE(i, n) ((i) < (n))

kernel void fill(global int *out, int first, int n)
{
    if (IN_RANGE((int)ME, n))
        out[ME] = mad24((int)ME, 1, first);
}
