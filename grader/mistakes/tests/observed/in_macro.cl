// global: 4
// local: 4
// buffer: out int 4 zeros
#define PUT(i, v) out[(i) + 1] = (v)
kernel void macro(global int *out) {
    PUT(get_global_id(0), 1);
}
