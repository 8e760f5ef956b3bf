// global: 3
// local: 3
// buffer: out int 3 uninit write
typedef struct {
    char kind;
    int value;
} entry;

kernel void copies(global int *out)
{
    entry a;
    a.kind = 1;
    a.value = 40 + get_global_id(0);
    entry b = a;
    out[get_global_id(0)] = b.kind + b.value;
}
