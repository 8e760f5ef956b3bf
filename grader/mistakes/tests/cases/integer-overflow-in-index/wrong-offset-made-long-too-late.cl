// global: 2
// buffer: image float 8 iota
// value: pitch int 4
kernel void first_column(global float *image, int pitch)
{
    int row = get_global_id(0);
    long offset = row * pitch; //~
    image[offset] = 0.0f;
}
