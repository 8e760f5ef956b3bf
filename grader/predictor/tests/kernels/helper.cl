// A function is read where it is called.
float weighed(float value, int weight)
{
    return weight > 10 ? value * weight : value;
}

kernel void helper(global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    out[at] = weighed(in[at], width);
}
