// global: 4
// local: 2
// buffer: turn int 1 zeros
// buffer: out int 4 zeros
kernel void in_turn(volatile global int *turn, global int *out)
{
    while (atomic_add(turn, 0) != 3)
        ;
    out[get_global_id(0)] = 1;
}
