// There is a loop, and it begins in another line.
// --trips 8=9
// --trips 7=9
kernel void no_such_loop(global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    float sum = in[at];
    while (sum > 1.0f)
        sum = sum * 0.5f;
    out[at] = sum;
}
