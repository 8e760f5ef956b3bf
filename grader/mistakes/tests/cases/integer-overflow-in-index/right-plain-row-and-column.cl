// It overflows only where the buffer itself would be too large.
// global: 2 2
// buffer: image float 4 iota
// value: width int 2
kernel void clear(global float *image, int width)
{
    int column = get_global_id(0), row = get_global_id(1);
    int index = row * width + column;
    image[index] = 0.0f;
}
