int at(int x, int y, int pitch) { return y * pitch + x; }
float clip(float v) { return clamp(v, 0.0f, 1.0f); }
kernel void brighten(global float *image, int pitch, float by)
{
    int i = at(get_global_id(0), get_global_id(1), pitch);
    image[i] = clip(image[i] + by);
}
