// global: 3
// local: 3
// buffer: x float 12 iota
// value: width int 4
kernel void rows(global float *x, int width)
{
    global float *row = x + width * get_global_id(0);
    for (int k = 0; k < width; ++k)
        row[k] *= 2.0f;
}
