// global: 4
// local: 4
// buffer: pixels float 16 iota read
// buffer: grey float 4 uninit write
kernel void greys(global const float *pixels, global float *grey)
{
    int i = get_global_id(0);
    float3 rgb = *(global const float3 *)&pixels[3 * i]; //~
    grey[i] = (rgb.x + rgb.y + rgb.z) / 3.0f;
}
