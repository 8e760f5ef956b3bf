kernel void shift(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out))
        return;
    write_imagef(out, (int2)(x + 1, y), read_imagef(in, (int2)(x, y)));
}
