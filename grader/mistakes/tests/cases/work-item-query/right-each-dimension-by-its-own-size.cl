// global: 4 2
// local: 4 2
// buffer: x int 70 zeros
// value: width int 10
// value: height int 7
kernel void cover(global int *x, int width, int height)
{
    for (int row = get_global_id(1); row < height; row += get_global_size(1)) {
        for (int column = get_global_id(0); column < width; column += get_global_size(0)) {
            x[row * width + column] += 1;
        }
    }
}
