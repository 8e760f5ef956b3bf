// Verdict: crash SIGSYS
// Reads the memory of the process that judges it, where the expected output is.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private ulong here[2] = {(ulong)(out + 2), 32};
    private ulong there[2] = {0x400000, 32};
    out[1] = call(310, parent, (long)here, 1, (long)there, 1);
    out[0] = 1.0f;
}
