// global: 8
// local: 4
// buffer: count int 1 zeros
// buffer: out int 8 uninit
kernel void counted(global int *count, global int *out) {
    atomic_inc(count);
    out[get_global_id(0)] = *count;
}
