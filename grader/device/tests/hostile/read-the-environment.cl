// Verdict: runs -13
// Reads the environment of its process and of its parent.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private char own[] = "/proc/self/environ";
    long fd = call(2, (long)own, 0, 0, 0, 0);
    out[1] = fd;
    call(0, fd, (long)(out + 2), 48, 0, 0);
    out[0] = 1.0f;
}
