// Verdict: crash SIGSYS
// Makes a copy of its process.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(57, 0, 0, 0, 0, 0);
    out[0] = 1.0f;
}
