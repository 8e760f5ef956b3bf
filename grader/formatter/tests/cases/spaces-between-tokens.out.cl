kernel void f(global float *x, uint n) {
    uint i = get_global_id(0);
    if (i < n && x[i] != 0.0f || !n) { x[i] += -x[i] * 2; }
    for (int k = 0; k < 4; ++k) x[k] = k % 2 == 0 ? 1 : -1;
    for (; ; ) { break; }
    while (n-- > 0) x[n]--;
    do { n++; } while (n < 4);
    x[0] = x[0] + +1 - -n;
}
