// global: 3
// buffer: packed float 6 iota
kernel void scale_diagonal(global float *packed)
{
    int row = get_global_id(0);
    packed[(long)row * (row + 3) / 2] *= 2.0f;
}
