// One read of each work-item, `stride` elements apart from one to the next.
kernel void gather(global const int *data, global int *out, uint stride, uint first)
{
    uint i = get_global_id(0);
    out[i] = data[first + stride * i];
}
