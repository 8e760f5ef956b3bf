// Verdict: runs -13
// Opens the folder of the user's files.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    if (get_global_id(0) > 0) return;
    int end = 0;
    while (path[end]) end++;
    while (path[end] != '/') end--;
    path[end] = 0;
    long fd = call(2, (long)path, 65536, 0, 0, 0);
    out[1] = fd;
    call(217, fd, (long)(out + 2), 48, 0, 0);
    out[0] = 1.0f;
}
