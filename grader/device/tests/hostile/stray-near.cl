// Verdict: strays
// Writes behind its buffer.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[17] = 3.0f;
    out[0] = 1.0f;
}
