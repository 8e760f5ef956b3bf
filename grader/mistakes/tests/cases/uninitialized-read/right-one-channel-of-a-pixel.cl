// global: 4
// local: 4
// image: y 2d R FLOAT 4x1 uninit write
kernel void k(write_only image2d_t y)
{
    int i = get_global_id(0);
    float4 pixel;
    pixel.x = i;
    write_imagef(y, (int2)(i, 0), pixel);
}
