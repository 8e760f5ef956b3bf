// Verdict: runs -1
// Starts threads without end.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long made = 0;
    for (int i = 0; i < 1000; i++) made = call(56, 0x50f00, 0, 0, 0, 0);
    out[1] = made;
    out[0] = 1.0f;
}
