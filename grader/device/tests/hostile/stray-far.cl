// Verdict: crash SIGSEGV
// On a GPU: lost the device
// Writes where nothing is.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[(long)1 << 40] = 3.0f;
    out[0] = 1.0f;
}
