// Verdict: crash SIGSYS
// Kills every process it may.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(62, -1, 9, 0, 0, 0);
    out[0] = 1.0f;
}
