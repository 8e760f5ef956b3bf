// Whole warps go one way: each side is done by half of them. Then every warp does both sides.
kernel void half_of_the_warps(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[y * 1024 + x];
    if (get_group_id(0) % 2 == 0)
        value = value / 3.0f;
    if (x % 2 == 0)
        value = sqrt(value);
    else
        value = exp(value);
    out[y * 1024 + x] = value;
}
