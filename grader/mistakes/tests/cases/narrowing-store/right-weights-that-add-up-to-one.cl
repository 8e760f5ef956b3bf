// A mean of bytes is a byte.
// global: 2
// buffer: rgb uchar4 2 iota read
// buffer: grey uchar 2 uninit write
kernel void to_grey(global const uchar4 *rgb, global uchar *grey)
{
    size_t i = get_global_id(0);
    uchar red = rgb[i].x, green = rgb[i].y, blue = rgb[i].z;
    grey[i] = 0.299f * red + 0.587f * green + 0.114f * blue;
}
