// global: 4
// local: 4
// buffer: y int 4 uninit write
kernel void collatz(global int *y)
{
    int n = get_global_id(0) + 6, steps = 0;
    for (;;) {
        if (n == 1)
            break;
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    y[get_global_id(0)] = steps;
}
