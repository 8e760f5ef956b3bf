// Verdict: out of time
// Sleeps without end, which uses no time either.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    while (out[0] == 0.0f) {
        private long pause[2] = {1000, 0};
        call(35, (long)pause, 0, 0, 0, 0);
    }
}
