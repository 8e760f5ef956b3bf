kernel void histogram(global const uchar *pixels, global uint *bins, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        atomic_inc(&bins[pixels[i]]);
}
