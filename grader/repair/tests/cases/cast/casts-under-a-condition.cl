kernel void k(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = (int)((float)first + (float)i);
    }
}
