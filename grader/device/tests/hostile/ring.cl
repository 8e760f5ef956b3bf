// Verdict: crash SIGSYS
// Asks for the interface that does system calls past filters.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private uchar parameters[120] = {0};
    out[1] = call(425, 8, (long)parameters, 0, 0, 0);
    out[0] = 1.0f;
}
