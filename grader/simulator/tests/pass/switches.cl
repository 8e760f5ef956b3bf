// global: 40
// local: 8
// buffer: out int 40 uninit
int pick(int v) {
    switch (v) {
    case -1: return 5;
    case 0: case 1: v += 2;
    default: v *= 3; break;
    case 7: for (int i = 0; i < 5; i++) { if (i == 3) break; v += i; }
    case 8: v--; return v * 2;
    }
    return v;
}
kernel void sw(global int *out) {
    int i = get_global_id(0), r = 0;
    for (int k = 0; k < 6; k++) {
        switch ((i + k) % 5) {
        case 0: continue;
        case 1: r += 1;
        case 2: switch (k & 1) { case 0: r += 10; break; default: r += 20; } break;
        case 3: { int q = r; if (q & 1) break; r += 100; }
        default: r += 1000;
        }
        r ^= k;
    }
    long big = i - 3;
    switch (big) { case -3L: r++; break; case 0x100000000L: r = 0; break; case 2: r += 2; }
    out[i] = r * 31 + pick(i % 10 - 1) + pick(i);
}
