// Verdict: runs -1
// Cuts a file of the user's short, by its name.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(76, (long)path, 0, 0, 0, 0);
    out[0] = 1.0f;
}
