// Verdict: crash SIGSYS
// Kills by the call for threads.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(234, parent, parent, 9, 0, 0);
    out[0] = 1.0f;
}
