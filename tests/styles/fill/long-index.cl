kernel void fill(global int *out, int first, uint n)
{
    long i = (long)get_global_id(0);
    long room = (long)n - i;
    if (room > 0L)
        out[i] = (int)((long)first + i);
}
