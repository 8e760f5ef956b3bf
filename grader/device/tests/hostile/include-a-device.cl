// Verdict: refused
// Includes a file that never ends.

#include "/dev/zero"

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    out[0] = 1.0f;
}
