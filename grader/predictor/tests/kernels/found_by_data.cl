// Where it reads is decided by what it has read.
kernel void found_by_data(global const int *index, global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    out[at] = in[index[at]];
}
