// The index is made by the wrong size; the guard is right.
// global: 4 2
// local: 4 2
// buffer: out int 8 uninit write
// value: w uint 4
// value: h uint 2
kernel void number(global int *out, uint w, uint h)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h) {
        uint i = x * w + y;
        out[i] = i;
    }
}
