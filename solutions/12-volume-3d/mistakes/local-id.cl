// Mistake: the ids of one dimension are the local ones.
// Verdict: work-item-query

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    uint row = get_global_id(2) * get_global_size(1) + get_global_id(1);
    uint id = row * get_global_size(0) + get_local_id(0);
    if (id < w * h * d) {
        uint x = id % w;
        uint y = id / w % h;
        uint z = id / (w * h);
        out[(x * h + y) * d + z] = in[id];
    }
}
