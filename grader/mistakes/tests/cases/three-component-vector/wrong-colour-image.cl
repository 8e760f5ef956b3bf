// An image of red, green and blue has three bytes a pixel.
// global: 4
// buffer: image uchar4 4 iota read
// buffer: grey uchar 4 uninit write
kernel void to_grey(global const uchar3 *image, //~
                    global uchar *grey)
{
    size_t i = get_global_id(0);
    uint sum = (uint)image[i].x + image[i].y + image[i].z;
    grey[i] = (uchar)(sum / 3);
}
