// global: 4
// local: 4
// buffer: out int 4 zeros
// value: n int 100000
kernel void counts(global int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1000; j++)
            sum += j;
    out[get_global_id(0)] = sum;
}
