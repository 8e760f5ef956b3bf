// Mistake: the number of the work-item is kept in 16 bits.
// Verdict: integer-overflow-in-index

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    uint row = get_global_id(2) * get_global_size(1) + get_global_id(1);
    ushort id = row * get_global_size(0) + get_global_id(0);
    if (id < w * h * d) {
        uint x = id % w;
        uint y = id / w % h;
        uint z = id / (w * h);
        out[(x * h + y) * d + z] = in[id];
    }
}
