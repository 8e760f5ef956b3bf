#define GROUP 64

kernel void k(global int *x, int n)
{
    int i = get_group_id(0) * GROUP + get_local_id(0);
    if (i < n)
        x[i] = i;
}
