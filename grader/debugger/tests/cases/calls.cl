// global: 4
// local: 4
// buffer: out int 4 uninit

int twice(int a)
{
    int b = a + a;
    return b;
}

int power(int a, int n)
{
    int result = 1;
    while (n > 0) {
        if (n & 1)
            result *= a;
        a *= a;
        n >>= 1;
    }
    return result;
}

kernel void calls(global int *out)
{
    int i = get_global_id(0);
    int p = power(twice(i), i + 1) + twice(1);
    switch (i) {
    case 0:
        p = -1;
        break;
    case 1:
    default:
        p += 1;
    }
    out[i] = p;
}
