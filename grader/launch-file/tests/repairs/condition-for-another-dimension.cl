kernel void scale(global const float *x, global float *y, uint width, uint height)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column < width) {
        y[row * width + column] = 2 * x[row * width + column];
    }
}
