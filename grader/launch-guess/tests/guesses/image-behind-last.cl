kernel void last_column(write_only image2d_t out)
{
    int y = get_global_id(0);
    write_imagef(out, (int2)(get_image_width(out), y), (float4)(1.0f));
}
