// global: 24 20
// local: 8 4
// buffer: image float 480 iota
kernel void darker(global float *image)
{
    image[get_global_id(1) * 24 + get_global_id(0)] *= 0.5f;
}
