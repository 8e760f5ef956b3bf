// global: 1024 4
// local: 32 1
// buffer: image float 32768 iota
// value: pitch int 1024
kernel void first_columns(global float *image, int pitch)
{
    int row = get_group_id(0);
    int column = get_group_id(1) * 32 + get_local_id(0);
    image[row * pitch + column] *= 0.5f; //~
}
