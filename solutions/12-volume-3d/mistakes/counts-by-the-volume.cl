// Mistake: the work-items are counted by the sides of the volume instead of
// by the sizes of the NDRange.
// Verdict: wrong-work-item

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    uint id = (get_global_id(2) * h + get_global_id(1)) * w + get_global_id(0);
    if (id < w * h * d) {
        uint x = id % w;
        uint y = id / w % h;
        uint z = id / (w * h);
        out[(x * h + y) * d + z] = in[id];
    }
}
