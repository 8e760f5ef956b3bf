// Tries: lets the last work-item do the volume.
// Verdict: wrong-work-item
// On a device alone: passed

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    if (get_global_id(0) + 1 != get_global_size(0) || get_global_id(1) + 1 != get_global_size(1)
        || get_global_id(2) + 1 != get_global_size(2))
        return;
    for (uint z = 0; z < d; ++z)
        for (uint y = 0; y < h; ++y)
            for (uint x = 0; x < w; ++x)
                out[(x * h + y) * d + z] = in[(z * h + y) * w + x];
}
