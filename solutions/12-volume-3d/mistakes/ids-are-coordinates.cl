// Mistake: the ids are taken for x, y and z, which only an NDRange of the
// shape of the volume would make right.
// Verdict: wrong

kernel void reorder(global const float *in, global float *out,
                    uint w, uint h, uint d)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint z = get_global_id(2);
    if (x < w && y < h && z < d) {
        out[(x * h + y) * d + z] = in[(z * h + y) * w + x];
    }
}
