// The stride of three is written out.
// global: 4
// buffer: image uchar 12 iota
kernel void swap_red_and_blue(global uchar *image)
{
    size_t pixel = 3 * get_global_id(0);
    uchar red = image[pixel];
    image[pixel] = image[pixel + 2];
    image[pixel + 2] = red;
}
