kernel void recolour(read_only image2d_t labels, global const float4 *colours, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    uint label = read_imageui(labels, at).x;
    write_imagef(out, at, colours[label]);
}
