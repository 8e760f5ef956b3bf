// Verdict: runs -1
// Sets its parent's limits.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private ulong none[2] = {0, 0};
    out[1] = call(302, parent, 0, (long)none, 0, 0);
    out[0] = 1.0f;
}
