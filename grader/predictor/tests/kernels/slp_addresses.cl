// Four rows below the work-item's own, each read once.
kernel void slp_addresses(global const float *in, global float *out, int pitch)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * 1024 + x] = in[(y + 1) * pitch + x] + in[(y + 2) * pitch + x] + in[(y + 3) * pitch + x] + in[(y + 4) * pitch + x];
}
