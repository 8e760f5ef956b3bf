// Verdict: runs -1
// Issues a system call by the numbers of a third kind of program.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[1] = call(0x40000000 | 57, 0, 0, 0, 0, 0);
    out[0] = 1.0f;
}
