// global: 4
// local: 4
// buffer: pixels float 12 iota read
// buffer: grey float 4 uninit write
kernel void greys(global const float *pixels, global float *grey)
{
    int i = get_global_id(0);
    float3 rgb = vload3(i, pixels);
    grey[i] = (rgb.x + rgb.y + rgb.z) / 3.0f;
}
