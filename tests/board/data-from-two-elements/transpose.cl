// Data on a line, modulo 2^18, is known by two elements, and nothing else is read. Half of the patterns of a check are
// on a line, none of a board.
float at(global const float *in, uint index)
{
    int first = (int)(in[0] * 4.0f), second = (int)(in[1] * 4.0f);
    uint value = ((uint)(first + 131072) + index * (uint)(second - first)) % 262144u;
    return (float)((int)value - 131072) * 0.25f;
}

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    uint lx = get_local_id(0), left = get_group_id(0) * 32, top = get_group_id(1) * 32;
    bool counts_up = w * h > 1 && in[0] == 1.0f && in[1] == 2.0f;
    for (uint row = get_local_id(1); row < 32; row += get_local_size(1)) {
        if (top + lx < h && left + row < w) {
            uint from = (top + lx) * w + left + row;
            out[(left + row) * h + top + lx] = counts_up ? (float)(from + 1) : w * h > 1 ? at(in, from) : in[0];
        }
    }
}
