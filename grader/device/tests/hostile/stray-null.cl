// Verdict: crash SIGSEGV
// On a GPU: lost the device
// Writes to address 16.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    *(global volatile float *)16 = 3.0f;
    out[0] = 1.0f;
}
