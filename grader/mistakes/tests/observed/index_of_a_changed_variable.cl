// What a variable was declared with says nothing once it has changed.
// global: 4
// local: 4
// buffer: out int 4 uninit write
kernel void number(global int *out)
{
    int i = 2 * (int)get_global_id(0);
    i = i - 1;
    out[i] = i;
}
