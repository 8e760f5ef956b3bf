// global: 64
// local: 32
// buffer: out int 64 uninit
// value: n int 9
kernel void loops(global int *out, int n) {
    int i = get_global_id(0), acc = 0, u = 0, w = 5;
    for (int a = 0; a < n; a++) {
        u += a;
        for (int b = 0; ; b++) {
            if (b > i % 7) break;
            w ^= b;
            if ((a + b) % 3 == 0) continue;
            acc += a * b + u;
            if (acc > 500 + i) break;
        }
        if (a == i % 11) break;
        u += 1;
        int t = a;
        while (t) { t >>= 1; if (t == 2) { acc++; continue; } acc += t; }
    }
    int k = 0, guard = 0;
    do { k += 3; if (k % 2) continue; guard += k; if (guard > i) break; } while (k < 30);
    out[i] = acc + u * 7 + w * 100 + k * 1000 + guard;
}
