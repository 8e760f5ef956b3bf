// global: 512
// local: 64
// buffer: x int 512 iota
kernel void collatz(global int *x)
{
    int i = get_global_id(0);
    int a = x[i] + 1;
    for (int k = 0; k < 10; k++) {
        if (a % 2 == 0) {
            a /= 2;
        } else {
            a = 3 * a + 1;
        }
    }
    x[i] = a;
}
