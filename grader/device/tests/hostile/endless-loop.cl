// Verdict: out of time
// Does not come to an end.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    while (out[0] == 0.0f) ;
}
