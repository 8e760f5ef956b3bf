// An image is written where another is read, through every channel order.
// global: 4 2
// local: 2 2
// image: from 2d RGBA UNORM_INT8 4x2 iota read
// image: to 2d BGRA UNORM_INT8 4x2 uninit write
// image: packed 2d RGB UNORM_SHORT_565 4x2 uninit write
// buffer: sizes int 4 uninit write
kernel void copy(read_only image2d_t from, write_only image2d_t to, write_only image2d_t packed, global int *sizes)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 pixel = read_imagef(from, at);
    write_imagef(to, at, pixel);
    write_imagef(packed, at, pixel * 8);
    if (at.x == 0 && at.y == 0) {
        sizes[0] = get_image_width(from);
        sizes[1] = get_image_dim(to).y;
        sizes[2] = get_image_channel_order(to) == CLK_BGRA;
        sizes[3] = get_image_channel_data_type(packed) == CLK_UNORM_SHORT_565;
    }
}
