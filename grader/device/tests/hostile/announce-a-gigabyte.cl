// Verdict: crash garbled or out of time
// Announces a reply of a gigabyte and begins to send it.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private uint length = 1 << 30;
    for (int fd = 3; fd < 64; fd++) {
        call(1, fd, (long)&length, 4, 0, 0);
        for (int i = 0; i < 4096; i++) call(1, fd, (long)out, 64, 0, 0);
    }
    out[0] = 1.0f;
}
