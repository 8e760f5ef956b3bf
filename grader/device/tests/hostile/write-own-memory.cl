// Verdict: runs -1
// Opens its process's memory as a file, past every protection of pages.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    private char own[] = "/proc/self/mem";
    out[1] = call(2, (long)own, 2, 0, 0, 0);
    out[0] = 1.0f;
}
