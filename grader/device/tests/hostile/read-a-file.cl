// Verdict: runs -13
// Opens a file of the user's and copies it into its output: permission denied.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long fd = call(2, (long)path, 0, 0, 0, 0);
    out[1] = fd;
    call(0, fd, (long)(out + 2), 32, 0, 0);
    out[0] = 1.0f;
}
