// Verdict: out of time or runs
// Prints a gigabyte; the first of it is kept.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    for (int i = 0; i < 20000000; i++)
        printf("0123456789012345678901234567890123456789012345678\n");
    out[0] = 1.0f;
}
