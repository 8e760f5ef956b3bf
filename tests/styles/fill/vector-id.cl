kernel void fill(global int *out, int first, uint n)
{
    const int ids[2] = { (int)get_global_id(0), first };
    const int *p = ids;
    if ((uint)p[0] < n) *(&out[p[0]]) = p[0] + p[1];
}
