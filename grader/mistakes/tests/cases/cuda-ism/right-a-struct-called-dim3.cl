// global: 4
// buffer: a int 4 zeros
typedef struct { uint x, y, z; } dim3;
uint volume(dim3 size) { return size.x * size.y * size.z; }
kernel void measure(global int *a)
{
    dim3 size = { get_global_size(0), 1, 1 };
    a[get_global_id(0)] = volume(size);
}
