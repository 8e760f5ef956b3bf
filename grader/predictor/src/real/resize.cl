// An image resized by bilinear interpolation.
kernel void real(global const float *in, global float *out, int width, int height, int pitch, float scale)
{
    int x = get_global_id(0), y = get_global_id(1);
    float u = x * scale, v = y * scale;
    int i = (int)u, j = (int)v;
    float du = u - i, dv = v - j;
    float top = mix(in[j * pitch + i], in[j * pitch + i + 1], du);
    float bottom = mix(in[(j + 1) * pitch + i], in[(j + 1) * pitch + i + 1], du);
    out[y * width + x] = mix(top, bottom, dv);
}
