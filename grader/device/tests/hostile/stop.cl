// Verdict: out of time
// Stops its own process, which then uses no time at all.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    long own = call(39, 0, 0, 0, 0, 0);
    call(62, own, 19, 0, 0, 0);
    out[0] = 1.0f;
}
