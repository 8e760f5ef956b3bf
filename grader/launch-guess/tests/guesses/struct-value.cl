typedef struct { int width; int height; float gain; } Parameters;
kernel void gain(global float *image, Parameters p)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < p.width && y < p.height)
        image[y * p.width + x] *= p.gain;
}
