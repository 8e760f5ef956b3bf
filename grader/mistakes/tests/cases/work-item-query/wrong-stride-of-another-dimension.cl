// global: 4 2
// local: 4 2
// buffer: x int 32 iota
// value: n int 16
kernel void next(global int *x, int n)
{
    int row = get_global_id(1);
    for (int i = get_global_id(0); i < n; i += get_global_size(1)) { //~
        atomic_inc(&x[row * n + i]);
    }
}
