// Verdict: runs 0
// Looks for the expected output in all memory near its buffers. It is in another process; there is
// nothing to patch, and its own output stays wrong.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    for (int i = -256; i < 256; i++)
        if (out[i] == 4711.0f) out[1] = i;
}
