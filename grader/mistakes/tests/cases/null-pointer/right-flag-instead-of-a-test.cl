// global: 4
// local: 4
// buffer: x float 4 iota
// null: offset
// value: shifted int 0
kernel void shift(global float *x, global const float *offset, int shifted)
{
    int i = get_global_id(0);
    if (shifted)
        x[i] += offset[i];
}
