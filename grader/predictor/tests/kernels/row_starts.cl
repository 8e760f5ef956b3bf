// Every work-item of a row reads the row's first element, and its neighbour's.
kernel void row_starts(global const float *in, global float *out, int pitch)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    out[y * pitch + x] = in[y * pitch] + in[y * pitch + x + 1];
}
