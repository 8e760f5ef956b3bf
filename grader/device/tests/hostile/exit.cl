// Verdict: crash exit code 0
// Ends its process as if all were well.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    call(231, 0, 0, 0, 0, 0);
    out[0] = 1.0f;
}
