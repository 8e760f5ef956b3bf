// global: 16
// local: 8
// buffer: levels int 10 iota
// value: n int 10
kernel void raise(global int *levels, int n)
{
    int i = get_global_id(0);
    if (i <= n) {
        levels[i] += 5; //~
    }
}
