// Mistake: work-item 0 does the elements of all others.
// Verdict: wrong-work-item

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    if (get_global_id(0) + get_global_id(1) + get_global_id(2) > 0)
        return;
    for (uint id = 0; id < w * h * d; ++id)
        out[(id % w * h + id / w % h) * d + id / (w * h)] = in[id];
}
