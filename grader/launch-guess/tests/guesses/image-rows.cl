kernel void row_sums(read_only image2d_t in, global float *sums)
{
    int y = get_global_id(0);
    if (y >= get_image_height(in))
        return;
    float sum = 0.0f;
    for (int x = 0; x < get_image_width(in); ++x)
        sum += read_imagef(in, (int2)(x, y)).x;
    sums[y] = sum;
}
