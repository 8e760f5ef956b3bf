int number(void)
{
    int n = get_global_id(2);
    n = n * (int)get_global_size(1) + (int)get_global_id(1);
    n = n * (int)get_global_size(0) + (int)get_global_id(0);
    return n;
}

kernel void reorder(global const float *in, global float *out, int w, int h, int d)
{
    int id = number();
    if (id < w * h * d) {
        int plane = w * h;
        int z = id / plane, rest = id - z * plane;
        int y = rest / w, x = rest - y * w;
        *(out + z + d * (y + h * x)) = *(in + id);
    }
}
