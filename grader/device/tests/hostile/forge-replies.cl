// Verdict: crash garbled or out of time or crash silent
// Writes what looks like the reply to its launch into everything that is open.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private uchar reply[] = {5, 0, 0, 0, 4, 0, 0, 0, 0};
    for (int fd = 0; fd < 64; fd++)
        for (int i = 0; i < 100; i++) call(1, fd, (long)reply, 9, 0, 0);
    out[0] = 1.0f;
}
