kernel void stretch(read_only image2d_t in, write_only image2d_t out, float zoom)
{
    int x = get_global_id(0), y = get_global_id(1);
    int to = (int)(zoom * x * get_image_width(out));
    write_imagef(out, (int2)(to, y), read_imagef(in, (int2)(x, y)));
}
