// Verdict: runs -1
// Makes its parent the owner of a pipe that signals.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(72, 0, 8, parent, 0, 0);
    call(72, 0, 10, 9, 0, 0);
    out[0] = 1.0f;
}
