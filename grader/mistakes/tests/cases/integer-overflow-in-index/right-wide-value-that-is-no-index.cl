// The product of two small numbers, and it is data.
// global: 4
// buffer: areas long 4 uninit write
// value: width int 3
kernel void area(global long *areas, int width)
{
    size_t i = get_global_id(0);
    areas[i] = width * 2 + (int)i;
}
