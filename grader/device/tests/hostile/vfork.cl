// Verdict: crash SIGSYS
// Makes a process that shares its memory.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(58, 0, 0, 0, 0, 0);
    out[0] = 1.0f;
}
