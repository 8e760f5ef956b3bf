// Verdict: crash SIGSYS
// Executes a shell.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private char shell[] = "/bin/sh";
    out[1] = call(59, (long)shell, 0, 0, 0, 0);
    out[0] = 1.0f;
}
