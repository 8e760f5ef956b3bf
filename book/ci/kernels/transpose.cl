// Written before the project had a check: its columns do not coalesce.
kernel void transpose(global const float *in, global float *out, uint rows, uint columns)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x < columns && y < rows)
        out[x * rows + y] = in[y * columns + x];
}
