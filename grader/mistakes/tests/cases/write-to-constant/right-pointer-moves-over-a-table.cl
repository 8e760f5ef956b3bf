// global: 2
// local: 2
// buffer: y int 2 uninit write
constant int primes[5] = {2, 3, 5, 7, 11};

kernel void sum(global int *y)
{
    constant int *p = primes;
    int total = 0;
    while (p < primes + 5) {
        total += *p;
        p++;
    }
    y[get_global_id(0)] = total;
}
