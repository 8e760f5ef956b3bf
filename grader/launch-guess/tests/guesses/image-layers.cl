kernel void brightest(read_only image2d_array_t layers, write_only image2d_t best)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 most = 0.0f;
    for (int layer = 0; layer < get_image_array_size(layers); ++layer)
        most = fmax(most, read_imagef(layers, (int4)(at, layer, 0)));
    write_imagef(best, at, most);
}
