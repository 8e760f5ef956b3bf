// Verdict: runs -1
// Changes who may read a file of the user's. Landlock does not watch that; the filter does.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(90, (long)path, 0777, 0, 0, 0);
    out[0] = 1.0f;
}
