// The depth of the stack depends on the data.
// global: 4
// buffer: x uint 4 values 5 9 12 7
kernel void count_halves(global uint *x)
{
    size_t i = get_global_id(0);
    uint stack[16];
    int depth = 0;
    uint number = x[i], halves = 0;
    while (number > 0 && depth < 16) {
        stack[depth++] = number; //~
        number /= 2;
    }
    while (depth > 0) {
        halves += stack[--depth] & 1;
    }
    x[i] = halves;
}
