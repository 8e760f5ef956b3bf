// global: 14 14
// local: 4 4
// buffer: sea float 256 iota
kernel void flatten(global float *sea) //~
{
    int column = get_global_id(0) + 1, row = get_global_id(1) + 1;
    sea[16 * row + column] = 0.0f;
}
