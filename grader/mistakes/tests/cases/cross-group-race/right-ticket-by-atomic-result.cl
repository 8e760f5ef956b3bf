// global: 8
// local: 4
// buffer: x int 8 values 3 0 4 0 0 5 6 0 read
// buffer: next int 1 zeros
// buffer: kept int 8 zeros
kernel void compact(global const int *x, global int *next, global int *kept) {
    int value = x[get_global_id(0)];
    if (value != 0) kept[atomic_inc(next)] = value;
}
