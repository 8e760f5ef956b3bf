// Tries: writes each element, and puts back what lay behind the end.
// Verdict: out-of-bounds

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    uint x = get_group_id(0) * 32 + get_local_id(0);
    for (uint row = get_local_id(1); row < 32; row += get_local_size(1)) {
        uint y = get_group_id(1) * 32 + row;
        float before = out[x * h + y];
        out[x * h + y] = in[y * w + x];
        if (x >= w || y >= h)
            out[x * h + y] = before;
    }
}
