// Verdict: crash SIGSYS
// Opens a socket for services of this machine.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(41, 1, 1, 0, 0, 0);
    out[0] = 1.0f;
}
