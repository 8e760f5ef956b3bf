// global: 2
// local: 2
// null: maybe
// buffer: out int 2 zeros
kernel void deref(global const int *maybe, global int *out) {
    out[get_global_id(0)] = maybe[get_global_id(0)];
}
