// Verdict: runs -1
// Opens a file of the user's for writing: not permitted, whatever the file.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long fd = call(2, (long)path, 1 | 1024, 0, 0, 0);
    out[1] = fd;
    call(1, fd, (long)path, 8, 0, 0);
    out[0] = 1.0f;
}
