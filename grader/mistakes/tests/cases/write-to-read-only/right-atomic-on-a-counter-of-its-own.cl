// global: 6
// local: 6
// buffer: seen int 3 zeros
// buffer: keys int 6 values 0 2 1 1 2 2 read
kernel void histogram(global int *seen, global const int *keys)
{
    atomic_inc(&seen[keys[get_global_id(0)]]);
}
