// Verdict: runs -12
// Takes and touches memory until there is no more: its own limit, not the machine's.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long got = 0;
    for (int i = 0; i < 4096 && got >= 0; i++) {
        got = call(9, 0, 64 << 20, 3, 0x22, -1);
        if (got > 0) *(global volatile char *)got = 1;
    }
    out[1] = got;
    out[0] = 1.0f;
}
