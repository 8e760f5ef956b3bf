uint4 darker(read_only image2d_t picture, int2 at, uint by)
{
    uint4 pixel = read_imageui(picture, at);
    return pixel - min(pixel, by);
}

void put(write_only image2d_t picture, int2 at, uint4 pixel)
{
    write_imageui(picture, at, pixel);
}

kernel void darken(read_only image2d_t in, write_only image2d_t out, uint by)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    put(out, at, darker(in, at, by));
}
