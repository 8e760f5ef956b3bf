// Verdict: crash SIGSYS
// Makes a process by the call that also makes threads.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(56, 17, 0, 0, 0, 0);
    out[0] = 1.0f;
}
