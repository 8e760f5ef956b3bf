// define: DEPTH=128
// global: 512
// local: 32
// buffer: x int 512 iota read
// buffer: y int 512 uninit write
// A stack for each work-item, kept in local memory.
kernel void walk(global const int *x, global int *y)
{
    local int stack[32 * DEPTH]; //~
    int lid = get_local_id(0);
    int depth = 0;
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        stack[depth * 32 + lid] = x[get_global_id(0)] + k;
        depth++;
    }
    while (depth > 0) {
        depth--;
        sum += stack[depth * 32 + lid];
    }
    y[get_global_id(0)] = sum;
}
