kernel void size_alone(read_only image1d_array_t unread, read_only image1d_t row, sampler_t unused, global int *size)
{
    size[0] = get_image_width(unread) + get_image_array_size(unread) + get_image_width(row);
}
