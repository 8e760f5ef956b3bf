// Dimensions: 2
kernel void k(global int *x, uint w, uint h)
{
    uint i = get_global_id(0), j = get_global_id(1);
    if (i < w)
        x[j * w + i] = 1;
}
