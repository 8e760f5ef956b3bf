// Each work-item fills one element of out, the one of its number, from its place in in.
kernel void reorder(global const float *in, global float *out, uint w, uint h, uint d)
{
    size_t id = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    if (id >= (size_t)w * h * d) return;
    uint z = id % d, y = (id / d) % h, x = id / (d * h);
    out[id] = in[x + w * (y + h * z)];
}
