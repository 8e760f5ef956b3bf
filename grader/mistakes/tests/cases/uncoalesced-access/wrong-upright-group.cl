// global: 16 64
// local: 1 64
// buffer: image float 1024 iota
// value: width int 16
kernel void brighter(global float *image, int width)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    image[y * width + x] += 1.0f; //~
}
