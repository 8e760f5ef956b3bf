kernel void invert(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(in);
    if (at.x >= size.x || at.y >= size.y)
        return;
    write_imagef(out, at, 1.0f - read_imagef(in, at));
}
