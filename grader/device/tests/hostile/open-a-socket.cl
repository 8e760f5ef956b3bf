// Verdict: crash SIGSYS
// Connects to a port of this machine.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long fd = call(41, 2, 1, 0, 0, 0);
    private uchar address[16] = {2, 0, port >> 8, port, 127, 0, 0, 1};
    out[1] = call(42, fd, (long)address, 16, 0, 0);
    out[0] = 1.0f;
}
