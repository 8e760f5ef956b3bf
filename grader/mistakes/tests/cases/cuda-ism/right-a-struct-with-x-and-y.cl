// A position with fields x and y of its own is no `threadIdx`.
// global: 4 2
// local: 2 1
// buffer: a int 8 zeros
struct position { uint x, y; };
kernel void number(global int *a)
{
    struct position block = { get_group_id(0), get_group_id(1) };
    struct position inside = { get_local_id(0), get_local_id(1) };
    uint column = block.x * 2 + inside.x;
    a[(block.y + inside.y) * 4 + column] = column;
}
