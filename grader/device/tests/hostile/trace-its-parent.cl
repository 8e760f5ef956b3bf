// Verdict: crash SIGSYS
// Attaches to the process that judges it, as a debugger does.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(101, 16, parent, 0, 0, 0);
    out[0] = 1.0f;
}
