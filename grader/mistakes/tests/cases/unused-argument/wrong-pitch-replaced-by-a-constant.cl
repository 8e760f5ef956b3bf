// Two arguments describe the image, one is believed and the other is not.
// global: 4 4
// buffer: image uchar 16 iota
// value: width uint 4
// value: pitch uint 4
kernel void invert(global uchar *image, uint width, uint pitch) //~
{
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column < width) {
        image[row * width + column] ^= 0xff;
    }
}
