// global: 2
// local: 2
// buffer: out int 4 uninit
struct padded { char c; int i; };
kernel void copies(global struct padded *out) {
    struct padded p;
    p.c = 1;
    p.i = get_global_id(0);
    struct padded q = p;
    out[q.i] = q;
}
