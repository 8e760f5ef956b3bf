// The window's radius is unsigned, its first offset is not.
// global: 4
// buffer: x int 8 iota read
// buffer: y int 4 uninit write
// value: radius uint 2
kernel void window(global const int *x, global int *y, uint radius)
{
    size_t i = get_global_id(0);
    int sum = 0, offset = -(int)radius;
    while (offset <= radius) { //~
        sum += x[i + radius + offset];
        offset++;
    }
    y[i] = sum;
}
